// A position editor: take something from the palette and put it on the board; the text follows.

import { Board } from './board.js';
import { fill, h } from './dom.js';
import { GAMES } from './games/index.js';
import { cellPlace } from './games/cells.js';
import { t } from './language.js';

/** What can be put on a cell, by the letter of the position text. @type {Record<string, string[]>} */
const PALETTES = {
  blokus: ['1', '2', '#', '.'], 'blokus-duo': ['1', '2', '.'], quatro: [...'0123456789abcdef', '.'], quarto: [...'0123456789abcdef', '.'], cavalo: ['knight-1', 'knight-2', '--'],
};

/** The palette, the board and whose turn it is. @param {string} game @param {string} start a position @param {(text: string) => void} onText hears of every change */
export function editor(game, start, onText) {
  const view = GAMES[game];
  const words = start.split(' ');
  let chosen = PALETTES[game][0];
  const say = (/** @type {string} */ value) => (value === '.' || value === '--' ? t('cell-empty') : value === '#' ? t('cell-blocked') : value.startsWith('knight') ? t('knight-of', { seat: value.slice(-1) }) : game.startsWith('blokus') ? t('cell-of', { seat: value }) : view.pieceName(value));
  const palette = h('div', { class: 'tray', role: 'group', 'aria-label': t('palette') });
  const drawPalette = () => fill(palette, ...PALETTES[game].map((value) => h('button', { type: 'button', class: 'take', 'aria-pressed': value === chosen, 'aria-label': say(value), onclick: () => { chosen = value; drawPalette(); } },
    /^[0-9a-f]$/.test(value) && !game.startsWith('blokus') ? view.drawPiece(value) : value.replace('knight-', '♞'))));
  const board = new Board(view, { onPick: (cell) => { put(view, words, cell, chosen); draw(); } });
  const draw = () => {
    if (game === 'blokus') words.splice(1, 2, left(view, words, 1), left(view, words, 2));
    const text = words.join(' ');
    board.draw(view.scene(text), {});
    onText(text);
  };
  drawPalette();
  board.draw(view.scene(start), {});
  return [h('p', { class: 'figures' }, t('editor-help')), palette, board.element, turn(game, words, draw)];
}

/** Whose turn it is, or which piece is in hand. @param {string} game @param {string[]} words @param {() => void} onChange */
function turn(game, words, onChange) {
  if (game === 'quatro' || game === 'quarto') {
    if (game === 'quatro') return null;
    return h('label', {}, t('hand'), h('select', { onchange: (/** @type {any} */ event) => { words[1] = event.target.value; onChange(); } }, ...['-', ...'0123456789abcdef'].map((value) => h('option', { value }, value === '-' ? t('nothing') : GAMES[game].pieceName(value)))));
  }
  const at = words.findLastIndex((word) => word === '1' || word === '2');
  return h('label', {}, t('turn'), h('select', { onchange: (/** @type {any} */ event) => { words[at] = event.target.value; onChange(); } }, ...[1, 2].map((seat) => h('option', { value: seat }, t('player', { seat })))));
}

/** @param {import('./types.js').GameView} view @param {string[]} words @param {string} cell @param {string} value */
function put(view, words, cell, value) {
  const [row, column] = cellPlace(cell);
  const rows = words[0].split('/');
  const line = view.bottomUp ? view.rows - 1 - row : row;
  const width = view.name === 'cavalo' ? 2 : 1;
  const write = (/** @type {string} */ text) => { rows[line] = rows[line].slice(0, width * column) + text + rows[line].slice(width * (column + 1)); };
  if (value.startsWith('knight')) {
    // A knight stands on a cell that has lost its number.
    words[Number(value.slice(-1))] = cell;
    write('--');
  } else write(value);
  words[0] = rows.join('/');
}

/** The pieces a player of the course's game still has: what touches by an edge is one piece. @param {import('./types.js').GameView} view @param {string[]} words @param {1 | 2} owner */
function left(view, words, owner) {
  const own = new Set([...view.scene(words.join(' ')).cells].filter(([, cell]) => cell.owner === owner).map(([name]) => name));
  const counts = { a: 10, b: 10, c: 15 };
  while (own.size) {
    const group = [[...own][0]];
    for (const name of group) {
      if (!own.delete(name)) continue;
      const [row, column] = cellPlace(name);
      for (const [r, c] of [[row + 1, column], [row - 1, column], [row, column + 1], [row, column - 1]]) {
        const next = String.fromCharCode(97 + c) + (r + 1);
        if (own.has(next)) group.push(next);
      }
    }
    const cells = [...new Set(group)].map(cellPlace);
    const isSquare = new Set(cells.map(([row]) => row)).size === 2 && new Set(cells.map(([, column]) => column)).size === 2;
    counts[cells.length === 1 ? 'a' : isSquare ? 'b' : 'c'] -= 1;
  }
  return `${counts.a},${counts.b},${counts.c}`;
}
