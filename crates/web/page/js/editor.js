// A page on which positions are made. The server says how they look and read, and refuses at once what can never be;
// nothing here knows a rule.

import { address } from './address.js';
import { call, reasonOf } from './api.js';
import { Board } from './board.js';
import { keyOf, laid, tilted } from './cells.js';
import { announce, fill, h, s } from './dom.js';
import { draggable } from './drag.js';
import { icon } from './icons.js';
import { sideName, t } from './language.js';
import { edge } from './paint.js';
import { blockIcon, chip, flattest, knight, pieceIcon, waysOf } from './pieces.js';
import { toast } from './toast.js';
import { nameOf } from './trays.js';

/**
 * @typedef {{ kind: string, seat?: 1 | 2, piece?: number }} Stuff
 * @typedef {{ why: string, at: number[], edges: [number, number][] }} Objection
 * @typedef {{
 *   position: string, frame: import('./types.js').Frame, scene: import('./types.js').Scene, palette: Stuff[],
 *   turn: 1 | 2 | null, hand: boolean, problem: string | null, objection: Objection | null,
 *   checks: { said: string, holds: boolean }[]
 * }} Draft
 * @typedef {{ game: string, rules: string, seed: number, position: string | null }} Start
 * @typedef {{ seat: 1 | 2, piece: number, way: number }} Held a piece of several cells, and how it lies
 */

/** @param {Start} start */
export async function editView(start) {
  const view = new Editor(start, await call('edit', start));
  return { element: view.element, leave: () => view.leave() };
}

