// The tree of a Monte Carlo search as it stands after some simulations: visits and mean rewards.

import { fill, h } from './dom.js';
import { drawing } from './drawing.js';
import { t } from './language.js';

/**
 * @typedef {{ move: string | null, seat: number, visits: number, sum: number, children: Map<string, Sim> }} Sim
 *   The sum is of player 1's rewards.
 */

/** Children shown at each node. */
const TOP = 6;

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

  /** @param {{ moves: string[], value: number }} step */
  #apply({ moves, value }) {
    let here = this.root;
    here.visits += 1;
    here.sum += value;
    for (const [ply, move] of moves.entries()) {
      const child = here.children.get(move) ?? node(move, ply + 1);
      here.children.set(move, child);
      child.visits += 1;
      child.sum += value;
      here = child;
    }
    this.path = moves;
    this.deepest = Math.max(this.deepest, moves.length);
  }

  /** The moves from the root to where the last simulation left the tree. */
  line() {
    return this.path;
  }

  figures() {
    return t('simulation-counts', { simulations: this.root.visits, deepest: this.deepest });
  }

  draw() {
    fill(this.element, this.root.visits ? this.#item(this.root, true, 0) : null);
  }

  /** @param {Sim} sim @param {boolean} isOnPath @param {number} depth @returns {HTMLElement} */
  #item(sim, isOnPath, depth) {
    const children = isOnPath || depth < 1 ? best(sim) : [];
    const hidden = sim.children.size - children.length;
    return h('li', { class: isOnPath && depth === this.path.length ? 'here' : '' }, h('span', { class: 'node' }, h('span', { class: 'node-move' }, sim.move ?? t('root')),
      h('span', { class: 'visits', style: `--share:${sim.visits / this.root.visits}` }, t('visits', { visits: sim.visits })), h('span', { class: 'value' }, mean(sim))),
    children.length ? h('ul', {}, ...children.map((child) => this.#item(child, isOnPath && child.move === this.path[depth], depth + 1)), hidden > 0 ? h('li', { class: 'figures' }, t('and-more', { count: hidden })) : null) : null);
  }

  svg() {
    /** @type {import('./drawing.js').Row[]} */
    const rows = [];
    const place = (/** @type {Sim} */ sim, /** @type {number} */ depth) => {
      rows.push({ depth, text: `${sim.move ?? t('root')}  ${t('visits', { visits: sim.visits })}  ${mean(sim)}`, tint: 0 });
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

/** The children that were tried most. @param {Sim} sim */
function best(sim) {
  return [...sim.children.values()].sort((a, b) => b.visits - a.visits).slice(0, TOP);
}

/** Player 1's mean reward. @param {Sim} sim */
function mean(sim) {
  return (sim.sum / Math.max(sim.visits, 1)).toFixed(2);
}
