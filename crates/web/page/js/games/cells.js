// Cell names: columns are letters from a, rows numbers from 1.

/** @param {number} row from 0 @param {number} column from 0 */
export function cellName(row, column) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** @param {string} name @returns {[number, number]} row and column from 0 */
export function cellPlace(name) {
  return [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
}
