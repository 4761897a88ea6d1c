// The board that is played on: painted in layers, with a grid of cells above them for pointers, keys and readers.

import { cellName } from './cells.js';
import { h, s } from './dom.js';
import { makeHeads } from './heads.js';
import { heatRect } from './heat.js';
import { t } from './language.js';
import {
  around,
  cellAt,
  dot,
  ghostly,
  ground,
  lookOf,
  measure,
  plateUnder,
  SIZE,
  things,
  wins,
  word,
} from './paint.js';

/**
 * @typedef {{ cells: number[], isLegal: boolean, piece?: number | null }} Ghost
 * @typedef {{ at: number[], text: string, kind: string }} Advice a move with what it is worth
 *
 * @typedef {{
 *   last?: number[], targets?: Set<number>, fits?: Set<number>, heat?: Map<number, import('./heat.js').Warmth>,
 *   reach?: number[][], owner?: 1 | 2, isPreview?: boolean, isDim?: boolean, marks?: boolean, isMoved?: boolean, advice?: Advice[]
 * }} Marks
 *
 * @typedef {{
 *   onPick?: (at: number, isTouch: boolean) => void, onPoint?: (at: number | null, isKey?: boolean) => void,
 *   onKey?: (event: KeyboardEvent) => boolean, onWheel?: (by: number) => boolean, onFlip?: () => boolean
 * }} Handlers
 */

export class Board {
  /** @param {import('./types.js').Frame} frame @param {string} game its name @param {Handlers} handlers */
  constructor(frame, game, handlers) {
    this.frame = frame;
    this.game = game;
    this.handlers = handlers;
    this.look = lookOf(frame);
    /** @type {SVGElement[]} */
    this.cells = [];
    this.cursor = 0;
    /** Whose piece a ghost is. @type {1 | 2} */
    this.owner = 1;
    const layer = (/** @type {string} */ name) => s('g', { class: name, 'aria-hidden': true });
    this.under = layer('under');
    this.pieces = layer('pieces');
    this.over = layer('over');
    this.held = layer('held');
    this.svg = this.#build();
    this.heads = frame.falls && handlers.onPick ? makeHeads(frame, handlers) : null;
    this.element = h('div', { class: 'board-frame' }, this.svg, this.heads?.element);
    // Coordinates are as large on every screen, whatever the board is scaled to.
    new ResizeObserver(() => {
      const { width } = this.svg.getBoundingClientRect();
      if (width) this.svg.style.setProperty('--unit', String(measure(frame).width / width));
    }).observe(this.element);
  }

  #build() {
    const { rows, columns } = this.frame;
    const { width, height, margin } = measure(this.frame);
    const grid = s('g', { class: 'grid' });
    for (let row = 0; row < rows; row++) grid.append(this.#row(row, margin));
    const svg = s(
      'svg',
      {
        class: `board ${this.look}`,
        role: 'grid',
        viewBox: `0 0 ${width} ${height}`,
        style: `aspect-ratio:${width}/${height}`,
        'aria-rowcount': rows,
        'aria-colcount': columns,
        'aria-label': t('board-of', { game: t(`game-${this.game}`) }),
      },
      ground(this.frame, this.look, true),
      this.under,
      this.pieces,
      this.over,
      this.held,
      grid,
    );
    this.#listen(svg);
    return svg;
  }

