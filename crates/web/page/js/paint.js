// How a position is painted: the ground once, then what stands on it, then what is said about it. Used by boards that
// are played on and by pictures alike; knows shapes and cells, no rule.

import { cellName } from './cells.js';
import { s } from './dom.js';
import { joined, outline } from './outline.js';
import { block, onCell } from './pieces.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./outline.js').Cell} Cell */

/** A cell's side in the picture's units. */
export const SIZE = 40;

/** @typedef {'lines' | 'wells' | 'columns' | 'strokes' | 'plates'} Look how the ground is cut */

/** How the ground of a game is cut. @param {Frame} frame @returns {Look} */
export function lookOf({ pieces, falls }) {
  if (falls) return 'columns';
  if (pieces.length > 1 && pieces.every(({ tone }) => tone)) return 'wells';
  if (pieces.some(({ shape }) => shape === 'cross')) return 'strokes';
  return pieces.some(({ shape }) => shape === 'tile') ? 'plates' : 'lines';
}

/** The picture's measures: margin, width and height. @param {Frame} frame */
export function measure({ rows, columns }) {
  const margin = SIZE * Math.min(Math.max(0.052 * columns, 0.26), 0.65);
  return { margin, width: columns * SIZE + 2 * margin, height: rows * SIZE + 2 * margin };
}

/** A cell as row and column. @param {Frame} frame @param {number} at @returns {Cell} */
export function cellAt({ columns }, at) {
  return [Math.floor(at / columns), at % columns];
}

/** The middle of a cell. @param {Frame} frame @param {number} at @returns {[number, number]} */
function middle(frame, at) {
  const { margin } = measure(frame);
  const [row, column] = cellAt(frame, at);
  return [margin + (column + 0.5) * SIZE, margin + (row + 0.5) * SIZE];
}

/** Wood, grain, lines or wells, and coordinates. @param {Frame} frame @param {Look} look @param {boolean} isNamed */
export function ground(frame, look, isNamed) {
  const { margin, width, height } = measure(frame);
  const { rows, columns } = frame;
  const cuts = {
    lines: lines(frame, 0),
    plates: lines(frame, 0),
    strokes: lines(frame, 1),
    wells: wells(frame, 'dent'),
    columns: wells(frame, 'pit'),
  }[look];
  const scale = width / 612;
  const names = [];
  for (let column = 0; isNamed && column < columns; column++) {
    names.push(coordinate(margin + (column + 0.5) * SIZE, height - margin / 2, cellName(frame, column).charAt(0)));
  }
  for (let row = 0; isNamed && row < rows; row++) {
    names.push(coordinate(margin / 2, margin + (row + 0.5) * SIZE, cellName(frame, row * columns).slice(1)));
  }
  return s(
    'g',
    { class: `ground ${look}`, 'aria-hidden': true },
    s('rect', { width, height, class: 'wood' }),
    // The grain is as fine on every board.
    s('rect', { width: width / scale, height: height / scale, transform: `scale(${scale})`, class: 'grain' }),
    ...cuts,
    ...names,
  );
}

/** @param {number} x @param {number} y @param {string} text */
function coordinate(x, y, text) {
  return s('text', { x, y, class: 'coordinate' }, text);
}

/** @param {Frame} frame @param {number} from lines of the rim are left out from 1 on */
function lines(frame, from) {
  const { margin } = measure(frame);
  const { rows, columns } = frame;
  let d = '';
  for (let i = from; i <= columns - from; i++) d += `M${margin + i * SIZE} ${margin}v${rows * SIZE}`;
  for (let j = from; j <= rows - from; j++) d += `M${margin} ${margin + j * SIZE}h${columns * SIZE}`;
  return [s('path', { d, class: 'cut-light', transform: 'translate(1 1)' }), s('path', { d, class: 'cut' })];
}

/** @param {Frame} frame @param {string} kind */
function wells(frame, kind) {
  const r = SIZE * 0.43;
  return [...Array(frame.rows * frame.columns).keys()].flatMap((at) => {
    const [x, y] = middle(frame, at);
    const d = `M${x - r * 0.95} ${y + r * 0.3}a${r} ${r} 0 0 0 ${r * 1.9} 0`;
    return [s('circle', { cx: x, cy: y, r, class: kind }), s('path', { d, class: `${kind}-light` })];
  });
}

/**
 * What stands on the board.
 * @param {Frame} frame @param {Scene} scene
 * @param {{ look: Look, marks?: boolean, fresh?: number[], flat?: boolean }} options `fresh` has just been placed
 */
