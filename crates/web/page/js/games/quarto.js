// Quarto and quatro: sixteen pieces of four attributes on 4×4.

import { s } from '../dom.js';
import { t } from '../language.js';
import { cellName } from './cells.js';

const DIGITS = [...'0123456789abcdef'];

/** Lines of four cells as indices. */
const LINES = [
  ...[0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => 4 * i + j)),
  ...[0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => 4 * j + i)),
  [0, 5, 10, 15],
  [3, 6, 9, 12],
];

/** The four words that tell a piece apart. @param {string} piece */
function describe(piece) {
  const code = parseInt(piece, 16);
  const words = ['white black', 'tall short', 'round square', 'hollow solid'];
  return words.map((pair, bit) => t(`piece-${pair.split(' ')[(code >> bit) & 1]}`)).join(', ');
}

/** Colour by fill, height by size, shape by outline, body by a hole. @param {string} piece */
export function drawQuartoPiece(piece) {
  const code = parseInt(piece, 16);
  const [isBlack, isShort, isSquare, isSolid] = [1, 2, 4, 8].map((bit) => (code & bit) !== 0);
  const size = isShort ? 0.44 : 0.8;
  const body = isSquare
    ? s('rect', { x: 0.5 - size / 2, y: 0.5 - size / 2, width: size, height: size, rx: 0.04 })
    : s('circle', { cx: 0.5, cy: 0.5, r: size / 2 });
  const hole = isSolid ? null : s('circle', { cx: 0.5, cy: 0.5, r: size / 5, class: 'hole' });
  return s('svg', { viewBox: '0 0 1 1', width: 44, height: 44, class: `piece quarto ${isBlack ? 'black' : 'white'}`, 'aria-hidden': true }, body, hole);
}

/** @param {import('../types.js').Scene} scene */
function winningLine(scene) {
  const board = [...scene.cells.values()].map((cell) => (cell.text ? parseInt(cell.text, 16) : null));
  for (const line of LINES) {
    const codes = line.map((i) => board[i]);
    if (codes.some((code) => code === null)) continue;
    const all = codes.reduce((a, b) => /** @type {number} */ (a) & /** @type {number} */ (b), 15);
    const none = codes.reduce((a, b) => /** @type {number} */ (a) & (~/** @type {number} */ (b) & 15), 15);
    if (all || none) return line.map((i) => cellName(Math.floor(i / 4), i % 4));
  }
  return [];
}

/** @param {string} position @returns {import('../types.js').Scene} */
function scene(position) {
  const [rows, hand] = position.split(' ');
  const cells = new Map();
  const used = new Set(hand === '-' ? [] : [hand]);
  rows.split('/').forEach((row, r) =>
    [...row].forEach((cell, c) => {
      const piece = cell === '.' ? '' : cell;
      if (piece) used.add(piece);
      cells.set(cellName(r, c), { owner: 0, text: piece, kind: 'quarto', label: piece && `${piece}: ${describe(piece)}` });
    }),
  );
  const left = DIGITS.map((piece) => ({ piece, count: used.has(piece) ? 0 : 1 }));
  return { rows: 4, columns: 4, cells, sides: [{ left }], hand: hand === '-' ? null : hand };
}

const shared = {
  rows: 4,
  columns: 4,
  bottomUp: false,
  scene,
  shapes: null,
  drawPiece: drawQuartoPiece,
  pieceName: (/** @type {string} */ piece) => `${piece}: ${describe(piece)}`,
  winningLine,
};

/** @type {import('../types.js').GameView} */
export const quatro = {
  ...shared,
  name: 'quatro',
  move(text) {
    const [piece, cell] = text.split('@');
    return { text, piece, cells: [cell], extra: null };
  },
};

/** @type {import('../types.js').GameView} */
export const quarto = {
  ...shared,
  name: 'quarto',
  move(text) {
    const [cell, extra] = text.split('>');
    return { text, piece: null, cells: cell ? [cell] : [], extra: extra ?? null };
  },
};
