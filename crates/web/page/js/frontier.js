// What a one-player search keeps, as it stands after some steps: its open and closed lists, or its path.

import { Board } from './board.js';
import { fill, h, s } from './dom.js';
import { DrawnTree } from './drawn.js';
import { t } from './language.js';
import { cellAt, measure, SIZE } from './paint.js';
import { picture } from './picture.js';

/** Rows of a list that are shown. */
const TOP = 12;
/** Trees of so many nodes are drawn whole. */
const SMALL = 60;
/** Children shown before the rest is only counted. */
const MOST_CHILDREN = 7;
/** Boards of so many cells are drawn as nodes. */
const SMALL_BOARD = 16;
/** A cost that stands for none. */
const UNREACHABLE = 4294967295;

/**
 * @typedef {{
 *   id: number, parent: Node | null, move: string | null, at: number[], g: number, h: number, f: number, where: string,
 *   made: number, batch: number, closed: number, rank: number, children: Map<number, Node>
 * }} Node
 *   `made` numbers nodes as they are opened, `batch` the expansions they come from, `closed` the steps they end with,
 *   `rank` the order they were expanded in.
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
  own: ['f', lowest],
};

/** Searches that hold a state once for each path to it. */
const TREES = ['ida-star', 'rbfs', 'sma-star'];

export class Frontier {
  /**
   * @param {{ frame: import('./types.js').Frame, scene: import('./types.js').Scene }} look at the start
   * @param {string} engine the search's name
   * @param {{ name: string, steps: string, paints?: boolean }} problem what is searched, and what its steps are called
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
    this.board = new Board(frame, problem.name, {
      // Pressing a cell of the map answers a question; elsewhere it paints.
      onPick: (at) => {
        const node = [...this.latest.values()].find((one) => one.at[0] === at && this.asked.has(one.id));
        if (node) this.#pick(node);
      },
    });
    this.caption = h('p', { class: 'figures' });
    this.lists = h('div', { class: 'lists' });
    this.frame = frame;
    /** A node that somebody looks at instead of the search's. @type {Node | null} */
    this.picked = null;
    /** @type {Set<Node>} */
    this.opened = new Set();
    /** Nodes by the key they are drawn with. @type {Node[]} */
    this.keyed = [];
    /** Nodes to choose from, while somebody predicts. @type {Set<number>} */
    this.asked = new Set();
    this.isWaiting = false;
    /** Scenes that were asked for and are not there yet. @type {Set<Promise<void>>} */
    this.pending = new Set();
    this.onPick = (/** @type {Node} */ _node) => {};
    this.drawn = new DrawnTree({
      onPick: (key) => this.#pick(this.keyed[Number(key)]),
      onFold: (key, isOpen) => {
        if (isOpen) this.opened.add(this.keyed[Number(key)]);
        else this.opened.delete(this.keyed[Number(key)]);
        this.#drawTree();
      },
    });
    /** Whether the map itself shows the search, instead of a tree. */
    this.isMap = Boolean(problem.paints);
    this.cells = s('g', { class: 'search-cells', 'aria-hidden': true });
    this.way = s('g', { class: 'search-cells', 'aria-hidden': true });
    this.element = this.isMap ? this.#mapView() : this.drawn.element;
    this.side = this.isMap
      ? h('div', { class: 'small-board' }, this.caption)
      : h('div', { class: 'small-board' }, this.board.element, this.caption);
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

