// The course's game: four shapes, never turned, row 1 at the top.

import { s } from '../dom.js';
import { cellName, cellPlace } from './cells.js';

/** Offsets (row, column) from the anchor. @type {Record<string, [number, number][]>} */
const SHAPES = {
  a: [[0, 0]],
  b: [[0, 0], [0, 1], [1, 0], [1, 1]],
  c1: [[0, 0], [0, 1], [-1, 1], [-1, 2]],
  c2: [[0, 0], [1, 0], [1, 1], [2, 1]],
};

/** @type {import('../types.js').GameView} */
export const blokus = {
  name: 'blokus',
  rows: 14,
  columns: 14,
  bottomUp: false,
  scene(position) {
    const [rows, one, two] = position.split(' ');
    const cells = new Map();
    rows.split('/').forEach((row, r) =>
      [...row].forEach((cell, c) => {
        const owner = cell === '1' ? 1 : cell === '2' ? 2 : 0;
        cells.set(cellName(r, c), { owner, text: '', kind: cell === '#' ? 'blocked' : 'square', label: '' });
      }),
    );
    const left = (/** @type {string} */ text) => {
      const [a, b, c] = text.split(',').map(Number);
      return { left: [['a', a], ['b', b], ['c1', c], ['c2', c]].map(([piece, count]) => ({ piece: String(piece), count: Number(count) })) };
    };
    return { rows: 14, columns: 14, cells, sides: [left(one), left(two)], hand: null };
  },
  move(text) {
    const [piece, anchor] = text.split('@');
    if (!anchor) return { text, piece: null, cells: [], extra: null };
    const [row, column] = cellPlace(anchor);
    const cells = SHAPES[piece].map(([r, c]) => cellName(row + r, column + c));
    return { text, piece, cells, extra: null };
  },
  shapes: (piece) => [SHAPES[piece]],
  drawPiece: (piece) => drawShape(SHAPES[piece]),
  pieceName: (piece) => piece,
  winningLine: () => [],
  starts: (scene) => unclaimed(scene, ['a1', 'n14']),
};

/** The cells where a player who has placed nothing must begin. @param {import('../types.js').Scene} scene @param {string[]} cells one for each player */
export function unclaimed(scene, cells) {
  return cells.filter((cell, i) => scene.cells.get(cell)?.owner === 0 && ![...scene.cells.values()].some(({ owner }) => owner === i + 1));
}

/** A shape as small squares. @param {[number, number][]} shape */
export function drawShape(shape) {
  const rows = shape.map(([row]) => row);
  const columns = shape.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const height = Math.max(...rows) - top + 1;
  const width = Math.max(...columns) - left + 1;
  const squares = shape.map(([row, column]) =>
    s('rect', { x: column - left + 0.05, y: row - top + 0.05, width: 0.9, height: 0.9, rx: 0.12 }),
  );
  return s('svg', { viewBox: `0 0 ${width} ${height}`, width: width * 12, height: height * 12, class: 'piece', 'aria-hidden': true }, ...squares);
}
