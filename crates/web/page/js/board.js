// The board: an SVG grid that is drawn once and then kept up to date, with a cursor for the keyboard.

import { h, s } from './dom.js';
import { t } from './language.js';
import { cellName, cellPlace } from './games/cells.js';
import { drawQuartoPiece } from './games/quarto.js';

/**
 * @typedef {{
 *   ghost?: { cells: string[], isLegal: boolean } | null, last?: string[], winning?: string[], corners?: string[], piece?: string | null,
 *   targets?: Set<string>, heat?: Map<string, { value: number, text: string }>, owner?: 1 | 2
 * }} Marks
 */

export class Board {
  /**
   * @param {import('./types.js').GameView} game
   * @param {{ onPick?: (cell: string, isTouch: boolean) => void, onPoint?: (cell: string | null) => void, onKey?: (event: KeyboardEvent) => boolean }} handlers
   */
  constructor(game, handlers) {
    this.game = game;
    this.handlers = handlers;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.cursor = cellName(game.bottomUp ? game.rows - 1 : 0, 0);
    this.element = this.#build();
  }

  #build() {
    const { rows, columns, bottomUp } = this.game;
    const order = [...Array(rows).keys()];
    if (bottomUp) order.reverse();
    const grid = s('svg', {
      class: 'board', style: `--coordinate:${Math.min(1, columns / 9)}`, viewBox: `-0.7 -0.7 ${columns + 0.8} ${rows + 0.8}`, role: 'grid',
      'aria-label': t('board-of', { game: t(`game-${this.game.name}`) }), 'aria-rowcount': rows, 'aria-colcount': columns,
    });
    grid.append(patterns());
    for (let column = 0; column < columns; column++) {
      grid.append(s('text', { x: column + 0.5, y: -0.2, class: 'coordinate', 'aria-hidden': true }, cellName(0, column)[0]));
    }
    order.forEach((row, line) => {
      grid.append(s('text', { x: -0.35, y: line + 0.62, class: 'coordinate', 'aria-hidden': true }, String(row + 1)));
      const group = s('g', { role: 'row', 'aria-rowindex': line + 1 });
      for (let column = 0; column < columns; column++) {
        const name = cellName(row, column);
        const cell = s('g', {
          role: 'gridcell', 'data-cell': name, tabindex: name === this.cursor ? 0 : -1, class: 'cell',
          transform: `translate(${column} ${line})`, 'aria-colindex': column + 1,
        }, s('g', {}), s('rect', { width: 1, height: 1, class: 'hit' }));
        this.cells.set(name, cell);
        group.append(cell);
      }
      grid.append(group);
    });
    grid.addEventListener('click', (event) => this.#at(event, (cell) => this.handlers.onPick?.(cell, /** @type {PointerEvent} */ (event).pointerType === 'touch')));
    grid.addEventListener('pointerover', (event) => this.#at(event, (cell) => this.handlers.onPoint?.(cell)));
    grid.addEventListener('pointerleave', () => this.handlers.onPoint?.(null));
    grid.addEventListener('focusin', (event) => this.#at(event, (cell) => { this.#moveTo(cell, false); this.handlers.onPoint?.(cell); }));
    grid.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (/** @type {unknown} */ (event))));
    return h('div', { class: 'board-frame' }, grid);
  }

