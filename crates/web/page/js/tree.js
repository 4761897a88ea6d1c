// The tree of a two-player search as it stands after some steps: collapsed, a few children at a time.

import { fill, h } from './dom.js';
import { amount, t } from './language.js';
import { drawing } from './drawing.js';

/**
 * @typedef {{
 *   id: number, parent: number | null, move: string | null, ply: number, seat: number, depth: number,
 *   alpha: number | null, beta: number | null, value: number | null, origin: string | null,
 *   cut: { kind: string, reason: string, skipped: number, move: string } | null, children: number[]
 * }} TreeNode
 */

/** Children shown before "… and n more". */
const TOP = 5;

export class SearchTree {
  constructor() {
    /** @type {any[]} */
    this.steps = [];
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.place = 0;
    /** The nodes from the root to the one the search is at. @type {number[]} */
    this.path = [];
    this.counts = { positions: 0, judged: 0, alpha: 0, beta: 0, table: 0, skipped: 0 };
    /** @type {Set<number>} */
    this.opened = new Set([0]);
    this.element = h('ul', { class: 'tree', 'aria-label': t('search-tree'), tabindex: 0 });
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
    this.draw();
  }

  /** @param {any} step */
  #apply(step) {
    if (step.kind === 'enter') {
      this.nodes[step.node] = {
        id: step.node,
        parent: step.parent,
        move: step.move,
        ply: step.ply,
        seat: step.seat,
        depth: step.depth,
        alpha: step.alpha,
        beta: step.beta,
        value: null,
        origin: null,
        cut: null,
        children: [],
      };
      if (step.parent !== null) this.nodes[step.parent]?.children.push(step.node);
      this.path = [...this.path.slice(0, step.ply), step.node];
      this.counts.positions += 1;
    } else if (step.kind === 'leave') {
      const node = this.nodes[step.node];
      if (node) Object.assign(node, { value: step.value, origin: step.origin });
      this.path = this.path.slice(0, (node?.ply ?? 0) + 1);
      if (step.origin === 'judge') this.counts.judged += 1;
      if (step.origin === 'table') this.counts.table += 1;
    } else {
      const node = this.nodes[step.node];
      if (node) node.cut = { kind: step.cut, reason: step.reason, skipped: step.skipped, move: step.move };
      this.counts[/** @type {'alpha' | 'beta'} */ (step.cut)] += 1;
      this.counts.skipped += step.skipped;
    }
  }

  /** The moves from the root to where the search is. */
  line() {
    return this.path.map((id) => this.nodes[id]?.move).filter((move) => move != null);
  }

  draw() {
    const root = this.#root();
    fill(this.element, root === undefined ? null : this.#item(root, new Set(this.path)));
  }

  /** @param {number} id @param {Set<number>} path @returns {HTMLElement} */
  #item(id, path) {
    const node = this.nodes[id];
    const isOpen = this.opened.has(id) || path.has(id);
    const isHere = id === this.path.at(-1);
    const shown = isOpen ? this.#shown(node, path) : [];
    const hidden = node.children.length - shown.length;
    const label = h(
      'span',
      { class: `node seat-${node.seat}` },
      h('span', { class: 'node-move' }, node.move ?? t('root')),
      h(
        'span',
        { class: 'window', title: t('window-title') },
        `[${bound(node.alpha, '−∞')}, ${bound(node.beta, '+∞')}]`,
      ),
      node.value === null
        ? null
        : h('span', { class: 'value', title: t(`origin-${node.origin}`) }, bound(node.value, '')),
      node.cut
        ? h(
            'span',
            { class: `cut cut-${node.cut.kind}` },
            `✂ ${t(`cut-${node.cut.kind}`, { move: node.cut.move, skipped: node.cut.skipped })}`,
          )
        : null,
    );
    const toggle = node.children.length
      ? h(
          'button',
          {
            type: 'button',
            class: 'fold',
            'aria-expanded': isOpen,
            'aria-label': `${isOpen ? t('fold') : t('unfold')}: ${node.move ?? t('root')}`,
            onclick: () => {
              if (!this.opened.delete(id)) this.opened.add(id);
              this.draw();
            },
          },
          isOpen ? '−' : '+',
        )
      : h('span', { class: 'fold' });
    return h(
      'li',
      { class: isHere ? 'here' : path.has(id) ? 'on-path' : '' },
      toggle,
      label,
      isOpen && node.children.length
        ? h(
            'ul',
            {},
            ...shown.map((child) => this.#item(child, path)),
            hidden > 0
              ? h(
                  'li',
                  { class: 'more' },
                  h(
                    'button',
                    {
                      type: 'button',
                      class: 'move',
                      onclick: () => {
                        this.opened.add(-1 - id);
                        this.draw();
                      },
                    },
                    t('and-more', { count: hidden }),
                  ),
                )
              : null,
          )
        : null,
    );
  }

  /**
   * The children worth showing: those on the path, the newest and the best.
   * @param {TreeNode} node
   * @param {Set<number>} path
   */
  #shown(node, path) {
    if (this.opened.has(-1 - node.id) || node.children.length <= TOP + 1) return node.children;
    const byValue = [...node.children].sort((a, b) => (this.nodes[a].value ?? 1e9) - (this.nodes[b].value ?? 1e9));
    const keep = new Set([
      ...node.children.filter((child) => path.has(child)),
      node.children.at(-1),
      ...byValue.slice(0, TOP),
    ]);
    return node.children.filter((child) => keep.has(child));
  }

  /** The tree that is shown, as a picture. */
  svg() {
    /** @type {import('./drawing.js').Row[]} */
    const rows = [];
    const path = new Set(this.path);
    const place = (/** @type {number} */ id, /** @type {number} */ depth) => {
      const node = this.nodes[id];
      const { kind, move, skipped } = node.cut ?? { kind: '', move: '', skipped: 0 };
      const cut = kind && `✂ ${t(`cut-${kind}`, { move, skipped })}`;
      const window = `[${bound(node.alpha, '−∞')}, ${bound(node.beta, '+∞')}]`;
      rows.push({
        depth,
        text: `${node.move ?? t('root')}  ${window}  ${bound(node.value, '')}  ${cut}`,
        tint: node.seat,
      });
      if (this.opened.has(id) || path.has(id)) this.#shown(node, path).forEach((child) => place(child, depth + 1));
    };
    const root = this.#root();
    if (root !== undefined) place(root, 0);
    return drawing(rows);
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

/** A bound or a value in a few digits. @param {number | null} value @param {string} none */
function bound(value, none) {
  return value === null ? none : amount(value, true, 2);
}
