// One cell: what is drawn on it and how it is read aloud.

import { cellName } from './cells.js';
import { s } from './dom.js';
import { heatRect, heatText } from './heat.js';
import { t } from './language.js';
import { pieceInCell } from './pieces.js';

/**
 * @typedef {{
 *   square: import('./types.js').Square | undefined, heat: import('./heat.js').Warmth | undefined, isTarget: boolean,
 *   lights: NonNullable<import('./types.js').Scene['lights']>, isLast: boolean, owner: 1 | 2,
 *   ghost: { isLegal: boolean, piece?: number | null } | null
 * }} Look
 */

/** How a cell is read aloud. @param {import('./types.js').Frame} frame @param {number} at @param {Look} look */
export function labelOf(frame, at, { square, lights, isTarget, heat }) {
  const reasons = lights.filter(({ mark }) => mark !== 'threat').map(({ why }) => why);
  return [cellName(frame, at), ...stateOf(frame, square), ...reasons, isTarget && t('legal-here'), heat?.label]
    .filter(Boolean)
    .join(', ');
}

/** @param {import('./types.js').Frame} frame @param {import('./types.js').Square | undefined} square */
function stateOf(frame, square) {
  const piece = square?.piece === undefined ? undefined : frame.pieces[square.piece];
  if (square?.ground === 'wall') return [t('cell-blocked')];
  if (!square || (square.ground === 'start' && !piece)) return [t('cell-empty')];
  const owner = square.owner ? t('cell-of', { seat: square.owner }) : '';
  return [piece ? piece.label : (square.text ?? ''), owner];
}

/** What is drawn on a cell. @param {import('./types.js').Frame} frame @param {Look} look @returns {Node[]} */
export function contentOf(frame, look) {
  const { square, lights, heat, ghost } = look;
  const isCorner = lights.some(({ mark }) => mark === 'begin');
  return [
    s('rect', { x: 0.02, y: 0.02, width: 0.96, height: 0.96, class: 'ground' }),
    heat ? heatRect(heat) : null,
    ...(square ? thing(frame, square) : []),
    isCorner ? s('circle', { cx: 0.5, cy: 0.5, r: 0.16, class: 'start-mark' }) : null,
    ghost ? ghostOf(frame, ghost.piece ?? null) : null,
    heat ? heatText(heat) : null,
    s('rect', { x: 0.06, y: 0.06, width: 0.88, height: 0.88, class: 'frame' }),
  ].filter((part) => part !== null);
}

/** What stands on a cell. @param {import('./types.js').Frame} frame @param {import('./types.js').Square} square */
function thing(frame, square) {
  const piece = square.piece === undefined ? undefined : frame.pieces[square.piece];
  if (square.ground === 'wall') return [s('path', { d: 'M.2 .2L.8 .8M.8 .2L.2 .8', class: 'blocked-mark' })];
  if (piece?.shape === 'knight')
    return [stone(square.owner === 1 ? 0.08 : 0.42, 0.08), s('text', { x: 0.5, y: 0.7, class: 'knight-mark' }, '♞')];
  if (piece?.shape === 'tile')
    return [stone(0.1, 0.05), s('text', { x: 0.5, y: 0.68, class: 'number' }, square.text ?? '')];
  if (piece && piece.shape !== 'block') return [pieceInCell(piece)];
  if (square.owner && square.ground !== 'start') {
    return [
      stone(0.1, 0.05),
      square.owner === 1
        ? s('rect', { x: 0.36, y: 0.36, width: 0.28, height: 0.28, class: 'shape-mark' })
        : s('circle', { cx: 0.5, cy: 0.5, r: 0.2, class: 'shape-mark ring' }),
    ];
  }
  return square.text ? [s('text', { x: 0.5, y: 0.65, class: 'number' }, square.text)] : [];
}

/** @param {number} round @param {number} edge */
function stone(round, edge) {
  return s('rect', { x: edge, y: edge, width: 1 - 2 * edge, height: 1 - 2 * edge, rx: round, class: 'stone' });
}

/** What would stand on a cell. @param {import('./types.js').Frame} frame @param {number | null} number */
function ghostOf(frame, number) {
  const piece = number === null ? undefined : frame.pieces[number];
  if (!piece || piece.shape === 'block' || piece.shape === 'knight') {
    return s('rect', { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.1, class: 'ghost-mark' });
  }
  const drawn = pieceInCell(piece);
  drawn.setAttribute('opacity', '0.6');
  return drawn;
}
