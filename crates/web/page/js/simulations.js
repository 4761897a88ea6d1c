// The tree of a Monte Carlo search as it stands after some simulations: visits and mean rewards.

import { DrawnTree } from './drawn.js';
import { amount, t } from './language.js';

/**
 * @typedef {{ move: string | null, line: string[], visits: number, sum: number, children: Map<string, Sim> }} Sim
 *   The sum is of player 1's rewards.
 */

/** Children shown at each node. */
const TOP = 7;

/**
 * @typedef {{ kind: string, moves: string[], value: number }} Phase
 *   The moves made so far, and what player 1 gets in the end.
 */

/**
 * Takes simulations apart: the way down to what is known, the move added there, the game played on, the way
 * back up. A simulation adds at most its last move; one that adds none came to a node whose result is certain.
 * @param {{ moves: string[], value: number }[]} simulations
 * @returns {Phase[]}
 */
export function phases(simulations) {
  const known = new Set(['']);
  return simulations.flatMap(({ moves, value }) => {
    const isKnown = known.has(moves.join(' '));
    known.add(moves.join(' '));
    const down = { kind: 'select', moves: isKnown ? moves : moves.slice(0, -1), value };
    const below = isKnown ? ['settled'] : ['grow', 'playout'];
    return [down, ...[...below, 'simulate'].map((kind) => ({ kind, moves, value }))];
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
    if (place < this.place) Object.assign(this, { place: 0, root: node(null, []), path: [], deepest: 0 });
    while (this.place < place) this.#apply(this.steps[this.place++]);
    this.picked = null;
    this.draw();
  }

  /** A move joins the tree when it is added; only the way back up counts. @param {Phase} phase */
  #apply({ kind, moves, value }) {
    const nodes = [this.root];
    for (const [ply, move] of moves.entries()) {
      const { children } = nodes[ply];
      const child = children.get(move) ?? node(move, moves.slice(0, ply + 1));
      children.set(move, child);
      nodes.push(child);
    }
    if (kind === 'simulate') {
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
    return t('simulation-counts', { simulations: this.root.visits, deepest: this.deepest });
  }

  draw() {
    /** @type {import('./drawn.js').Drawn[]} */
    const nodes = [];
    const chosen = [...this.root.children.values()].reduce(
      (best, one) => (one.visits > (best?.visits ?? 0) ? one : best),
      /** @type {Sim | null} */ (null),
    );
    const isOn = (/** @type {Sim} */ { line }) => line.every((move, i) => this.path[i] === move);
    let deepest = 0;
    const add = (/** @type {Sim} */ sim, /** @type {number} */ parent) => {
      const place = nodes.length;
      const key = sim.line.join(' ');
      const isOpen = isOn(sim) || this.opened.has(key);
      deepest = Math.max(deepest, sim.line.length);
      nodes.push({
        key,
        parent,
        form: 'round',
        label: sim.move ?? '',
        value: String(sim.visits),
        below: mean(sim),
        size: 11 + 15 * Math.sqrt(sim.visits / Math.max(this.root.visits, 1)),
        badge: sim === chosen ? '✓' : '',
        canFold: sim.children.size > 0,
        isOpen,
        folded: isOpen ? 0 : sim.children.size,
        isPath: isOn(sim),
        isNow: isOn(sim) && sim.line.length === this.path.length,
        name: t('simulation-node', { line: key || t('root'), visits: sim.visits, mean: mean(sim) }),
      });
      if (isOpen) best(sim, this.path[sim.line.length]).forEach((child) => add(child, place));
    };
    add(this.root, 0);
    const bands = [...Array(deepest + 1).keys()].map((ply) => (ply ? t('band-move', { ply }) : t('root')));
    return this.drawn.draw({ nodes, bands });
  }

  /** A node in words. @param {string[]} line */
  say(line) {
    /** @type {Sim | undefined} */
    let sim = this.root;
    for (const move of line) sim = sim?.children.get(move);
    return sim ? t('simulation-node', { line: line.join(' ') || t('root'), visits: sim.visits, mean: mean(sim) }) : '';
  }
}

/** @param {string | null} move @param {string[]} line @returns {Sim} */
function node(move, line) {
  return { move, line, visits: 0, sum: 0, children: new Map() };
}

/** The children that were tried most, and the one that is walked. @param {Sim} sim @param {string} [walked] */
function best(sim, walked) {
  const all = [...sim.children.values()].sort((a, b) => b.visits - a.visits);
  const keep = new Set(all.filter((child, i) => i < TOP || child.move === walked));
  return [...sim.children.values()].filter((child) => keep.has(child));
}

/** Player 1's mean reward, once there is one. @param {Sim} sim */
function mean(sim) {
  return sim.visits ? amount(sim.sum / sim.visits, true, 2) : '–';
}
