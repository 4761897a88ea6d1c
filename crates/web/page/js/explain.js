// The page on an algorithm, the same text that the terminal shows: idea, pseudocode, promises, traps, history.

import { call, reasonOf } from './api.js';
import { fill, h } from './dom.js';
import { openDialog } from './keys.js';
import { t } from './language.js';

/** Shows what there is to say about an algorithm, an engine or a heuristic. @param {string} name */
export async function showPage(name) {
  const place = h('div', { class: 'page-text' });
  const dialog = openDialog(t(`name-${name}`), place);
  dialog.classList.add('explained');
  try {
    const { text } = await call(`explain/${name === 'pvs-plain' ? 'pvs' : name}`);
    fill(place, ...read(text));
  } catch (problem) {
    fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
  }
}

/**
 * Markdown as our pages use it: headings, paragraphs, lists and code.
 * @param {string} text @param {'h2' | 'h3'} [level] of its headings @returns {Element[]}
 */
export function read(text, level = 'h3') {
  /** @type {Element[]} */
  const parts = [];
  const blocks = text.split(/```\w*\n/);
  blocks.forEach((block, i) => {
    if (i % 2) {
      parts.push(h('pre', { tabindex: 0 }, h('code', {}, block.trimEnd())));
      return;
    }
    for (const paragraph of block.split(/\n\s*\n/).filter((one) => one.trim()))
      parts.push(...made(paragraph.trim(), level));
  });
  return parts;
}

/** @param {string} paragraph @param {'h2' | 'h3'} level @returns {Element[]} */
function made(paragraph, level) {
  const [first, ...rest] = paragraph.split('\n');
  const heading = first.match(/^(#+) (.*)/);
  if (heading) {
    // The dialog has its title already.
    const own = heading[1].length === 1 ? [] : [h(level, {}, heading[2])];
    return rest.length ? [...own, ...made(rest.join('\n'), level)] : own;
  }
  if (first.startsWith('- ')) {
    const items = paragraph.split(/\n?^- /m).filter(Boolean);
    return [h('ul', {}, ...items.map((item) => h('li', {}, ...inline(item))))];
  }
  return [h('p', {}, ...inline(paragraph.replaceAll('\n', ' ')))];
}

/** Bold, italic and code inside a line. @param {string} text @returns {(string | Element)[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith('**')) return h('b', {}, part.slice(2, -2));
    if (part.startsWith('`')) return h('code', {}, part.slice(1, -1));
    if (part.startsWith('*') && part.length > 2) return h('i', {}, part.slice(1, -1));
    return part;
  });
}
