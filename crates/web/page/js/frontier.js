// What a one-player search keeps, as it stands after some steps: its open and closed lists, or its path.

import { Board } from './board.js';
import { fill, h } from './dom.js';
import { drawing } from './drawing.js';
import { t } from './language.js';

/** Rows of a list that are shown. */
const TOP = 12;
/** Rows of a picture at most. */
const MOST_ROWS = 400;
/** A cost that stands for none. */
const UNREACHABLE = 4294967295;

/**
 * @typedef {{
 *   id: number, parent: Node | null, move: string | null, at: number[], g: number, h: number, f: number, where: string,
 *   made: number, batch: number, closed: number, children: Map<number, Node>
 * }} Node
 *   `made` numbers nodes as they are opened, `batch` the expansions they come from, `closed` those they end with.
 *
 * @typedef {(a: Node, b: Node) => number} Order
 */

/** @type {Order} */
const oldest = (a, b) => a.made - b.made;
/** The newest first, but of siblings the first made. @type {Order} */
const newest = (a, b) => b.batch - a.batch || a.made - b.made;
/** @type {Order} */
const lowest = (a, b) => a.f - b.f || b.g - a.g || a.made - b.made;

/** The name and order of each search's open list. What it ranks by is its f. @type {Record<string, [string, Order]>} */
const ORDERS = {
  bfs: ['fifo', oldest],
  frontier: ['fifo', oldest],
  dfs: ['lifo', newest],
  ids: ['lifo', newest],
  ucs: ['g', lowest],
  greedy: ['h', lowest],
  'a-star': ['f', lowest],
  'weighted-a-star': ['weighted', lowest],
  'sma-star': ['newest', (a, b) => a.f - b.f || newest(a, b)],
  beam: ['layer', (a, b) => a.g - b.g || a.f - b.f || a.made - b.made],
};

/** Searches that hold a state once for each path to it. */
const TREES = ['ida-star', 'rbfs', 'sma-star'];

export class Frontier {
  /**
   * @param {{ frame: import('./types.js').Frame, scene: import('./types.js').Scene }} look at the start
   * @param {string} engine the search's name
   * @param {{ name: string, steps: string }} problem what is searched, and what its steps are called
   * @param {(moves: string[]) => Promise<{ scene: import('./types.js').Scene }>} ask how it looks after these steps
   */
  constructor({ frame, scene }, engine, problem, ask) {
    this.engine = engine;
    this.problem = problem;
    this.ask = ask;
    /** Scenes that were asked for, by the steps that lead there. */
    this.scenes = new Map([['', scene]]);
    this.shown = '';
    /** @type {any[]} */
    this.steps = [];
    this.board = new Board(frame, problem.name, {});
    this.caption = h('p', { class: 'figures' });
    this.lists = h('div', { class: 'lists' });
    this.element = h(
      'div',
      { class: 'frontier' },
      h('div', { class: 'small-board' }, this.board.element, this.caption),
      this.lists,
    );
    this.place = 0;
    this.counts = { expanded: 0, refused: 0 };
    /** @type {number | null} */
    this.limit = null;
    /** @type {Node[]} */
    this.nodes = [];
    /** The last node of each state. @type {Map<number, Node>} */
    this.latest = new Map();
    /** @type {Node | null} */
    this.current = null;
    /** @type {{ move: string, reason: string }[]} */
    this.refusals = [];
  }

  reset() {
    Object.assign(this, { place: 0, counts: { expanded: 0, refused: 0 }, limit: null });
    this.#clear();
  }

