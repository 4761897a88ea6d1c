// The tree of a two-player search as it stands after some steps: what is drawn of it, and what is said of a node.

import { DrawnTree } from './drawn.js';
import { amount, sideName, t } from './language.js';

/**
 * @typedef {{
 *   id: number, parent: number | null, move: string | null, ply: number, seat: number, depth: number,
 *   alpha: number | null, beta: number | null, value: number | null, origin: string | null, best: number | null,
 *   cut: any, children: number[]
 * }} TreeNode
 */

/** Trees of so many nodes are drawn whole, each node where it will stand in the end. */
const SMALL = 70;
/** Children shown before the rest is only counted. */
const TOP = 6;
/** Branches drawn for moves that were never looked at. */
const STUBS = 3;

export class SearchTree {
  /** @param {any[]} steps @param {(id: number) => void} onPick */
  constructor(steps, onPick) {
    this.steps = steps;
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.place = 0;
    /** The nodes from the root to the one the search is at. @type {number[]} */
    this.path = [];
    this.counts = { positions: 0, judged: 0, alpha: 0, beta: 0, table: 0, skipped: 0 };
    /** What somebody folded, and unfolded. @type {Set<number>} */
    this.closed = new Set();
    /** @type {Set<number>} */
    this.opened = new Set();
    /** The node that somebody looks at instead of the search's. @type {number | null} */
    this.picked = null;
    /** Nodes to choose from, while somebody predicts. @type {Set<number>} */
    this.asked = new Set();
    /** The node whose value is asked for. @type {number | null} */
    this.veiled = null;
    /** Whether values are for whoever moves, instead of for player 1. */
    this.isForMover = false;
    this.drawn = new DrawnTree({
      onPick: (key) => onPick(Number(key)),
      onFold: (key, isOpen) => this.fold(Number(key), isOpen),
    });
    this.element = this.drawn.element;
    while (this.place < steps.length) this.#apply(steps[this.place++]);
    /** The tree in the end: where each node will stand. */
    this.whole = this.nodes;
    this.reset();
  }

  reset() {
    this.nodes = [];
    this.place = 0;
    this.path = [];
    this.counts = { positions: 0, judged: 0, alpha: 0, beta: 0, table: 0, skipped: 0 };
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
    if (step.kind === 'enter') {
      const { node: id, parent, move, ply, seat, depth, alpha, beta } = step;
      const fresh = { value: null, origin: null, best: null, cut: null, children: [] };
      this.nodes[id] = { id, parent, move, ply, seat, depth, alpha, beta, ...fresh };
      if (parent !== null) this.nodes[parent]?.children.push(id);
      this.path = [...this.path.slice(0, ply), id];
      this.counts.positions += 1;
    } else if (step.kind === 'leave') {
      const node = this.nodes[step.node];
      if (node) Object.assign(node, { value: step.value, origin: step.origin });
      const above = node && node.parent !== null ? this.nodes[node.parent] : null;
      if (above) {
        const worth = above.seat === node.seat ? step.value : -step.value;
        above.best = Math.max(above.best ?? -Infinity, worth);
      }
      this.path = this.path.slice(0, (node?.ply ?? 0) + 1);
      if (step.origin === 'judge') this.counts.judged += 1;
      if (step.origin === 'table') this.counts.table += 1;
    } else {
      const node = this.nodes[step.node];
      if (node) node.cut = step;
      this.counts[/** @type {'alpha' | 'beta'} */ (step.cut)] += 1;
      this.counts.skipped += step.skipped;
    }
  }

  /** The moves from the root to a node. @param {number} id */
  lineTo(id) {
    /** @type {string[]} */
    const line = [];
    for (let node = this.nodes[id]; node; node = this.nodes[node.parent ?? -1]) if (node.move) line.unshift(node.move);
    return line;
  }

  /** The moves from the root to the node in view. */
  line() {
    const here = this.picked ?? this.path.at(-1);
    return here === undefined ? [] : this.lineTo(here);
  }

