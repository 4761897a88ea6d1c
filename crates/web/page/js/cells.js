// Cells of a frame: their names, their rows and columns.

/** A cell's name: column letter and row number. @param {import('./types.js').Frame} frame @param {number} at */
export function cellName({ rows, columns, bottom_up: isBottomUp }, at) {
  const row = Math.floor(at / columns);
  return String.fromCharCode(97 + (at % columns)) + (isBottomUp ? rows - row : row + 1);
}

/**
 * A piece that lies one way, its first cell in reading order here; `null` where it leaves the board.
 * @param {import('./types.js').Frame} frame @param {[number, number][]} way @param {number} at
 * @returns {(number | null)[]}
 */
export function laid({ rows, columns }, way, at) {
  const [[fromRow, fromColumn]] = way;
  return way.map(([r, c]) => {
    const row = Math.floor(at / columns) + r - fromRow;
    const column = (at % columns) + c - fromColumn;
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
  });
}

/** A set of cells as one word. @param {number[]} cells */
export function keyOf(cells) {
  return [...cells].sort((a, b) => a - b).join();
}