class Editor {
  /** @param {Start} start @param {Draft} draft */
  constructor(start, draft) {
    this.start = start;
    this.draft = draft;
    /** Earlier texts. @type {string[]} */
    this.past = [];
    /** What is put down, by its place in the palette; none while a piece is held. @type {number | null} */
    this.chosen = this.isLaid() ? null : 0;
    /** @type {Held | null} */
    this.held = null;
    /** @type {number | null} */
    this.pointed = null;
    /** What is wrong with the last thing tried. @type {Objection | null} */
    this.objection = null;
    /** Why the server did not answer, or what it could not read. */
    this.trouble = '';
    /** Answers that say where what is held cannot lie, by place. @type {Map<string, Objection | null>} */
    this.known = new Map();
    /** Changes are made one after the other: each is based on the last. */
    this.working = Promise.resolve();
    this.board = new Board(draft.frame, start.game, {
      onPick: (at) => this.pick(at),
      onPoint: (at) => this.point(at),
      onWheel: (by) => this.turn((way) => tilted(waysOf(this.kind()), way, by)),
      onFlip: () => this.turn((way) => tilted(waysOf(this.kind()), way, 0)),
    });
    this.head = h('div', { class: 'strip' });
    this.foot = h('div', { class: 'strip', role: 'status' });
    this.side = h('div', { class: 'side' });
    this.rail = h('div', { class: 'rail' });
    this.element = h(
      'div',
      { class: 'editing', 'data-game': start.game },
      h('div', { class: 'edit-board' }, this.head, this.board.element, this.foot),
      this.side,
      this.rail,
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
    this.show();
  }

  leave() {
    document.removeEventListener('keydown', this.onKey);
  }

  /** Whether pieces of several cells are laid here. */
  isLaid() {
    return this.draft.checks.length > 0;
  }

  /** The piece that is held. */
  kind() {
    return this.draft.frame.pieces[this.held?.piece ?? 0];
  }

  /** The cells that what is held would cover. @param {number} at */
  cells(at) {
    return this.held ? laid(this.draft.frame, waysOf(this.kind())[this.held.way], at) : [at];
  }

  /** Asks for a change and shows what came of it. @param {unknown} wish @param {(held: boolean) => void} [then] */
  change(wish, then) {
    this.working = this.working.then(async () => {
      const before = this.draft.position;
      try {
        const draft = await call('edit', { ...this.start, position: before, change: wish });
        this.objection = draft.objection;
        this.trouble = '';
        if (!draft.objection) this.take(draft);
        then?.(!draft.objection);
      } catch (reason) {
        this.trouble = reasonOf(reason, t('server-gone'));
      }
      this.show();
      announce(this.objection ? this.sayWhy(this.objection) : this.trouble || this.sayState());
    });
  }

  /** Goes on from a draft. @param {Draft} draft @param {boolean} [isBack] */
  take(draft, isBack = false) {
    if (!isBack && draft.position !== this.draft.position) this.past.push(this.draft.position);
    this.draft = draft;
    this.known.clear();
    const { game, rules, seed } = this.start;
    history.replaceState(null, '', address(['edit', game], { position: draft.position, rules, seed: seed || null }));
  }

  /** Starts again from a text, or from the game's first position. @param {string | null} position @param {boolean} [isBack] */
  restart(position, isBack = false) {
    this.working = this.working.then(async () => {
      try {
        const draft = await call('edit', { ...this.start, position });
        this.objection = null;
        this.trouble = '';
        this.take(draft, isBack);
      } catch (reason) {
        this.trouble = reasonOf(reason, t('server-gone'));
      }
      this.show();
    });
  }

  undo() {
    const before = this.past.pop();
    if (before !== undefined) this.restart(before, true);
  }

  /** A press on a cell. @param {number} at */
  pick(at) {
    if (this.held) {
      const { seat } = this.held;
      this.change({ lay: { seat, at: this.cells(at) } }, (isLaid) => {
        if (isLaid) this.held = null;
      });
      return;
    }
    if (this.chosen !== null) {
      this.change({ put: { at, what: this.draft.palette[this.chosen] } });
      return;
    }
    const square = this.draft.scene.squares.find((one) => one.at === at);
    if (square?.group === undefined || !square.owner || square.piece === undefined) return;
    const lifted = this.draft.scene.squares.filter((one) => one.group === square.group).map((one) => one.at);
    const { owner: seat, piece } = square;
    const way = waysOf(this.draft.frame.pieces[piece]).findIndex((one) => lies(this.draft.frame, one, lifted));
    this.change({ lift: at }, () => {
      this.held = { seat, piece, way: Math.max(way, 0) };
      this.point(at);
    });
  }

  /** What is held is above a cell: whether it can lie there is asked once. @param {number | null} at */
  point(at) {
    this.pointed = at;
    if (!this.held || at === null) {
      this.hold();
      return;
    }
    const cells = this.cells(at);
    const key = `${this.held.seat} ${keyOf(cells)}`;
    this.objection = this.known.get(key) ?? null;
    this.hold();
    if (this.known.has(key)) return;
    const { seat } = this.held;
    call('edit', { ...this.start, position: this.draft.position, change: { lay: { seat, at: cells } } }).then(
      (/** @type {Draft} */ { objection }) => {
        this.known.set(key, objection);
        if (this.pointed !== at || !this.held) return;
        this.objection = objection;
        this.hold();
      },
      () => {},
    );
  }

  /** Lays what is held another way. @param {(way: number) => number} to */
  turn(to) {
    if (!this.held) return false;
    this.held.way = to(this.held.way);
    this.drawSide();
    this.point(this.pointed);
    return true;
  }

  letGo() {
    this.held = null;
    this.objection = null;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element | null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select')) return;
    if (event.key === ' ' && target?.closest('button, a, summary')) return;
    const lie = (/** @type {number} */ by) => this.turn((way) => tilted(waysOf(this.kind()), way, by));
    /** @type {Record<string, () => unknown>} */
    const acts = {
      Escape: () => this.letGo(),
      ' ': () => lie(event.shiftKey ? -1 : 1),
      ',': () => lie(0),
      Backspace: () => this.undo(),
    };
    if (!acts[event.key]) return;
    acts[event.key]();
    event.preventDefault();
  }

  show() {
    this.board.draw(this.draft.scene, {});
    fill(this.head, h('strong', { class: 'name' }, t('editing')), ' ', h('span', { class: 'clause' }, this.sayHow()));
    this.drawSide();
    this.drawRail();
    this.hold();
  }

  sayHow() {
    if (this.held) return t('edit-lay', { piece: this.kind().name });
    return t(this.isLaid() ? 'edit-take' : 'editor-help');
  }

  /** What is above the board, and what is wrong with it. */
  hold() {
    const { frame } = this.draft;
    const { objection, held, pointed } = this;
    if (held && pointed !== null) {
      this.board.owner = held.seat;
      this.board.hold({ cells: this.cells(pointed), isLegal: objection === null, piece: held.piece });
      // Where a piece cannot lie, it is still seen as itself.
      const ghost = this.board.held.querySelector('.ghost');
      ghost?.append(...(objection?.edges ?? []).map(([one, other]) => edge(frame, one, other)));
    } else this.board.hold(null);
    this.foot.className = objection || this.trouble ? 'strip wrong' : 'strip';
    if (objection) fill(this.foot, icon('close'), h('p', {}, h('strong', {}, this.sayWho()), ' ', objection.why, '.'));
    else if (this.trouble) fill(this.foot, icon('close'), h('p', {}, this.trouble));
    else fill(this.foot, icon(this.draft.problem ? 'dots' : 'check'), h('p', {}, this.sayState()));
  }

  sayWho() {
    return this.held ? t('edit-cannot', { piece: this.kind().name }) : t('edit-refused');
  }

  /** @param {Objection} objection */
  sayWhy(objection) {
    return `${this.sayWho()} ${objection.why}.`;
  }

  sayState() {
    return this.draft.problem ? t('not-yet', { problem: this.draft.problem }) : t('edit-ready');
  }

  drawSide() {
    const { draft } = this;
    if (!this.isLaid()) {
      fill(this.side, this.well(t('palette'), '', this.palette(draft.palette)));
      return;
    }
    const others = draft.palette.filter(({ kind }) => kind === 'wall' || kind === 'nothing');
    const isWalled = others.some(({ kind }) => kind === 'wall');
    const act = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ hint, by = 1) =>
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'data-key': key,
          disabled: !this.held,
          onclick: () => this.turn((way) => tilted(waysOf(this.kind()), way, by)),
        },
        icon(sign),
        h('span', {}, t(key)),
        h('kbd', {}, hint),
      );
    fill(
      this.side,
      ...(draft.scene.trays ?? []).map((tray) => this.tray(tray)),
      isWalled ? this.well(t('palette'), '', this.palette(others)) : null,
      h('div', { class: 'dock' }, act('turn-piece', 'turn', t('key-space')), act('flip-piece', 'flip', ',', 0)),
    );
  }

  /** @param {import('./dom.js').Child} label @param {string} count @param {Element} content */
  well(label, count, content) {
    return h('section', { class: 'well' }, h('h2', { class: 'well-head' }, label, h('span', {}, count)), content);
  }

  /** What is put down cell by cell. @param {Stuff[]} all */
  palette(all) {
    const { frame, palette } = this.draft;
    const buttons = all.map((stuff) => {
      const i = palette.indexOf(stuff);
      const isChosen = this.chosen === i && !this.held;
      const choose = () => {
        this.chosen = isChosen && this.isLaid() ? null : i;
        this.letGo();
      };
      const button = h(
        'button',
        {
          type: 'button',
          class: 'take',
          'data-key': `stuff-${i}`,
          'aria-pressed': isChosen,
          'aria-label': labelOf(frame, stuff),
          title: labelOf(frame, stuff),
          onclick: choose,
        },
        pictureOf(frame, stuff),
      );
      this.drag(button, () => {
        this.chosen = i;
        this.letGo();
      });
      return button;
    });
    return h('div', { class: 'tray', role: 'group', 'aria-label': t('palette') }, ...buttons);
  }

  /** A player's pieces; each keeps its place. @param {NonNullable<import('./types.js').Scene['trays']>[0]} tray */
  tray({ owner, left }) {
    const seat = owner ?? 1;
    const counts = new Map(left);
    const size = innerWidth <= 700 ? 10 : 12;
    const slots = this.draft.frame.pieces.map((piece, number) => {
      const isHeld = this.held?.seat === seat && this.held.piece === number;
      const shape = blockIcon(waysOf(piece)[isHeld && this.held ? this.held.way : flattest(piece)], seat, size);
      const count = counts.get(number) ?? 0;
      if (!count && !isHeld) return h('span', { class: 'recess', 'aria-hidden': true }, shape);
      const take = () => {
        if (isHeld) {
          this.letGo();
          return;
        }
        hold();
        this.board.focus();
      };
      const hold = () => {
        this.held = { seat, piece: number, way: flattest(piece) };
        this.chosen = null;
        this.objection = null;
        this.show();
      };
      const button = h(
        'button',
        {
          type: 'button',
          class: 'take',
          'data-key': `lay-${seat}-${piece.name}`,
          'aria-pressed': isHeld,
          'aria-label': t('piece-left', { piece: nameOf(piece), count }),
          onclick: take,
        },
        shape,
        count > 1 ? h('span', { class: 'count' }, `×${count}`) : null,
      );
      this.drag(button, () => {
        if (!isHeld) hold();
      });
      return button;
    });
    const all = [...counts.values()].reduce((a, b) => a + b, 0);
    const label = h('span', { class: 'side-name' }, chip(seat), ' ', sideName(seat));
    const group = h('div', { class: 'tray', role: 'group', 'aria-label': t('pieces-of', { seat }) }, ...slots);
    return this.well(label, t('left', { count: all }), group);
  }

  /** What is on a button may be dragged onto the board. @param {HTMLElement} button @param {() => void} take */
  drag(button, take) {
    draggable(button, {
      board: () => this.board,
      take,
      point: (at) => this.point(at),
      drop: (at) => this.pick(at),
    });
  }

  drawRail() {
    const { draft, start } = this;
    const setup = { position: draft.position, rules: start.rules, seed: start.seed || null };
    const isOff = draft.problem !== null;
    const go = (/** @type {string} */ mode) => {
      location.hash = address([mode, start.game], setup);
    };
    const quiet = (
      /** @type {string} */ key,
      /** @type {() => unknown} */ onclick,
      /** @type {string | null} */ sign = null,
      isDull = false,
    ) =>
      h(
        'button',
        { type: 'button', class: 'quiet', 'data-key': key, disabled: isDull, onclick },
        sign ? icon(sign) : null,
        t(key),
      );
    const text = h('textarea', {
      class: 'as-text',
      name: 'position',
      rows: 3,
      spellcheck: 'false',
      autocapitalize: 'off',
      'aria-label': t('as-text'),
      onchange: () => this.restart(text.value.trim() || null),
    });
    text.value = draft.position;
    fill(
      this.rail,
      h(
        'header',
        { class: 'rail-head' },
        h('h1', {}, t('position')),
        quiet('edit-clear', () => this.restart(null)),
      ),
      this.toMove(),
      this.inHand(),
      this.checks(),
      h('h2', { class: 'eyebrow' }, t('as-text')),
      text,
      h(
        'div',
        { class: 'row' },
        quiet('edit-copy', async () => {
          await navigator.clipboard.writeText(draft.position);
          toast(t('edit-copied'));
        }),
        quiet('edit-undo', () => this.undo(), 'back', this.past.length === 0),
      ),
      h(
        'div',
        { class: 'edit-acts' },
        h(
          'button',
          {
            type: 'button',
            class: 'primary large',
            'data-key': 'edit-analyse',
            disabled: isOff,
            onclick: () => go('analyse'),
          },
          icon('chart'),
          t('edit-analyse'),
        ),
        h(
          'button',
          { type: 'button', class: 'plain', 'data-key': 'edit-play', disabled: isOff, onclick: () => go('new') },
          t('edit-play'),
        ),
      ),
    );
  }

  /** Whose turn it is, where that can be chosen. */
  toMove() {
    const { turn } = this.draft;
    if (turn === null) return null;
    const one = (/** @type {1 | 2} */ seat) =>
      h(
        'label',
        {},
        h('input', {
          type: 'radio',
          name: 'turn',
          value: seat,
          checked: seat === turn,
          onchange: () => this.change({ turn: seat }),
        }),
        h('span', {}, `${seat === 1 ? '■' : '●'} ${sideName(seat)}`),
      );
    return h(
      'div',
      { class: 'field' },
      h('h2', { class: 'eyebrow' }, t('turn')),
      h('div', { class: 'segments', role: 'radiogroup', 'aria-label': t('turn') }, one(1), one(2)),
    );
  }

  /** Which piece is in hand. */
  inHand() {
    const { draft } = this;
    if (!draft.hand) return null;
    const held = draft.scene.hand;
    const onchange = (/** @type {any} */ event) =>
      this.change({ hand: event.target.value === '' ? null : Number(event.target.value) });
    return h(
      'label',
      {},
      t('hand'),
      h(
        'select',
        { name: 'hand', onchange },
        h('option', { value: '', selected: held === undefined }, t('nothing')),
        ...draft.frame.pieces.map((piece, i) => h('option', { value: i, selected: i === held }, nameOf(piece))),
      ),
    );
  }

  checks() {
    const { checks, problem } = this.draft;
    const list = checks.length ? checks : [{ said: problem ?? t('edit-ready'), holds: problem === null }];
    const isTold = list.every(({ holds }) => holds) && problem !== null && checks.length > 0;
    const all = isTold ? [...list, { said: problem, holds: false }] : list;
    return h(
      'ul',
      { class: 'checks sheet', 'aria-label': t('edit-checks') },
      ...all.map(({ said, holds }) =>
        h(
          'li',
          { class: holds ? 'holds' : 'fails' },
          icon(holds ? 'check' : 'close'),
          h('span', { class: 'visually-hidden' }, t(holds ? 'edit-holds' : 'edit-fails')),
          h('span', { class: 'said' }, said),
        ),
      ),
    );
  }
}

