// Two knights on a board of numbers.

import { s } from '../dom.js';
import { t } from '../language.js';
import { cellName } from './cells.js';

/** @type {import('../types.js').GameView} */
export const cavalo = {
  name: 'cavalo',
  rows: 10,
  columns: 10,
  bottomUp: false,
  scene(position) {
    const [rows, one, two] = position.split(' ');
    const cells = new Map();
    rows.split('/').forEach((row, r) => {
      for (let c = 0; c < 10; c++) {
        const name = cellName(r, c);
        const number = row.slice(2 * c, 2 * c + 2);
        const owner = name === one ? 1 : name === two ? 2 : 0;
        const text = number === '--' ? '' : number;
        const label = owner ? t('knight-of', { seat: owner }) : text;
        cells.set(name, { owner, text, kind: owner ? 'knight' : 'number', label });
      }
    });
    return { rows: 10, columns: 10, cells, sides: [{ left: [] }, { left: [] }], hand: null };
  },
  move(text) {
    if (text === 'pass') return { text, piece: null, cells: [], extra: null };
    const [cell, extra] = text.split('x');
    return { text, piece: null, cells: [cell], extra: extra ?? null };
  },
  shapes: null,
  drawPiece: (piece) => s('svg', { viewBox: '0 0 1 1', width: 40, height: 40, class: 'piece', 'aria-hidden': true }, s('text', { x: 0.5, y: 0.72, 'text-anchor': 'middle', 'font-size': 0.6 }, piece)),
  pieceName: (piece) => piece,
  winningLine: () => [],
};
