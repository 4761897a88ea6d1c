// The official game for two: 21 polyominoes, turned and flipped at will, row 1 at the bottom.

import { cellName, cellPlace } from './cells.js';
import { drawShape, unclaimed } from './blokus.js';

/** One drawing of each piece; the others follow by turning and flipping. @type {Record<string, string>} */
const DRAWN = {
  1: '#', 2: '##', I3: '###', V3: '#./##', I4: '####', L4: '#../###', T4: '.#./###', Z4: '##./.##', O: '##/##',
  I5: '#####', L5: '#.../####', N: '##../.###', P: '##/##/#.', U: '#.#/###', Y: '.#../####', T5: '###/.#./.#.',
  V5: '#../#../###', W: '#../##./.##', Z5: '##./.#./.##', X: '.#./###/.#.', F: '.##/##./.#.',
};

/** @param {string} drawn @returns {[number, number][]} */
function cellsOf(drawn) {
  /** @type {[number, number][]} */
  const cells = [];
  drawn.split('/').forEach((row, r) => [...row].forEach((cell, c) => cell === '#' && cells.push([r, c])));
  return cells;
}

/** The shape moved to the corner, its cells in order. @param {[number, number][]} shape @returns {[number, number][]} */
function normal(shape) {
  const top = Math.min(...shape.map(([row]) => row));
  const left = Math.min(...shape.map(([, column]) => column));
  return shape
    .map(([row, column]) => /** @type {[number, number]} */ ([row - top, column - left]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Every different way a piece can lie. @type {Map<string, [number, number][][]>} */
const ORIENTATIONS = new Map();
/** Which piece a set of cells is. @type {Map<string, string>} */
const NAMES = new Map();
for (const [name, drawn] of Object.entries(DRAWN)) {
  const seen = new Map();
  let shape = normal(cellsOf(drawn));
  for (let flip = 0; flip < 2; flip++) {
    for (let turn = 0; turn < 4; turn++) {
      if (!seen.has(String(shape))) seen.set(String(shape), shape);
      shape = normal(shape.map(([row, column]) => [column, -row]));
    }
    shape = normal(shape.map(([row, column]) => [row, -column]));
  }
  for (const key of seen.keys()) NAMES.set(key, name);
  ORIENTATIONS.set(name, [...seen.values()]);
}

/** @type {import('../types.js').GameView} */
export const duo = {
  name: 'blokus-duo',
  rows: 14,
  columns: 14,
  bottomUp: true,
  scene(position) {
    const rows = position.split(' ')[0].split('/');
    const cells = new Map();
    rows.forEach((row, i) =>
      [...row].forEach((cell, c) => {
        cells.set(cellName(13 - i, c), { owner: Number(cell) || 0, text: '', kind: 'square', label: '' });
      }),
    );
    const sides = [1, 2].map((owner) => ({ left: piecesLeft(cells, owner) }));
    return { rows: 14, columns: 14, cells, sides, hand: null };
  },
  move(text) {
    if (text === 'pass') return { text, piece: null, cells: [], extra: null };
    const cells = text.split(',');
    return { text, piece: NAMES.get(String(normal(cells.map(cellPlace)))) ?? null, cells, extra: null };
  },
  shapes: (piece) => ORIENTATIONS.get(piece) ?? [],
  drawPiece: (piece) => drawShape(cellsOf(DRAWN[piece])),
  pieceName: (piece) => piece,
  winningLine: () => [],
  starts: (scene) => unclaimed(scene, ['e10', 'j5']),
};

/**
 * The pieces not on the board: own pieces never share an edge, so each one is a connected group.
 * @param {Map<string, import('../types.js').CellView>} cells @param {number} owner
 */
function piecesLeft(cells, owner) {
  const placed = new Set();
  const seen = new Set();
  for (const [name, cell] of cells) {
    if (cell.owner !== owner || seen.has(name)) continue;
    const group = [];
    const waiting = [name];
    seen.add(name);
    while (waiting.length) {
      const [row, column] = cellPlace(/** @type {string} */ (waiting.pop()));
      group.push(/** @type {[number, number]} */ ([row, column]));
      for (const [r, c] of [[row + 1, column], [row - 1, column], [row, column + 1], [row, column - 1]]) {
        const next = cellName(r, c);
        if (cells.get(next)?.owner === owner && !seen.has(next)) {
          seen.add(next);
          waiting.push(next);
        }
      }
    }
    placed.add(NAMES.get(String(normal(group))));
  }
  return Object.keys(DRAWN).map((piece) => ({ piece, count: placed.has(piece) ? 0 : 1 }));
}
