// Pieces as pictures: for trays, and made to fit a cell.

import { s } from './dom.js';

/** The ways a piece can lie; a piece of one cell has one. @param {import('./types.js').Piece} piece */
export function waysOf(piece) {
  return piece.ways ?? [/** @type {[number, number][]} */ ([[0, 0]])];
}

/** A piece for a tray. @param {import('./types.js').Piece} piece */
export function drawPiece(piece) {
  switch (piece.shape) {
    case 'block':
      return drawBlock(waysOf(piece)[0]);
    case 'disc':
    case 'box':
      return drawFigure(piece);
    default:
      return drawLetter(piece.shape === 'knight' ? '♞' : piece.name);
  }
}

/** The same, made to fit a cell. @param {import('./types.js').Piece} piece @param {number} [x] @param {number} [y] */
export function pieceInCell(piece, x = 0, y = 0) {
  const drawn = piece.shape === 'disc' || piece.shape === 'box' ? drawFigure(piece) : drawLetter(piece.name);
  const box = { x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84 };
  for (const [name, value] of Object.entries(box)) drawn.setAttribute(name, String(value));
  return drawn;
}

/**
 * Tone by fill, height by size, shape by outline, body by a hole.
 * @param {Pick<import('./types.js').Piece, 'shape' | 'tone' | 'small' | 'hollow'>} piece
 */
function drawFigure({ shape, tone, small, hollow }) {
  const size = small ? 0.44 : 0.8;
  const body =
    shape === 'box'
      ? s('rect', { x: 0.5 - size / 2, y: 0.5 - size / 2, width: size, height: size, rx: 0.04 })
      : s('circle', { cx: 0.5, cy: 0.5, r: size / 2 });
  const hole = hollow ? s('circle', { cx: 0.5, cy: 0.5, r: size / 5, class: 'hole' }) : null;
  return picture('0 0 1 1', 44, 44, `piece figure ${tone ?? 'light'}`, body, hole);
}

/** @param {[number, number][]} way */
function drawBlock(way) {
  const height = Math.max(...way.map(([row]) => row)) + 1;
  const width = Math.max(...way.map(([, column]) => column)) + 1;
  const squares = way.map(([row, column]) =>
    s('rect', { x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.12 }),
  );
  return picture(`0 0 ${width} ${height}`, width * 12, height * 12, 'piece', ...squares);
}

/** A sign that stands for something. @param {string} text */
export function drawLetter(text) {
  const sign = s('text', { x: 0.5, y: 0.72, 'text-anchor': 'middle', 'font-size': 0.6 }, text);
  return picture('0 0 1 1', 40, 40, 'piece', sign);
}

/**
 * @param {string} viewBox
 * @param {number} width
 * @param {number} height
 * @param {string} kind
 * @param {...import('./dom.js').Child} parts
 */
function picture(viewBox, width, height, kind, ...parts) {
  return s('svg', { viewBox, width, height, class: kind, 'aria-hidden': true }, ...parts);
}
