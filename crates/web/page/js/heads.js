// The heads of columns, where pieces fall: a button each, above the board.

import { fill, h } from './dom.js';
import { t } from './language.js';
import { measure, SIZE } from './paint.js';

/**
 * @param {import('./types.js').Frame} frame
 * @param {import('./board.js').Handlers} handlers
 */
export function makeHeads(frame, handlers) {
  const { margin, width } = measure(frame);
  const share = (/** @type {number} */ units) => `${((100 * units) / width).toFixed(3)}%`;
  const letters = [...Array(frame.columns).keys()].map((column) => String.fromCharCode(97 + column));
  const buttons = letters.map((letter, column) =>
    h('button', {
      type: 'button',
      class: 'head',
      'data-head': letter,
      onclick: (/** @type {PointerEvent} */ event) => handlers.onPick?.(column, event.pointerType === 'touch'),
      onpointerenter: () => handlers.onPoint?.(column),
      onpointerleave: () => handlers.onPoint?.(null),
      onfocus: () => handlers.onPoint?.(column, true),
    }),
  );
  const element = h(
    'div',
    {
      class: 'heads',
      role: 'group',
      'aria-label': t('columns'),
      style: `padding:0 ${share(margin)};--column:${share(SIZE)}`,
    },
    ...buttons,
  );
  /** @param {import('./types.js').Scene} scene @param {Set<number>} targets */
  const draw = (scene, targets) => {
    const open = new Set([...targets].map((at) => at % frame.columns));
    const taken = new Set(scene.squares.filter(({ piece }) => piece !== undefined).map(({ at }) => at));
    buttons.forEach((button, column) => {
      const isFull = taken.has(column);
      button.disabled = !open.has(column);
      fill(button, isFull ? t('column-full') : letters[column]);
      button.setAttribute('aria-label', t(isFull ? 'column-is-full' : 'column-named', { column: letters[column] }));
    });
  };
  return { element, draw };
}
