// A tree that is drawn: one band for each ply, nodes tidy below one another, with zoom, pan, folding and keys as in any
// tree of a computer. The server lays it out; what a node looks like is said by whoever watches the search.

import { call } from './api.js';
import { h, s } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';

/**
 * @typedef {'max' | 'min' | 'leaf' | 'round' | 'box' | 'stub'} Form
 * @typedef {{
 *   key: string, parent: number, form: Form, label: string, value: string, name: string, kind?: string,
 *   below?: string, window?: string, badge?: string, size?: number, folded?: number, canFold?: boolean, isOpen?: boolean,
 *   isUnfinished?: boolean, isPath?: boolean, isNow?: boolean, isHidden?: boolean, inside?: SVGElement | null,
 *   bar?: Bar
 * }} Drawn  `parent` is a place in the list; the root stands first and is its own.
 *
 * @typedef {{ mean: number, bonus: number, most: number, isTaken: boolean }} Bar  a mean from −1 up and its bonus, drawn
 *   to the scale of the longest
 * @typedef {{ nodes: Drawn[], bands: string[], arrow?: { from: number, to: number, text: string } | null }} Picture
 */

/** Measures in the picture's units. */
const [LEFT, TOP] = [92, 46];
/** How small a tree may be drawn before only a part of it is shown. */
const LEAST_SCALE = 0.7;

/** Layouts that were asked for, by the parents of all nodes. @type {Map<string, [number, number][]>} */
const known = new Map();

/** @param {number[]} parents @returns {Promise<[number, number][]>} */
async function layoutOf(parents) {
  const key = parents.join();
  const there = known.get(key);
  if (there) return there;
  const { places } = await call('layout', { parents });
  if (known.size > 400) known.clear();
  known.set(key, places);
  return places;
}

export class DrawnTree {
  /** @param {{ onPick: (key: string) => void, onFold: (key: string, isOpen: boolean) => void, onPoint?: (key: string | null) => void }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {Picture} */
    this.picture = { nodes: [], bands: [] };
    /** Where nodes stand, in the picture's units. @type {[number, number][]} */
    this.places = [];
    /** What is in view: the left upper corner, and how many units a pixel is. */
    this.view = { x: 0, y: 0, scale: 1 };
    this.isFree = true;
    /** How wide a node is, and how high a band: boards need more room. */
    this.room = { width: 46, height: 74 };
    this.asked = 0;
    /** The node that the keyboard is at. */
    this.cursor = '';
    this.ground = s('g', { class: 'bands', 'aria-hidden': true });
    /** Names of the plies, in a gutter that the tree passes under. */
    this.gutter = s('g', { class: 'gutter', 'aria-hidden': true });
    this.edges = s('g', { class: 'edges', 'aria-hidden': true });
    this.items = s('g', { class: 'items' });
    this.arrow = s('g', { class: 'arrows', 'aria-hidden': true });
    this.svg = s(
      'svg',
      { class: 'drawn', role: 'tree', 'aria-label': t('search-tree') },
      this.ground,
      this.edges,
      this.items,
      this.arrow,
      this.gutter,
    );
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
      h(
        'button',
        { type: 'button', class: 'quiet', 'data-key': key, 'aria-label': t(key), title: t(key), onclick },
        icon(sign),
      );
    this.tools = h(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': t('zoom') },
      button('zoom-out', 'less', () => this.zoom(1.25)),
      button('zoom-fit', 'fit', () => this.fit()),
      button('zoom-in', 'more', () => this.zoom(0.8)),
    );
    this.element = h('div', { class: 'drawn-tree' }, this.svg, this.tools);
    this.#listen();
    new ResizeObserver(() => this.#aim()).observe(this.element);
  }

