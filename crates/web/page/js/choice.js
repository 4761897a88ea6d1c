// Choosing a move with clicks, taps or keys: answers to the questions that make it, one after the other.

import { keyOf, laid, tilted } from './cells.js';
import { flattest, waysOf } from './pieces.js';

/**
 * @typedef {{ move: string } | { ask: string } | { refuse: number[] } | null} Answer
 * @typedef {import('./types.js').Step} Step
 */

/** What the player has chosen so far at one position. */
export class Choice {
  /** @param {import('./types.js').Frame | null} frame @param {import('./types.js').State | null} state */
  constructor(frame, state) {
    this.frame = frame;
    this.hand = state?.scene.hand ?? null;
    this.asks = state?.asks ?? [];
    this.steps = state?.choices ?? [];
    /** The answers so far, by the question's place. @type {Map<number, string>} */
    this.answers = new Map();
    this.orientation = 0;
    this.walked = -1;
    /** A move that is shown but not chosen. @type {Step | null} */
    this.shown = null;
    /** Moves by the cells they cover, for the answers so far. @type {{ asked: string, steps: Map<string, Step> } | null} */
    this.covered = null;
  }

  /** The moves that fit the answers, but for one place. @param {number} [except] */
  open(except = -1) {
    const given = [...this.answers].filter(([place]) => place !== except);
    return this.steps.filter((step) => given.every(([place, answer]) => answerOf(step.parts[place]) === answer));
  }

