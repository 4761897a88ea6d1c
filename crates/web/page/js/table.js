// The table: two strips, the board between them, what lies beside it, and the rail with moves, analysis and settings.

import { Refused, call, isOurs, reasonOf } from './api.js';
import { tableAddress } from './address.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { Choice } from './choice.js';
import { tick } from './clock.js';
import { announce, fill, h } from './dom.js';
import { clearHint } from './ahead.js';
import { explain, foretell, struck } from './foretell.js';
import { pressed } from './keys.js';
import { callSides, sayScore, t } from './language.js';
import { nameOf, trays } from './trays.js';
import { rail } from './rail.js';
import { isRegretted } from './regret.js';
import { settings } from './settings.js';
import { knock } from './sound.js';
import { standing, strips } from './strips.js';
import { hush } from './toast.js';

/** @typedef {'play' | 'analyse' | 'review'} Mode */

export class Table {
  /**
   * @param {import('./match.js').Match} match @param {Mode} mode
   * @param {{ onNew: (swap: boolean) => void, onMode: (mode: Mode) => void }} handlers
   */
  constructor(match, mode, handlers) {
    this.match = match;
    this.mode = mode;
    this.handlers = handlers;
    this.choice = new Choice(null, null);
    /** @type {number | null} */
    this.pointed = null;
    /** A move that waits to be confirmed. @type {string | null} */
    this.pinned = null;
    /** What an engine would play, in words. @type {{ move: string, words: string } | null} */
    this.hint = null;
    /** What moves would bring, as far as somebody pointed at them. @type {Map<string, import('./types.js').State>} */
    this.outcomes = new Map();
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
    /** Which part of the rail is open. @type {'moves' | 'analysis' | 'settings'} */
    this.tab = 'moves';
    this.isRailOpen = false;
    /** @type {AbortController | null} */
    this.thinking = null;
    this.thinkingSince = 0;
    /** The game is saved once at a time, or a new one would be there twice. */
    this.saving = Promise.resolve();
    /** The place in the game that was drawn last. */
    this.drawnPlace = -1;
    /** Whether a move is on its way, or weighed before it counts. */
    this.isPlaying = false;
    this.isWeighing = false;
    /** @type {Board | null} */
    this.board = null;
    this.analysis = new Analysis(this);
    this.above = h('div', { class: 'strip' });
    this.below = h('div', { class: 'strip' });
    this.middle = h('div', { class: 'between' });
    this.stage = h('div', { class: 'stage' }, this.above, this.middle, this.below);
    this.side = h('div', { class: 'side' });
    this.rail = h('aside', { class: 'rail', 'aria-label': t('game-panel') });
    this.element = h('div', { class: `table ${mode}` }, this.stage, this.side, this.rail);
    this.onChange = () => this.changed();
    this.onKey = (/** @type {KeyboardEvent} */ event) => pressed(this, event);
    match.addEventListener('change', this.onChange);
    document.addEventListener('keydown', this.onKey);
    document.body.dataset.view = 'table';
    this.address = location.hash;
    this.clock = setInterval(() => tick(this), 250);
    callSides([match.called(1), match.called(2)]);
    if (mode !== 'play') this.analysis.isOn = true;
  }

  leave() {
    this.match.removeEventListener('change', this.onChange);
    document.removeEventListener('keydown', this.onKey);
    delete document.body.dataset.view;
    clearInterval(this.clock);
    this.thinking?.abort();
    this.analysis.stop();
    callSides(null);
    hush();
  }

  changed() {
    const { state, frame } = this.match;
    if (!state || !frame) return;
    this.seatBoard(frame);
    // Whoever thought did so about another position.
    this.thinking?.abort();
    this.thinking = null;
    this.choice = new Choice(frame, state);
    this.outcomes.clear();
    Object.assign(this, { message: '', regretted: null, pinned: null, hint: null, preview: null });
    this.previews += 1;
    callSides([this.match.called(1), this.match.called(2)]);
    const isMoved = this.match.place === this.drawnPlace + 1 && this.match.isAtEnd();
    this.analysis.start();
    this.draw(isMoved);
    if (isMoved) knock();
    this.standAt();
    if (this.match.line.length && this.mode === 'play') this.saving = this.saving.then(() => this.keep());
    this.moveOn();
  }

  /** The address follows the game, unless somebody is on the way to another view. */
  standAt() {
    if (location.hash !== this.address || this.match.room) return;
    history.replaceState(null, '', tableAddress(this.match, this.mode));
    this.address = location.hash;
  }

  /** @param {import('./types.js').Frame} frame */
  seatBoard(frame) {
    if (this.board) return;
    this.board = new Board(frame, this.match.setup.game, {
      onPick: (at, isTouch) => this.pick(at, isTouch),
      onPoint: (at, isKey) => this.point(at, isKey),
      onKey: (event) => pressed(this, event),
      onWheel: (by) => this.turn((choice) => choice.turn(by)),
      onFlip: () => this.turn((choice) => choice.flip()),
    });
    this.middle.append(this.board.element);
  }