  /** The map as the picture of the search, with the tree behind a switch. */
  #mapView() {
    this.board.pieces.before(this.cells);
    this.board.over.before(this.way);
    const { width, height } = measure(this.frame);
    const map = h('div', { class: 'map-view', style: `--ratio:${width / height}` }, this.board.element);
    const tree = this.drawn.element;
    tree.hidden = true;
    const onclick = () => {
      this.isMap = !this.isMap;
      map.hidden = !this.isMap;
      tree.hidden = this.isMap;
      swap.textContent = t(this.isMap ? 'as-tree' : 'as-map');
      this.draw();
    };
    const swap = h('button', { type: 'button', class: 'quiet as-tree', 'data-key': 'as-tree', onclick }, t('as-tree'));
    return h('div', { class: 'map-or-tree' }, map, tree, swap);
  }

  /** Where the search has been, where it may go on, and the path: on the map. */
  #drawCells() {
    const { margin } = measure(this.frame);
    const corner = (/** @type {number} */ at) => {
      const [row, column] = cellAt(this.frame, at);
      return { x: margin + column * SIZE, y: margin + row * SIZE };
    };
    const begin = this.scenes.get('')?.squares.find(({ piece }) => piece !== undefined)?.at;
    const placeOf = (/** @type {Node} */ node) => node.at[0] ?? begin;
    const shown = [...this.latest.values()].filter(({ where }) => ['open', 'closed', 'goal'].includes(where));
    const cells = shown.flatMap((node) => {
      const at = placeOf(node);
      if (at === undefined) return [];
      const { x, y } = corner(at);
      const isAsked = this.asked.has(node.id) ? ' asked' : '';
      const cell = s('rect', {
        x: x + 5,
        y: y + 5,
        width: SIZE - 10,
        height: SIZE - 10,
        rx: 6,
        class: `cell-${node.where}${isAsked}`,
      });
      return node === this.current
        ? [cell, s('rect', { x: x + 2, y: y + 2, width: SIZE - 4, height: SIZE - 4, rx: 8, class: 'cell-now' })]
        : [cell];
    });
    const points = this.#pathTo(this.picked ?? this.current).flatMap((node) => placeOf(node) ?? []);
    const line = points.map((at, i) => {
      const { x, y } = corner(at);
      return `${i ? 'L' : 'M'}${x + SIZE / 2} ${y + SIZE / 2}`;
    });
    const way =
      points.length > 1 ? ['halo', 'way'].map((kind) => s('path', { d: line.join(''), class: `cell-${kind}` })) : [];
    this.cells.replaceChildren(...cells);
    this.way.replaceChildren(...way);
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
    this.picked = null;
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
      const fresh = { id, parent: from, move, at, g, h: estimate, f, where: '', made: 0, batch: 0, closed: 0, rank: 0 };
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
    if (kind === 'expand') node.rank = this.counts.expanded;
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

  /** @param {Node} node */
  #pick(node) {
    this.picked = node;
    this.onPick(node);
    this.#drawBoard();
  }

  /** The nodes from the start to one. @param {Node | null} to @returns {Node[]} */
  #pathTo(to) {
    const path = [];
    for (let node = to; node; node = node.parent) path.unshift(node);
    return path;
  }

  /** A node by the steps to it and its costs. @param {number} id */
  nameOf(id) {
    const node = this.latest.get(id);
    if (!node) return String(id);
    const line = this.#pathTo(node).flatMap(({ move }) => move ?? []);
    return `${line.join(' ') || t('root')}: ${sum(node)}`;
  }

  /** A node in words. @param {Node} node */
  say(node) {
    const line = this.#pathTo(node).flatMap(({ move }) => move ?? []);
    const where = node === this.current ? 'now' : node.where || 'dropped';
    return t('path-node', {
      line: line.join(' ') || t('root'),
      g: cost(node.g),
      h: cost(node.h),
      f: cost(node.f),
      where: t(`node-${where}`),
    });
  }

  #drawTree() {
    if (this.isMap) return null;
    const root = this.#pathTo(this.current)[0] ?? this.nodes.findLast(({ parent }) => parent === null);
    if (!root) return this.drawn.draw({ nodes: [], bands: [] });
    const path = new Set(this.#pathTo(this.current));
    const isSmall = this.nodes.length <= SMALL;
    /** @type {import('./drawn.js').Drawn[]} */
    const nodes = [];
    this.keyed = [];
    let deepest = 0;
    const add = (/** @type {Node} */ node, /** @type {number} */ parent, /** @type {number} */ depth) => {
      const place = nodes.length;
      deepest = Math.max(deepest, depth);
      const isOpen = isSmall ? !this.opened.has(node) : path.has(node) !== this.opened.has(node);
      nodes.push(this.#item(node, parent, isOpen, path, depth));
      this.keyed.push(node);
      if (isOpen) this.#shown(node, path).forEach((child) => add(child, place, depth + 1));
    };
    add(root, 0, 0);
    return this.drawn.draw({ nodes, bands: [...Array(deepest + 1).keys()].map((depth) => t('band-steps', { depth })) });
  }

  /** @param {Node} node @param {Set<Node>} path */
  #shown(node, path) {
    const all = [...node.children.values()];
    if (all.length <= MOST_CHILDREN) return all;
    const keep = new Set([...all].sort(lowest).slice(0, MOST_CHILDREN));
    return all.filter((child) => keep.has(child) || path.has(child));
  }

  /** @param {Node} node @param {number} parent @param {boolean} isOpen @param {Set<Node>} path @param {number} depth @returns {import('./drawn.js').Drawn} */
  #item(node, parent, isOpen, path, depth) {
    const isBoard = this.frame.rows * this.frame.columns <= SMALL_BOARD;
    const inside = isBoard ? this.#miniature(node) : null;
    const isNow = node === this.current;
    return {
      key: String(this.keyed.length),
      parent,
      form: isBoard ? 'box' : 'round',
      kind: `where-${node.where === 'goal' ? 'goal' : node.where || 'dropped'}${
        this.asked.has(node.id) && this.latest.get(node.id) === node ? ' asked' : ''
      }`,
      label: depth && !isBoard ? (node.move ?? '') : '',
      value: isBoard ? '' : cost(node.f),
      below: sum(node),
      badge: node.rank ? String(node.rank) : '',
      canFold: node.children.size > 0,
      isOpen,
      folded: isOpen || !node.children.size ? 0 : node.children.size,
      isPath: path.has(node),
      isNow,
      inside,
      name: this.say(node),
    };
  }

  /** The board of a node, once it is known. @param {Node} node @returns {SVGElement | null} */
  #miniature(node) {
    const moves = this.#pathTo(node).flatMap(({ move }) => move ?? []);
    const scene = this.scenes.get(moves.join(' '));
    if (!scene) {
      const asking = this.#wait(moves).finally(() => this.pending.delete(asking));
      this.pending.add(asking);
      return null;
    }
    const drawn = picture(this.frame, scene, { small: true });
    for (const [name, value] of Object.entries({ x: -22, y: -22, width: 44, height: 44 }))
      drawn.setAttribute(name, String(value));
    return drawn;
  }

  /** Asks how a node looks; the tree is drawn again when that is known. @param {string[]} moves */
  async #wait(moves) {
    try {
      const { scene } = await this.ask(moves);
      this.scenes.set(moves.join(' '), scene);
    } catch {
      // The view was left.
      return;
    }
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.#drawTree();
    });
  }

  /** Draws, once every board that is in view is known. */
  async drawWhole() {
    await this.draw();
    if (this.pending.size) await Promise.all(this.pending);
    await this.draw();
  }

  draw() {
    const done = Promise.all([this.#drawBoard(), this.#drawTree()]);
    const limit = this.limit === null ? '' : ` · ${t('limit-is', { limit: cost(this.limit) })}`;
    fill(
      this.lists,
      ...(this.engine in ORDERS ? this.#drawLists(limit) : this.#drawPath(limit)),
      h(
        'ul',
        { class: 'refusals' },
        ...this.refusals.map(({ move, reason }) => h('li', {}, reason ? `${move}: ${t(`refused ${reason}`)}` : move)),
      ),
    );
    return done;
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
    const path = this.#pathTo(this.current);
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
    const taken = this.#pathTo(this.picked ?? this.current).filter(({ move }) => move !== null);
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
        this.board.draw(
          { ...scene, squares: /** @type {any} */ (squares) },
          { last: this.isMap ? [] : (last?.at ?? []) },
        );
      if (this.problem.paints) this.#drawCells();
    } catch {
      // The view was left.
    }
  }

  /** What is counted, in words. */
  figures() {
    return t('path-counts', this.counts);
  }
}

/** What a node costs: f is the sum only where the search ranks by it. @param {Node} node */
function sum(node) {
  const [g, h_, f] = [cost(node.g), cost(node.h), cost(node.f)];
  return node.g + node.h === node.f ? `${g} + ${h_} = ${f}` : `g ${g}, h ${h_}`;
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
