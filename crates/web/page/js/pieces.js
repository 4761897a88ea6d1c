// Pieces as pictures: polyominoes with one outline, turned wooden figures, discs, crosses, knights and plates.

import { s } from './dom.js';
import { outline, seams } from './outline.js';

/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./outline.js').Cell} Cell */

/** The ways a piece can lie; a piece of one cell has one. @param {Piece} piece @returns {Cell[][]} */
export function waysOf(piece) {
  return piece.ways ?? [[[0, 0]]];
}

/** The way a piece lies in its tray: as flat as it can. @param {Piece} piece @returns {number} its place among the ways */
export function flattest(piece) {
  const rows = waysOf(piece).map((way) => Math.max(...way.map(([row]) => row)));
  return rows.indexOf(Math.min(...rows));
}

/**
 * A polyomino of a side: one outline, an inner light, seams; side 2 is grained.
 * @param {Cell[]} cells @param {number} owner @param {{ size: number, x?: number, y?: number, mark?: boolean }} form
 */
export function block(cells, owner, { size, x = 0, y = 0, mark = false }) {
  const isSmall = size < 10;
  const edge = Math.max(isSmall ? 0.8 : 1, size * 0.05);
  const inset = size * 0.03;
  const radius = size * 0.13;
  const around = outline(cells, { size, inset, radius, x, y });
  const light = { size, inset: inset + edge * 0.9, radius: Math.max(0.5, radius - edge * 0.6), x, y };
  return s(
    'g',
    { class: `block side-${owner}` },
    s('path', { d: around, class: 'body' }),
    owner === 2 && !isSmall ? s('path', { d: around, class: 'oak' }) : null,
    isSmall
      ? null
      : s('path', { d: seams(cells, { size, x, y }), class: 'seam', 'stroke-width': Math.max(0.7, size * 0.025) }),
    isSmall ? null : s('path', { d: outline(cells, light), class: 'light', 'stroke-width': edge * 0.7 }),
    s('path', { d: around, class: 'edge', 'stroke-width': edge }),
    mark ? sideMark(owner, x + (cells[0][1] + 0.5) * size, y + (cells[0][0] + 0.5) * size, size * 0.16) : null,
  );
}

