// A game under way on the page: what was played, what could be, and who is to move.

import { Refused, call } from './api.js';
import { calledAt, nameOf } from './players.js';

/** @typedef {import('./players.js').Player} Player */

/**
 * @typedef {string[]} Variation a whole line from the start
 * @typedef {{ score: number, exact: boolean }} Score for player 1
 */

/** A game with its line of moves, a place in it, and lines that were left. */
export class Match extends EventTarget {
  /** @param {import('./types.js').Setup} setup @param {Player[]} players @param {number} timeMs */
  constructor(setup, players, timeMs) {
    super();
    this.setup = setup;
    this.players = players;
    this.timeMs = timeMs;
    /** What never changes about how the game looks. @type {import('./types.js').Frame | null} */
    this.frame = null;
    /** What the rules did before the first move. @type {string[]} */
    this.opening = [];
    /** The whole line, passes included. @type {string[]} */
    this.line = [...setup.moves];
    /** How many moves of the line are on the board. */
    this.place = this.line.length;
    /** Lines that were left by playing something else. @type {Variation[]} */
    this.variations = [];
    /** Scores after each ply, as far as they were asked for. @type {Map<number, Score>} */
    this.scores = new Map();
    /** The moves of the line weighed, once that was asked for. @type {import('./weigh.js').Review | null} */
    this.review = null;
    /** @type {import('./types.js').State | null} */
    this.state = null;
    /** Every ply of the line as far as it was looked at. @type {import('./types.js').Ply[]} */
    this.plies = [];
    /** Moves that were on the board, by the line that ends with them. @type {Map<string, import('./types.js').Ply>} */
    this.seen = new Map();
    /** What people wrote about positions, by the moves that lead there. @type {Record<string, string>} */
    this.comments = {};
    /** What people think of moves, as signs, by the moves that lead there. @type {Record<string, string>} */
    this.glyphs = {};
    /** Times left, in milliseconds; none without a clock. @type {{ left: [number, number], increment: number } | null} */
    this.clock = null;
    /** Whether the side that gave up had run out of time. */
    this.isFlagged = false;
    /** @type {1 | 2 | null} */
    this.resigned = null;
    /** The number of the kept game and the version of it that this one is based on. @type {number | null} */
    this.id = null;
    this.version = 0;
    /** The number of the kept game that notes are written to. @type {number | null} */
    this.shelf = null;
    /** What the store knows of the game, and whether that is a finished one, which never changes. */
    this.kept = '';
    this.isKeptOver = false;
    /** The table of two people that holds the game, if there is one. @type {string | null} */
    this.room = null;
    /** Whether somebody is still missing there. */
    this.isWaiting = false;
    /** Whether engines wait until a person tells them to go on. */
    this.isPaused = false;
    /** What a move of the person's may lose before it is taken back, in clear leads; 0 for anything. */
    this.patience = 0;
    /** Whether hints and analysis are locked until the game is over. */
    this.isLocked = false;
    /** Counts questions, so that an answer that comes too late is dropped. */
    this.asked = 0;
  }

  /** The game of before a reload, if there was one. It waits to be told to go on. @returns {Match | null} */
  static remembered() {
    try {
      const kept = JSON.parse(sessionStorage.getItem('match') ?? '');
      const match = new Match(kept.setup, kept.players, kept.timeMs);
      const isPaused = kept.players.some((/** @type {Player} */ player) => player.kind !== 'human');
      return Object.assign(match, { ...kept.rest, isPaused });
    } catch {
      return null;
    }
  }

  /** Keeps the game for after a reload. */
  remember() {
    const { players, timeMs, id, version, kept, isKeptOver, patience, isLocked, resigned, variations } = this;
    const { comments, glyphs, clock, isFlagged, review } = this;
    const rest = {
      id,
      version,
      kept,
      shelf: this.shelf,
      isKeptOver,
      patience,
      isLocked,
      resigned,
      variations,
      comments,
      glyphs,
      clock,
      isFlagged,
      review,
    };
    const { place, plies, line } = this;
    const setup = { ...this.setup, moves: line };
    sessionStorage.setItem('match', JSON.stringify({ setup, players, timeMs, rest: { ...rest, place, plies } }));
  }

  /** The names records give the players. */
  names() {
    return this.players.map(nameOf);
  }

