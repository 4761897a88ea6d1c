// A small picture of each game for the first page: what a board of it looks like.

import { s } from './dom.js';
import { pieceInCell } from './pieces.js';

/** @typedef {Pick<import('./types.js').Piece, 'shape' | 'tone' | 'small' | 'hollow'>} Figure */

/** @type {Record<string, Figure>} */
const FIGURES = {
  A: { shape: 'box', tone: 'dark', hollow: true },
  B: { shape: 'disc', tone: 'dark', small: true, hollow: true },
  C: { shape: 'disc', tone: 'light' },
  D: { shape: 'box', tone: 'light', small: true },
  E: { shape: 'disc', tone: 'light', hollow: true },
  F: { shape: 'box', tone: 'dark', small: true, hollow: true },
  G: { shape: 'box', tone: 'light' },
  H: { shape: 'disc', tone: 'dark', small: true },
  I: { shape: 'disc', tone: 'light', small: true, hollow: true },
};

/**
 * Drawings: `1` and `2` are the players, a capital a figure, `n` and `m` the knights.
 * @type {Record<string, string[]>}
 */
const SCENES = {
  blokus: ['11....', '11....', '..1...', '..11.2', '...122', '....2.'],
  'blokus-duo': ['1.....', '111...', '...11.', '.22.1.', '2..22.', '22..2.'],
  quatro: ['.A.', 'B.C', '.D.'],
  quarto: ['E.F', '.G.', 'H.I'],
  cavalo: ['··n··', '·····', '···m·', '·····'],
};

/** @param {string} game */
export function picture(game) {
  const rows = SCENES[game] ?? ['.'];
  const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => draw(cell, x, y)));
  return s('svg', { class: 'picture', viewBox: `0 0 ${rows[0].length} ${rows.length}`, 'aria-hidden': true }, ...cells);
}

/** @param {string} cell @param {number} x @param {number} y */
function draw(cell, x, y) {
  const ground = s('rect', { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, class: 'ground' });
  const text = (
    /** @type {string} */ sign,
    /** @type {string} */ kind,
    /** @type {number} */ size,
    /** @type {number} */ down,
  ) =>
    s('text', { x: x + 0.5, y: y + down, class: `picture-${kind}`, 'font-size': size, 'text-anchor': 'middle' }, sign);
  if (cell in FIGURES) return [ground, pieceInCell({ name: '', label: '', ...FIGURES[cell] }, x, y)];
  if (cell === 'n' || cell === 'm') return [ground, text('♞', cell === 'n' ? '1' : '2', 0.9, 0.8)];
  if (cell === '·') return [ground, text(String(((17 * x + 29 * y + 12) % 90) + 10), 'number', 0.5, 0.68)];
  if (cell === '.') return [ground];
  const size = { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88 };
  return [ground, s('rect', { ...size, rx: cell === '1' ? 0.08 : 0.3, class: `picture-${cell}` })];
}
