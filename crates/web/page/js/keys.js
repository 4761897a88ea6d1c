// Keys at the table, and the list of them under `?`.

import { askHint, peek, unpeek } from './ahead.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * A key at the table; says whether it meant something.
 * @param {Table} table @param {KeyboardEvent} event @returns {boolean}
 */
export function pressed(table, event) {
  const target = /** @type {Element | null} */ (event.target);
  const isTyping = target?.closest('input, textarea, select, dialog') ?? null;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping || event.defaultPrevented) return false;
  if (target?.closest('button, a, summary') && ['Enter', ' '].includes(event.key)) return false;
  const isMeant = act(table, event);
  if (isMeant) event.preventDefault();
  return isMeant;
}

/** @param {Table} table @param {KeyboardEvent} event @returns {boolean} */
function act(table, event) {
  const { match } = table;
  const key = event.key.toLowerCase();
  if (!event.shiftKey && takeByLetter(table, key)) return true;
  /** @type {Record<string, () => unknown>} */
  const acts = {
    escape: () => table.letGo(),
    '.': () => table.walk(1),
    backspace: () => table.go(match.takeBack()),
    '[': () => table.go(match.jump(match.place - 1)),
    ']': () => table.go(match.jump(match.place + 1)),
    '?': () => showKeys(),
    h: () => table.mayAsk() && match.mover() && askHint(table),
    a: () => table.mayAsk() && table.analysis.toggle(),
    b: () => peek(table),
  };
  if (key === ' ') return table.turn((choice) => choice.turn(event.shiftKey ? -1 : 1));
  if (key === ',') return table.turn((choice) => choice.flip());
  const ready = table.ready();
  if (key === 'enter' && ready) {
    table.play(ready.move);
    return true;
  }
  if (!acts[key]) return false;
  if (key === 'b') document.addEventListener('keyup', () => unpeek(table), { once: true });
  acts[key]();
  return true;
}

/** Takes the next piece whose name begins so. @param {Table} table @param {string} key */
function takeByLetter(table, key) {
  if (!table.mayMove() || key.length !== 1) return false;
  const pieces = table.match.frame?.pieces ?? [];
  const named = table.choice.pieces().filter((piece) => pieces[piece].name.toLowerCase().startsWith(key));
  if (!named.length) return false;
  const at = table.choice.piece === null ? -1 : named.indexOf(table.choice.piece);
  if (named.length > 1 || at < 0) table.take(named[(at + 1) % named.length]);
  return true;
}

/** @type {[string, string][]} */
const KEYS = [
  ['← ↑ → ↓', 'keys-arrows'],
  ['↵', 'keys-enter'],
  ['Tab', 'keys-tab'],
  ['A–Z 0–9', 'keys-letters'],
  ['␣', 'keys-space'],
  [',', 'keys-flip'],
  ['.', 'keys-next'],
  ['Esc', 'keys-escape'],
  ['⌫', 'keys-back'],
  ['[ ]', 'keys-step'],
  ['H', 'keys-hint'],
  ['A', 'keys-analysis'],
  ['B', 'keys-best'],
  ['?', 'keys-keys'],
];

/** The list of keys, for dialogs. */
export function keyList() {
  const row = (/** @type {[string, string]} */ [key, meaning]) =>
    h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, t(meaning)));
  return h('dl', { class: 'key-list' }, ...KEYS.map(row));
}

/** Shows what the keys mean. */
export function showKeys() {
  openDialog(t('keys'), h('p', { class: 'faint' }, t('keys-shift')), keyList());
}

/** A dialog that goes when it is left. @param {string} title @param {...import('./dom.js').Child} parts */
export function openDialog(title, ...parts) {
  const close = h(
    'button',
    { type: 'button', class: 'quiet round', 'aria-label': t('close'), onclick: () => dialog.close() },
    icon('close'),
  );
  const dialog = h('dialog', { 'aria-label': title }, h('header', {}, h('h2', {}, title), close), ...parts);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
