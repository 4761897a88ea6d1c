// Cells of a frame: their names, their rows and columns.

/** A cell's name: column letter and row number. @param {import('./types.js').Frame} frame @param {number} at */
export function cellName({ rows, columns, bottom_up: isBottomUp }, at) {
  const row = Math.floor(at / columns);
  return String.fromCharCode(97 + (at % columns)) + (isBottomUp ? rows - row : row + 1);
}

/**
 * A piece that lies one way, held by its middle over a cell, pushed back onto the board where it would leave it.
 * @param {import('./types.js').Frame} frame @param {[number, number][]} way @param {number} at
 * @returns {number[]}
 */
export function laid({ rows, columns }, way, at) {
  const [height, width] = [0, 1].map((i) => Math.max(...way.map((cell) => cell[i])) + 1);
  const [gripRow, gripColumn] = grip(way);
  const within = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(Math.max(n, 0), most);
  const top = within(Math.floor(at / columns) - gripRow, rows - height);
  const left = within((at % columns) - gripColumn, columns - width);
  return way.map(([row, column]) => (top + row) * columns + left + column);
}

/** The cell a piece is held by: the one nearest to its middle. @param {[number, number][]} way */
function grip(way) {
  const [row, column] = [0, 1].map((i) => way.reduce((sum, cell) => sum + cell[i], 0) / way.length);
  const far = (/** @type {[number, number]} */ cell) => (cell[0] - row) ** 2 + (cell[1] - column) ** 2;
  return way.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}

/** A set of cells as one word. @param {number[]} cells */
export function keyOf(cells) {
  return [...cells].sort((a, b) => a - b).join();
}

/**
 * The way a piece lies after a quarter turn to the right or the left, or after it is turned over where `by` is 0.
 * @param {[number, number][][]} ways all of them @param {number} way @param {number} by
 * @returns {number} its place among the ways
 */
export function tilted(ways, way, by) {
  const cells = ways[way] ?? [[0, 0]];
  const most = Math.max(...cells.flat());
  /** @type {[number, number][]} */
  const moved = cells.map(([row, column]) =>
    by === 0 ? [row, most - column] : by > 0 ? [column, most - row] : [most - column, row],
  );
  const [top, left] = [0, 1].map((i) => Math.min(...moved.map((cell) => cell[i])));
  const key = (/** @type {[number, number][]} */ one) => keyOf(one.map(([row, column]) => 100 * row + column));
  const wanted = key(moved.map(([row, column]) => [row - top, column - left]));
  const at = ways.findIndex((one) => key(one) === wanted);
  return at < 0 ? way : at;
}
