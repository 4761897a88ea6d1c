// The table: board, pieces, moves, clocks and the panel of analysis.

import { Refused, call, isOurs, reasonOf } from './api.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { Choice } from './choice.js';
import { regret } from './coach.js';
import { announce, download, fill, h } from './dom.js';
import { showScore, t } from './language.js';
import { moveList } from './moves.js';
import { trays } from './trays.js';

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
    /** The move that was just taken back. @type {string | null} */
    this.regretted = null;
    this.isPeeking = false;
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {string | null} */
    this.hint = null;
    /** Whether the last pointer was a finger, which points and presses in one. */
    this.isTouch = false;
    /** The game is saved once at a time, or a new one would be there twice. */
    this.saving = Promise.resolve();
    /** The place in the game that was drawn last. */
    this.drawnPlace = -1;
    /** Whether a move is on its way. */
    this.isPlaying = false;
    /** Whether a move is being weighed before it counts. */
    this.isWeighing = false;
    this.board = new Board(match.view, {
      onPick: (cell, isTouch) => this.pick(cell, isTouch),
      onPoint: (cell) => { this.pointed = cell; this.drawBoard(); },
      onKey: (event) => this.key(event),
    });
    this.analysis = new Analysis(match, () => this.drawBoard(), (moves) => { this.preview = moves; this.drawBoard(); });
    this.side = h('div', { class: 'side' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.tray = h('div', { class: 'trays' });
    this.element = h('div', { class: 'table' }, h('div', { class: 'middle' }, h('h1', { class: 'visually-hidden' }, t(`game-${match.setup.game}`)), this.status, this.board.element, this.tray), h('div', { class: 'side-column' }, this.side, this.analysis.element));
    this.onChange = () => this.changed();
    match.addEventListener('change', this.onChange);
  }

  leave() {
    this.match.removeEventListener('change', this.onChange);
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
    this.regretted = null;
    this.analysis.start();
    this.draw();
    if (this.match.line.length) this.saving = this.saving.then(() => this.keep());
    this.moveOn();
  }

  /** Lets the computer move, if it is its turn and the board shows the end of the line. */
  async moveOn() {
    this.thinking?.abort();
    this.thinking = null;
    const mover = this.match.mover();
    if (!mover || mover.kind === 'human' || this.match.isPaused || !this.match.isAtEnd()) return;
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
      if (thinking === this.thinking && !isOurs(problem)) this.complain(problem);
    }
  }

  /** A finger shows the piece first and plays it with a second press. @param {string} cell @param {boolean} isTouch */
  pick(cell, isTouch) {
    if (this.match.mover()?.kind !== 'human' || this.isWeighing) return;
    const ghost = this.match.view.shapes ? this.choice.ghost(cell) : null;
    if (isTouch && ghost?.isLegal && !this.choice.shown?.includes(cell)) {
      this.choice.shown = ghost.cells;
      this.message = t('press-again');
      return this.draw();
    }
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

  /** Plays the person's move; one that loses too much is taken back, if that was asked for. @param {string} move */
  async play(move) {
    if (this.isPlaying) return;
    const { match } = this;
    const mover = match.mover();
    if (match.resigned || (mover?.kind === 'engine' && match.isAtEnd() && !match.isPaused)) {
      this.message = t(match.resigned ? 'resigned-take-back' : 'not-your-turn');
      announce(this.message);
      return this.draw();
    }
    const seat = match.state?.turn;
    this.isPlaying = true;
    try {
      if (this.match.patience > 0 && this.match.mover()?.kind === 'human' && await this.isRegretted(move)) return;
      await this.match.play(move);
      announce(t('played', { seat: seat ?? '', move }));
    } catch (problem) {
      this.complain(problem);
    } finally {
      this.isPlaying = false;
    }
  }

  /** Goes somewhere in the game, and says so if that fails. @param {Promise<void>} going */
  go(going) {
    going.catch((problem) => this.complain(problem));
  }

  /** Whether a move loses so much that it is better taken back. The same move again is allowed. @param {string} move */
  async isRegretted(move) {
    if (this.regretted === move) return false;
    this.isWeighing = true;
    this.message = t('weighing');
    this.draw();
    try {
      const loss = await regret(this.match, move);
      if (loss <= this.match.patience * this.match.lead()) return false;
      this.regretted = move;
      this.message = t('taken-back', { move, loss: loss.toFixed(1) });
      announce(this.message);
      return true;
    } finally {
      this.isWeighing = false;
      this.choice.drop();
      this.draw();
    }
  }

  /** @param {unknown} problem */
  complain(problem) {
    this.message = reasonOf(problem, t('server-gone'));
    announce(this.message);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === ' ') this.choice.turn(event.shiftKey ? -1 : 1);
    else if (key === 'escape') this.choice.drop();
    else if (key === '.' || key === ',') {
      const move = this.choice.walk(key === '.' ? 1 : -1);
      if (move) announce(t('walk', { move: move.text }));
    } else if (key === 'backspace') this.go(this.match.takeBack());
    else if (key === '?' && this.mayAsk()) this.ask();
    else if (key === '!' && this.mayAsk()) this.analysis.toggle();
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

  /** Whether hints are given here: not while they are locked. */
  mayAsk() {
    return !this.match.isLocked || this.match.mover() === null;
  }

  /** Asks the strongest engine for a hint. */
  async ask() {
    const { line, place } = this.match;
    try {
      const thought = await call('think', { ...this.match.here(), engine: 'best', time_ms: 1000 });
      // By now another position may be on the board.
      if (line !== this.match.line || place !== this.match.place) return;
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
    if (this.match.kept === this.match.signature()) return;
    try {
      const kept = this.match.signature();
      const answer = await call('records', { id: this.match.id, ...this.match.setup, moves: this.match.line, resigned: this.match.resigned, players: this.match.players.map((player) => (player.kind === 'human' ? 'human' : player.engine || `level:${player.level}`)) });
      Object.assign(this.match, { id: answer.id, kept });
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
    const isOver = state.result !== null;
    const shown = this.preview ? this.preview.flatMap((move) => view.move(move).cells) : this.hint ? view.move(this.hint).cells : null;
    const lastMove = this.match.line[this.match.place - 1];
    this.board.draw(scene, {
      ghost: shown ? { cells: shown, isLegal: true } : isHuman ? this.choice.ghost(this.pointed) : null,
      last: lastMove ? view.move(lastMove).cells : [],
      winning: isOver ? view.winningLine(scene) : [],
      corners: view.starts?.(scene) ?? [],
      targets: isHuman ? this.choice.targets() : new Set(),
      heat: this.analysis.heat(),
      owner: state.turn,
      piece: isHuman ? this.choice.piece ?? scene.hand : null,
    });
  }

  draw() {
    const { state } = this.match;
    if (!state) return;
    this.drawBoard();
    fill(this.status, this.message || this.say());
    Object.assign(this.element.dataset, { mover: this.match.mover()?.kind ?? 'none', place: this.match.place });
    const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const typed = /** @type {HTMLInputElement | null} */ (this.side.querySelector('[data-key=typed]'));
    fill(this.side, this.players(), this.buttons(), moveList(this.match, (move) => this.play(move), (going) => this.go(going)));
    this.side.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' });
    // A move half typed outlives what is drawn meanwhile, but not a move.
    const field = /** @type {HTMLInputElement | null} */ (this.side.querySelector('[data-key=typed]'));
    if (typed && field && this.drawnPlace === this.match.place) field.value = typed.value;
    this.drawnPlace = this.match.place;
    fill(this.tray, ...trays(this));
    this.analysis.element.hidden = !this.mayAsk();
    this.analysis.draw();
    // What was drawn anew keeps the keyboard where it was.
    if (focused) this.refocus(focused);
  }

  /** @param {string} key */
  refocus(key) {
    const element = this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (element instanceof HTMLElement && !(element instanceof HTMLButtonElement && element.disabled)) element.focus({ preventScroll: true });
    else this.board.focus();
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
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, isOff = false) => h('button', { type: 'button', 'data-key': name, onclick, disabled: isOff }, t(name));
    const hasEngine = match.players.some((player) => player.kind !== 'human');
    const isAuto = match.players.every((player) => player.kind !== 'human');
    const resume = () => { match.isPaused = !match.isPaused; this.draw(); this.moveOn(); };
    return h('div', { class: 'buttons' },
      match.isPaused || isAuto ? button(match.isPaused ? 'go-on' : 'pause', resume) : null,
      hasEngine && match.isPaused ? button('step', () => { match.isPaused = false; this.moveOn(); match.isPaused = true; }, match.mover()?.kind !== 'engine') : null,
      button('take-back', () => this.go(match.takeBack()), match.place === 0 && !match.resigned),
      button('redo', () => this.go(match.jump(match.place + 1)), match.isAtEnd()),
      this.mayAsk() ? button('hint', () => this.ask(), match.state?.result !== null) : null,
      this.mayAsk() ? this.peek() : null,
      match.mover()?.kind === 'human' ? button('resign', () => match.resign(/** @type {1 | 2} */ (match.state?.turn))) : null,
      button('swap-sides', () => this.handlers.onNew(true)),
      button('new-game', () => this.handlers.onNew(false)),
      button('share', () => this.share()),
      button('export', () => download(`${match.setup.game}.json`, 'application/json', match.share())));
  }

  /** A button that shows the best move only while it is held. */
  peek() {
    const show = async () => {
      if (this.isPeeking) return;
      this.isPeeking = true;
      const thought = this.analysis.here() ?? await call('think', { ...this.match.here(), engine: 'best', time_ms: 500 }).catch(() => null);
      if (!this.isPeeking || !thought?.best) return;
      this.hint = thought.best;
      fill(this.status, t('hint-is', { move: thought.best, score: showScore(thought.score, thought.exact) }));
      this.drawBoard();
    };
    const hide = () => {
      if (!this.isPeeking) return;
      this.isPeeking = false;
      this.hint = null;
      fill(this.status, this.say());
      this.drawBoard();
    };
    const isKey = (/** @type {KeyboardEvent} */ event) => event.key === ' ' || event.key === 'Enter';
    return h('button', { type: 'button', 'data-key': 'peek', title: t('peek-help'), disabled: this.match.state?.result !== null, onpointerdown: show, onpointerup: hide, onpointerleave: hide, onblur: hide,
      onkeydown: (/** @type {KeyboardEvent} */ event) => isKey(event) && show(), onkeyup: (/** @type {KeyboardEvent} */ event) => isKey(event) && hide() }, t('peek'));
  }

  async share() {
    const text = this.match.share();
    await navigator.clipboard?.writeText(text).catch(() => {});
    this.element.querySelector('.share')?.remove();
    const field = h('textarea', { class: 'share', readonly: true, rows: 4, 'aria-label': t('share') });
    field.value = text;
    this.status.after(field);
    field.select();
  }

  /** After a piece was taken: a cell may already be chosen. */
  afterTake() {
    announce(t('in-hand', { piece: this.match.view.pieceName(/** @type {string} */ (this.choice.piece)) }));
    if (!this.match.view.shapes && this.choice.cell) this.answer(this.choice.pick(this.choice.cell));
    else this.draw();
  }
}
