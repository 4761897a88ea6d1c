// Portuguese and English: one table of messages a language, chosen by hand, then by the browser. Only the chosen one
// travels; what few views say comes with them.

import { keep, settings } from './settings.js';

/** @returns {'en' | 'pt'} */
function choose() {
  const asked = new URLSearchParams(location.search).get('lang') ?? settings.language ?? navigator.language;
  return asked.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

export const language = choose();
/** How numbers and dates are written. */
export const locale = language === 'pt' ? 'pt-PT' : 'en-GB';
/** @type {Record<string, string>} */
const messages = { ...(await import(`./messages/${language}.js`)).messages };
document.documentElement.lang = language === 'pt' ? 'pt-PT' : 'en';

/** Brings the messages of views that are seldom seen. @param {string} name */
export async function bring(name) {
  Object.assign(messages, (await import(`./messages/${name}-${language}.js`)).messages);
}

/** What the sides are called at the table in view. @type {string[] | null} */
let called = null;

/** Says who sits where, or that nobody does. @param {string[] | null} names */
export function callSides(names) {
  called = names;
}

/**
 * What a side is called. Not Black or White anywhere: the page draws the sides in other colours.
 * @param {number} seat
 * @returns {string}
 */
export function sideName(seat) {
  return called?.[seat - 1] ?? t('player', { seat });
}

/** Whether there is such a message. @param {string} key */
export function isSaid(key) {
  return key in messages;
}

/**
 * The message of this name; `{word}` in it is replaced, `{side}` by what the side of a `seat` is
 * called, `{one}` and `{two}` by what both are.
 * @param {string} key
 * @param {Record<string, string | number>} [words]
 * @returns {string}
 */
export function t(key, words = {}) {
  const text = messages[key] ?? key;
  /** @type {Record<string, () => string | undefined>} */
  const known = {
    side: () => (typeof words.seat === 'number' ? sideName(words.seat) : undefined),
    one: () => sideName(1),
    two: () => sideName(2),
  };
  return text.replace(/\{(\w+)\}/g, (whole, word) => String(words[word] ?? known[word]?.() ?? whole));
}

/** Changes the language and begins anew. @param {'en' | 'pt'} to */
export function speak(to) {
  keep({ language: to });
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  // To go to an address that differs only behind the # loads nothing.
  history.replaceState(null, '', url);
  location.reload();
}

/**
 * A number in a few digits, with its sign if asked for.
 * @param {number} number @param {boolean} [isSigned] @param {number} [digits] behind the comma
 */
export function amount(number, isSigned = false, digits = 1) {
  const text = Math.abs(number).toLocaleString(locale, { maximumFractionDigits: digits });
  // What rounds to nothing has no sign.
  const sign = text === '0' || number === 0 ? '' : number < 0 ? '−' : isSigned ? '+' : '';
  return sign + text;
}

/** So many of something: `points`, `plies` … @param {'points' | 'plies' | 'unfinished'} what @param {number} number */
export function counted(what, number) {
  const count = amount(number);
  return t(`${what}-${count === '1' ? 'one' : 'many'}`, { count });
}

/**
 * A score in words: for whom, how much, in which unit. Who wins is said outright where it is proven.
 * @param {number | null} score for player 1 @param {boolean} exact @param {boolean} hasPoints
 * @param {number | null} [plies] until the game ends
 */
export function sayScore(score, exact, hasPoints, plies = null) {
  if (score === null) return t('score-unknown');
  const seat = score > 0 ? 1 : 2;
  if (exact) {
    if (score === 0) return t('score-draw');
    if (hasPoints) return t('score-win-by', { seat, points: counted('points', Math.abs(score)) });
    return plies ? t('score-win-in', { seat, plies: counted('plies', plies) }) : t('score-win', { seat });
  }
  const size = amount(Math.abs(score), false, hasPoints ? 1 : 2);
  if (size === '0') return t('score-level');
  return hasPoints
    ? t('score-points', { seat, points: counted('points', Math.abs(score)) })
    : t('score-chance', { seat, size });
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