  /** @param {number} id @param {boolean} isOpen */
  fold(id, isOpen) {
    (isOpen ? this.closed : this.opened).delete(id);
    (isOpen ? this.opened : this.closed).add(id);
    this.draw();
  }

  /** A value of whoever moves at a node, for whom values are told. @param {number} seat @param {number} value */
  told(seat, value) {
    return amount(this.isForMover || seat === 1 ? value : -value, true, 2);
  }

  /** A window, as values are told. @param {{ seat: number, alpha: number | null, beta: number | null }} node */
  window({ seat, alpha, beta }) {
    const bound = (/** @type {number | null} */ value, /** @type {string} */ none) =>
      value === null ? none : this.told(seat, value);
    const isTurned = !this.isForMover && seat === 2;
    const [low, high] = isTurned ? [beta, alpha] : [alpha, beta];
    return `(${bound(low, '−∞')}, ${bound(high, '∞')})`;
  }

  draw() {
    const root = this.#root();
    return this.drawn.draw(root === undefined ? { nodes: [], bands: [] } : this.#picture(root));
  }

  /** @param {number} root @returns {import('./drawn.js').Picture} */
  #picture(root) {
    const isSmall = sizeOf(this.whole, root) <= SMALL;
    const path = new Set(this.path);
    /** @type {import('./drawn.js').Drawn[]} */
    const nodes = [];
    /** @type {Map<number, number>} */
    const places = new Map();
    const add = (/** @type {number} */ id, /** @type {number} */ parent) => {
      const place = nodes.length;
      places.set(id, place);
      const isOpen = isSmall ? !this.closed.has(id) : this.opened.has(id) || (path.has(id) && !this.closed.has(id));
      nodes.push(this.#item(id, parent, isOpen, path));
      if (!isOpen) return;
      const below = isSmall ? this.whole[id].children : this.#shown(id, path);
      below.forEach((child) => add(child, place));
      const cut = this.whole[id].cut;
      const isCut = Boolean(this.nodes[id]?.cut);
      const stubs = isSmall || isCut ? Math.min(cut?.skipped ?? 0, STUBS) : 0;
      for (let i = 0; i < stubs; i++) nodes.push(stub(id, place, i, isCut, cut.skipped));
    };
    add(root, 0);
    const depth = Math.max(...this.whole.filter(Boolean).map(({ ply }) => ply), 0);
    const bands = [...Array(depth + 1).keys()].map((ply) => this.#band(ply));
    return { nodes, bands, arrow: this.#arrow(places) };
  }

  /** @param {number} ply */
  #band(ply) {
    const seat = this.whole.find((node) => node?.ply === ply)?.seat ?? 1;
    return seat === 1 ? '△ MAX' : '▽ MIN';
  }

  /** @param {number} id @param {number} parent @param {boolean} isOpen @param {Set<number>} path @returns {import('./drawn.js').Drawn} */
  #item(id, parent, isOpen, path) {
    const end = this.whole[id];
    const node = this.nodes[id];
    const base = { key: String(id), parent, label: end.move ?? '', canFold: end.children.length > 0, isOpen };
    const isLeaf = !end.children.length && !end.cut;
    const form = isLeaf ? 'leaf' : end.seat === 1 ? 'max' : 'min';
    if (!node) return { ...base, form, value: '', name: '', isHidden: true };
    const known = id === this.veiled ? null : (node.value ?? node.best);
    return {
      ...base,
      form,
      kind: `seat-${end.seat}${this.asked.has(id) ? ' asked' : ''}`,
      value: known === null ? '?' : this.told(node.seat, known),
      isUnfinished: node.value === null,
      folded: isOpen || !end.children.length ? 0 : sizeOf(this.nodes, id) - 1,
      isPath: path.has(id),
      isNow: id === this.path.at(-1),
      window: path.has(id) && node.value === null && this.veiled === null ? this.window(present(node)) : '',
      name: this.say(id),
    };
  }

  /** The children worth showing: those on the path, the newest and the best. @param {number} id @param {Set<number>} path */
  #shown(id, path) {
    const { children } = this.nodes[id] ?? { children: [] };
    if (children.length <= TOP + 1) return children;
    const byValue = [...children].sort((a, b) => (this.nodes[a].value ?? 1e9) - (this.nodes[b].value ?? 1e9));
    const keep = new Set([...children.filter((child) => path.has(child)), children.at(-1), ...byValue.slice(0, TOP)]);
    return children.filter((child) => keep.has(child));
  }

