// The table: board, pieces, moves, clocks and the panel of analysis.

import { Refused, call } from './api.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { Choice } from './choice.js';
import { announce, download, fill, h } from './dom.js';
import { showScore, t } from './language.js';

export class Table {
  /** @param {import('./match.js').Match} match @param {{ onNew: (swap: boolean) => void }} handlers */
  constructor(match, handlers) {
    this.match = match;
    this.handlers = handlers;
    this.choice = new Choice(match.view, []);
    /** @type {string | null} */
    this.pointed = null;
    /** @type {string[] | null} */
    this.preview = null;
    this.message = '';
    /** @type {AbortController | null} */
    this.thinking = null;
    this.isPaused = false;
    /** @type {string | null} */
    this.hint = null;
    this.board = new Board(match.view, {
      onPick: (cell) => this.pick(cell),
      onPoint: (cell) => { this.pointed = cell; this.drawBoard(); },
      onKey: (event) => this.key(event),
    });
    this.analysis = new Analysis(match, () => this.drawBoard(), (moves) => { this.preview = moves; this.drawBoard(); });
    this.side = h('div', { class: 'side' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.tray = h('div', { class: 'trays' });
    this.element = h('div', { class: 'table' }, h('div', { class: 'middle' }, this.status, this.board.element, this.tray), h('div', { class: 'side-column' }, this.side, this.analysis.element));
    match.addEventListener('change', () => this.changed());
  }

  leave() {
    this.thinking?.abort();
    this.analysis.stop();
  }

  changed() {
    const { state } = this.match;
    if (!state) return;
    this.choice = new Choice(this.match.view, state.moves);
    this.preview = null;
    this.hint = null;
    this.message = '';
    this.analysis.start();
    this.draw();
    this.keep();
    this.moveOn();
  }

  /** Lets the computer move, if it is its turn and the board shows the end of the line. */
  async moveOn() {
    this.thinking?.abort();
    this.thinking = null;
    const mover = this.match.mover();
    if (!mover || mover.kind === 'human' || this.isPaused || !this.match.isAtEnd()) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    this.draw();
    try {
      const thought = await call('think', { ...this.match.here(), level: mover.level, engine: mover.engine, time_ms: this.match.timeMs }, thinking.signal);
      if (thinking !== this.thinking || !thought.best) return;
      this.thinking = null;
      announce(t('computer-plays', { move: thought.best, score: showScore(thought.score, thought.exact) }));
      await this.match.play(thought.best);
    } catch (problem) {
      if (thinking === this.thinking) this.complain(problem);
    }
  }

  /** @param {string} cell */
  pick(cell) {
    if (this.match.mover()?.kind !== 'human') return;
    this.answer(this.choice.pick(cell));
  }

  /** @param {import('./choice.js').Answer} answer */
  answer(answer) {
    if (!answer) return;
    if ('move' in answer) this.play(answer.move);
    else if ('refuse' in answer) this.explain(answer.refuse);
    else {
      this.message = answer.ask === 'piece' ? t('take-a-piece') : t(`choose-extra-${this.match.setup.game}`);
      announce(this.message);
      this.draw();
      const first = this.tray.querySelector(answer.ask === 'piece' ? '.tray button:not(:disabled)' : '.extras button');
      if (first instanceof HTMLElement) first.focus();
    }
  }

  /** Asks the server why a move is not legal. @param {string} cells */
  async explain(cells) {
    try {
      const text = this.match.view.shapes ? cells : this.choice.piece ? `${this.choice.piece}@${cells}` : cells;
      await call('state', { ...this.match.here(), moves: [...this.match.here().moves, text] });
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {string} move */
  async play(move) {
    const seat = this.match.state?.turn;
    try {
      await this.match.play(move);
      announce(t('played', { seat: seat ?? '', move }));
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {unknown} problem */
  complain(problem) {
    this.message = problem instanceof Refused ? problem.message : t('server-gone');
    announce(this.message);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === ' ') this.choice.turn(event.shiftKey ? -1 : 1);
    else if (key === 'escape') this.choice.drop();
    else if (key === 'n' || key === 'p') {
      const move = this.choice.walk(key === 'n' ? 1 : -1);
      if (move) announce(t('walk', { move: move.text }));
    } else if (key === 'u') this.match.takeBack();
    else if (key === '?') this.ask();
    else {
      const piece = this.choice.pieces().filter((piece) => piece.toLowerCase().startsWith(key));
      if (!piece.length) return false;
      const at = this.choice.piece ? piece.indexOf(this.choice.piece) : -1;
      this.choice.take(piece[(at + 1) % piece.length]);
      announce(t('in-hand', { piece: this.match.view.pieceName(/** @type {string} */ (this.choice.piece)) }));
    }
    this.draw();
    return true;
  }

  /** Asks the strongest engine for a hint. */
  async ask() {
    try {
      const thought = await call('think', { ...this.match.here(), engine: 'best', time_ms: 1000 });
      this.hint = thought.best;
      this.message = t('hint-is', { move: thought.best, score: showScore(thought.score, thought.exact) });
      announce(this.message);
      this.draw();
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** Saves the game as it stands; a page that cannot save says so once and goes on. */
  async keep() {
    try {
      const answer = await call('records', { id: this.match.id, ...this.match.here(), players: this.match.players.map((player) => (player.kind === 'human' ? 'human' : player.engine || `level:${player.level}`)) });
      this.match.id = answer.id;
    } catch (problem) {
      if (problem instanceof Refused && this.match.id !== undefined) {
        this.match.id = undefined;
        this.message = problem.message;
      }
    }
  }

  drawBoard() {
    const { state, view } = this.match;
    if (!state) return;
    const scene = view.scene(state.position);
    const isHuman = this.match.mover()?.kind === 'human';
    const shown = this.preview ? this.preview.flatMap((move) => view.move(move).cells) : this.hint ? view.move(this.hint).cells : null;
    const lastMove = this.match.line[this.match.place - 1];
    this.board.draw(scene, {
      ghost: shown ? { cells: shown, isLegal: true } : isHuman ? this.choice.ghost(this.pointed) : null,
      last: lastMove ? view.move(lastMove).cells : [],
      winning: state.result !== null ? view.winningLine(scene) : [],
      targets: isHuman ? this.choice.targets() : new Set(),
      heat: this.analysis.heat(),
      owner: state.turn,
    });
  }

  draw() {
    const { state } = this.match;
    if (!state) return;
    this.drawBoard();
    fill(this.status, this.message || this.say());
    fill(this.side, this.players(), this.buttons(), this.moveList());
    fill(this.tray, ...this.trays());
    this.analysis.draw();
  }

  /** The state of the game in a sentence. */
  say() {
    const state = /** @type {import('./types.js').State} */ (this.match.state);
    if (this.match.resigned) return t('resigned', { seat: this.match.resigned, winner: 3 - this.match.resigned });
    if (state.result !== null) {
      const points = state.points ? ` (${state.points.join('–')})` : '';
      return (state.result === 0 ? t('over-draw') : t('over-won', { seat: state.result > 0 ? 1 : 2 })) + points;
    }
    if (this.thinking) return t('computer-thinks', { seat: state.turn });
    return t('to-move', { seat: state.turn });
  }

  players() {
    const state = /** @type {import('./types.js').State} */ (this.match.state);
    return h('ul', { class: 'players' }, ...this.match.players.map((player, i) =>
      h('li', { class: `player owner-${i + 1}${state.turn === i + 1 && state.result === null ? ' on-turn' : ''}` },
        h('span', { class: 'badge', 'aria-hidden': true }, i ? '●' : '■'),
        h('span', {}, `${t('player', { seat: i + 1 })}: ${player.kind === 'human' ? t('human') : player.engine || t('level', { level: player.level })}`),
        state.points ? h('strong', {}, String(state.points[i])) : null)));
  }

  buttons() {
    const { match } = this;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, isOff = false) => h('button', { type: 'button', onclick, disabled: isOff }, t(name));
    const isAuto = match.players.every((player) => player.kind !== 'human');
    return h('div', { class: 'buttons' },
      button('take-back', () => match.takeBack(), match.place === 0),
      button('redo', () => match.jump(match.place + 1), match.isAtEnd()),
      button('hint', () => this.ask(), match.state?.result !== null),
      isAuto ? button(this.isPaused ? 'go-on' : 'pause', () => { this.isPaused = !this.isPaused; this.draw(); this.moveOn(); }) : null,
      isAuto && this.isPaused ? button('step', () => { this.isPaused = false; this.moveOn(); this.isPaused = true; }) : null,
      match.mover()?.kind === 'human' ? button('resign', () => match.resign(/** @type {1 | 2} */ (match.state?.turn))) : null,
      button('swap-sides', () => this.handlers.onNew(true)),
      button('new-game', () => this.handlers.onNew(false)),
      button('share', () => this.share()),
      button('export', () => download(`${match.setup.game}.json`, 'application/json', match.share())));
  }

  async share() {
    const text = this.match.share();
    await navigator.clipboard?.writeText(text).catch(() => {});
    const field = h('textarea', { class: 'share', readonly: true, rows: 4, 'aria-label': t('share') });
    field.value = text;
    this.status.after(field);
    field.select();
  }

  moveList() {
    const { match } = this;
    const moves = (match.state?.played ?? []).concat(match.line.slice(match.place).map((move) => ({ move, seat: /** @type {1 | 2} */ (0) })));
    const items = moves.map(({ move }, i) => h('li', {}, h('button', { type: 'button', class: 'move', 'aria-current': i + 1 === match.place ? 'step' : null, onclick: () => match.jump(i + 1) }, `${i + 1}. ${move}`)));
    const variations = match.variations.map((variation) => h('li', { class: 'variation' }, h('button', { type: 'button', class: 'move', onclick: () => match.follow(variation) }, `(${variation.at + 1}. ${variation.moves.slice(0, 3).join(' ')}…)`)));
    return h('section', { class: 'panel', 'aria-label': t('moves') }, h('h2', {}, t('moves')),
      h('ol', { class: 'moves', tabindex: 0, 'aria-label': t('moves') }, h('li', {}, h('button', { type: 'button', class: 'move', onclick: () => match.jump(0) }, t('start'))), ...items, ...variations), this.typed());
  }

  /** A field for typed moves. */
  typed() {
    const field = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
    return h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (field.value.trim()) this.play(field.value.trim()); } },
      h('label', {}, t('type-a-move'), field), h('button', { type: 'submit' }, t('play')));
  }

  trays() {
    const state = /** @type {import('./types.js').State} */ (this.match.state);
    const { view } = this.match;
    const scene = view.scene(state.position);
    const isHuman = this.match.mover()?.kind === 'human';
    const canTake = new Set(this.choice.pieces());
    const extras = isHuman ? this.choice.extras() : [];
    const trays = scene.sides.map((side, i) => {
      const isOwn = scene.sides.length === 1 || state.turn === i + 1;
      const pieces = side.left.filter(({ count }) => count > 0).map(({ piece, count }) =>
        h('button', { type: 'button', class: `take owner-${scene.sides.length === 1 ? 0 : i + 1}`, disabled: !(isOwn && isHuman && canTake.has(piece)), 'aria-pressed': isOwn && this.choice.piece === piece,
          'aria-label': t('piece-left', { piece: view.pieceName(piece), count }), onclick: () => { this.choice.take(piece); this.afterTake(); } },
        view.drawPiece(piece), count > 1 ? h('span', { class: 'count' }, `×${count}`) : null));
      return pieces.length ? h('div', { class: 'tray', role: 'group', 'aria-label': scene.sides.length === 1 ? t('pieces-left') : t('pieces-of', { seat: i + 1 }) }, ...pieces) : null;
    });
    const asks = extras.length && (this.choice.cell !== null || this.choice.moves.every((move) => move.cells.length === 0))
      ? h('div', { class: 'extras', role: 'group', 'aria-label': t(`choose-extra-${this.match.setup.game}`) }, h('p', {}, t(`choose-extra-${this.match.setup.game}`)),
        ...extras.map((extra) => h('button', { type: 'button', class: 'take', 'aria-label': view.pieceName(extra), onclick: () => this.answer(this.choice.choose(extra)) }, view.drawPiece(extra))))
      : null;
    const hand = scene.hand ? h('div', { class: 'hand' }, h('span', {}, t('hand')), view.drawPiece(scene.hand), h('span', { class: 'visually-hidden' }, view.pieceName(scene.hand))) : null;
    const turning = view.name === 'blokus-duo' && isHuman && this.choice.piece
      ? h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => { this.choice.turn(1); this.draw(); } }, t('turn-piece')), h('button', { type: 'button', onclick: () => { this.choice.drop(); this.draw(); } }, t('drop-piece')))
      : null;
    const walking = view.shapes && isHuman ? h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => { this.choice.walk(); this.draw(); } }, t('walk-moves')),
      this.choice.shown ? h('button', { type: 'button', onclick: () => this.answer(this.choice.pick(/** @type {string[]} */ (this.choice.shown)[0])) }, t('play-shown')) : null) : null;
    return [hand, asks, turning, walking, ...trays].filter((part) => part !== null);
  }

  /** After a piece was taken: a cell may already be chosen. */
  afterTake() {
    announce(t('in-hand', { piece: this.match.view.pieceName(/** @type {string} */ (this.choice.piece)) }));
    if (!this.match.view.shapes && this.choice.cell) this.answer(this.choice.pick(this.choice.cell));
    else this.draw();
  }
}