  /** Lets the computer move, if it is its turn and the board shows the end of the line. */
  async moveOn() {
    this.thinking?.abort();
    this.thinking = null;
    const mover = this.match.mover();
    const isFree = this.mode !== 'play' || this.match.isPaused || !this.match.isAtEnd();
    if (!mover || mover.kind !== 'engine' || isFree) return;
    const thinking = new AbortController();
    Object.assign(this, { thinking, thinkingSince: performance.now() });
    this.draw();
    const { level, engine } = mover;
    const question = { ...this.match.here(), level, engine, time_ms: this.match.timeMs };
    try {
      const thought = await call('think', question, thinking.signal);
      if (thinking !== this.thinking || !thought.best) return;
      this.thinking = null;
      const seat = this.match.state?.turn ?? 1;
      const score = this.sayThought(thought);
      await this.match.play(thought.best);
      const { last } = /** @type {import('./types.js').State} */ (this.match.state);
      announce(t('computer-plays', { seat, move: last?.words ?? thought.best, score }));
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

  /** Whether a person here may move now. */
  mayMove() {
    const mover = this.match.mover();
    return mover !== null && (mover.kind === 'human' || this.mode !== 'play') && !this.isWeighing;
  }

  /** @param {number} at @param {boolean} isTouch */
  pick(at, isTouch) {
    at = this.board?.aim(at, this.choice.targets()) ?? at;
    if (this.preview) return this.analysis.endPreview(true);
    if (!this.mayMove()) return;
    const { choice } = this;
    const isCareful = isTouch || settings.confirm;
    if (choice.isLaid() && choice.piece !== null) {
      const ghost = choice.ghost(at);
      const isSame = choice.shown !== null && (ghost?.cells.includes(at) ?? false);
      // A press beside a move that is shown lets go of it: what lies under the pointer was not in sight.
      if (choice.shown && !isSame && !isCareful) {
        choice.shown = null;
        this.hint = null;
        return this.draw();
      }
      if (!isCareful || isSame) return this.answer(choice.pick(at));
      choice.shown = null;
      this.pointed = at;
      const laid = choice.ghost(at);
      const step = laid ? choice.covering(laid.cells) : undefined;
      if (step) choice.show(step);
      else if (laid) return explain(this, laid.cells);
      this.message = '';
      return this.draw();
    }
    clearHint(this);
    this.pointed = at;
    this.answer(choice.pick(at), isCareful);
  }

  /** Something is pointed at; keys that go elsewhere let go of a move that was shown. @param {number | null} at @param {boolean} [isKey] */
  point(at, isKey = false) {
    if (at !== null) at = this.board?.aim(at, this.choice.targets()) ?? at;
    if (this.pointed === at) return;
    this.pointed = at;
    const isLeft = isKey && this.ready() !== null;
    if (!isLeft) return this.holdOver();
    this.choice.shown = null;
    Object.assign(this, { hint: null, pinned: null });
    this.draw();
  }

  /** Takes a piece. @param {number} piece @param {boolean} [isTouch] */
  take(piece, isTouch = false) {
    clearHint(this);
    this.pinned = null;
    const answer = this.choice.take(piece);
    if (answer) return this.answer(answer, isTouch || settings.confirm);
    announce(t('in-hand', { piece: this.pieceName(piece) }));
    this.message = '';
    this.draw();
  }

  /** Turns what is held. @param {(choice: Choice) => void} how @returns {boolean} whether there was something */
  turn(how) {
    if (!this.mayMove() || !this.choice.canTurn()) return false;
    how(this.choice);
    this.hint = null;
    this.draw();
    return true;
  }

  /** @param {number} piece */
  pieceName(piece) {
    return nameOf(/** @type {import('./types.js').Frame} */ (this.match.frame).pieces[piece]);
  }

  /** @param {import('./choice.js').Answer} answer @param {boolean} [isCareful] whether a move waits for a second word */
  answer(answer, isCareful = false) {
    if (!answer) return;
    if ('move' in answer) {
      if (!isCareful || this.pinned === answer.move) return this.play(answer.move);
      this.pinned = answer.move;
      this.choice.show(this.choice.steps.find(({ move }) => move === answer.move) ?? null);
      return this.draw();
    }
    if ('refuse' in answer) return explain(this, answer.refuse);
    this.message = answer.ask;
    announce(this.message);
    this.draw();
    const first = this.side.querySelector('.extras button') ?? this.side.querySelector('.tray button:not(:disabled)');
    if (first instanceof HTMLElement && this.board?.element.contains(document.activeElement))
      first.focus({ preventScroll: true });
  }

  /** The move that would be played now: confirmed, hinted at or walked to. @returns {import('./types.js').Step | null} */
  ready() {
    const { choice } = this;
    if (choice.shown) return choice.shown;
    const move = this.pinned ?? this.hint?.move;
    return choice.steps.find((step) => step.move === move) ?? null;
  }

  /** Lets everything go. */
  letGo() {
    this.choice.drop();
    Object.assign(this, { pinned: null, hint: null, message: '', pointed: null });
    this.analysis.endPreview();
    hush();
    this.draw();
  }

  /** Shows the next legal place. @param {number} by */
  walk(by) {
    const step = this.choice.walk(by);
    if (!step) return;
    this.message = '';
    announce(t('walk', { move: step.short ?? step.move }));
    this.draw();
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
    if (this.mode === 'review' && this.analysis.quest) return this.go(this.analysis.attempt(move));
    const { match } = this;
    const mover = match.mover();
    const isOther = mover !== null && mover.kind !== 'human' && match.isAtEnd() && !match.isPaused;
    if (this.mode === 'play' && (match.resigned || isOther)) {
      return this.say(t(match.resigned ? 'resigned-take-back' : 'not-your-turn'));
    }
    const seat = match.state?.turn;
    this.isPlaying = true;
    try {
      if (match.patience > 0 && mover?.kind === 'human' && (await isRegretted(this, move))) return;
      this.notice = '';
      hush();
      // Who moves wants an answer.
      if (mover?.kind === 'human') match.isPaused = false;
      await match.play(move);
      if (match.room) return;
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

  /** Whether hints are given here: not while they are locked. */
  mayAsk() {
    return !this.match.isLocked || this.match.mover() === null;
  }

  /** Saves the game as it stands; a page that cannot save says so once and goes on. */
  async keep() {
    const had = this.match.id !== null;
    try {
      const happened = await this.match.keep();
      this.standAt();
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

  /** The piece in hand over the board, and what a move there would take away. */
  holdOver() {
    const { board, choice, pointed } = this;
    if (!board || !this.match.state) return;
    if (this.preview || !this.mayMove()) return board.hold(null);
    const placed = choice.placed();
    const ghost =
      placed === null || choice.shown ? choice.ghost(pointed) : { cells: [placed], isLegal: true, piece: choice.hand };
    const isTarget = pointed !== null && choice.targets().has(pointed);
    const isNumber = isTarget && this.match.frame?.pieces.some(({ shape }) => shape === 'knight');
    board.hold(ghost, isTarget ? struck(this, pointed) : [], isNumber ? pointed : null);
    if (isTarget) foretell(this, pointed);
    standing(this);
  }

  /** @param {boolean} [isMoved] whether the last move has just been made */
  drawBoard(isMoved = false) {
    const { match, board } = this;
    if (!match.state || !board) return;
    const { state } = match;
    if (this.preview) {
      board.draw(this.preview.scene, { last: this.preview.last?.at ?? [], isPreview: true, marks: settings.marks });
      return board.hold(null);
    }
    const isFree = this.mayMove();
    board.draw(state.scene, {
      last: state.last?.at ?? [],
      targets: isFree ? this.choice.targets() : new Set(),
      fits: isFree && !this.choice.shown ? this.choice.fits() : new Set(),
      heat: this.analysis.heat(),
      advice: this.analysis.advice(),
      reach: this.analysis.reach(),
      owner: state.turn,
      marks: settings.marks,
      isMoved,
    });
    this.holdOver();
  }

  /** The evaluation bar beside the board, while there is an analysis. */
  drawBar() {
    this.middle.querySelector('.bar')?.remove();
    if (this.analysis.isOn && this.mayAsk() && !this.analysis.isHidden()) this.middle.prepend(this.analysis.bar());
  }

  /** Board, strips and trays; what is held with a pointer beside them stays. @param {boolean} [isMoved] */
  drawMiddle(isMoved = false) {
    this.drawBoard(isMoved);
    this.drawBar();
    strips(this);
    fill(this.side, ...trays(this));
    this.element.classList.toggle(
      'trayed',
      (this.match.state?.scene.trays ?? []).some(({ owner }) => owner !== null),
    );
  }

  /** @param {boolean} [isMoved] */
  draw(isMoved = false) {
    if (!this.match.state || !this.board) return;
    Object.assign(this.element.dataset, { mover: this.match.mover()?.kind ?? 'none', place: this.match.place });
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.key : undefined;
    this.drawMiddle(isMoved);
    rail(this);
    this.drawnPlace = this.match.place;
    // What was drawn anew keeps the keyboard where it was.
    if (focused) this.refocus(focused);
  }

  /** @param {string} key */
  refocus(key) {
    const element = this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const isOff = element instanceof HTMLButtonElement && element.disabled;
    if (element instanceof HTMLElement && !isOff) element.focus({ preventScroll: true });
    else this.board?.focus();
  }
}
