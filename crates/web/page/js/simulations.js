// The tree of a Monte Carlo search as it stands after some simulations: visits and mean rewards.

import { fill, h } from './dom.js';
import { drawing } from './drawing.js';
import { amount, t } from './language.js';

/**
 * @typedef {{ move: string | null, seat: number, visits: number, sum: number, children: Map<string, Sim> }} Sim
 *   The sum is of player 1's rewards.
 */

/** Children shown at each node. */
const TOP = 6;

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
  constructor() {
    /** @type {any[]} */
    this.steps = [];
    this.place = 0;
    /** @type {Sim} */
    this.root = node(null, 0);
    /** @type {string[]} */
    this.path = [];
    this.deepest = 0;
    this.element = h('ul', { class: 'tree', 'aria-label': t('search-tree'), tabindex: 0 });
  }

  /** Stands after the first `place` steps. @param {number} place */
  go(place) {
    if (place < this.place) Object.assign(this, { place: 0, root: node(null, 0), path: [], deepest: 0 });
    while (this.place < place) this.#apply(this.steps[this.place++]);
    this.draw();
  }

  /** A move joins the tree when it is added; only the way back up counts. @param {Phase} phase */
  #apply({ kind, moves, value }) {
    const nodes = [this.root];
    for (const [ply, move] of moves.entries()) {
      const { children } = nodes[ply];
      const child = children.get(move) ?? node(move, ply + 1);
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
    return this.path;
  }

  figures() {
    return t('simulation-counts', { simulations: this.root.visits, deepest: this.deepest });
  }

  draw() {
    fill(this.element, this.place ? this.#item(this.root, true, 0) : null);
  }

  /** @param {Sim} sim @param {boolean} isOnPath @param {number} depth @returns {HTMLElement} */
  #item(sim, isOnPath, depth) {
    const children = isOnPath || depth < 1 ? best(sim, isOnPath ? this.path[depth] : undefined) : [];
    const hidden = sim.children.size - children.length;
    return h(
      'li',
      { class: isOnPath && depth === this.path.length ? 'here' : '' },
      h(
        'span',
        { class: 'node' },
        h('span', { class: 'node-move' }, sim.move ?? t('root')),
        h(
          'span',
          { class: 'visits', style: `--share:${sim.visits / Math.max(this.root.visits, 1)}` },
          t('visits', { visits: sim.visits }),
        ),
        h('span', { class: 'value' }, mean(sim)),
      ),
      children.length
        ? h(
            'ul',
            {},
            ...children.map((child) => this.#item(child, isOnPath && child.move === this.path[depth], depth + 1)),
            hidden > 0 ? h('li', { class: 'figures' }, t('and-more', { count: hidden })) : null,
          )
        : null,
    );
  }

  svg() {
    /** @type {import('./drawing.js').Row[]} */
    const rows = [];
    const place = (/** @type {Sim} */ sim, /** @type {number} */ depth) => {
      rows.push({
        depth,
        text: `${sim.move ?? t('root')}  ${t('visits', { visits: sim.visits })}  ${mean(sim)}`,
        tint: 0,
      });
      if (depth < 3) best(sim).forEach((child) => place(child, depth + 1));
    };
    place(this.root, 0);
    return drawing(rows);
  }
}

/** @param {string | null} move @param {number} seat @returns {Sim} */
function node(move, seat) {
  return { move, seat, visits: 0, sum: 0, children: new Map() };
}

/** The children that were tried most, and the one that is walked. @param {Sim} sim @param {string} [walked] */
function best(sim, walked) {
  const all = [...sim.children.values()].sort((a, b) => b.visits - a.visits);
  return all.filter((child, i) => i < TOP || child.move === walked);
}

/** Player 1's mean reward, once there is one. @param {Sim} sim */
function mean(sim) {
  return sim.visits ? amount(sim.sum / sim.visits, true, 2) : '–';
}