  #listen() {
    const { svg } = this;
    const keyOf = (/** @type {Event} */ event) =>
      /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node') ?? null;
    svg.addEventListener('wheel', (event) => {
      const wheel = /** @type {WheelEvent} */ (event);
      event.preventDefault();
      this.zoom(wheel.deltaY > 0 ? 1.12 : 0.89, wheel);
    });
    /** @type {{ x: number, y: number, moved: boolean } | null} */
    let held = null;
    svg.addEventListener('pointerdown', (event) => {
      const { clientX: x, clientY: y } = /** @type {PointerEvent} */ (event);
      held = { x, y, moved: false };
    });
    svg.addEventListener('pointermove', (event) => {
      const { clientX: x, clientY: y, pointerId } = /** @type {PointerEvent} */ (event);
      if (!held) return;
      const [dx, dy] = [x - held.x, y - held.y];
      if (!held.moved && Math.abs(dx) + Math.abs(dy) < 5) return;
      if (!held.moved) svg.setPointerCapture(pointerId);
      this.isFree = false;
      this.view.x -= dx * this.view.scale;
      this.view.y -= dy * this.view.scale;
      held = { x, y, moved: true };
      this.#show();
    });
    svg.addEventListener('pointerup', () => {
      const wasMoved = held?.moved;
      held = null;
      // What ends a pan is no press on a node.
      if (wasMoved) svg.addEventListener('click', (event) => event.stopPropagation(), { once: true, capture: true });
    });
    svg.addEventListener('pointercancel', () => {
      held = null;
    });
    svg.addEventListener('click', (event) => {
      const key = keyOf(event);
      if (key === null) return;
      if (/** @type {Element} */ (event.target).closest('.pill')) return this.#fold(key);
      this.#press(key);
    });
    svg.addEventListener('dblclick', (event) => {
      const key = keyOf(event);
      if (key !== null) this.#fold(key);
    });
    svg.addEventListener('focusin', (event) => {
      this.cursor = keyOf(event) ?? this.cursor;
      this.#rove();
    });
    svg.addEventListener('pointerover', (event) => this.handlers.onPoint?.(keyOf(event)));
    svg.addEventListener('pointerleave', () => this.handlers.onPoint?.(null));
    svg.addEventListener('keydown', (event) =>
      this.#key(/** @type {KeyboardEvent} */ (/** @type {unknown} */ (event))),
    );
  }

  /** @param {string} key */
  #press(key) {
    this.cursor = key;
    this.#rove();
    this.handlers.onPick(key);
  }

  /** @param {string} key */
  #fold(key) {
    const node = this.picture.nodes.find((one) => one.key === key);
    if (node?.canFold) this.handlers.onFold(key, !node.isOpen);
  }

  /** The nodes in the order a tree is read: each before what is below it. @returns {number[]} */
  #order() {
    const { nodes } = this.picture;
    /** @type {number[][]} */
    const below = nodes.map(() => []);
    nodes.forEach(({ parent }, i) => i && below[parent].push(i));
    /** @type {number[]} */
    const order = [];
    const walk = (/** @type {number} */ i) => {
      if (!nodes[i].isHidden && nodes[i].form !== 'stub') order.push(i);
      below[i].forEach(walk);
    };
    if (nodes.length) walk(0);
    return order;
  }

  /** Keys as in every tree: up and down, in and out. @param {KeyboardEvent} event */
  #key(event) {
    const { nodes } = this.picture;
    const order = this.#order();
    const at = order.findIndex((i) => nodes[i].key === this.cursor);
    const node = nodes[order[at]];
    if (!node) return;
    const to = (/** @type {number | undefined} */ i) => {
      if (i === undefined) return;
      this.cursor = nodes[i].key;
      this.#rove();
      this.items.querySelector(`[data-node="${CSS.escape(this.cursor)}"]`)?.dispatchEvent(new Event('reach'));
      /** @type {SVGElement | null} */ (this.items.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
      this.#bring(i);
    };
    const first = order.find((i) => i && nodes[i].parent === order[at]);
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => to(order[at + 1]),
      ArrowUp: () => to(order[at - 1]),
      ArrowRight: () => (first !== undefined ? to(first) : this.#fold(node.key)),
      ArrowLeft: () => (node.canFold && node.isOpen ? this.#fold(node.key) : to(node.parent)),
      Home: () => to(order[0]),
      End: () => to(order.at(-1)),
      Enter: () => this.#press(node.key),
      ' ': () => this.#press(node.key),
      f: () => this.fit(),
      F: () => this.fit(),
      '+': () => this.zoom(0.8),
      '-': () => this.zoom(1.25),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Exactly one node can be reached with Tab. */
  #rove() {
    for (const item of this.items.querySelectorAll('[role=treeitem]'))
      item.setAttribute('tabindex', item.getAttribute('data-node') === this.cursor ? '0' : '-1');
  }

  /** Draws a tree, once it is known where its nodes stand. @param {Picture} picture */
  async draw(picture) {
    const asked = ++this.asked;
    const parents = picture.nodes.map(({ parent }) => parent);
    try {
      const places = known.get(parents.join()) ?? (await layoutOf(parents));
      if (asked !== this.asked) return;
      this.picture = picture;
      const isBoard = picture.nodes.some(({ form }) => form === 'box');
      const hasSum = picture.nodes.some(({ below }) => below);
      const hasBars = picture.nodes.some(({ bar }) => bar);
      const longest = Math.max(0, ...picture.nodes.map(({ below }) => below?.length ?? 0));
      const width = isBoard ? 70 : hasBars ? Math.max(66, 6.2 * longest + 12) : hasSum ? 66 : 46;
      this.room = { width, height: isBoard ? 98 : hasBars ? 112 : hasSum ? 86 : 74 };
      const { height } = this.room;
      this.places = places.map(([x, y]) => [LEFT + x * width + width / 2, TOP + y * height]);
      this.#paint();
    } catch {
      // The server is away; whoever runs the search says so.
    }
  }

  #paint() {
    const { nodes, arrow } = this.picture;
    const hadFocus = this.items.contains(document.activeElement);
    if (!nodes.some(({ key, isHidden }) => key === this.cursor && !isHidden))
      this.cursor = nodes.find(({ isNow }) => isNow)?.key ?? nodes[0]?.key ?? '';
    const shown = nodes.map((node, i) => ({ node, i })).filter(({ node }) => !node.isHidden);
    this.edges.replaceChildren(...shown.filter(({ i }) => i > 0).map(({ node, i }) => this.#edge(node, i)));
    this.items.replaceChildren(...shown.map(({ node, i }) => this.#item(node, i)));
    this.arrow.replaceChildren(...(arrow ? this.#refutation(arrow) : []));
    if (hadFocus)
      /** @type {SVGElement | null} */ (this.items.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
    this.#aim();
  }

  /** @param {Drawn} node @param {number} i */
  #edge(node, i) {
    const [x1, y1] = this.places[node.parent];
    const [x2, y2] = this.places[i];
    const above = this.picture.nodes[node.parent];
    const [from, to] = [
      y1 + reach(above) + (above.bar ? 34 : above.below ? 17 : 0),
      y2 - reach(node) - (node.label ? 13 : 0),
    ];
    const middle = (from + to) / 2;
    const kind = node.form === 'stub' ? 'edge cut-edge' : node.isPath ? 'edge on' : 'edge';
    return s('path', { d: `M${x1} ${from}C${x1} ${middle} ${x2} ${middle} ${x2} ${to}`, class: kind });
  }

  /** @param {Drawn} node @param {number} i */
  #item(node, i) {
    const [x, y] = this.places[i];
    if (node.form === 'stub') {
      return s(
        'g',
        { class: 'stub', 'aria-hidden': true },
        s('path', { d: `M${x - 7} ${y - 22}l14 14m0 -14l-14 14` }),
        node.value ? s('text', { x, y: y + 8, class: 'stub-count' }, node.value) : null,
      );
    }
    const classes = ['tree-item', node.form, node.kind, node.isUnfinished && 'unfinished', node.isNow && 'now'];
    const level = this.#level(i);
    return s(
      'g',
      {
        class: classes.filter(Boolean).join(' '),
        role: 'treeitem',
        'data-node': node.key,
        'aria-level': level + 1,
        'aria-expanded': node.canFold ? Boolean(node.isOpen) : null,
        'aria-current': node.isNow ? 'step' : null,
        tabindex: node.key === this.cursor ? 0 : -1,
        transform: `translate(${x} ${y})`,
      },
      s('title', {}, node.name),
      s(
        'g',
        { 'aria-hidden': true },
        node.isNow ? s('path', { d: ring(node, 6), class: 'now-ring' }) : null,
        s('path', { d: ring(node, 10), class: 'focus-ring' }),
        node.folded ? s('path', { d: body(node), class: 'body behind', transform: 'translate(4 4)' }) : null,
        s('path', { d: body(node), class: 'body' }),
        node.inside ?? null,
        node.label ? s('text', { y: -reach(node) - 4, class: 'tree-label' }, node.label) : null,
        node.inside ? null : s('text', { y: shiftOf(node), class: 'tree-value' }, node.value),
        node.bar ? this.#bar(node.bar, reach(node) + 6) : null,
        node.below ? s('text', { y: reach(node) + (node.bar ? 27 : 13), class: 'tree-below' }, node.below) : null,
        node.window ? s('text', { x: reach(node) + 8, y: 4, class: 'tree-window' }, node.window) : null,
        node.badge
          ? s(
              'g',
              { class: 'badge', transform: `translate(${-reach(node)} ${-reach(node)})` },
              s('circle', { r: 9 }),
              s('text', { y: 4 }, node.badge),
            )
          : null,
        node.folded
          ? s(
              'g',
              { class: 'pill', transform: `translate(${reach(node) + 12} ${-reach(node) + 2})` },
              s('rect', { x: -4, y: -10, width: 10 + 7 * String(node.folded).length, height: 19, rx: 9.5 }),
              s('text', { x: 1 + 3.5 * String(node.folded).length, y: 4 }, String(node.folded)),
            )
          : null,
      ),
    );
  }

  /** Mean and bonus one behind the other, framed where their sum was the greatest. @param {Bar} bar @param {number} y */
  #bar({ mean, bonus, most, isTaken }, y) {
    const room = this.room.width - 18;
    const long = (/** @type {number} */ value) => Math.max(0, (value / most) * room);
    const [solid, open] = [long(mean + 1), long(bonus)];
    return s(
      'g',
      { class: 'sum', transform: `translate(${-room / 2} ${y})` },
      isTaken ? s('rect', { x: -5, y: -4, width: room + 10, height: 30, rx: 5, class: 'sum-taken' }) : null,
      s('rect', { width: solid, height: 8, class: 'sum-mean' }),
      s('rect', { x: solid, width: open, height: 8, class: 'sum-bonus' }),
    );
  }

  /** How far a node is from the root. @param {number} i */
  #level(i) {
    let level = 0;
    while (i) {
      i = this.picture.nodes[i].parent;
      level += 1;
    }
    return level;
  }

  /** An arrow from a cut to the node above that makes it irrelevant. @param {{ from: number, to: number, text: string }} arrow */
  #refutation({ from, to, text }) {
    const [x1, y1] = this.places[from];
    const [x2, y2] = this.places[to];
    const side = x2 < x1 ? 1 : -1;
    const end = x2 + side * (reach(this.picture.nodes[to]) + 4);
    const bend = Math.max(40, Math.abs(y1 - y2) / 2);
    return [
      s('path', {
        d: `M${x1 - side * 20} ${y1 - 6}C${x1 - side * (20 + bend)} ${y1 - bend} ${end + side * bend} ${y2 + bend / 2} ${end + side * 4} ${y2 + 4}`,
        class: 'refutes',
      }),
      s('path', {
        d: `M${end + side * 13} ${y2 - 3}L${end + side * 2} ${y2 + 4}L${end + side * 13} ${y2 + 12}`,
        class: 'refutes head',
      }),
      s('text', { x: x2 + side * 44, y: y2 + 2 - 12, class: 'has' }, text),
    ];
  }

  /** How large the whole tree is. */
  #extent() {
    const xs = this.places.map(([x]) => x);
    const ys = this.places.map(([, y]) => y);
    return { width: Math.max(...xs, LEFT + 200) + this.room.width, height: Math.max(...ys, 0) + this.room.height };
  }

  /** Shows the whole tree, as far as it stays readable, or else where the search is. */
  fit() {
    this.isFree = true;
    this.#aim();
  }

  #aim() {
    if (!this.places.length || !this.isFree) return this.#show();
    const { width, height } = this.element.getBoundingClientRect();
    if (!width || !height) return;
    const extent = this.#extent();
    const scale = Math.min(Math.max(extent.width / width, extent.height / height, 0.85), 1 / LEAST_SCALE);
    const now = Math.max(
      this.picture.nodes.findIndex(({ isNow }) => isNow),
      0,
    );
    const [x, y] = this.places[now] ?? [0, 0];
    const [w, h_] = [width * scale, height * scale];
    const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ all) =>
      all <= size ? (all - size) / 2 : Math.min(Math.max(at - size / 2, 0), all - size);
    this.view = { x: within(x, w, extent.width), y: extent.height <= h_ ? 0 : within(y, h_, extent.height), scale };
    this.#show();
  }

  /** Brings a node into view. @param {number} i */
  #bring(i) {
    const { width, height } = this.element.getBoundingClientRect();
    const [x, y] = this.places[i];
    const { view } = this;
    const [w, h_] = [width * view.scale, height * view.scale];
    if (x > view.x + 40 && x < view.x + w - 40 && y > view.y + 30 && y < view.y + h_ - 30) return;
    this.isFree = false;
    Object.assign(view, { x: x - w / 2, y: y - h_ / 2 });
    this.#show();
  }

  /** @param {number} by @param {{ clientX: number, clientY: number }} [at] */
  zoom(by, at) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const { view } = this;
    const scale = Math.min(Math.max(view.scale * by, 0.4), 12);
    const [px, py] = at ? [at.clientX - left, at.clientY - top] : [width / 2, height / 2];
    view.x += px * (view.scale - scale);
    view.y += py * (view.scale - scale);
    view.scale = scale;
    this.isFree = false;
    this.#show();
  }

  #show() {
    const { width, height } = this.element.getBoundingClientRect();
    if (!width) return;
    const { x, y, scale } = this.view;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width * scale} ${height * scale}`);
    const { height: high } = this.room;
    const bands = this.picture.bands.map((text, i) => {
      const top = TOP - high / 2 + i * high;
      const band = {
        y: i ? top : Math.min(y - 10, top),
        height: i ? high : top + high - Math.min(y - 10, top),
        class: i % 2 ? 'band-b' : 'band-a',
      };
      const size = 12 * Math.min(scale, 1.4);
      const wide = 12 * scale + 0.62 * size * text.length + 10 * scale;
      const name = { x: x + 12 * scale, y: top + high / 2 + 4, class: 'band-name', style: `font-size:${size}px` };
      return [
        s('rect', { ...band, x: x - 10, width: width * scale + 20 }),
        s('g', {}, s('rect', { ...band, x: x - 10, width: wide + 10 }), s('text', name, text)),
      ];
    });
    this.ground.replaceChildren(...bands.map(([ground]) => ground));
    this.gutter.replaceChildren(...bands.map(([, name]) => name));
  }
}

/** How far a node reaches from its middle. @param {Drawn} node */
function reach({ form, size }) {
  return size ?? { max: 18, min: 18, leaf: 14, round: 15, box: 24, stub: 8 }[form];
}

/** How far the value stands below the middle. @param {Drawn} node */
function shiftOf({ form }) {
  return { max: 9, min: -1, leaf: 4.5, round: 4.5, box: 5, stub: 0 }[form];
}

/** The outline of a node. @param {Drawn} node */
function body(node) {
  const r = reach(node);
  switch (node.form) {
    case 'max':
      return `M0 ${-r}L${r * 1.12} ${r * 0.85}H${-r * 1.12}Z`;
    case 'min':
      return `M0 ${r}L${r * 1.12} ${-r * 0.85}H${-r * 1.12}Z`;
    case 'round':
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    default:
      return `M${-r} ${-r + 4}q0 -4 4 -4h${2 * r - 8}q4 0 4 4v${2 * r - 8}q0 4 -4 4h${-2 * r + 8}q-4 0 -4 -4Z`;
  }
}

/** A line around a node. @param {Drawn} node @param {number} by how far from it */
function ring(node, by) {
  const form = node.form === 'box' ? 'box' : 'round';
  return body({ ...node, form, size: reach(node) + by });
}
