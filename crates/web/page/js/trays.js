// What lies beside the board: the piece in hand, trays in which every piece keeps its place, open questions, and the
// dock with the acts for what is held.

import { cellName } from './cells.js';
import { h } from './dom.js';
import { draggable } from './drag.js';
import { icon } from './icons.js';
import { sideName, t } from './language.js';
import { blockIcon, flattest, pieceIcon, waysOf } from './pieces.js';

/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./table.js').Table} Table */
/** @typedef {NonNullable<import('./types.js').Scene['trays']>[0]} Tray */

/** @param {Table} table @returns {Element[]} */
export function trays(table) {
  const { match } = table;
  const state = /** @type {import('./types.js').State} */ (match.state);
  const frame = /** @type {Frame} */ (match.frame);
  const { scene } = table.preview ?? state;
  const isFree = table.mayMove() && !table.preview;
  const near = match.near();
  const isNear = (/** @type {Tray} */ { owner }) =>
    owner === null || (bothHere(table) ? owner === state.turn : owner === near);
  const all = (scene.trays ?? []).map((tray, i) => ({ tray, i }));
  const mine = all.filter(({ tray }) => isNear(tray)).map(({ tray, i }) => well(table, frame, tray, i, isFree));
  const others = all.filter(({ tray }) => !isNear(tray)).map(({ tray }) => opposite(frame, tray));
  const parts = [
    hand(table, scene, frame),
    isFree ? question(table, frame) : null,
    ...mine,
    isFree ? dock(table) : null,
    ...others,
  ];
  return parts.filter((part) => part !== null);
}

/** Whether both players move here. @param {Table} table */
function bothHere(table) {
  return table.mode !== 'play' || table.match.players.every(({ kind }) => kind === 'human');
}

/**
 * A tray in which every piece keeps its place.
 * @param {Table} table @param {Frame} frame @param {Tray} tray @param {number} i @param {boolean} isFree
 */
function well(table, frame, { owner, left }, i, isFree) {
  const { choice, match } = table;
  const isOwn = isFree && (owner === null || match.state?.turn === owner);
  const canTake = new Set(isOwn ? choice.pieces() : []);
  const counts = new Map(left);
  const most = Math.max(1, ...counts.values());
  const size = innerWidth <= 700 ? 14.5 : 16;
  const slot = (/** @type {import('./types.js').Piece} */ piece, /** @type {number} */ number) => {
    const count = counts.get(number) ?? 0;
    const isHeld = isOwn && choice.piece === number;
    const shape =
      piece.shape === 'block'
        ? blockIcon(isHeld ? choice.way() : waysOf(piece)[flattest(piece)], owner ?? 1, size)
        : pieceIcon(piece, owner ?? 1, 44);
    if (!count) return h('span', { class: 'recess', 'aria-hidden': true }, shape);
    const button = h(
      'button',
      {
        type: 'button',
        class: `take owner-${owner ?? 0}`,
        'data-key': `piece-${i}-${piece.name}`,
        'data-piece': number,
        disabled: !canTake.has(number),
        'aria-pressed': isHeld,
        'aria-label': t('piece-left', { piece: nameOf(piece), count }),
        onclick: (/** @type {PointerEvent} */ event) => {
          table.take(number, event.pointerType === 'touch');
          // From here on the keys speak to the board.
          if (event.detail && table.choice.isLaid()) table.board?.focus();
        },
      },
      shape,
      most > 1 ? h('span', { class: 'count' }, `×${count}`) : null,
    );
    if (piece.shape === 'block' && canTake.has(number))
      draggable(button, {
        board: () => table.board,
        take: () => {
          if (choice.piece !== number) table.take(number);
        },
        point: (at) => table.point(at),
        drop: (at, isTouch) => table.pick(at, isTouch),
      });
    return button;
  };
  const label =
    owner === null ? t('on-the-table') : bothHere(table) ? t('pieces-of', { seat: owner }) : t('your-pieces');
  const kind = owner === null ? 'tray shared' : 'tray';
  return h(
    'section',
    { class: 'well' },
    h(
      'h2',
      { class: 'well-head' },
      label,
      ' ',
      h('span', {}, t('left', { count: [...counts.values()].reduce((a, b) => a + b, 0) })),
    ),
    h('div', { class: kind, role: 'group', 'aria-label': label }, ...frame.pieces.map(slot)),
  );
}