  /** @param {Event} event @param {(cell: string) => void} then */
  #at(event, then) {
    const cell = /** @type {Element} */ (event.target).closest('[data-cell]')?.getAttribute('data-cell');
    if (cell) then(cell);
  }

  /** Puts the keyboard on the board. */
  focus() {
    /** @type {SVGElement | undefined} */ (this.cells.get(this.cursor))?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [row, column] = cellPlace(this.cursor);
    const up = this.game.bottomUp ? 1 : -1;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [up, 0], ArrowDown: [-up, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.min(Math.max(n, 0), most - 1);
      this.#moveTo(cellName(clamp(row + step[0], this.game.rows), clamp(column + step[1], this.game.columns)), true);
    } else if (event.key === 'Enter') {
      this.handlers.onPick?.(this.cursor, false);
    } else if (!this.handlers.onKey?.(event)) {
      return;
    }
    event.preventDefault();
  }

  /** @param {string} cell @param {boolean} withFocus */
  #moveTo(cell, withFocus) {
    this.cells.get(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = cell;
    const element = this.cells.get(cell);
    element?.setAttribute('tabindex', '0');
    if (withFocus) element?.focus();
  }

  /** Draws a scene with its marks. @param {import('./types.js').Scene} scene @param {Marks} marks */
  draw(scene, marks) {
    const ghost = new Set(marks.ghost?.cells ?? []);
    const last = new Set(marks.last ?? []);
    const winning = new Set(marks.winning ?? []);
    for (const [name, element] of this.cells) {
      const cell = scene.cells.get(name);
      if (!cell) continue;
      const isTarget = marks.targets?.has(name) ?? false;
      const heat = marks.heat?.get(name);
      const classes = ['cell', cell.kind, cell.owner ? `owner-${cell.owner}` : '', last.has(name) ? 'last' : '',
        winning.has(name) ? 'winning' : '', marks.corners?.includes(name) ? 'corner' : '', isTarget ? 'target' : '',
        ghost.has(name) ? `ghost ghost-${marks.owner ?? 1} ${marks.ghost?.isLegal ? 'legal' : 'illegal'}` : ''];
      element.setAttribute('class', classes.filter(Boolean).join(' '));
      element.setAttribute('aria-label', [name, cell.label || this.#state(cell), marks.corners?.includes(name) && t('begin-here'), isTarget && t('legal-here'), heat?.text].filter(Boolean).join(', '));
      // What a pointer presses stays: a press whose target is gone when it ends is no click.
      /** @type {Element} */ (element.firstElementChild).replaceChildren(...this.#content(cell, ghost.has(name), heat, marks, marks.corners?.includes(name) ?? false));
    }
  }

  /** What would stand here. @param {string | null | undefined} piece */
  #ghost(piece) {
    if (!piece || this.game.shapes) return s('rect', { x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.1, class: 'ghost-mark' });
    const drawn = inCell(this.game.drawPiece(piece));
    drawn.setAttribute('opacity', '0.6');
    return drawn;
  }

  /** How a cell without a label of its own is read aloud. @param {import('./types.js').CellView} cell */
  #state(cell) {
    if (cell.kind === 'blocked') return t('cell-blocked');
    return cell.owner ? t('cell-of', { seat: cell.owner }) : t('cell-empty');
  }

  /** @param {import('./types.js').CellView} cell @param {boolean} isGhost @param {{ value: number, text: string } | undefined} heat @param {Marks} marks @param {boolean} isCorner */
  #content(cell, isGhost, heat, marks, isCorner) {
    /** @type {Node[]} */
    const parts = [s('rect', { x: 0.02, y: 0.02, width: 0.96, height: 0.96, class: 'ground' })];
    if (heat) parts.push(s('rect', { x: 0.02, y: 0.02, width: 0.96, height: 0.96, class: 'heat', style: `opacity:${0.15 + 0.7 * heat.value}` }));
    if (cell.kind === 'quarto' && cell.text) {
      parts.push(inCell(drawQuartoPiece(cell.text)));
    } else if (cell.kind === 'knight') {
      parts.push(s('rect', { x: 0.08, y: 0.08, width: 0.84, height: 0.84, rx: cell.owner === 1 ? 0.08 : 0.42, class: 'stone' }));
      parts.push(s('text', { x: 0.5, y: 0.7, class: 'knight-mark' }, '♞'));
    } else if (cell.kind === 'number') {
      parts.push(s('text', { x: 0.5, y: 0.65, class: 'number' }, cell.text));
    } else if (cell.owner) {
      parts.push(s('rect', { x: 0.05, y: 0.05, width: 0.9, height: 0.9, rx: 0.1, class: 'stone' }));
      parts.push(cell.owner === 1
        ? s('rect', { x: 0.36, y: 0.36, width: 0.28, height: 0.28, class: 'shape-mark' })
        : s('circle', { cx: 0.5, cy: 0.5, r: 0.2, class: 'shape-mark ring' }));
    } else if (cell.kind === 'blocked') {
      parts.push(s('path', { d: 'M.2 .2L.8 .8M.8 .2L.2 .8', class: 'blocked-mark' }));
    }
    if (isCorner) parts.push(s('circle', { cx: 0.5, cy: 0.5, r: 0.16, class: 'start-mark' }));
    if (isGhost) parts.push(this.#ghost(marks.piece));
    if (heat) parts.push(s('text', { x: 0.5, y: 0.92, class: 'heat-text' }, heat.text));
    parts.push(s('rect', { x: 0.06, y: 0.06, width: 0.88, height: 0.88, class: 'frame' }));
    return parts;
  }
}

/** A piece drawn for a tray, made to fit a cell. @param {SVGElement} piece */
function inCell(piece) {
  for (const [name, value] of Object.entries({ x: 0.08, y: 0.08, width: 0.84, height: 0.84 })) piece.setAttribute(name, String(value));
  return piece;
}

/** Hatching for the second player, so that no colour is needed to tell the sides apart. */
function patterns() {
  return s('defs', {}, s('pattern', { id: 'hatch', width: 0.2, height: 0.2, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    s('rect', { width: 0.2, height: 0.2, class: 'hatch-ground' }), s('rect', { width: 0.06, height: 0.2, class: 'hatch-line' })));
}
