// The tree of a Monte Carlo search as it stands after some simulations: visits, and what each move was compared by.

import { DrawnTree } from './drawn.js';
import { amount, t } from './language.js';

/**
 * @typedef {{ move: string, visits: number, mean: number, bonus: number, proven: number | null }} Compared
 * @typedef {{ seat: number, compared: number, moves: Compared[] }} Choice  the greatest sums of mean and bonus first
 * @typedef {{ moves: string[], value: number, choices: Choice[], best: string }} Simulation
 * @typedef {{
 *   move: string | null, line: string[], visits: number, sum: number, children: Map<string, Sim>, choice: Choice | null
 * }} Sim  The sum is of player 1's rewards; the choice is the last that was made there.
 */

/** Children shown at each node. */
const TOP = 7;

/**
 * @typedef {{ kind: string, moves: string[], value: number, choices: Choice[], way: string[], best: string }} Phase
 *   The moves made so far, what player 1 gets in the end, what every move of the whole way was chosen from, and what
 *   would be played afterwards.
 */

/**
 * Takes simulations apart: the way down to what is known, the move added there, the game played on, the way
 * back up. A simulation adds at most its last move; one that adds none came to a node whose result is certain.
 * @param {Simulation[]} simulations
 * @returns {Phase[]}
 */
export function phases(simulations) {
  const known = new Set(['']);
  return simulations.flatMap(({ moves, value, choices, best }) => {
    const told = { value, choices, way: moves, best };
    const isKnown = known.has(moves.join(' '));
    known.add(moves.join(' '));
    const down = { kind: 'select', moves: isKnown ? moves : moves.slice(0, -1), ...told };
    const below = isKnown ? ['settled'] : ['grow', 'playout'];
    return [down, ...[...below, 'simulate'].map((kind) => ({ kind, moves, ...told }))];
  });
}

export class SimulationTree {
  /** @param {any[]} steps @param {(line: string[]) => void} onPick */
  constructor(steps, onPick) {
    this.steps = steps;
    this.place = 0;
    /** @type {Sim} */
    this.root = node(null, []);
    /** @type {string[]} */
    this.path = [];
    /** @type {string[] | null} */
    this.picked = null;
    this.deepest = 0;
    /** The move that would be played now. @type {string | null} */
    this.best = null;
    /** @type {Set<string>} */
    this.opened = new Set();
    this.drawn = new DrawnTree({
      onPick: (key) => onPick(key.split(' ').filter(Boolean)),
      onFold: (key, isOpen) => {
        if (isOpen) this.opened.add(key);
        else this.opened.delete(key);
        this.draw();
      },
    });
    this.element = this.drawn.element;
  }

  /** Stands after the first `place` steps. @param {number} place */
  go(place) {
    if (place < this.place) Object.assign(this, { place: 0, root: node(null, []), path: [], deepest: 0, best: null });
    while (this.place < place) this.#apply(this.steps[this.place++]);
    this.picked = null;
    this.draw();
  }

