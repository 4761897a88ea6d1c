// The open and closed lists of a one-player search as they stand after some steps.

import { Board } from './board.js';
import { fill, h } from './dom.js';
import { drawing } from './drawing.js';
import { blokus } from './games/blokus.js';
import { t } from './language.js';

/** Rows of the open list that are shown. */
const TOP = 12;
/** Rows of a picture at most. */
const MOST_ROWS = 400;

export class Frontier {
  /** @param {string[]} rows the board's rows of `.`, `#` and `1` */
  constructor(rows) {
    this.rows = rows;
    /** @type {any[]} */
    this.steps = [];
    this.board = new Board({ ...blokus, name: 'puzzle', rows: rows.length, columns: rows[0]?.length ?? 1 }, {});
    this.caption = h('p', { class: 'figures' });
    this.lists = h('div', { class: 'lists' });
    this.element = h('div', { class: 'frontier' }, h('div', { class: 'small-board' }, this.board.element, this.caption), this.lists);
    this.place = 0;
    /** @type {Map<number, { parent: number | null, move: string | null, g: number, h: number, f: number, where: string }>} */
    this.nodes = new Map();
    this.counts = { expanded: 0, refused: 0 };
    /** @type {number | null} */
    this.current = null;
    /** @type {{ move: string, reason: string }[]} */
    this.refusals = [];
    /** @type {number | null} */
    this.limit = null;
  }

  reset() {
    this.place = 0;
    this.nodes = new Map();
    this.counts = { expanded: 0, refused: 0 };
    this.current = null;
    this.refusals = [];
    this.limit = null;
  }

  /** Stands after the first `place` steps. @param {number} place */
  go(place) {
    if (place < this.place) this.reset();
    while (this.place < place) this.#apply(this.steps[this.place++]);
    this.draw();
  }

  /** @param {any} step */
  #apply(step) {
    if (step.kind === 'limit') {
      this.limit = step.f;
      return;
    }
    const known = this.nodes.get(step.node);
    const node = { parent: step.parent ?? known?.parent ?? null, move: step.move ?? known?.move ?? null, g: step.g, h: step.h, f: step.f, where: known?.where ?? '' };
    if (step.kind === 'refuse') {
      this.counts.refused += 1;
      this.refusals = [{ move: step.move, reason: step.reason }, ...this.refusals].slice(0, 4);
      return;
    }
    node.where = { open: 'open', expand: 'closed', goal: 'goal', drop: 'dropped' }[/** @type {string} */ (step.kind)] ?? '';
    if (step.kind === 'expand') this.counts.expanded += 1;
    if (step.kind === 'expand' || step.kind === 'goal') {
      this.current = step.node;
      this.refusals = [];
    }
    this.nodes.set(step.node, node);
  }

  /** The placements that lead to a node. @param {number | null} id @returns {string[]} */
  line(id) {
    const moves = [];
    for (let node = id === null ? undefined : this.nodes.get(id); node; node = node.parent === null ? undefined : this.nodes.get(node.parent)) {
      if (node.move) moves.unshift(node.move);
      if (moves.length > 60) break;
    }
    return moves;
  }

  draw() {
    const open = [...this.nodes].filter(([, node]) => node.where === 'open').sort(([, a], [, b]) => a.f - b.f || b.g - a.g);
    const closed = [...this.nodes.values()].filter((node) => node.where === 'closed').length;
    const rows = open.slice(0, TOP).map(([id, node]) => h('tr', {}, h('td', {}, this.line(id).slice(-1)[0] ?? t('root')), h('td', {}, String(node.g)), h('td', {}, String(node.h)), h('td', {}, String(node.f))));
    this.#drawBoard();
    fill(this.lists, h('p', {}, t('lists', { open: open.length, closed, refused: this.counts.refused }), this.limit === null ? '' : ` · ${t('limit-is', { limit: this.limit })}`),
      h('table', {}, h('caption', {}, t('open-list')), h('thead', {}, h('tr', {}, ...[t('move'), 'g', 'h', 'f'].map((name) => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)),
      h('ul', { class: 'refusals' }, ...this.refusals.map(({ move, reason }) => h('li', {}, `${move}: ${t(`refused ${reason}`)}`))));
  }

  /** The board of the current node, its last piece marked. */
  #drawBoard() {
    const moves = this.line(this.current);
    const own = new Set(moves.flatMap((move) => blokus.move(move).cells));
    const text = this.rows.join('/');
    const scene = blokus.scene(`${text} 0,0,0 0,0,0 1`);
    for (const cell of own) Object.assign(scene.cells.get(cell) ?? {}, { owner: 1 });
    this.board.draw(scene, { last: moves.slice(-1).flatMap((move) => blokus.move(move).cells) });
    fill(this.caption, t('node-cells', { cells: own.size, pieces: moves.length }));
  }

  /** What is counted, in words. */
  figures() {
    return t('path-counts', this.counts);
  }

  /** The nodes met so far as a tree. */
  svg() {
    /** @type {Map<number | null, number[]>} */
    const children = new Map();
    for (const [id, node] of this.nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), id]);
    /** @type {import('./drawing.js').Row[]} */
    const rows = [];
    const place = (/** @type {number} */ id, /** @type {number} */ depth) => {
      const node = this.nodes.get(id);
      if (!node || rows.length >= MOST_ROWS) return;
      rows.push({ depth, text: `${node.move ?? t('root')}  g ${node.g}  h ${node.h}  f ${node.f}  ${t(`where-${node.where}`)}`, tint: node.where === 'open' ? 2 : 1 });
      (children.get(id) ?? []).forEach((child) => place(child, depth + 1));
    };
    (children.get(null) ?? []).forEach((id) => place(id, 0));
    return drawing(rows);
  }
}