  /** What a side is called. @param {number} seat */
  called(seat) {
    return calledAt(this.players, seat);
  }

  /** The seat at this side of the board: the one person's, or the first. @returns {1 | 2} */
  near() {
    const [one, two] = this.players.map(({ kind }) => kind === 'human');
    return two && !one ? 2 : 1;
  }

  /** What leads to the position on the board. @returns {import('./types.js').Setup} */
  here() {
    return { ...this.setup, moves: this.line.slice(0, this.place) };
  }

  /**
   * The position after these moves. Choices come on a person's turn only.
   * @param {string[]} moves @returns {Promise<import('./types.js').State>}
   */
  look(moves) {
    const choices = [1, 2].filter((seat) => this.players[seat - 1].kind === 'human');
    return call('state', { ...this.setup, moves, frame: this.frame === null, choices });
  }

  /** Asks the server for the position on the board. */
  async refresh() {
    await this.#go(this.line.slice(0, this.place), (state) => {
      const played = state.played.map(({ move }) => move);
      // Passes that were played just now may be in the line already.
      const rest = this.line.slice(this.place);
      for (let i = this.place; i < played.length && rest[0] === played[i]; i++) rest.shift();
      this.#stand([...played, ...rest], state);
    });
  }

  /** Plays a move from here; the rest of the line becomes a variation. @param {string} move */
  async play(move) {
    const moves = [...this.line.slice(0, this.place), move];
    await this.#go(moves, (state) => {
      const played = state.played.map(({ move: text }) => text);
      const isSame = played.every((text, i) => this.line[i] === text);
      if (!isSame) this.#leave(this.place);
      this.#stand(isSame ? this.line : played, state);
    });
  }

  /** @param {string[]} moves @param {(state: import('./types.js').State) => void} then */
  async #go(moves, then) {
    const asked = ++this.asked;
    const state = await this.look(moves);
    if (asked !== this.asked) return;
    then(state);
    this.remember();
    this.dispatchEvent(new Event('change'));
  }

  /** The line as it is becomes a variation, since it goes on otherwise from a ply. @param {number} at */
  #leave(at) {
    const old = this.line;
    const isPart = (/** @type {Variation} */ other) => old.every((move, i) => other[i] === move);
    if (old.length > at && !this.variations.some(isPart)) this.variations.push(old);
    for (const ply of [...this.scores.keys()]) if (ply > at) this.scores.delete(ply);
    this.plies.length = Math.min(this.plies.length, at);
    this.review = null;
  }

  /** How many moves a variation shares with the line. @param {Variation} variation */
  shared(variation) {
    const parts = variation.findIndex((move, i) => move !== this.line[i]);
    return parts < 0 ? variation.length : parts;
  }

  /** Takes a state as the position on the board. @param {string[]} line @param {import('./types.js').State} state */
  #stand(line, state) {
    this.line = line;
    this.place = state.played.length;
    this.state = state;
    this.frame = state.frame ?? this.frame;
    this.opening = state.opening ?? this.opening;
    state.played.forEach((ply, i) => {
      this.plies[i] = ply;
      this.seen.set(line.slice(0, i + 1).join(' '), ply);
    });
    // Lines that this one holds now need not be kept beside it.
    this.variations = this.variations.filter((other) => this.shared(other) < other.length);
  }

  /** Goes to a place in the line. @param {number} place */
  async jump(place) {
    this.place = Math.min(Math.max(place, 0), this.line.length);
    await this.refresh();
  }

  /** Whether a ply was a person's decision, or anyone's where no person plays. @param {number} ply from 0 */
  #isDecision(ply) {
    const { seat, forced } = this.plies[ply] ?? {};
    const isAlone = this.players.every((player) => player.kind !== 'human');
    return !forced && seat !== undefined && (isAlone || this.players[seat - 1].kind === 'human');
  }

  /** The place before the last decision, if there was one. @returns {number | null} */
  backTo() {
    for (let ply = this.place - 1; ply >= 0; ply--) if (this.#isDecision(ply)) return ply;
    return null;
  }

  /** The place after the next decision and what answered it, if there is one. @returns {number | null} */
  forwardTo() {
    if (this.isAtEnd()) return null;
    let place = this.place + 1;
    while (place < this.line.length && !this.#isDecision(place)) place += 1;
    return place;
  }

  /** Takes back a resignation, or else to before the last decision. */
  async takeBack() {
    if (this.resigned) {
      Object.assign(this, { resigned: null, isFlagged: false });
      return this.refresh();
    }
    const place = this.backTo();
    if (place !== null) await this.jump(place);
  }

  /** Plays again what was taken back: whole turns. */
  async redo() {
    const place = this.forwardTo();
    if (place !== null) await this.jump(place);
  }

  /** Takes up a variation again, at its first move or at a ply of it. @param {Variation} variation @param {number} [ply] */
  async follow(variation, ply) {
    const at = this.shared(variation);
    this.variations = this.variations.filter((other) => other !== variation);
    this.#leave(at);
    this.line = [...variation];
    await this.jump(ply ?? at + 1);
  }

  /** Whoever is to move, unless the game is over. @returns {Player | null} */
  mover() {
    if (!this.state || this.state.result !== null || this.resigned) return null;
    return this.players[this.state.turn - 1];
  }

  /** Whether the board shows the end of the line. */
  isAtEnd() {
    return this.place === this.line.length;
  }

  /** Resigns for a side, which may have run out of time. @param {1 | 2} seat @param {boolean} [isFlagged] */
  resign(seat, isFlagged = false) {
    this.resigned = seat;
    this.isFlagged = isFlagged;
    this.remember();
    this.dispatchEvent(new Event('change'));
  }

  /** Takes over an ending that the board does not show. @param {{ winner: number, reason: string } | null} ending */
  forfeit(ending) {
    const isOver = ending?.reason === 'resigned' || ending?.reason === 'time';
    this.resigned = isOver ? /** @type {1 | 2} */ (3 - ending.winner) : null;
    this.isFlagged = ending?.reason === 'time';
  }

  /** What changes when the game does, but not when another place of it is looked at. */
  signature() {
    return JSON.stringify([this.line, this.resigned, this.isFlagged]);
  }

  /**
   * Saves the game as it stands. Says what happened to it: `kept`; `another` if the kept one was finished, so that
   * this one is kept beside it; or `parted` if somebody else went on with it, and then the board shows what they made
   * of it while what was played here stays as a variation.
   * @returns {Promise<'kept' | 'another' | 'parted'>}
   */
  async keep() {
    const kept = this.signature();
    if (this.kept === kept) return 'kept';
    const { id, version, resigned, isFlagged, line } = this;
    const isKeptOver = resigned !== null || (this.isAtEnd() && this.state?.result !== null);
    const ending = { [isFlagged ? 'out_of_time' : 'resigned']: resigned };
    const body = { ...this.setup, moves: line, ...ending, players: this.names() };
    try {
      const answer = await call('records', id === null ? body : { id, version, ...body });
      Object.assign(this, { id: answer.id, shelf: answer.id, version: answer.version ?? 0, kept, isKeptOver });
      this.remember();
      return 'kept';
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status !== 409 || !problem.present) throw problem;
      if (this.isKeptOver) {
        Object.assign(this, { id: null, isKeptOver: false });
        await this.keep();
        return 'another';
      }
      await this.#adopt(problem.present);
      return 'parted';
    }
  }

  /** Keeps what is known of the game besides its moves beside it, where it is kept. */
  async annotate() {
    this.remember();
    const { shelf, line, review, comments, glyphs, variations } = this;
    if (shelf !== null) await call(`records/${shelf}/note`, { line, review, comments, glyphs, variations });
  }

  /** Goes on from what somebody else made of the game. @param {any} present */
  async #adopt({ id, version, setup, ending }) {
    const moves = /** @type {string[]} */ (setup.moves);
    const same = moves.findIndex((move, i) => move !== this.line[i]);
    this.#leave(same < 0 ? Math.min(moves.length, this.line.length) : same);
    this.forfeit(ending);
    Object.assign(this, { line: moves, place: moves.length, id, version, isKeptOver: ending !== null });
    this.kept = this.signature();
    await this.refresh();
  }

  /** The game as text that can be pasted elsewhere. */
  share() {
    const { game, rules, seed, position } = this.setup;
    return JSON.stringify({ game, rules, seed, position, moves: this.line });
  }
}