export function things(frame, scene, { look, marks = false, fresh = [], flat = false }) {
  const won = new Set((scene.lights ?? []).filter(({ mark }) => mark === 'won').flatMap(({ at }) => at));
  const isNew = (/** @type {number[]} */ cells) => cells.some((cell) => fresh.includes(cell));
  const parts = [];
  parts.push(...holes(frame, scene), ...grounds(frame, scene));
  for (const { cells, owner } of groupsOf(frame, scene)) {
    const { margin } = measure(frame);
    const drawn = block(
      cells.map((at) => cellAt(frame, at)),
      owner,
      { size: SIZE, x: margin, y: margin, mark: marks },
    );
    if (flat) drawn.querySelectorAll('.oak, .seam, .light').forEach((part) => part.remove());
    parts.push(tagged(drawn, isNew(cells), won.size > 0 && !cells.some((cell) => won.has(cell))));
  }
  for (const square of scene.squares) {
    const piece = square.piece === undefined ? undefined : frame.pieces[square.piece];
    if (!piece || piece.shape === 'block') continue;
    const [x, y] = middle(frame, square.at);
    const size = look === 'columns' ? SIZE * 0.98 : look === 'wells' ? SIZE * 0.92 : SIZE * 0.86;
    const drawn = onCell(piece, square.owner ?? 1, { x: x - size / 2, y: y - size / 2, size, text: square.text ?? '' });
    parts.push(tagged(s('g', { class: 'standing' }, drawn), isNew([square.at]), won.size > 0 && !won.has(square.at)));
  }
  return parts;
}

/** @param {SVGElement} drawn @param {boolean} isNew @param {boolean} isDim */
function tagged(drawn, isNew, isDim) {
  drawn.classList.toggle('placed', isNew);
  drawn.classList.toggle('dim', isDim);
  return drawn;
}

/** Cells of one piece each. @param {Frame} frame @param {Scene} scene @returns {{ cells: number[], owner: number }[]} */
function groupsOf(frame, scene) {
  const own = scene.squares.filter(({ owner, piece, ground: made }) => {
    const shape = piece === undefined ? 'block' : frame.pieces[piece]?.shape;
    return owner !== undefined && made !== 'start' && shape === 'block';
  });
  /** @type {Map<string, { cells: number[], owner: number }>} */
  const groups = new Map();
  for (const { at, owner = 1, group } of own) {
    const key = `${owner} ${group ?? 'none'}`;
    const known = groups.get(key) ?? { cells: [], owner };
    known.cells.push(at);
    groups.set(key, known);
  }
  // Cells that nobody has grouped are joined where they touch.
  return [...groups].flatMap(([key, { cells, owner }]) =>
    key.endsWith('none')
      ? joined(cells.map((at) => cellAt(frame, at))).map((group) => ({
          cells: group.map(([row, column]) => row * frame.columns + column),
          owner,
        }))
      : [{ cells, owner }],
  );
}

/** On a board of numbers, cells whose number is gone. @param {Frame} frame @param {Scene} scene */
function holes(frame, scene) {
  if (!frame.pieces.some(({ shape }) => shape === 'knight')) return [];
  const taken = new Set(scene.squares.map(({ at }) => at));
  const gone = [...Array(frame.rows * frame.columns).keys()].filter((at) => !taken.has(at));
  return gone.map((at) => {
    const [x, y] = middle(frame, at);
    return s('rect', {
      x: x - SIZE * 0.42,
      y: y - SIZE * 0.42,
      width: SIZE * 0.84,
      height: SIZE * 0.84,
      rx: 5,
      class: 'gone',
    });
  });
}

/** Walls, starts, goals and rough ground, and numbers. @param {Frame} frame @param {Scene} scene */
function grounds(frame, scene) {
  const isMap = frame.pieces.some(({ shape }) => shape === 'disc');
  return scene.squares.flatMap(({ at, ground: made, text, piece, owner }) => {
    const [x, y] = middle(frame, at);
    const half = SIZE / 2;
    const parts = [];
    if (made === 'wall')
      parts.push(
        s('rect', {
          x: x - half + 1.5,
          y: y - half + 1.5,
          width: SIZE - 3,
          height: SIZE - 3,
          rx: 4,
          class: isMap ? 'wall' : 'blocked',
        }),
      );
    if (made === 'start') parts.push(s('circle', { cx: x, cy: y, r: SIZE * 0.19, class: `start side-${owner ?? 1}` }));
    if (made === 'goal') parts.push(s('circle', { cx: x, cy: y, r: SIZE * 0.24, class: 'goal' }));
    if (typeof made === 'number') parts.push(s('path', { d: rules(x, y, made), class: 'rough' }));
    if (text && (piece === undefined || frame.pieces[piece].shape !== 'tile')) {
      parts.push(piece === undefined ? s('text', { x, y, class: 'number', 'data-number': at }, text) : null);
    }
    return parts.filter((part) => part !== null);
  });
}

/** As many rules as the ground costs. @param {number} x @param {number} y @param {number} cost */
function rules(x, y, cost) {
  const step = (SIZE - 10) / cost;
  return [...Array(cost).keys()]
    .map((i) => `M${x - SIZE / 2 + 5} ${y + SIZE / 2 - 5 - i * step}h${SIZE - 10}`)
    .join('');
}

