// The outline of cells that belong together, as one closed path, and the seams between them.

/** @typedef {[number, number]} Cell row and column */
/** @typedef {{ size: number, inset?: number, radius?: number, x?: number, y?: number }} Form */

/** @param {number} x @param {number} y */
const corner = (x, y) => `${x},${y}`;

/**
 * The edges of the cells with nothing of theirs on the other side, clockwise, by where they begin.
 * @param {Cell[]} cells @returns {Map<string, [number, number][]>} the directions that leave each corner
 */
function boundary(cells) {
  const own = new Set(cells.map(([row, column]) => corner(column, row)));
  /** @type {Map<string, [number, number][]>} */
  const leaving = new Map();
  const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {[number, number]} */ way) =>
    leaving.set(corner(x, y), [...(leaving.get(corner(x, y)) ?? []), way]);
  for (const [y, x] of cells) {
    if (!own.has(corner(x, y - 1))) add(x, y, [1, 0]);
    if (!own.has(corner(x + 1, y))) add(x + 1, y, [0, 1]);
    if (!own.has(corner(x, y + 1))) add(x + 1, y + 1, [-1, 0]);
    if (!own.has(corner(x - 1, y))) add(x, y + 1, [0, -1]);
  }
  return leaving;
}

/**
 * The closed path around cells.
 * @param {Cell[]} cells @param {Form} form `inset` leaves room to the grid, `radius` rounds the corners
 */
export function outline(cells, { size, inset = 0, radius = 0, x = 0, y = 0 }) {
  const leaving = boundary(cells);
  let path = '';
  while (leaving.size) {
    const [[start, [first]]] = leaving;
    /** @type {{ at: [number, number], before: [number, number], after: [number, number] }[]} */
    const turns = [];
    let [left, top] = start.split(',').map(Number);
    let before = first;
    let way = first;
    do {
      const here = corner(left, top);
      const ways = leaving.get(here) ?? [];
      // Where two corners meet, the outline keeps to its own side: it turns right.
      const next = ways.find(([dx, dy]) => dx === -before[1] && dy === before[0]) ?? ways[0];
      way = here === start && !turns.length ? first : (next ?? first);
      const rest = ways.filter((one) => one !== way);
      if (rest.length) leaving.set(here, rest);
      else leaving.delete(here);
      turns.push({ at: [left, top], before, after: way });
      before = way;
      left += way[0];
      top += way[1];
    } while (corner(left, top) !== start);
    turns[0].before = before;
    path += rounded(turns.filter(({ before: a, after: b }) => a[0] !== b[0] || a[1] !== b[1]));
  }
  return path;

  /** @param {{ at: [number, number], before: [number, number], after: [number, number] }[]} turns */
  function rounded(turns) {
    const short = (/** @type {number} */ n) => Number(n.toFixed(2));
    const parts = turns.map(({ at, before, after }, i) => {
      const cx = x + at[0] * size + inset * (-before[1] - after[1]);
      const cy = y + at[1] * size + inset * (before[0] + after[0]);
      const from = `${short(cx - before[0] * radius)} ${short(cy - before[1] * radius)}`;
      const to = `${short(cx + after[0] * radius)} ${short(cy + after[1] * radius)}`;
      return `${i ? 'L' : 'M'}${from}Q${short(cx)} ${short(cy)} ${to}`;
    });
    return `${parts.join('')}Z`;
  }
}

/** The seams between cells of one piece. @param {Cell[]} cells @param {Form} form */
export function seams(cells, { size, x = 0, y = 0 }) {
  const own = new Set(cells.map(([row, column]) => corner(column, row)));
  const gap = size * 0.1;
  const parts = cells.flatMap(([row, column]) => [
    own.has(corner(column + 1, row)) ? `M${x + (column + 1) * size} ${y + row * size + gap}v${size - 2 * gap}` : '',
    own.has(corner(column, row + 1)) ? `M${x + column * size + gap} ${y + (row + 1) * size}h${size - 2 * gap}` : '',
  ]);
  return parts.join('');
}

/** Cells that touch by an edge, in groups. @param {Cell[]} cells @returns {Cell[][]} */
export function joined(cells) {
  const left = new Map(cells.map((cell) => [corner(cell[1], cell[0]), cell]));
  const groups = [];
  for (const start of cells) {
    if (!left.delete(corner(start[1], start[0]))) continue;
    const group = [start];
    for (const [row, column] of group) {
      for (const [dy, dx] of [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ]) {
        const key = corner(column + dx, row + dy);
        const next = left.get(key);
        if (next) group.push(next);
        left.delete(key);
      }
    }
    groups.push(group);
  }
  return groups;
}