  /** Where a piece is asked for or was taken: no cell may be asked for before. @returns {number | null} */
  #pieceAt() {
    for (let place = 0; ; place++) {
      const parts = this.open(place)
        .map((step) => step.parts[place])
        .filter((part) => part !== undefined);
      if (!parts.length) return null;
      if (parts.some(isPiece)) return place;
      if (!this.answers.has(place)) return null;
    }
  }

  /** Pieces that can be taken now. @returns {number[]} */
  pieces() {
    const place = this.#pieceAt();
    if (place === null) return [];
    const parts = this.open(place)
      .map((step) => step.parts[place])
      .filter((part) => part && isPiece(part));
    return [...new Set(parts.map((part) => /** @type {number} */ (part[1])))];
  }

  /** The piece in hand by choice. @returns {number | null} */
  get piece() {
    const place = this.#pieceAt();
    const answer = place === null ? undefined : this.answers.get(place);
    return answer === undefined ? null : Number(answer.slice(1));
  }

  /** Whether pieces of several cells are laid down here. */
  isLaid() {
    const [number] = this.piece === null ? this.pieces() : [this.piece];
    return number !== undefined && this.frame?.pieces[number].shape === 'block';
  }

  /** Whether the piece in hand can lie in several ways. */
  canTurn() {
    return this.isLaid() && this.piece !== null && this.#ways().length > 1;
  }

  #ways() {
    return this.frame && this.piece !== null ? waysOf(this.frame.pieces[this.piece]) : [];
  }

  /**
   * The next question that has no answer yet.
   * @returns {{ place: number, ask: string, parts: import('./types.js').Part[] } | null}
   */
  pending() {
    for (let place = 0; ; place++) {
      if (this.answers.has(place)) continue;
      const parts = this.open()
        .map((step) => step.parts[place])
        .filter((part) => part !== undefined);
      return parts.length ? { place, ask: this.asks[parts[0][0]] ?? '', parts } : null;
    }
  }

  /** Takes a piece; the same piece again turns it. @param {number} piece @returns {Answer} */
  take(piece) {
    const place = this.#pieceAt();
    this.shown = null;
    if (place === null) return null;
    if (this.piece === piece) {
      this.turn(1);
      return null;
    }
    this.orientation = this.frame ? flattest(this.frame.pieces[piece]) : 0;
    this.answers.set(place, `p${piece}`);
    return this.#whole();
  }

  /** Turns the piece by a quarter, to the right or the left. @param {number} by */
  turn(by) {
    this.orientation = tilted(this.#ways(), this.orientation, by);
    this.shown = null;
  }

  /** Turns the piece over. */
  flip() {
    this.turn(0);
  }

  /** The way the piece in hand lies. @returns {[number, number][]} */
  way() {
    return this.#ways()[this.orientation] ?? [[0, 0]];
  }

  /** Puts everything down. */
  drop() {
    this.answers.clear();
    this.shown = null;
  }

  /** Walks through the legal moves of the piece in hand. @returns {Step | null} */
  walk(by = 1) {
    const steps = this.open().filter((step) => cellsOf(step).length);
    if (!steps.length) return null;
    this.walked = (this.walked + by + steps.length) % steps.length;
    this.show(steps[this.walked]);
    return this.shown;
  }

  /** Shows a move without choosing it; its piece comes to hand as it would lie. @param {Step | null} step */
  show(step) {
    this.shown = step;
    const piece = step?.parts.find(isPiece);
    if (!step || !piece || this.frame?.pieces[/** @type {number} */ (piece[1])].shape !== 'block') return;
    this.answers.set(step.parts.indexOf(piece), `p${piece[1]}`);
    const { columns } = this.frame;
    const wanted = keyOf(placeOf(step));
    const [first] = placeOf(step);
    const at = this.#ways().findIndex((way) => {
      // The way that covers these cells once its first cell lies on the first of them.
      const [row, column] = way[0];
      const shift = Math.min(...placeOf(step), first) - (row * columns + column);
      return keyOf(way.map(([r, c]) => r * columns + c + shift)) === wanted;
    });
    if (at >= 0) this.orientation = at;
  }

  /** What the piece in hand would cover with its first cell here. @param {number | null} at */
  ghost(at) {
    if (this.shown) {
      const piece = this.shown.parts.find(isPiece)?.[1];
      return {
        cells: placeOf(this.shown),
        isLegal: true,
        piece: this.piece ?? this.hand ?? /** @type {number | undefined} */ (piece) ?? null,
      };
    }
    if (at === null) return null;
    if (!this.isLaid())
      return this.targets().has(at) ? { cells: [at], isLegal: true, piece: this.piece ?? this.hand } : null;
    if (this.piece === null || !this.frame) return null;
    const cells = laid(this.frame, this.way(), at);
    return { cells, isLegal: this.covering(cells) !== undefined, piece: this.piece };
  }

  /** The open move that covers exactly these cells; found at once, since pointers ask often. @param {number[]} cells */
  covering(cells) {
    const asked = [...this.answers].join();
    if (this.covered?.asked !== asked) {
      this.covered = { asked, steps: new Map(this.open().map((step) => [keyOf(placeOf(step)), step])) };
    }
    return this.covered.steps.get(keyOf(cells));
  }

  /** Cells the piece in hand can be held over as it lies. @returns {Set<number>} */
  fits() {
    if (!this.frame || this.piece === null || !this.isLaid()) return new Set();
    const frame = this.frame;
    const all = [...Array(frame.rows * frame.columns).keys()];
    const firsts = new Map();
    for (const at of all) {
      const cells = laid(frame, this.way(), at);
      // Near the rim several cells hold it at the same place: one is enough.
      if (cells.includes(at) && this.covering(cells)) firsts.set(keyOf(cells), at);
    }
    return new Set(firsts.values());
  }

  /** The cell that was chosen while something else is still asked. @returns {number | null} */
  placed() {
    const chosen = [...this.answers.values()].find((answer) => !answer.startsWith('p'));
    return chosen === undefined || this.isLaid() ? null : Number(chosen);
  }

  /** Cells that answer a question. */
  targets() {
    const place = this.#cellPlaces()[0];
    if (place === undefined || this.isLaid()) return new Set();
    return new Set(this.open(place).flatMap((step) => cellsAt(step, place)));
  }

  /** The questions that cells answer: those without an answer first, then the latest answered. */
  #cellPlaces() {
    const most = Math.max(0, ...this.steps.map((step) => step.parts.length));
    const places = [...Array(most).keys()].filter((place) => this.steps.some((step) => cellsAt(step, place).length));
    const isOpen = (/** @type {number} */ place) =>
      !this.answers.has(place) && this.open().some((step) => cellsAt(step, place).length);
    return [...places.filter(isOpen), ...places.filter((place) => this.answers.has(place)).reverse()];
  }

  /** Chooses a cell; says what is still to be chosen, or which move it is. @param {number} at @returns {Answer} */
  pick(at) {
    if (this.shown && this.isLaid() && cellsOf(this.shown).includes(at)) return { move: this.shown.move };
    this.shown = null;
    if (this.isLaid()) return this.#lay(at);
    for (const place of this.#cellPlaces()) {
      const later = [...this.answers].filter(([other, answer]) => other > place && !answer.startsWith('p'));
      later.forEach(([other]) => this.answers.delete(other));
      const steps = this.open(place).filter((step) => cellsAt(step, place).includes(at));
      if (!steps.length) {
        later.forEach(([other, answer]) => this.answers.set(other, answer));
        continue;
      }
      this.answers.set(place, String(at));
      return this.#decide();
    }
    return { refuse: [at] };
  }

  /** Lays the piece in hand. @param {number} at @returns {Answer} */
  #lay(at) {
    if (this.piece === null) return { ask: this.pending()?.ask ?? '' };
    const cells = this.ghost(at)?.cells ?? [];
    const step = this.covering(cells);
    return step ? { move: step.move } : { refuse: cells };
  }

  /** @returns {Answer} */
  #decide() {
    const steps = this.open();
    return steps.length === 1 ? { move: steps[0].move } : { ask: this.pending()?.ask ?? '' };
  }

  /** The move all of whose questions are answered, if there is one. @returns {Answer} */
  #whole() {
    const step = this.open().find(({ parts }) => parts.length === this.answers.size);
    return step ? { move: step.move } : null;
  }
}

/** @param {import('./types.js').Part} part */
function isPiece(part) {
  return typeof part[1] === 'number';
}

/** An answer as one word. @param {import('./types.js').Part | undefined} part */
function answerOf(part) {
  if (!part) return '';
  return typeof part[1] === 'number' ? `p${part[1]}` : keyOf(part[1]);
}

/** The cells that a move's question is answered by. @param {Step} step @param {number} place @returns {number[]} */
function cellsAt(step, place) {
  const answer = step.parts[place]?.[1];
  return Array.isArray(answer) ? answer : [];
}

/** The cells something is placed on: the first that are asked for. @param {Step} step */
export function placeOf(step) {
  return step.parts.map((_, place) => cellsAt(step, place)).find((cells) => cells.length) ?? [];
}

/** Every cell a move has to do with. @param {Step} step */
export function cellsOf(step) {
  return step.parts.flatMap((_, place) => cellsAt(step, place));
}