/** The other player's pieces, small and inert. @param {Frame} frame @param {Tray} tray */
function opposite(frame, { owner, left }) {
  const counts = new Map(left);
  const icons = frame.pieces.map((piece, number) =>
    h(
      'span',
      { class: counts.get(number) ? 'laid-by' : 'laid-by recess' },
      piece.shape === 'block'
        ? blockIcon(waysOf(piece)[flattest(piece)], owner ?? 1, 6.5)
        : pieceIcon(piece, owner ?? 1, 20),
    ),
  );
  const count = [...counts.values()].reduce((a, b) => a + b, 0);
  return h(
    'div',
    { class: 'opposite' },
    h('div', { class: 'opposite-pieces', 'aria-hidden': true }, ...icons),
    h('p', {}, t('has-left', { side: sideName(owner ?? 1), count })),
  );
}

/** How a piece is called. @param {import('./types.js').Piece} piece */
export function nameOf(piece) {
  return `${piece.name}: ${piece.label}`;
}

/** A question that neither a tray nor the board alone answers. @param {Table} table @param {Frame} frame */
function question(table, frame) {
  const { choice, match } = table;
  const pending = choice.pending();
  const cells = (pending?.parts ?? []).map((part) => part[1]).filter((answer) => Array.isArray(answer));
  if (!pending || pending.place === 0 || !cells.length || choice.isLaid() || choice.placed() === null) return null;
  const texts = new Map(match.state?.scene.squares.map(({ at, text }) => [at, text]));
  const buttons = [...new Set(cells.map(([at]) => at))].map((at) => {
    const name = cellName(frame, at);
    const text = texts.get(at) ?? name;
    return h(
      'button',
      {
        type: 'button',
        class: 'chip-button',
        'data-key': `extra-${name}`,
        'aria-label': `${text}, ${name}`,
        onclick: (/** @type {PointerEvent} */ event) => table.answer(choice.pick(at), event.pointerType === 'touch'),
      },
      text,
    );
  });
  return h(
    'div',
    { class: 'extras sheet', role: 'group', 'aria-label': pending.ask },
    h('p', {}, pending.ask),
    h('div', { class: 'chips' }, ...buttons),
  );
}

/** The piece that must be placed, and what is to be done with it. @param {Table} table @param {import('./types.js').Scene} scene @param {Frame} frame */
function hand(table, scene, frame) {
  if (!(scene.trays ?? []).some(({ owner }) => owner === null)) return null;
  const hands = table.choice.steps.some(({ parts }) => parts.some(([, answer]) => typeof answer === 'number'));
  if (scene.hand === undefined || table.match.mover() === null) return null;
  const piece = frame.pieces[scene.hand];
  const isPlaced = table.choice.placed() !== null;
  const step = (/** @type {number} */ n, /** @type {string} */ text, /** @type {boolean} */ isNow) =>
    h('li', { class: isNow ? 'now' : null }, h('span', { class: 'step', 'aria-hidden': true }, String(n)), text);
  const isMine = table.mayMove();
  return h(
    'section',
    { class: 'hand sheet' },
    h('div', { class: 'hand-piece' }, pieceIcon(piece, 1, 92)),
    h(
      'div',
      {},
      h('h2', { class: 'small-head' }, isMine ? t('in-your-hand') : t('hand')),
      h('p', { class: 'visually-hidden' }, nameOf(piece)),
      isMine
        ? h(
            'ol',
            { class: 'hand-steps' },
            step(1, t('place-it'), !isPlaced),
            hands ? step(2, t('hand-one-over'), isPlaced) : null,
          )
        : h('p', {}, piece.label),
    ),
  );
}

/** What can be done with what is held. @param {Table} table */
function dock(table) {
  const { choice } = table;
  const ready = table.ready();
  const isLaid = choice.isLaid();
  const act = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {string} */ hint,
    /** @type {() => void} */ onclick,
    isOff = false,
  ) =>
    h(
      'button',
      { type: 'button', class: 'plain', 'data-key': key, disabled: isOff, onclick },
      icon(sign),
      h('span', {}, t(key)),
      hint ? h('kbd', {}, hint) : null,
    );
  const canTurn = choice.canTurn();
  const place =
    isLaid || ready
      ? h(
          'button',
          {
            type: 'button',
            class: 'primary large',
            'data-key': 'play-shown',
            disabled: !ready,
            onclick: () => ready && table.play(ready.move),
          },
          icon('check'),
          h(
            'span',
            {},
            ready
              ? t('place-move', { move: ready.short ?? ready.move })
              : t(choice.piece === null ? 'choose-a-piece' : 'choose-a-place'),
          ),
          ready ? h('kbd', {}, '↵') : null,
        )
      : null;
  if (!place) return null;
  return h(
    'div',
    { class: 'dock' },
    isLaid ? act('turn-piece', 'turn', t('key-space'), () => table.turn((one) => one.turn(1)), !canTurn) : null,
    isLaid ? act('flip-piece', 'flip', ',', () => table.turn((one) => one.flip()), !canTurn) : null,
    place,
    isLaid ? act('walk-moves', 'arrow', '.', () => table.walk(1)) : null,
  );
}
