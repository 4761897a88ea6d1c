// What lies beside the board: pieces to take, pieces to hand over, and ways to turn and show them.

import { h } from './dom.js';
import { t } from './language.js';

/** @param {import('./play.js').Table} table @returns {Element[]} */
export function trays(table) {
  const { match, choice } = table;
  const state = /** @type {import('./types.js').State} */ (match.state);
  const { view } = match;
  const scene = view.scene(state.position);
  const isHuman = match.mover()?.kind === 'human';
  const asks = isHuman ? extras(table) : null;
  const parts = [hand(scene, view), asks, ...(isHuman && view.shapes ? turning(table) : [])];
  // While one of the pieces left is to be handed over, they are shown once.
  if (!asks || view.name === 'cavalo') parts.push(...scene.sides.map((side, i) => tray(table, scene, side, i, isHuman && choice.moves.length > 0)));
  return parts.filter((part) => part !== null);
}

/** @param {import('./play.js').Table} table @param {import('./types.js').Scene} scene @param {import('./types.js').Scene['sides'][0]} side @param {number} i @param {boolean} isHuman */
function tray(table, scene, side, i, isHuman) {
  const { choice, match: { view, state } } = table;
  const isShared = scene.sides.length === 1;
  const isOwn = isShared || state?.turn === i + 1;
  const canTake = new Set(choice.pieces());
  const pieces = side.left.filter(({ count }) => count > 0).map(({ piece, count }) =>
    h('button', { type: 'button', class: `take owner-${isShared ? 0 : i + 1}`, 'data-key': `piece-${i}-${piece}`, disabled: !(isOwn && isHuman && canTake.has(piece)), 'aria-pressed': isOwn && choice.piece === piece,
      'aria-label': t('piece-left', { piece: view.pieceName(piece), count }), onclick: () => { choice.take(piece); table.afterTake(); } },
    view.drawPiece(piece), count > 1 ? h('span', { class: 'count' }, `×${count}`) : null));
  return pieces.length ? h('div', { class: 'tray', role: 'group', 'aria-label': isShared ? t('pieces-left') : t('pieces-of', { seat: i + 1 }) }, ...pieces) : null;
}

/** What must be chosen besides the cell: a piece to hand over, a double to remove. @param {import('./play.js').Table} table */
function extras(table) {
  const { choice, match: { view, setup } } = table;
  const options = choice.extras();
  if (!options.length || (choice.cell === null && choice.moves.some((move) => move.cells.length > 0))) return null;
  const question = t(`choose-extra-${setup.game}`);
  return h('div', { class: 'extras', role: 'group', 'aria-label': question }, h('p', {}, question),
    ...options.map((extra) => h('button', { type: 'button', class: 'take', 'data-key': `extra-${extra}`, 'aria-label': view.pieceName(extra), onclick: () => table.answer(choice.choose(extra)) }, view.drawPiece(extra))));
}

/** @param {import('./types.js').Scene} scene @param {import('./types.js').GameView} view */
function hand(scene, view) {
  if (!scene.hand) return null;
  return h('div', { class: 'hand' }, h('span', {}, t('hand')), view.drawPiece(scene.hand), h('span', { class: 'visually-hidden' }, view.pieceName(scene.hand)));
}

/** @param {import('./play.js').Table} table */
function turning(table) {
  const { choice, match: { view } } = table;
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h('button', { type: 'button', 'data-key': name, onclick: () => { act(); table.draw(); } }, t(name));
  const shown = choice.shown;
  return [h('div', { class: 'row' }, button('walk-moves', () => choice.walk()),
    shown ? h('button', { type: 'button', class: 'primary', 'data-key': 'play-shown', onclick: () => table.answer(choice.pick(shown[0])) }, t('play-shown')) : null,
    choice.piece && view.name === 'blokus-duo' ? button('turn-piece', () => choice.turn(1)) : null,
    choice.piece ? button('drop-piece', () => choice.drop()) : null)];
}