  /** A move joins the tree when it is added; only the way back up counts. @param {Phase} phase */
  #apply({ kind, moves, value, choices, best }) {
    const nodes = [this.root];
    for (const [ply, move] of moves.entries()) {
      const { children } = nodes[ply];
      const child = children.get(move) ?? node(move, moves.slice(0, ply + 1));
      children.set(move, child);
      nodes.push(child);
    }
    nodes.forEach((sim, ply) => {
      sim.choice = choices[ply] ?? sim.choice;
    });
    if (kind === 'simulate') {
      this.best = best;
      for (const sim of nodes) {
        sim.visits += 1;
        sim.sum += value;
      }
    }
    this.path = moves;
    this.deepest = Math.max(this.deepest, moves.length);
  }

  /** The moves from the root to where the simulation is, or left the tree. */
  line() {
    return this.picked ?? this.path;
  }

  figures() {
    const counts = t('simulation-counts', { simulations: this.root.visits, deepest: this.deepest });
    return this.best === null ? counts : `${counts} · ${t('would-play', this.#played())}`;
  }

  /** What the search says at its end. */
  conclusion() {
    return this.place === this.steps.length && this.best !== null ? t('say-played', this.#played()) : '';
  }

  #played() {
    const visits = this.root.children.get(this.best ?? '')?.visits ?? 0;
    return { move: this.best ?? '', visits, of: this.root.visits };
  }

  /** Why the simulation went where it did at the root: its sum and the next best. @param {Phase} phase */
  reason({ choices: [choice], way: [move] }) {
    const taken = choice?.moves.find((one) => one.move === move);
    const next = choice?.moves.find((one) => one.move !== move && one.proven !== -1);
    if (!taken || !next || taken.proven) return '';
    return t('say-select-sum', {
      move,
      sum: sumOf(taken),
      other: next.move,
      less: amount(next.mean + next.bonus, false, 2),
    });
  }

  draw() {
    /** @type {import('./drawn.js').Drawn[]} */
    const nodes = [];
    const isOn = (/** @type {Sim} */ { line }) => line.every((move, i) => this.path[i] === move);
    // Not yet on the page, it will have most of the window.
    const isWide = (this.element.clientWidth || innerWidth - 320) >= ROOM_FOR_SUMS;
    let deepest = 0;
    /** The longest bar in view: all are drawn to one scale. */
    let most = 0;
    const add = (
      /** @type {Sim} */ sim,
      /** @type {number} */ parent,
      /** @type {Compared | undefined} */ compared,
    ) => {
      const place = nodes.length;
      const key = sim.line.join(' ');
      const isOpen = isOn(sim) || this.opened.has(key);
      deepest = Math.max(deepest, sim.line.length);
      if (compared) most = Math.max(most, compared.mean + compared.bonus + 1);
      nodes.push({
        key,
        parent,
        form: 'round',
        label: sim.move ?? '',
        value: String(sim.visits),
        below: compared && (isWide ? sumOf(compared) : amount(compared.mean + compared.bonus, false, 2)),
        bar: compared && { mean: compared.mean, bonus: compared.bonus, most: 1, isTaken: isOn(sim) },
        size: 11 + 15 * Math.sqrt(sim.visits / Math.max(this.root.visits, 1)),
        badge: sim.line.length === 1 && sim.move === this.best ? '✓' : '',
        canFold: sim.children.size > 0,
        isOpen,
        folded: isOpen ? 0 : sim.children.size,
        isPath: isOn(sim),
        isNow: isOn(sim) && sim.line.length === this.path.length,
        name: told(sim, compared),
      });
      if (!isOpen) return;
      const kept = [this.path[sim.line.length], sim.line.length ? undefined : this.best];
      for (const child of shown(sim, kept)) add(child, place, comparedAt(sim, child.move));
    };
    add(this.root, 0, undefined);
    for (const { bar } of nodes) if (bar) bar.most = most;
    const bands = [...Array(deepest + 1).keys()].map((ply) => (ply ? t('band-move', { ply }) : t('root')));
    return this.drawn.draw({ nodes, bands });
  }

  /** A node in words. @param {string[]} line */
  say(line) {
    /** @type {Sim | undefined} */
    let sim = this.root;
    /** @type {Compared | undefined} */
    let compared;
    for (const move of line) {
      compared = sim && comparedAt(sim, move);
      sim = sim?.children.get(move);
    }
    return sim ? told(sim, compared) : '';
  }
}

/** The width from which whole sums fit under the moves, in pixels. */
const ROOM_FOR_SUMS = 640;

/** @param {string | null} move @param {string[]} line @returns {Sim} */
function node(move, line) {
  return { move, line, visits: 0, sum: 0, children: new Map(), choice: null };
}

/** What a move was worth when the last choice was made above it. @param {Sim} above @param {string | null} move */
function comparedAt({ choice }, move) {
  return choice?.moves.find((one) => one.move === move);
}

/** Mean and bonus and both together; a certain win or loss has no bonus. @param {Compared} compared */
function sumOf({ mean, bonus, proven }) {
  const figure = (/** @type {number} */ number) => amount(number, false, 2);
  return proven ? t('certain', { mean: figure(mean) }) : `${figure(mean)} + ${figure(bonus)} = ${figure(mean + bonus)}`;
}

/** A node in words. @param {Sim} sim @param {Compared} [compared] */
function told({ line, visits, sum }, compared) {
  const words = { line: line.join(' ') || t('root'), visits, mean: visits ? amount(sum / visits, true, 2) : '–' };
  return t('simulation-node', words) + (compared ? ` ${t('simulation-sum', { sum: sumOf(compared) })}` : '');
}

/**
 * The children that came nearest to being chosen or were tried most, with those that must be seen.
 * @param {Sim} sim @param {(string | null | undefined)[]} kept
 */
function shown(sim, kept) {
  const rank = (/** @type {Sim} */ { move }) => {
    const at = sim.choice?.moves.findIndex((one) => one.move === move) ?? -1;
    return at < 0 ? Infinity : at;
  };
  const all = [...sim.children.values()];
  const ranks = new Map(all.map((child) => [child, rank(child)]));
  const order = (/** @type {Sim} */ child) => ranks.get(child) ?? Infinity;
  all.sort((a, b) => (order(a) === order(b) ? b.visits - a.visits : order(a) - order(b)));
  const seen = new Set(all.filter((child, i) => i < TOP || kept.includes(child.move)));
  return [...sim.children.values()].filter((child) => seen.has(child));
}
