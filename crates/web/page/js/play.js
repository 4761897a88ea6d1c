// The table: board, pieces, moves, clocks and the panel of analysis.

import { Refused, call, isOurs, reasonOf } from './api.js';
import { askHint, endPreview, preview } from './ahead.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { cellName } from './cells.js';
import { Choice } from './choice.js';
import { buttons, players } from './controls.js';
import { announce, fill, h } from './dom.js';
import { sayScore, sideName, t } from './language.js';
import { moveList } from './moves.js';
import { isRegretted } from './regret.js';
import { nameOf, trays } from './trays.js';

export class Table {
  /** @param {import('./match.js').Match} match @param {{ onNew: (swap: boolean) => void }} handlers */
  constructor(match, handlers) {
    this.match = match;
    this.handlers = handlers;
    this.choice = new Choice(null, null);
    /** @type {number | null} */
    this.pointed = null;
    /** A position that is looked at but not played. @type {import('./types.js').State | null} */
    this.preview = null;
    /** Counts previews, so that one that comes too late is not shown. */
    this.previews = 0;
    this.message = '';
    /** What happened to the game elsewhere; it stays in sight until a move is made. */
    this.notice = '';
    /** The move that was just taken back. @type {string | null} */
    this.regretted = null;
    this.isPeeking = false;
    /** @type {AbortController | null} */
    this.thinking = null;
    /** The game is saved once at a time, or a new one would be there twice. */
    this.saving = Promise.resolve();
    /** The place in the game that was drawn last. */
    this.drawnPlace = -1;
    /** Whether a move is on its way. */
    this.isPlaying = false;
    /** Whether a move is being weighed before it counts. */
    this.isWeighing = false;
    /** @type {Board | null} */
    this.board = null;
    this.analysis = new Analysis(
      match,
      () => this.drawBoard(),
      (moves) => preview(this, moves),
    );
    this.side = h('div', { class: 'side' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.tray = h('div', { class: 'trays' });
    this.told = h('p', { class: 'figures told' });
    this.middle = h(
      'div',
      { class: 'middle' },
      h('h1', { class: 'visually-hidden' }, t(`game-${match.setup.game}`)),
      this.status,
      this.told,
      this.tray,
    );
    this.element = h(
      'div',
      { class: 'table' },
      this.middle,
      h('div', { class: 'side-column' }, this.side, this.analysis.element),
    );
    this.onChange = () => this.changed();
    match.addEventListener('change', this.onChange);
  }

  leave() {
    this.match.removeEventListener('change', this.onChange);
    this.thinking?.abort();
    this.analysis.stop();
  }

  changed() {
    const { state, frame } = this.match;
    if (!state || !frame) return;
    this.seatBoard(frame);
    // Whoever thought did so about another position.
    this.thinking?.abort();
    this.thinking = null;
    this.choice = new Choice(frame, state);
    endPreview(this);
    this.message = '';
    this.regretted = null;
    this.analysis.start();
    this.draw();
    if (this.match.line.length) this.saving = this.saving.then(() => this.keep());
    this.moveOn();
  }

  /** @param {import('./types.js').Frame} frame */
  seatBoard(frame) {
    if (this.board) return;
    this.board = new Board(frame, this.match.setup.game, {
      onPick: (at, isTouch) => this.pick(at, isTouch),
      onPoint: (at) => {
        this.pointed = at;
        this.drawBoard();
      },
      onKey: (event) => this.key(event),
    });
    this.told.after(this.board.element);
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
    const { level, engine } = mover;
    const question = { ...this.match.here(), level, engine, time_ms: this.match.timeMs };
    try {
      const thought = await call('think', question, thinking.signal);
      if (thinking !== this.thinking || !thought.best) return;
      this.thinking = null;
      announce(t('computer-plays', { move: thought.best, score: this.sayThought(thought) }));
      await this.match.play(thought.best);
    } catch (problem) {
      if (thinking !== this.thinking && this.thinking !== null) return;
      this.thinking = null;
      if (!isOurs(problem)) this.complain(problem);
    }
  }

  /** What a thought about the position on the board says. @param {import('./types.js').Thought} thought */
  sayThought({ score, exact, plies_to_end: plies, origin }) {
    const { state } = this.match;
    if (origin === 'random') return t('made-at-random');
    if (origin === 'points') return t('made-by-points');
    return sayScore(score === null || state?.turn === 1 ? score : -score, exact, state?.points !== null, plies);
  }

  /** A finger shows the piece first and plays it with a second press. @param {number} at @param {boolean} isTouch */
  pick(at, isTouch) {
    // A press on a position that is only looked at goes back to the game.
    if (this.preview) return endPreview(this, true);
    if (this.match.mover()?.kind !== 'human' || this.isWeighing) return;
    const ghost = this.choice.isLaid() ? this.choice.ghost(at) : null;
    const step = ghost?.isLegal
      ? this.choice
          .open()
          .find((one) =>
            ghost.cells.every((cell) =>
              one.parts.some(
                ([, answer]) => Array.isArray(answer) && answer.length === ghost.cells.length && answer.includes(cell),
              ),
            ),
          )
      : null;
    if (isTouch && step && !(this.choice.shown && ghost?.cells.includes(at))) {
      this.choice.shown = step;
      this.message = t('press-again');
      return this.draw();
    }
    this.answer(this.choice.pick(at));
  }

  /** Takes a piece. @param {number} piece */
  take(piece) {
    const answer = this.choice.take(piece);
    if (answer) return this.answer(answer);
    announce(t('in-hand', { piece: this.pieceName(piece) }));
    this.message = '';
    this.draw();
  }

  /** @param {number} piece */
  pieceName(piece) {
    return nameOf(/** @type {import('./types.js').Frame} */ (this.match.frame).pieces[piece]);
  }

  /** @param {import('./choice.js').Answer} answer */
  answer(answer) {
    if (!answer) return;
    if ('move' in answer) this.play(answer.move);
    else if ('refuse' in answer) this.explain(answer.refuse);
    else {
      this.message = answer.ask;
      announce(this.message);
      this.draw();
      const first = this.tray.querySelector('.extras button') ?? this.tray.querySelector('.tray button:not(:disabled)');
      if (first instanceof HTMLElement) first.focus();
    }
  }

  /**
   * Says why cells cannot be chosen: what stands there, or what the server says of a move there.
   * @param {number[]} cells
   */
  async explain(cells) {
    const { state, frame } = this.match;
    const barred = state?.scene.lights?.find(
      ({ mark, at }) => mark === 'barred' && cells.some((cell) => at.includes(cell)),
    );
    if (barred) return this.say(barred.why);
    if (!frame || (this.choice.piece !== null && !this.choice.isLaid())) return this.say(t('cell-not-free'));
    try {
      const text = cells.map((cell) => cellName(frame, cell)).join();
      await call('state', { ...this.match.here(), moves: [...this.match.here().moves, text] });
      this.say(t('cell-not-free'));
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {string} message */
  say(message) {
    this.message = message;
    announce(message);
    this.draw();
  }

  /** Plays the person's move; one that loses too much is taken back, if that was asked for. @param {string} move */
  async play(move) {
    if (this.isPlaying) return;
    const { match } = this;
    const mover = match.mover();
    if (match.resigned || (mover?.kind === 'engine' && match.isAtEnd() && !match.isPaused)) {
      return this.say(t(match.resigned ? 'resigned-take-back' : 'not-your-turn'));
    }
    const seat = match.state?.turn;
    this.isPlaying = true;
    try {
      if (match.patience > 0 && mover?.kind === 'human' && (await isRegretted(this, move))) return;
      this.notice = '';
      await match.play(move);
      const { last } = /** @type {import('./types.js').State} */ (match.state);
      announce([t('played', { seat: seat ?? 1, move: last?.words ?? move }), ...(last?.effects ?? [])].join('; '));
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

  /** @param {unknown} problem */
  complain(problem) {
    this.say(reasonOf(problem, t('server-gone')));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === ' ') this.choice.turn(event.shiftKey ? -1 : 1);
    else if (key === 'escape') {
      this.choice.drop();
      endPreview(this);
    } else if (key === '.' || key === ',') {
      const step = this.choice.walk(key === '.' ? 1 : -1);
      if (step) announce(t('walk', { move: step.move }));
    } else if (key === 'backspace') this.go(this.match.takeBack());
    else if (key === '?' && this.mayAsk()) askHint(this);
    else if (key === '!' && this.mayAsk()) this.analysis.toggle();
    else return this.takeByLetter(key);
    this.draw();
    return true;
  }

  /** Takes the next piece whose name begins so. @param {string} key */
  takeByLetter(key) {
    const pieces = this.match.frame?.pieces ?? [];
    const named = this.choice.pieces().filter((piece) => pieces[piece].name.toLowerCase().startsWith(key));
    if (!named.length) return false;
    const at = this.choice.piece === null ? -1 : named.indexOf(this.choice.piece);
    this.take(named[(at + 1) % named.length]);
    return true;
  }

  /** Whether hints are given here: not while they are locked. */
  mayAsk() {
    return !this.match.isLocked || this.match.mover() === null;
  }

  /** Saves the game as it stands; a page that cannot save says so once and goes on. */
  async keep() {
    const had = this.match.id !== null;
    try {
      const happened = await this.match.keep();
      if (happened === 'kept') return;
      this.notice = t(happened === 'parted' ? 'changed-elsewhere' : 'kept-beside');
      announce(this.notice);
      this.draw();
    } catch (problem) {
      if (problem instanceof Refused && had) {
        this.match.id = null;
        this.say(problem.message);
      }
    }
  }

  drawBoard() {
    const { match, board } = this;
    if (!match.state || !board) return;
    const { state } = match;
    if (this.preview) {
      return board.draw(this.preview.scene, { last: this.preview.last?.at ?? [], isPreview: true });
    }
    const isHuman = match.mover()?.kind === 'human';
    board.draw(state.scene, {
      ghost: isHuman ? this.choice.ghost(this.pointed) : null,
      last: state.last?.at ?? [],
      targets: isHuman ? this.choice.targets() : new Set(),
      heat: this.analysis.heat(),
      owner: state.turn,
    });
  }

  /** Board, status and trays; what is held with a pointer beside them stays. */
  drawMiddle() {
    this.drawBoard();
    fill(this.status, ...this.statusParts());
    fill(this.told, this.effects().join('; '));
    fill(this.tray, ...trays(this));
  }

  draw() {
    if (!this.match.state || !this.board) return;
    Object.assign(this.element.dataset, { mover: this.match.mover()?.kind ?? 'none', place: this.match.place });
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.key : undefined;
    this.drawMiddle();
    this.drawSide();
    this.analysis.element.hidden = !this.mayAsk();
    this.analysis.draw();
    // What was drawn anew keeps the keyboard where it was.
    if (focused) this.refocus(focused);
  }

  /** @returns {import('./dom.js').Child[]} */
  statusParts() {
    const back =
      this.preview &&
      h(
        'button',
        {
          type: 'button',
          'data-key': 'end-preview',
          onclick: () => endPreview(this, true),
        },
        t('end-preview'),
      );
    return [this.notice && h('span', { class: 'notice' }, this.notice), ' ', this.message || this.where(), ' ', back];
  }

  /** What the last move brought about besides itself, or the rules before the first. @returns {string[]} */
  effects() {
    const state = this.preview ?? this.match.state;
    return state?.last?.effects ?? this.match.opening;
  }

  drawSide() {
    const typed = /** @type {HTMLInputElement | null} */ (this.side.querySelector('[data-key=typed]'));
    const moves = moveList(
      this.match,
      (move) => this.play(move),
      (going) => this.go(going),
    );
    fill(this.side, players(this.match), buttons(this), moves);
    this.side.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' });
    // A move half typed outlives what is drawn meanwhile, but not a move.
    const field = /** @type {HTMLInputElement | null} */ (this.side.querySelector('[data-key=typed]'));
    if (typed && field && this.drawnPlace === this.match.place) field.value = typed.value;
    this.drawnPlace = this.match.place;
  }

  /** @param {string} key */
  refocus(key) {
    const element = this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const isOff = element instanceof HTMLButtonElement && element.disabled;
    if (element instanceof HTMLElement && !isOff) element.focus({ preventScroll: true });
    else this.board?.focus();
  }

  /** The state of the game in a sentence. */
  where() {
    const { match } = this;
    const state = /** @type {import('./types.js').State} */ (match.state);
    if (match.resigned) return t('resigned', { seat: match.resigned, winner: sideName(3 - match.resigned) });
    if (state.result !== null) return sayEnd(state);
    if (this.thinking) return t('computer-thinks', { seat: state.turn });
    const isWaiting = match.mover()?.kind === 'engine';
    if (isWaiting && !match.isAtEnd()) return t('looking-back', { seat: state.turn });
    return t(isWaiting && match.isPaused ? 'paused' : 'to-move', { seat: state.turn });
  }
}

/** How a game ended, and why. @param {import('./types.js').State} state */
function sayEnd(state) {
  const result = state.result === 0 ? t('over-draw') : t('over-won', { seat: (state.result ?? 0) > 0 ? 1 : 2 });
  const why = (state.scene.lights ?? []).filter(({ mark }) => mark === 'won').map((light) => light.why);
  const points = state.points ? ` (${state.points.join('–')})` : '';
  return result + points + (why.length ? `: ${why.join('; ')}` : '');
}