/** Whether a way, wherever it is laid, covers these cells. @param {import('./types.js').Frame} frame @param {[number, number][]} way @param {number[]} cells */
function lies({ columns }, way, cells) {
  const sorted = [...cells].sort((a, b) => a - b);
  const top = Math.floor(sorted[0] / columns);
  const left = Math.min(...sorted.map((at) => at % columns));
  return keyOf(way.map(([row, column]) => (top + row) * columns + left + column)) === keyOf(sorted);
}

/** @param {import('./types.js').Frame} frame @param {Stuff} stuff */
function labelOf(frame, { kind, seat, piece }) {
  if (piece !== undefined) return nameOf(frame.pieces[piece]);
  return t({ nothing: 'cell-empty', wall: 'cell-blocked', owned: 'cell-of', knight: 'knight-of' }[kind] ?? kind, {
    seat: seat ?? '',
  });
}

/** @param {import('./types.js').Frame} frame @param {Stuff} stuff */
function pictureOf(frame, { kind, seat, piece }) {
  if (piece !== undefined) return pieceIcon(frame.pieces[piece], 1, 36);
  if (kind === 'owned') return chip(seat ?? 1);
  if (kind === 'knight')
    return s('svg', { viewBox: '0 0 100 100', width: 32, height: 32, 'aria-hidden': true }, knight(seat ?? 1));
  const d = kind === 'wall' ? 'M6 6h20v20H6z' : 'M8 8L24 24M24 8L8 24';
  return s(
    'svg',
    { viewBox: '0 0 32 32', width: 32, height: 32, class: `glyph ${kind}`, 'aria-hidden': true },
    s('path', { d }),
  );
}
