// Portuguese and English: one table of messages a language, chosen by hand, then by the browser. Both travel:
// to wait for the choice before asking for one takes longer.

import { en } from './messages/en.js';
import { pt } from './messages/pt.js';

/** @returns {'en' | 'pt'} */
function choose() {
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('language') ?? navigator.language;
  return asked.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

export const language = choose();
/** How numbers and dates are written. */
export const locale = language === 'pt' ? 'pt-PT' : 'en-GB';
/** @type {Record<string, string>} */
const messages = language === 'pt' ? pt : en;
document.documentElement.lang = language === 'pt' ? 'pt-PT' : 'en';

/**
 * The message of this name; `{word}` in it is replaced.
 * @param {string} key
 * @param {Record<string, string | number>} [words]
 */
export function t(key, words = {}) {
  const text = messages[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, word) => String(words[word] ?? whole));
}

/** Changes the language and begins anew. @param {'en' | 'pt'} to */
export function speak(to) {
  localStorage.setItem('language', to);
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  // To go to an address that differs only behind the # loads nothing.
  history.replaceState(null, '', url);
  location.reload();
}

/** A score as people read it; proven ones carry an equals sign. @param {number | null} score @param {boolean} exact */
export function showScore(score, exact) {
  if (score === null) return '?';
  const text = exact || Number.isInteger(score) ? String(Math.abs(score)) : Math.abs(score).toFixed(1);
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  return (exact ? '=' : '') + sign + text;
}

/** A count in a few digits. @param {number} count */
export function showCount(count) {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return format.format(count);
}

/** A time in a few digits. @param {number} seconds */
export function showTime(seconds) {
  const [amount, unit] = seconds < 1e-3 ? [1e6 * seconds, 'µs'] : seconds < 1 ? [1e3 * seconds, 'ms'] : [seconds, 's'];
  return `${amount.toLocaleString(locale, { maximumSignificantDigits: 3 })} ${unit}`;
}
