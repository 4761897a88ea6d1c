// A small picture of each game for the first page: what a board of it looks like.

import { s } from './dom.js';
import { drawQuartoPiece } from './games/quarto.js';

/** Cells as rows of letters: `1` and `2` are the players, a hex digit a piece, `n` and `m` the knights. @type {Record<string, string[]>} */
const SCENES = {
  blokus: ['11....', '11....', '..1...', '..11.2', '...122', '....2.'],
  'blokus-duo': ['1.....', '111...', '...11.', '.22.1.', '2..22.', '22..2.'],
  quatro: ['.5.', '3.8', '.e.'],
  quarto: ['0.7', '.c.', 'b.2'],
  cavalo: ['··n··', '·····', '···m·', '·····'],
};

/** @param {string} game */
export function picture(game) {
  const rows = SCENES[game];
  const width = rows[0].length;
  const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => draw(game, cell, x, y)));
  return s('svg', { class: 'picture', viewBox: `0 0 ${width} ${rows.length}`, 'aria-hidden': true }, ...cells);
}

/** @param {string} game @param {string} cell @param {number} x @param {number} y */
function draw(game, cell, x, y) {
  const ground = s('rect', { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, class: 'ground' });
  if (game.startsWith('qua') && cell !== '.') {
    const piece = drawQuartoPiece(cell);
    for (const [name, value] of Object.entries({ x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84 })) piece.setAttribute(name, String(value));
    return [ground, piece];
  }
  if (cell === 'n' || cell === 'm') return [ground, s('text', { x: x + 0.5, y: y + 0.8, class: `picture-${cell === 'n' ? 1 : 2}`, 'font-size': 0.9, 'text-anchor': 'middle' }, '♞')];
  if (cell === '·') return [ground, s('text', { x: x + 0.5, y: y + 0.68, class: 'picture-number', 'font-size': 0.5, 'text-anchor': 'middle' }, String((17 * x + 29 * y + 12) % 90 + 10))];
  if (cell === '1' || cell === '2') return [ground, s('rect', { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: cell === '1' ? 0.08 : 0.3, class: `picture-${cell}` })];
  return [ground];
}
