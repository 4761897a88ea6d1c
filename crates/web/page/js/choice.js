// Choosing a move with clicks, taps or keys: first a piece, then a cell, then whatever is still open.

/**
 * @typedef {{ move: string } | { ask: 'piece' | 'extra', options: string[] } | { refuse: string } | null} Answer
 */

/** What the player has chosen so far at one position. */
export class Choice {
  /** @param {import('./types.js').GameView} game @param {string[]} legal */
  constructor(game, legal) {
    this.game = game;
    this.moves = legal.map((text) => game.move(text));
    this.byCells = new Map(this.moves.map((move) => [key(move.cells), move]));
    /** @type {string | null} */
    this.piece = null;
    /** @type {string | null} */
    this.cell = null;
    this.orientation = 0;
    this.walked = -1;
    /** @type {string[] | null} */
    this.shown = null;
  }

  /** Pieces that can be placed somewhere, or handed over when nothing is placed. */
  pieces() {
    return [...new Set(this.moves.map((move) => move.piece).filter((piece) => piece !== null))];
  }

  /** What must be chosen besides the cell, for the chosen cell. */
  extras() {
    const open = this.moves.filter((move) => this.cell === null ? move.cells.length === 0 : move.cells.includes(this.cell));
    return [...new Set(open.map((move) => move.extra).filter((extra) => extra !== null))];
  }

  /** Takes a piece in hand; the same piece again turns it. @param {string} piece */
  take(piece) {
    if (this.piece === piece) this.turn(1);
    else { this.piece = piece; this.orientation = 0; }
    this.shown = null;
  }

  /** Shows the piece in its next orientation. @param {number} by */
  turn(by) {
    const shapes = this.piece && this.game.shapes ? this.game.shapes(this.piece) : [];
    if (shapes.length) this.orientation = (this.orientation + by + shapes.length) % shapes.length;
    this.shown = null;
  }

  /** Puts everything down. */
  drop() {
    this.piece = null;
    this.cell = null;
    this.shown = null;
  }

  /** Walks through the legal moves of the piece in hand. @returns {import('./types.js').Move | null} */
  walk(by = 1) {
    const moves = this.moves.filter((move) => move.cells.length && (this.piece === null || move.piece === this.piece));
    if (!moves.length) return null;
    this.walked = (this.walked + by + moves.length) % moves.length;
    this.shown = moves[this.walked].cells;
    return moves[this.walked];
  }

  /** The cells that the piece in hand would cover with its first cell here. @param {string | null} cell */
  ghost(cell) {
    if (this.shown) return { cells: this.shown, isLegal: true };
    if (!cell) return null;
    if (!this.game.shapes) {
      const isLegal = this.moves.some((move) => move.cells[0] === cell && (this.piece === null || move.piece === this.piece));
      return isLegal ? { cells: [cell], isLegal } : null;
    }
    if (!this.piece) return null;
    const shape = this.game.shapes(this.piece)[this.orientation];
    const [row, column] = [Number(cell.slice(1)) - 1, cell.charCodeAt(0) - 97];
    const [fromRow, fromColumn] = this.game.bottomUp ? shape[0] : [0, 0];
    const cells = shape.map(([r, c]) => String.fromCharCode(97 + column + c - fromColumn) + (row + r - fromRow + 1));
    return { cells, isLegal: this.byCells.has(key(cells)) };
  }

  /** Cells where something may be placed with what is in hand. */
  targets() {
    const fits = (/** @type {import('./types.js').Move} */ move) => this.piece === null || move.piece === this.piece;
    const single = !this.game.shapes || this.piece !== null;
    if (!single) return new Set();
    const anchors = this.moves.filter(fits).flatMap((move) => (this.game.shapes ? [] : move.cells));
    return new Set(anchors);
  }

  /** Chooses a cell; says what is still to be chosen, or which move it is. @param {string} cell @returns {Answer} */
  pick(cell) {
    if (this.game.shapes) {
      if (this.shown?.includes(cell)) return this.#decide(this.moves.filter((move) => key(move.cells) === key(/** @type {string[]} */ (this.shown))));
      if (!this.piece) return { ask: 'piece', options: this.pieces() };
      const ghost = this.ghost(cell);
      const move = ghost && this.byCells.get(key(ghost.cells));
      return move ? { move: move.text } : { refuse: ghost ? key(ghost.cells) : cell };
    }
    const here = this.moves.filter((move) => move.cells[0] === cell);
    if (!here.length) return { refuse: cell };
    this.cell = cell;
    if (this.piece === null && here.some((move) => move.piece !== null)) return { ask: 'piece', options: this.pieces() };
    return this.#decide(here.filter((move) => this.piece === null || move.piece === this.piece));
  }

  /** Chooses what is handed over or removed. @param {string} extra @returns {Answer} */
  choose(extra) {
    const open = this.moves.filter((move) => move.extra === extra && (this.cell === null ? move.cells.length === 0 : move.cells[0] === this.cell));
    return this.#decide(open);
  }

  /** @param {import('./types.js').Move[]} moves @returns {Answer} */
  #decide(moves) {
    if (moves.length === 1) return { move: moves[0].text };
    return { ask: 'extra', options: [...new Set(moves.map((move) => move.extra ?? ''))] };
  }
}

/** A set of cells as one word. @param {string[]} cells */
function key(cells) {
  return [...cells].sort().join(',');
}
