// The board: an SVG grid that is drawn once and then kept up to date, with a cursor for the keyboard.

import { cellName } from './cells.js';
import { h, s } from './dom.js';
import { t } from './language.js';
import { contentOf, labelOf } from './square.js';

/**
 * @typedef {{
 *   ghost?: { cells: number[], isLegal: boolean, piece?: number | null } | null, last?: number[],
 *   targets?: Set<number>, heat?: Map<number, import('./heat.js').Warmth>, owner?: 1 | 2, isPreview?: boolean
 * }} Marks
 *
 * @typedef {{
 *   onPick?: (at: number, isTouch: boolean) => void, onPoint?: (at: number | null) => void,
 *   onKey?: (event: KeyboardEvent) => boolean
 * }} Handlers
 */

export class Board {
  /** @param {import('./types.js').Frame} frame @param {string} game its name @param {Handlers} handlers */
  constructor(frame, game, handlers) {
    this.frame = frame;
    this.game = game;
    this.handlers = handlers;
    /** @type {SVGElement[]} */
    this.cells = [];
    this.cursor = 0;
    this.element = this.#build();
  }

  #build() {
    const { rows, columns } = this.frame;
    const grid = s('svg', {
      class: 'board',
      style: `--coordinate:${Math.min(1, columns / 9)}`,
      role: 'grid',
      viewBox: `-0.7 -0.7 ${columns + 0.8} ${rows + 0.8}`,
      'aria-rowcount': rows,
      'aria-colcount': columns,
      'aria-label': t('board-of', { game: t(`game-${this.game}`) }),
    });
    grid.append(patterns());
    const coordinate = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      grid.append(s('text', { x, y, class: 'coordinate', 'aria-hidden': true }, text));
    for (let column = 0; column < columns; column++) coordinate(column + 0.5, -0.2, cellName(this.frame, column)[0]);
    for (let row = 0; row < rows; row++) {
      coordinate(-0.35, row + 0.62, cellName(this.frame, row * columns).slice(1));
      grid.append(this.#row(row));
    }
    this.#listen(grid);
    return h('div', { class: 'board-frame' }, grid);
  }

  /** @param {number} row */
  #row(row) {
    const group = s('g', { role: 'row', 'aria-rowindex': row + 1 });
    for (let column = 0; column < this.frame.columns; column++) {
      const at = this.cells.length;
      const cell = s(
        'g',
        {
          role: 'gridcell',
          'data-cell': cellName(this.frame, at),
          'data-at': at,
          tabindex: at === this.cursor ? 0 : -1,
          class: 'cell',
          transform: `translate(${column} ${row})`,
          'aria-colindex': column + 1,
        },
        s('g', {}),
        s('rect', { width: 1, height: 1, class: 'hit' }),
      );
      this.cells.push(cell);
      group.append(cell);
    }
    return group;
  }

  /** @param {SVGElement} grid */
  #listen(grid) {
    const isTouch = (/** @type {Event} */ event) => /** @type {PointerEvent} */ (event).pointerType === 'touch';
    grid.addEventListener('click', (event) => atOf(event, (at) => this.handlers.onPick?.(at, isTouch(event))));
    grid.addEventListener('pointerover', (event) => atOf(event, (at) => this.handlers.onPoint?.(at)));
    grid.addEventListener('pointerleave', () => this.handlers.onPoint?.(null));
    grid.addEventListener('focusin', (event) =>
      atOf(event, (at) => {
        this.#moveTo(at, false);
        this.handlers.onPoint?.(at);
      }),
    );
    grid.addEventListener('keydown', (event) =>
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
    const [row, column] = [Math.floor(this.cursor / columns), this.cursor % columns];
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(Math.max(n, 0), most - 1);
    if (step) this.#moveTo(clamp(row + step[0], rows) * columns + clamp(column + step[1], columns), true);
    else if (event.key === 'Enter') this.handlers.onPick?.(this.cursor, false);
    else if (!this.handlers.onKey?.(event)) return;
    event.preventDefault();
  }

  /** @param {number} at @param {boolean} withFocus */
  #moveTo(at, withFocus) {
    this.cells[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = at;
    this.cells[at]?.setAttribute('tabindex', '0');
    if (withFocus) this.cells[at]?.focus();
  }

  /** Draws a scene with its marks. @param {import('./types.js').Scene} scene @param {Marks} marks */
  draw(scene, marks) {
    const squares = new Map(scene.squares.map((square) => [square.at, square]));
    const lights = scene.lights ?? [];
    this.element.classList.toggle('preview', marks.isPreview ?? false);
    for (const [at, element] of this.cells.entries()) {
      const look = {
        square: squares.get(at),
        heat: marks.heat?.get(at),
        isTarget: marks.targets?.has(at) ?? false,
        lights: lights.filter((light) => light.at.includes(at)),
        isLast: marks.last?.includes(at) ?? false,
        ghost: marks.ghost?.cells.includes(at) ? marks.ghost : null,
        owner: marks.owner ?? 1,
      };
      element.setAttribute('class', classesOf(look));
      element.setAttribute('aria-label', labelOf(this.frame, at, look));
      // What a pointer presses stays: a press whose target is gone when it ends is no click.
      /** @type {Element} */ (element.firstElementChild).replaceChildren(...contentOf(this.frame, look));
    }
  }
}

/** @param {import('./square.js').Look} look */
function classesOf({ square, isLast, lights, isTarget, ghost, owner }) {
  const marks = lights.map(({ mark }) => ({ won: 'winning', begin: 'corner', barred: 'barred', threat: '' })[mark]);
  const classes = [
    'cell',
    square?.owner && square.ground !== 'start' ? `owner-${square.owner}` : '',
    isLast ? 'last' : '',
    ...marks,
    isTarget ? 'target' : '',
    ghost ? `ghost ghost-${owner} ${ghost.isLegal ? 'legal' : 'illegal'}` : '',
  ];
  return [...new Set(classes.filter(Boolean))].join(' ');
}

/** @param {Event} event @param {(at: number) => void} then */
function atOf(event, then) {
  const at = /** @type {Element} */ (event.target).closest('[data-at]')?.getAttribute('data-at');
  if (at) then(Number(at));
}

/** Hatching for the second player, so that no colour is needed to tell the sides apart. */
function patterns() {
  const hatch = {
    id: 'hatch',
    width: 0.2,
    height: 0.2,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  };
  return s(
    'defs',
    {},
    s(
      'pattern',
      hatch,
      s('rect', { width: 0.2, height: 0.2, class: 'hatch-ground' }),
      s('rect', { width: 0.06, height: 0.2, class: 'hatch-line' }),
    ),
  );
}