  /** @param {number} row @param {number} margin */
  #row(row, margin) {
    const group = s('g', { role: 'row', 'aria-rowindex': row + 1 });
    for (let column = 0; column < this.frame.columns; column++) {
      const at = this.cells.length;
      const place = { x: margin + column * SIZE, y: margin + row * SIZE, width: SIZE, height: SIZE };
      const cell = s(
        'g',
        {
          role: 'gridcell',
          'data-cell': cellName(this.frame, at),
          'data-at': at,
          tabindex: at === this.cursor ? 0 : -1,
          class: 'cell',
          'aria-colindex': column + 1,
        },
        s('rect', { ...place, class: 'hit' }),
        s('rect', { x: place.x + 2, y: place.y + 2, width: SIZE - 4, height: SIZE - 4, rx: 5, class: 'ring' }),
      );
      this.cells.push(cell);
      group.append(cell);
    }
    return group;
  }

  /** @param {SVGElement} svg */
  #listen(svg) {
    const isTouch = (/** @type {Event} */ event) => /** @type {PointerEvent} */ (event).pointerType === 'touch';
    svg.addEventListener('click', (event) => {
      const at = atOf(event);
      if (at !== null) this.handlers.onPick?.(at, isTouch(event));
    });
    svg.addEventListener('pointerover', (event) => {
      const at = atOf(event);
      if (at !== null && !isTouch(event)) this.handlers.onPoint?.(at);
    });
    svg.addEventListener('pointerleave', (event) => {
      if (!isTouch(event)) this.handlers.onPoint?.(null);
    });
    svg.addEventListener('focusin', (event) => {
      const at = atOf(event);
      if (at === null) return;
      this.#moveTo(at, false);
      // A press is heard of by itself.
      if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.handlers.onPoint?.(at, true);
    });
    svg.addEventListener(
      'wheel',
      (event) => {
        const { deltaY } = /** @type {WheelEvent} */ (event);
        if (this.handlers.onWheel?.(Math.sign(deltaY))) event.preventDefault();
      },
      { passive: false },
    );
    svg.addEventListener('contextmenu', (event) => {
      if (this.handlers.onFlip?.()) event.preventDefault();
    });
    svg.addEventListener('keydown', (event) =>
      this.#key(/** @type {KeyboardEvent} */ (/** @type {unknown} */ (event))),
    );
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.cells[this.cursor]?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { rows, columns } = this.frame;
    const [row, column] = cellAt(this.frame, this.cursor);
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(Math.max(n, 0), most - 1);
    if (step) this.#moveTo(clamp(row + step[0], rows) * columns + clamp(column + step[1], columns), true);
    else if (this.handlers.onKey?.(event)) event.preventDefault();
    else if (event.key === 'Enter') this.handlers.onPick?.(this.cursor, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} at @param {boolean} withFocus */
  #moveTo(at, withFocus) {
    this.cells[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = at;
    this.cells[at]?.setAttribute('tabindex', '0');
    if (withFocus) this.cells[at]?.focus({ preventScroll: true });
  }

  /** Draws a scene with its marks. @param {import('./types.js').Scene} scene @param {Marks} marks */
  draw(scene, marks) {
    const { frame, look } = this;
    this.owner = marks.owner ?? 1;
    const last = marks.last ?? [];
    const targets = marks.targets ?? new Set();
    this.element.classList.toggle('preview', marks.isPreview ?? false);
    this.element.classList.toggle('dimmed', marks.isDim ?? false);
    const isWon = (scene.lights ?? []).some(({ mark }) => mark === 'won');
    const heat = marks.heat ?? new Map();
    this.under.replaceChildren(
      ...[...heat].map(([at, warmth]) => heatRect(frame, at, warmth)),
      ...reachable(frame, marks.reach ?? []),
      ...this.#reach(scene, targets),
      ...wins(frame, scene),
    );
    this.pieces.replaceChildren(
      ...things(frame, scene, { look, marks: marks.marks, fresh: marks.isMoved ? last : [] }),
    );
    this.over.replaceChildren(
      ...(last.length && !isWon ? [around(frame, last, look, marks.isMoved ? 'last-edge pulse' : 'last-edge')] : []),
      ...[...(marks.fits ?? [])].map((at) => dot(frame, at, 'fit')),
      ...[...heat].map(([at, { text }]) => word(frame, at, text, 'heat-text')),
      ...(marks.advice ?? []).flatMap(({ at, text, kind }) => this.#advice(at, text, kind)),
    );
    this.heads?.draw(scene, targets);
    this.#name(scene, last, targets, heat);
    this.#makeRoom(heat, marks.advice ?? []);
  }

  /** Numbers move up where a value stands under them. @param {Map<number, unknown>} heat @param {Advice[]} advice */
  #makeRoom(heat, advice) {
    const valued = new Set([...heat.keys(), ...advice.map(({ at }) => this.#labelled(at))]);
    for (const text of this.pieces.querySelectorAll('[data-number]')) {
      text.classList.toggle('valued', valued.has(Number(text.getAttribute('data-number'))));
    }
  }

  /** The cell that carries a move's value: where it leads on a board of numbers, else the lowest. @param {number[]} at */
  #labelled(at) {
    return this.look === 'lines' && this.pieces.querySelector('[data-number]') ? at[0] : Math.max(...at);
  }

  /** Which cells may be chosen, where that is not plain to see. @param {import('./types.js').Scene} scene @param {Set<number>} targets */
  #reach(scene, targets) {
    const numbered = new Set(
      scene.squares.filter(({ text, piece }) => text && piece === undefined).map(({ at }) => at),
    );
    const n_open = this.cells.length - scene.squares.filter(({ piece, owner }) => piece !== undefined || owner).length;
    if (this.look === 'columns' || (targets.size >= n_open && !numbered.size)) return [];
    return [...targets].map((at) =>
      numbered.has(at) ? plateUnder(this.frame, at, 'reach') : dot(this.frame, at, 'fit'),
    );
  }

  /** @param {number[]} at @param {string} text @param {string} kind */
  #advice(at, text, kind) {
    return [
      around(this.frame, at, this.look, `advice ${kind}`, 3),
      word(this.frame, this.#labelled(at), text, `advice-text ${kind}`),
    ];
  }

  /**
   * How cells are marked and read aloud.
   * @param {import('./types.js').Scene} scene @param {number[]} last @param {Set<number>} targets
   * @param {Map<number, import('./heat.js').Warmth>} heat
   */
  #name(scene, last, targets, heat) {
    const squares = new Map(scene.squares.map((square) => [square.at, square]));
    const lights = scene.lights ?? [];
    for (const [at, element] of this.cells.entries()) {
      const square = squares.get(at);
      const mine = lights.filter((light) => light.at.includes(at));
      const marks = mine.map(({ mark }) => ({ won: 'winning', begin: 'corner', barred: 'barred', threat: '' })[mark]);
      const isTarget = targets.has(at);
      const owner = square?.owner && square.ground !== 'start' ? `owner-${square.owner}` : '';
      const classes = ['cell', owner, last.includes(at) ? 'last' : '', isTarget ? 'target' : '', ...marks];
      element.setAttribute('class', classes.filter(Boolean).join(' '));
      const reasons = mine.filter(({ mark }) => mark !== 'threat').map(({ why }) => why);
      const words = [
        cellName(this.frame, at),
        ...stateOf(this.frame, square),
        ...reasons,
        isTarget && t('legal-here'),
        heat.get(at)?.label,
      ];
      element.setAttribute('aria-label', words.filter(Boolean).join(', '));
    }
    for (const text of this.pieces.querySelectorAll('[data-number]')) {
      const at = Number(text.getAttribute('data-number'));
      text.classList.toggle('reachable', targets.has(at));
      text.classList.toggle(
        'out',
        lights.some(({ mark, at: cells }) => mark === 'barred' && cells.includes(at)),
      );
    }
  }

  /**
   * What is held over the board, and what it would take away; cheap enough for every move of a pointer.
   * @param {Ghost | null} ghost @param {number[]} [struck] @param {number | null} [chosen] a cell that is pointed at
   */
  hold(ghost, struck = [], chosen = null) {
    const parts = struck.map((at) => {
      const [row, column] = cellAt(this.frame, at);
      const { margin } = measure(this.frame);
      const [x, y] = [margin + column * SIZE, margin + row * SIZE];
      return s(
        'g',
        { class: 'struck' },
        around(this.frame, [at], 'lines', 'struck-edge', 4),
        s('path', { d: `M${x + 9} ${y + 31}L${x + 31} ${y + 9}` }),
      );
    });
    const number = chosen === null ? null : this.pieces.querySelector(`[data-number="${chosen}"]`);
    if (chosen !== null && number) {
      parts.push(
        s(
          'g',
          { class: 'ghost legal', 'data-cells': chosen },
          plateUnder(this.frame, chosen, 'chosen'),
          word(this.frame, chosen, number.textContent ?? '', 'number chosen-text'),
        ),
      );
    } else if (ghost) parts.push(ghostly(this.frame, this.look, { ...ghost, owner: this.owner }));
    this.held.replaceChildren(...parts);
  }

  /** The cell that is meant by one: where things fall, the target of its column. @param {number} at @param {Set<number>} targets */
  aim(at, targets) {
    if (this.look !== 'columns') return at;
    return [...targets].find((target) => target % this.frame.columns === at % this.frame.columns) ?? at;
  }

  /** The cell under a point of the screen. @param {number} x @param {number} y @returns {number | null} */
  cellUnder(x, y) {
    const box = this.svg.getBoundingClientRect();
    const { margin, width } = measure(this.frame);
    const unit = width / box.width;
    const [column, row] = [((x - box.left) * unit - margin) / SIZE, ((y - box.top) * unit - margin) / SIZE].map(
      Math.floor,
    );
    const isOn = row >= 0 && column >= 0 && row < this.frame.rows && column < this.frame.columns;
    return isOn ? row * this.frame.columns + column : null;
  }
}

/** Where the next piece of each side could lie: one side's hatching, the other's, or both. @param {import('./types.js').Frame} frame @param {number[][]} reach */
function reachable(frame, reach) {
  const [one, two] = reach.map((cells) => new Set(cells));
  return [...new Set(reach.flat())].map((at) => {
    const kind = one.has(at) ? (two.has(at) ? 'both' : 'one') : 'two';
    return plateUnder(frame, at, `reachable-${kind}`);
  });
}

/** @param {import('./types.js').Frame} frame @param {import('./types.js').Square | undefined} square */
function stateOf(frame, square) {
  const piece = square?.piece === undefined ? undefined : frame.pieces[square.piece];
  if (square?.ground === 'wall') return [t('cell-blocked')];
  if (!square || (square.ground === 'start' && !piece)) return [t('cell-empty')];
  const owner = square.owner ? t('cell-of', { seat: square.owner }) : '';
  return [piece ? piece.label : (square.text ?? ''), owner];
}

/** The cell an event is about. @param {Event} event @returns {number | null} */
function atOf(event) {
  const at = /** @type {Element} */ (event.target).closest('[data-at]')?.getAttribute('data-at');
  return at ? Number(at) : null;
}