  /** From the cut just made to the node that makes the rest irrelevant. @param {Map<number, number>} places */
  #arrow(places) {
    const step = this.steps[this.place - 1];
    if (step?.kind !== 'cut' || !step.skipped || step.ancestor === null || step.ancestor === undefined) return null;
    const [from, to] = [places.get(step.node), places.get(step.ancestor)];
    if (from === undefined || to === undefined) return null;
    return { from, to, text: t('has-value', { value: this.told(this.nodes[step.node].seat, step.has) }) };
  }

  /** A node in words: how one gets there, its window, its value, and why the rest was not looked at. @param {number} id */
  say(id) {
    const node = this.nodes[id];
    if (!node) return '';
    const line = this.lineTo(id).join(' ') || t('root');
    const value =
      node.value === null
        ? t('node-unfinished', { best: node.best === null ? '?' : this.told(node.seat, node.best) })
        : t('node-value', { value: this.told(node.seat, node.value), why: t(`origin-${node.origin}`) });
    const cut = node.cut?.skipped ? this.sayCut(node.cut) : '';
    const mover = t('node-mover', { side: sideName(node.seat), form: node.seat === 1 ? 'MAX' : 'MIN' });
    return [`${line}: ${mover}`, `${t('window-title')} ${this.window(node)}`, value, cut].filter(Boolean).join('. ');
  }

  /** Why a cut is right, with the numbers. @param {any} step */
  sayCut(step) {
    const node = this.nodes[step.node] ?? this.whole[step.node];
    const where = step.ancestor === null || step.ancestor === undefined ? null : this.lineTo(step.ancestor).join(' ');
    return t(where === null ? 'cut-bound' : 'cut-because', {
      after: this.lineTo(step.node).join(' ') || t('root'),
      side: sideName(node.seat),
      other: sideName(3 - node.seat),
      move: step.move,
      value: this.told(node.seat, step.value),
      has: this.told(node.seat, where === null ? step.beta : step.has),
      where: where ? t('after-line', { line: where }) : t('at-the-root'),
      skipped: step.skipped,
    });
  }

  /** MTD(f) and iterative deepening enter the root anew; the last root is the one being grown. */
  #root() {
    return this.path.length ? this.path[0] : this.nodes.findLast((node) => node?.parent === null)?.id;
  }

  /** What is counted, in words. */
  figures() {
    return t('tree-counts', this.counts);
  }
}

/** A node with its window as it is now: what its moves have brought narrows it. @param {TreeNode} node */
function present(node) {
  const alpha = Math.max(node.alpha ?? -Infinity, node.best ?? -Infinity);
  return { ...node, alpha: alpha === -Infinity ? null : alpha };
}

/** How many nodes there are below a node and with it. @param {TreeNode[]} nodes @param {number} id @returns {number} */
function sizeOf(nodes, id) {
  const node = nodes[id];
  return node ? node.children.reduce((sum, child) => sum + sizeOf(nodes, child), 1) : 0;
}

/**
 * A branch that nobody looks at.
 * @param {number} id @param {number} parent @param {number} i @param {boolean} isCut whether that is known already
 * @param {number} skipped @returns {import('./drawn.js').Drawn}
 */
function stub(id, parent, i, isCut, skipped) {
  const rest = i === STUBS - 1 && skipped > STUBS ? `+${skipped - STUBS}` : '';
  return { key: `${id}-${i}`, parent, form: 'stub', label: '', value: rest, name: '', isHidden: !isCut };
}
