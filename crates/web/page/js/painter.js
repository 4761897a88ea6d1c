// A map painted with the mouse or the keyboard: tools, strokes, and the map that the server makes of them.

import { call, reasonOf } from './api.js';
import { h } from './dom.js';
import { t } from './language.js';
import { toast } from './toast.js';

/** The tools and the marks they paint with. */
const TOOLS = [
  ['wall', '#'],
  ['rough-3', '3'],
  ['rough-5', '5'],
  ['start', 'S'],
  ['goal', 'G'],
  ['clear', '.'],
];

/**
 * @param {any} problem what the catalogue says of it @param {string} board the map in view
 * @param {import('./lane.js').Lane} lane @param {(text: string) => void} onPainted
 */
export function painter(problem, board, lane, onPainted) {
  let mark = '#';
  const svg = /** @type {SVGElement | null} */ (lane.element.querySelector('.map-view .board'));
  const buttons = TOOLS.map(([name, sign], i) =>
    h(
      'button',
      {
        type: 'button',
        class: 'tool',
        'data-key': `paint-${name}`,
        'aria-pressed': sign === mark,
        title: `${t(`paint-${name}`)} (${i + 1})`,
        onclick: () => choose(sign),
      },
      h('span', { class: `swatch swatch-${name}`, 'aria-hidden': true }, name.startsWith('rough') ? sign : ''),
      h('span', {}, t(`paint-${name}`)),
    ),
  );
  const choose = (/** @type {string} */ sign) => {
    mark = sign;
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(TOOLS[i][1] === sign)));
  };
  /** @type {Map<number, string> | null} */
  let strokes = null;
  const atOf = (/** @type {Event} */ event) => {
    const at = /** @type {Element} */ (event.target).closest('[data-at]')?.getAttribute('data-at');
    return at === null || at === undefined ? null : Number(at);
  };
  const touch = (/** @type {Event} */ event) => {
    const at = atOf(event);
    if (at === null || !strokes) return;
    strokes.set(at, mark);
    /** @type {Element} */ (event.target).closest('[data-at]')?.classList.add('painted');
  };
  const finish = async () => {
    const made = strokes;
    strokes = null;
    if (!made?.size) return;
    try {
      const { text } = await call('problems/state', { problem: problem.name, board, paint: [...made] });
      onPainted(text);
    } catch (reason) {
      toast(reasonOf(reason, t('server-gone')));
    }
  };
  svg?.addEventListener('pointerdown', (event) => {
    strokes = new Map();
    touch(event);
    event.preventDefault();
  });
  svg?.addEventListener('pointerover', touch);
  svg?.addEventListener('pointerup', finish);
  svg?.addEventListener('pointerleave', finish);
  svg?.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (/** @type {unknown} */ (event));
    if (key >= '1' && key <= '6') choose(TOOLS[Number(key) - 1][1]);
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    strokes = new Map();
    touch(event);
    finish();
  });
  svg?.classList.add('paintable');
  return h('div', { class: 'painter', role: 'group', 'aria-label': t('paint') }, ...buttons);
}