/** A square for side 1, a ring for side 2. @param {number} owner @param {number} x @param {number} y @param {number} r */
function sideMark(owner, x, y, r) {
  return owner === 1
    ? s('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r / 3, class: 'side-mark' })
    : s('circle', { cx: x, cy: y, r, class: 'side-mark ring', 'stroke-width': r / 2 });
}

/** The box a turned figure is drawn in: width, height and the line it stands on. */
const BOX = { width: 100, height: 122, foot: 102 };

/**
 * A turned figure: birch or walnut, tall or short, cylinder or prism, with a hole or without.
 * @param {Pick<Piece, 'shape' | 'tone' | 'small' | 'hollow'>} piece
 */
export function figure({ shape, tone, small, hollow }) {
  const wood = tone === 'dark' ? 'walnut' : 'birch';
  const top = BOX.foot - (small ? 36 : 78);
  const parts = shape === 'box' ? prism(top, hollow ?? false) : cylinder(top, hollow ?? false, wood);
  return s(
    'g',
    { class: `figure ${wood}` },
    s('ellipse', { cx: 53, cy: BOX.foot + 2, rx: 36, ry: 15, class: 'cast' }),
    ...parts,
  );
}

/** @param {number} top @param {boolean} isHollow */
function prism(top, isHollow) {
  const [w, d, foot] = [34, 15, BOX.foot];
  const [left, right] = [50 - w, 50 + w];
  return [
    s('path', { d: `M${left} ${top}V${foot}L50 ${foot + d}V${top + d}Z`, class: 'face-l' }),
    s('path', { d: `M${right} ${top}V${foot}L50 ${foot + d}V${top + d}Z`, class: 'face-r' }),
    s('path', { d: `M50 ${top - d}L${right} ${top}L50 ${top + d}L${left} ${top}Z`, class: 'face-top' }),
    s('path', {
      d: `M${left + 2} ${top + 1}L50 ${top + d}L${right - 2} ${top + 1}M50 ${top + d}V${foot + d - 1}`,
      class: 'rim',
    }),
    isHollow ? s('path', { d: `M50 ${top - 8.5}L70 ${top}L50 ${top + 8.5}L30 ${top}Z`, class: 'hollow' }) : null,
    isHollow ? s('path', { d: `M33 ${top}L50 ${top - 7}L67 ${top}L50 ${top - 2.5}Z`, class: 'depth' }) : null,
    s('path', { d: `M50 ${top - d}L${right} ${top}V${foot}L50 ${foot + d}L${left} ${foot}V${top}Z`, class: 'shell' }),
  ];
}

/** @param {number} top @param {boolean} isHollow @param {string} wood */
function cylinder(top, isHollow, wood) {
  const [rx, ry, foot] = [30, 13.5, BOX.foot];
  const [left, right] = [50 - rx, 50 + rx];
  return [
    s('path', { d: `M${left} ${top}V${foot}A${rx} ${ry} 0 0 0 ${right} ${foot}V${top}Z`, fill: `url(#${wood}-round)` }),
    s('ellipse', { cx: 50, cy: top, rx, ry, class: 'face-top' }),
    s('path', { d: `M${left + 2} ${top + 2}A${rx} ${ry} 0 0 0 ${right - 2} ${top + 2}`, class: 'rim' }),
    isHollow ? s('ellipse', { cx: 50, cy: top, rx: 18, ry: 8, class: 'hollow' }) : null,
    isHollow ? s('path', { d: `M33 ${top}A17.500 7.500 0 0 1 67 ${top}A19 5 0 0 0 33 ${top}`, class: 'depth' }) : null,
    s('path', {
      d: `M${left} ${top}A${rx} ${ry} 0 0 1 ${right} ${top}V${foot}A${rx} ${ry} 0 0 1 ${left} ${foot}Z`,
      class: 'shell',
    }),
  ];
}

const HORSE =
  'M28 90h48v-9H28zM34 77c1-14 11-20 13-31-6 3-10 8-15 12-5 3-12 0-11-7 1-5 9-14 12-24l0-13 12 8c21-2 34 18 32 55z';

/** A knight of a side, in a box of 100. @param {number} owner */
export function knight(owner) {
  return s(
    'g',
    { class: `knight side-${owner}` },
    s('path', { d: HORSE, class: 'body edge', 'stroke-width': 5, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }),
    owner === 2 ? s('path', { d: HORSE, class: 'oak' }) : null,
    s('circle', { cx: 43, cy: 33, r: 3.6, class: 'eye' }),
    s('path', { d: 'M59 35c8 9 10 20 9 33', class: 'mane' }),
  );
}

/** A disc of a side, or a ring, in a box of 100. @param {number} owner @param {boolean} isRing */
export function disc(owner, isRing = false) {
  if (isRing) {
    return s(
      'g',
      { class: `ring side-${owner}` },
      s('circle', { cx: 50, cy: 50, r: 32, class: 'ring-edge' }),
      s('circle', { cx: 50, cy: 50, r: 32, class: 'ring-body' }),
    );
  }
  return s(
    'g',
    { class: `disc side-${owner}` },
    s('circle', { cx: 50, cy: 50, r: 42, class: 'body' }),
    owner === 2 ? s('circle', { cx: 50, cy: 50, r: 42, class: 'oak' }) : null,
    s('circle', { cx: 50, cy: 50, r: 28, class: 'light', 'stroke-width': 3 }),
    s('circle', { cx: 50, cy: 50, r: 42, class: 'edge', 'stroke-width': 4 }),
  );
}

/** A cross of a side, in a box of 100. @param {number} owner */
export function cross(owner) {
  const d = 'M21 21L79 79M79 21L21 79';
  return s(
    'g',
    { class: `cross side-${owner}` },
    s('path', { d, class: 'cross-edge' }),
    s('path', { d, class: 'cross-body' }),
  );
}

/** A plate with a text, in a box of 100. @param {string} text */
export function plate(text) {
  return s(
    'g',
    { class: 'plate' },
    s('rect', { x: 4, y: 4, width: 92, height: 92, rx: 12 }),
    s('text', { x: 50, y: 68, 'text-anchor': 'middle', 'font-size': text.length > 1 ? 44 : 54 }, text),
  );
}

/**
 * What stands on one cell, as a nested picture that fits a square.
 * @param {Piece} piece @param {number} owner @param {{ x: number, y: number, size: number, text?: string }} form
 */
export function onCell(piece, owner, { x, y, size, text = '' }) {
  if (piece.tone) {
    const box = size * 0.94;
    return place(
      figure(piece),
      x + (size - box) / 2,
      y - size * 0.05,
      box,
      `0 0 ${BOX.width} ${BOX.height}`,
      (box * BOX.height) / BOX.width,
    );
  }
  const drawn = {
    knight: () => knight(owner),
    cross: () => cross(owner),
    tile: () => plate(text),
    disc: () => disc(owner, piece.hollow),
  }[String(piece.shape)];
  return place(drawn ? drawn() : block([[0, 0]], owner, { size: 100 }), x, y, size, '0 0 100 100');
}

/** @param {SVGElement} drawn @param {number} x @param {number} y @param {number} width @param {string} viewBox */
function place(drawn, x, y, width, viewBox, height = width) {
  return s('svg', { x, y, width, height, viewBox, overflow: 'visible' }, drawn);
}

/** A polyomino for a list or a tray. @param {Cell[]} way @param {number} owner @param {number} size of a cell */
export function blockIcon(way, owner, size) {
  const [rows, columns] = [0, 1].map((i) => Math.max(...way.map((cell) => cell[i])) + 1);
  const [width, height] = [columns * size + 2, rows * size + 2];
  return s(
    'svg',
    { viewBox: `-1 -1 ${width} ${height}`, width, height, class: 'icon', 'aria-hidden': true },
    block(way, owner, { size }),
  );
}

/** A piece for a list or a tray. @param {Piece} piece @param {number} owner @param {number} px its height */
export function pieceIcon(piece, owner, px) {
  if (piece.shape === 'block') return blockIcon(waysOf(piece)[flattest(piece)], owner, px / 4);
  const [width, height] = piece.tone ? [(px * BOX.width) / BOX.height, px] : [px, px];
  const box = piece.tone ? `0 0 ${BOX.width} ${BOX.height}` : '0 0 100 100';
  const drawn = piece.tone ? figure(piece) : onCell(piece, owner, { x: 0, y: 0, size: 100, text: piece.name });
  return s('svg', { viewBox: box, width, height, class: 'icon', 'aria-hidden': true }, drawn);
}

/**
 * A move's piece as it was laid, for lists.
 * @param {import('./types.js').Frame} frame @param {import('./types.js').Icon} told @param {number} owner @param {number} px
 */
export function moveIcon(frame, { at, piece, gift }, owner, px = 20) {
  const kind = frame.pieces[piece ?? gift ?? (frame.pieces.length === 1 ? 0 : -1)];
  if (!kind || (!at.length && gift === undefined)) return null;
  if (kind.shape !== 'block') return pieceIcon(kind, owner, px);
  const cells = at.map((cell) => /** @type {Cell} */ ([Math.floor(cell / frame.columns), cell % frame.columns]));
  const [top, left] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  const way = cells.map(([row, column]) => /** @type {Cell} */ ([row - top, column - left]));
  return blockIcon(way, owner, px / 3.6);
}

/** The sign of a side: a square or a circle in its colour. @param {number} seat */
export function chip(seat) {
  const shape =
    seat === 1
      ? s('rect', { x: 2, y: 2, width: 14, height: 14, rx: 3, class: 'body edge', 'stroke-width': 1.5 })
      : s('circle', { cx: 9, cy: 9, r: 7.2, class: 'body edge', 'stroke-width': 1.5 });
  return s(
    'svg',
    { viewBox: '0 0 18 18', width: 18, height: 18, class: `chip side-${seat}`, 'aria-hidden': true },
    shape,
  );
}