/** Lines through what won, or a frame around it. @param {Frame} frame @param {Scene} scene */
export function wins(frame, scene) {
  return (scene.lights ?? [])
    .filter(({ mark }) => mark === 'won')
    .flatMap(({ at }) => {
      const d = through(
        frame,
        [...at].sort((a, b) => a - b),
      );
      return [s('path', { d, class: 'win-glow' }), s('path', { d, class: 'win', pathLength: 1 })];
    });
}

/** @param {Frame} frame @param {number[]} cells */
function through(frame, cells) {
  const places = cells.map((at) => cellAt(frame, at));
  const step = [places[1][0] - places[0][0], places[1][1] - places[0][1]];
  const isLine = places.every(
    ([row, column], i) => row === places[0][0] + i * step[0] && column === places[0][1] + i * step[1],
  );
  const { margin } = measure(frame);
  if (!isLine) return outline(places, { size: SIZE, inset: 2, radius: 10, x: margin, y: margin });
  const [x1, y1] = middle(frame, cells[0]);
  const [x2, y2] = middle(frame, cells[cells.length - 1]);
  const [dx, dy] = [Math.sign(x2 - x1) * SIZE * 0.4, Math.sign(y2 - y1) * SIZE * 0.4];
  return `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`;
}

/**
 * A frame around cells: round in wells.
 * @param {Frame} frame @param {number[]} cells @param {Look} look @param {string} kind @param {number} [inset]
 */
export function around(frame, cells, look, kind, inset = -2) {
  const { margin } = measure(frame);
  if (cells.length === 1 && (look === 'wells' || look === 'columns')) {
    const [x, y] = middle(frame, cells[0]);
    return s('circle', { cx: x, cy: y, r: SIZE * 0.44 - inset * 0.4, class: kind });
  }
  const places = cells.map((at) => cellAt(frame, at));
  return s('path', {
    d: outline(places, {
      size: SIZE,
      inset: cells.length === 1 ? Math.max(inset, 1) : inset,
      radius: 6,
      x: margin,
      y: margin,
    }),
    class: kind,
  });
}

/**
 * What would stand on cells.
 * @param {Frame} frame @param {Look} look
 * @param {{ cells: number[], isLegal: boolean, piece?: number | null, owner: number }} ghost
 */
export function ghostly(frame, look, { cells, isLegal, piece, owner }) {
  const { margin } = measure(frame);
  const kind =
    frame.pieces[piece ?? -1] ??
    (frame.pieces.length === 1
      ? frame.pieces[0]
      : frame.pieces.find(({ shape }) => shape === (owner === 1 ? 'cross' : 'disc')));
  const attributes = {
    class: `ghost ghost-${owner} ${isLegal ? 'legal' : 'illegal'}`,
    'data-cells': [...cells].sort((a, b) => a - b).join(),
  };
  if (!kind || kind.shape === 'block') {
    const drawn = isLegal
      ? block(
          cells.map((at) => cellAt(frame, at)),
          owner,
          { size: SIZE, x: margin, y: margin },
        )
      : around(frame, cells, look, 'misfit', 1);
    return s('g', attributes, s('g', { class: 'ghost-body' }, drawn), around(frame, cells, look, 'ghost-edge', 0));
  }
  const [x, y] = middle(frame, cells[0]);
  const size = look === 'columns' ? SIZE * 0.98 : look === 'wells' ? SIZE * 0.92 : SIZE * 0.86;
  const drawn = onCell(kind, owner, { x: x - size / 2, y: y - size / 2, size });
  return s('g', attributes, s('g', { class: 'ghost-body' }, drawn), around(frame, cells, look, 'ghost-edge', 2));
}

/** The edge between two neighbours, thick. @param {import('./types.js').Frame} frame @param {number} one @param {number} other */
export function edge(frame, one, other) {
  const [x, y] = middle(frame, one);
  const [u, v] = middle(frame, other);
  const [mx, my] = [(x + u) / 2, (y + v) / 2];
  const [dx, dy] = [Math.abs(v - y) / 2, Math.abs(u - x) / 2];
  return s('line', { x1: mx - dx, y1: my - dy, x2: mx + dx, y2: my + dy, class: 'offending' });
}

/** A small mark in the middle of a cell. @param {Frame} frame @param {number} at @param {string} kind @param {number} r */
export function dot(frame, at, kind, r = 4.2) {
  const [x, y] = middle(frame, at);
  return s('circle', { cx: x, cy: y, r, class: kind });
}

/** A pale plate under a number. @param {Frame} frame @param {number} at @param {string} kind */
export function plateUnder(frame, at, kind) {
  const [x, y] = middle(frame, at);
  return s('rect', {
    x: x - SIZE * 0.43,
    y: y - SIZE * 0.43,
    width: SIZE * 0.86,
    height: SIZE * 0.86,
    rx: 5,
    class: kind,
  });
}

/** A word in a cell. @param {Frame} frame @param {number} at @param {string} text @param {string} kind */
export function word(frame, at, text, kind) {
  const [x, y] = middle(frame, at);
  return s('text', { x, y, class: kind }, text);
}