  /** Forgets every node, as a new pass does. */
  #clear() {
    Object.assign(this, { nodes: [], latest: new Map(), current: null, refusals: [] });
  }

  /** Stands after the first `place` steps. @param {number} place */
  go(place) {
    if (place < this.place) this.reset();
    while (this.place < place) this.#apply(this.steps[this.place++]);
    this.draw();
  }

  /** @param {any} step */
  #apply(step) {
    switch (step.kind) {
      case 'limit':
        this.limit = step.f;
        if (this.engine === 'ids') this.#clear();
        return;
      case 'open':
        this.#stand(step.parent);
        this.#open(step);
        return;
      case 'refuse':
        this.#stand(step.parent);
        this.counts.refused += 1;
        this.refusals = [{ move: step.move, reason: step.reason }, ...this.refusals].slice(0, 4);
        return;
      case 'drop':
        return this.#drop(step);
      default:
        return this.#take(step);
    }
  }

  /** Goes back to the node whose children are being made. @param {number | null} id */
  #stand(id) {
    if (id === null || this.current?.id === id) return;
    this.current = this.#above(id) ?? this.latest.get(id) ?? null;
    this.refusals = [];
  }

  /** The node of this state on the current path. @param {number} id */
  #above(id) {
    let node = this.current;
    while (node && node.id !== id) node = node.parent;
    return node;
  }

  /** @param {any} step */
  #open({ node: id, parent, move, at, g, h: estimate, f }) {
    const from = parent === null ? null : this.current;
    const old = TREES.includes(this.engine) ? undefined : this.latest.get(id);
    if (old) old.where = '';
    let node = from?.children.get(id);
    if (!node) {
      const fresh = { id, parent: from, move, at, g, h: estimate, f, where: '', made: 0, batch: 0, closed: 0 };
      node = { ...fresh, children: new Map() };
      this.nodes.push(node);
      from?.children.set(id, node);
    }
    Object.assign(node, { g, h: estimate, f, where: 'open', made: this.place, batch: this.counts.expanded });
    this.latest.set(id, node);
  }

  /** A node is expanded, or is the goal. @param {any} step */
  #take({ kind, node: id, g, h: estimate, f }) {
    const node = this.#waiting(id);
    if (!node) return;
    if (kind === 'expand') this.counts.expanded += 1;
    // Frontier search keeps no layer but the one at work.
    if (this.engine === 'frontier' && this.current && this.current.g < g)
      this.nodes.forEach((one) => {
        if (one.where === 'closed') one.where = 'dropped';
      });
    Object.assign(node, { g, h: estimate, f, where: kind === 'goal' ? 'goal' : 'closed', closed: this.place });
    this.current = node;
    this.refusals = [];
  }

  /** A node is forgotten. @param {any} step */
  #drop({ node: id, f }) {
    const node = this.engine === 'rbfs' ? this.#above(id) : this.#worst(id);
    if (!node) return;
    node.where = 'dropped';
    if (this.engine === 'rbfs') {
      // It waits again among its siblings, worth the lowest f below it.
      Object.assign(node, { f, where: 'open' });
      this.current = node.parent;
    } else if (this.engine === 'sma-star' && node.parent) {
      const { parent } = node;
      Object.assign(parent, { f: parent.where === 'open' ? Math.min(parent.f, f) : f, where: 'open' });
    }
  }

  /** The node of a state whose turn it is. @param {number} id */
  #waiting(id) {
    if (!TREES.includes(this.engine)) return this.latest.get(id);
    const ofPath = this.current?.children.get(id) ?? (this.current?.id === id ? this.current : undefined);
    if (this.engine !== 'sma-star') {
      // A recursion takes a child of the path's end; a new pass begins at the root.
      return ofPath ?? this.nodes.find((node) => node.parent === null);
    }
    return this.#openOf(id)[0] ?? ofPath;
  }

  /** @param {number} id */
  #worst(id) {
    return TREES.includes(this.engine) ? this.#openOf(id).at(-1) : this.latest.get(id);
  }

  /** The open nodes of a state, in order. @param {number} id */
  #openOf(id) {
    return this.nodes.filter((node) => node.id === id && node.where === 'open').sort(ORDERS[this.engine][1]);
  }

  /** The nodes from the start to the current one. @returns {Node[]} */
  #path() {
    const path = [];
    for (let node = this.current; node; node = node.parent) path.unshift(node);
    return path;
  }

  draw() {
    this.#drawBoard();
    const limit = this.limit === null ? '' : ` · ${t('limit-is', { limit: cost(this.limit) })}`;
    fill(
      this.lists,
      ...(this.engine in ORDERS ? this.#drawLists(limit) : this.#drawPath(limit)),
      h(
        'ul',
        { class: 'refusals' },
        ...this.refusals.map(({ move, reason }) => h('li', {}, `${move}: ${t(`refused ${reason}`)}`)),
      ),
    );
  }

  /** @param {string} limit */
  #drawLists(limit) {
    const [name, order] = ORDERS[this.engine];
    const open = this.nodes.filter((node) => node.where === 'open').sort(order);
    const closed = this.nodes.filter((node) => node.where === 'closed').sort((a, b) => b.closed - a.closed);
    const ownName = ['frontier', 'sma-star'].includes(this.engine) ? `closed-list-${this.engine}` : 'closed-list';
    return [
      h('p', {}, t('lists', { open: open.length, closed: closed.length, refused: this.counts.refused }), limit),
      h(
        'div',
        { class: 'two-lists' },
        table('open-list', t('open-list', { order: t(`order-${name}`) }), open),
        table('closed-list', t(ownName), closed),
      ),
    ];
  }

  /** For a search without lists. @param {string} limit */
  #drawPath(limit) {
    const path = this.#path();
    const siblings = this.nodes
      .filter((node) => node.where === 'open' && node.parent && path.includes(node.parent) && !path.includes(node))
      .sort(lowest);
    return [
      h('p', { class: 'no-lists' }, t(`no-lists-${this.engine}`)),
      h('p', {}, t('path-lists', { length: Math.max(path.length - 1, 0), refused: this.counts.refused }), limit),
      h(
        'div',
        { class: 'two-lists' },
        table('current-path', t('current-path'), path, path.length),
        this.engine === 'rbfs' ? table('path-siblings', t('path-siblings'), siblings) : null,
      ),
    ];
  }

  /** The board of the current node, its last step marked; what comes too late is not drawn. */
  async #drawBoard() {
    const taken = this.#path().filter(({ move }) => move !== null);
    const moves = taken.map(({ move }) => /** @type {string} */ (move));
    const last = taken.at(-1);
    fill(this.caption, t('node-steps', { count: taken.length, steps: this.problem.steps, g: last?.g ?? 0 }));
    const key = moves.join(' ');
    this.shown = key;
    try {
      const scene = this.scenes.get(key) ?? (await this.ask(moves)).scene;
      this.scenes.set(key, scene);
      // Pieces of one player belong to nobody else.
      const squares = scene.squares.map((one) => (one.piece === undefined ? one : { owner: 1, ...one }));
      if (this.shown === key)
        this.board.draw({ ...scene, squares: /** @type {any} */ (squares) }, { last: last?.at ?? [] });
    } catch {
      // The view was left.
    }
  }

  /** What is counted, in words. */
  figures() {
    return t('path-counts', this.counts);
  }

  /** The nodes met so far as a tree. */
  svg() {
    /** @type {import('./drawing.js').Row[]} */
    const rows = [];
    const place = (/** @type {Node} */ node, /** @type {number} */ depth) => {
      if (rows.length >= MOST_ROWS) return;
      const where = this.engine in ORDERS || node.where === 'goal' ? t(`where-${node.where}`) : '';
      rows.push({
        depth,
        text: `${node.move ?? t('root')}  g ${node.g}  h ${cost(node.h)}  f ${cost(node.f)}  ${where}`,
        tint: node.where === 'open' ? 2 : 1,
      });
      node.children.forEach((child) => place(child, depth + 1));
    };
    this.nodes.filter(({ parent }) => parent === null).forEach((node) => place(node, 0));
    return drawing(rows);
  }
}

/** A cost as people read it. @param {number} value */
export function cost(value) {
  return value === UNREACHABLE ? '∞' : String(value);
}

/**
 * The first nodes of a list with their costs.
 * @param {string} kind
 * @param {string} caption
 * @param {Node[]} nodes
 * @param {number} [most]
 */
function table(kind, caption, nodes, most = TOP) {
  const rows = nodes
    .slice(0, most)
    .map((node) =>
      h(
        'tr',
        {},
        ...[node.move ?? t('root'), cost(node.g), cost(node.h), cost(node.f)].map((text) => h('td', {}, text)),
      ),
    );
  const more =
    nodes.length > most
      ? h('tr', {}, h('td', { colspan: 4, class: 'figures' }, t('and-more', { count: nodes.length - most })))
      : null;
  return h(
    'table',
    { class: kind },
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...[t('move'), 'g', 'h', 'f'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows, more),
  );
}
