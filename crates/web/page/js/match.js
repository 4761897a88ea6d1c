// A game under way on the page: what was played, what could be, and who is to move.

import { call } from './api.js';
import { GAMES } from './games/index.js';

/**
 * @typedef {{ kind: 'human' } | { kind: 'engine', level: number, engine: string }} Player
 */

/** A game with its line of moves, a place in it, and lines that were left. */
export class Match extends EventTarget {
  /** @param {import('./types.js').Setup} setup @param {[Player, Player]} players @param {number} timeMs */
  constructor(setup, players, timeMs) {
    super();
    this.setup = setup;
    this.players = players;
    this.timeMs = timeMs;
    this.view = GAMES[setup.game];
    /** The whole line, passes included. @type {string[]} */
    this.line = [...setup.moves];
    /** How many moves of the line are on the board. */
    this.place = this.line.length;
    /** Lines that were left by playing something else. @type {{ at: number, moves: string[] }[]} */
    this.variations = [];
    /** Score for player 1 after each ply, as far as it was asked for. @type {Map<number, { score: number, exact: boolean }>} */
    this.scores = new Map();
    /** @type {import('./types.js').State | null} */
    this.state = null;
    /** Who made each ply. @type {(1 | 2)[]} */
    this.seats = [];
    /** @type {1 | 2 | null} */
    this.resigned = null;
    /** @type {number | null | undefined} */
    this.id = null;
    /** What the store knows of the game. */
    this.kept = '';
    /** Whether engines wait until a person tells them to go on. */
    this.isPaused = false;
    /** What a move of the person's may lose before it is taken back, in clear leads; 0 for anything. */
    this.patience = 0;
    /** Whether hints and analysis are locked until the game is over. */
    this.isLocked = false;
  }

  /** The game of before a reload, if there was one. It waits to be told to go on. */
  static remembered() {
    try {
      const kept = JSON.parse(sessionStorage.getItem('match') ?? '');
      const match = new Match(kept.setup, kept.players, kept.timeMs);
      return Object.assign(match, { ...kept.rest, isPaused: kept.players.some((/** @type {Player} */ player) => player.kind !== 'human') });
    } catch {
      return null;
    }
  }

  /** Keeps the game for after a reload. */
  remember() {
    const { players, timeMs, id, kept, patience, isLocked, resigned, variations } = this;
    sessionStorage.setItem('match', JSON.stringify({ setup: { ...this.setup, moves: this.line }, players, timeMs, rest: { id, kept, patience, isLocked, resigned, variations } }));
  }

  /** What leads to the position on the board. @returns {import('./types.js').Setup} */
  here() {
    return { ...this.setup, moves: this.line.slice(0, this.place) };
  }

  /** Asks the server for the position on the board. Passes it had to insert join the line. */
  async refresh() {
    const asked = this.place;
    const state = await call('state', this.here());
    if (asked !== this.place) return;
    const played = state.played.map((/** @type {{ move: string }} */ ply) => ply.move);
    if (played.length !== asked) {
      const rest = this.line.slice(asked);
      // Passes that were played just now may be in the line already.
      for (let i = asked; i < played.length && rest[0] === 'pass'; i++) rest.shift();
      this.line = [...played, ...rest];
      this.place = played.length;
    }
    this.state = state;
    state.played.forEach((/** @type {{ seat: 1 | 2 }} */ ply, /** @type {number} */ i) => { this.seats[i] = ply.seat; });
    this.remember();
    this.dispatchEvent(new Event('change'));
  }

  /** Plays a move from here; the rest of the line becomes a variation. @param {string} move */
  async play(move) {
    const before = { line: this.line, place: this.place, variations: [...this.variations], scores: new Map(this.scores) };
    if (this.line[this.place] !== move) {
      const rest = this.line.slice(this.place);
      if (rest.length) this.variations.push({ at: this.place, moves: rest });
      for (const ply of [...this.scores.keys()]) if (ply > this.place) this.scores.delete(ply);
      this.line = [...this.line.slice(0, this.place), move];
    }
    this.place += 1;
    try {
      await this.refresh();
    } catch (problem) {
      Object.assign(this, before);
      throw problem;
    }
  }

  /** Goes to a place in the line. @param {number} place */
  async jump(place) {
    this.place = Math.min(Math.max(place, 0), this.line.length);
    await this.refresh();
  }

  /** Takes back a resignation, or else to the human's last decision. */
  async takeBack() {
    if (this.resigned) {
      this.resigned = null;
      return this.refresh();
    }
    let place = this.place - 1;
    while (place > 0 && this.players[this.seats[place] - 1]?.kind !== 'human' && this.players.some((player) => player.kind === 'human')) place -= 1;
    // Where only a pass is left, it would be played again at once.
    while (place > 0 && this.line[place] === 'pass') place -= 1;
    await this.jump(place);
  }

  /** Takes up a variation again. @param {{ at: number, moves: string[] }} variation */
  async follow(variation) {
    this.variations = this.variations.filter((other) => other !== variation);
    const rest = this.line.slice(variation.at);
    if (rest.length) this.variations.push({ at: variation.at, moves: rest });
    this.line = [...this.line.slice(0, variation.at), ...variation.moves];
    await this.jump(variation.at + 1);
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

  /** How many points make a clear lead. */
  lead() {
    return { blokus: 8, 'blokus-duo': 8, cavalo: 120 }[this.setup.game] ?? 0.4;
  }

  /** What a ply cost its player, if both scores are known. @param {number} ply from 1 */
  loss(ply) {
    const [before, after] = [this.scores.get(ply - 1), this.scores.get(ply)];
    const seat = this.seats[ply - 1];
    if (!before || !after || !seat) return null;
    return (seat === 1 ? 1 : -1) * (before.score - after.score);
  }

  /** The plies that cost most, worst first. */
  mistakes() {
    const plies = this.line.map((move, i) => ({ ply: i + 1, move, loss: this.loss(i + 1) ?? 0 }));
    return plies.filter(({ loss }) => loss > this.lead() / 4).sort((a, b) => b.loss - a.loss).slice(0, 5);
  }

  /** Resigns for a side. @param {1 | 2} seat */
  resign(seat) {
    this.resigned = seat;
    this.remember();
    this.dispatchEvent(new Event('change'));
  }

  /** What changes when the game does, but not when another place of it is looked at. */
  signature() {
    return JSON.stringify([this.line, this.resigned]);
  }

  /** The game as text that can be pasted elsewhere. */
  share() {
    const { game, rules, seed, position } = this.setup;
    return JSON.stringify({ game, rules, seed, position, moves: this.line });
  }
}
