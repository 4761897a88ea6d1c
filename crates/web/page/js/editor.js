// A position editor: take something from the palette and put it on the board. The server says how that looks and
// reads, and why it cannot be played yet.

import { call, reasonOf } from './api.js';
import { Board } from './board.js';
import { fill, h, s } from './dom.js';
import { sideName, t } from './language.js';
import { chip, knight, pieceIcon } from './pieces.js';
import { nameOf } from './trays.js';

/**
 * @typedef {{ kind: string, seat?: 1 | 2, piece?: number }} Stuff
 * @typedef {{
 *   position: string, frame: import('./types.js').Frame, scene: import('./types.js').Scene, palette: Stuff[],
 *   turn: 1 | 2 | null, hand: boolean, problem: string | null
 * }} Draft
 * @typedef {{ game: string, rules: string, seed: number, position: string | null }} Start
 */

/** @param {Start} start @param {(text: string) => void} onText hears of every change @returns {Promise<Element[]>} */
export async function editor(start, onText) {
  /** @type {Draft} */
  let draft = await call('edit', start);
  let chosen = 0;
  const problem = h('p', { class: 'note', role: 'status' });
  const palette = h('div', { class: 'tray', role: 'group', 'aria-label': t('palette') });
  const fields = h('div', { class: 'row' });
  const board = new Board(draft.frame, start.game, {
    onPick: (at) => change({ put: { at, what: draft.palette[chosen] } }),
  });
  const apply = async (/** @type {unknown} */ wish) => {
    try {
      draft = await call('edit', { ...start, position: draft.position, change: wish });
      onText(draft.position);
      draw();
    } catch (reason) {
      fill(problem, reasonOf(reason, t('server-gone')));
    }
  };
  /** Changes are made one after the other: each is based on the last. */
  let working = Promise.resolve();
  const change = (/** @type {unknown} */ wish) => {
    working = working.then(() => apply(wish));
  };
  const choose = (/** @type {number} */ i) => {
    chosen = i;
    draw();
  };
  const draw = () => {
    board.draw(draft.scene, {});
    fill(problem, draft.problem && t('not-yet', { problem: draft.problem }));
    fill(
      palette,
      ...draft.palette.map((stuff, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'take',
            'aria-pressed': i === chosen,
            'aria-label': labelOf(draft.frame, stuff),
            onclick: () => choose(i),
          },
          pictureOf(draft.frame, stuff),
        ),
      ),
    );
    fill(
      fields,
      turn(draft, (seat) => change({ turn: seat })),
      hand(draft, (piece) => change({ hand: piece })),
    );
  };
  draw();
  return [h('p', { class: 'figures' }, t('editor-help')), palette, board.element, problem, fields];
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

/** Whose turn it is. @param {Draft} draft @param {(seat: number) => void} onSeat */
function turn(draft, onSeat) {
  if (draft.turn === null) return null;
  const option = (/** @type {number} */ seat) =>
    h('option', { value: seat, selected: seat === draft.turn }, sideName(seat));
  const onchange = (/** @type {any} */ event) => onSeat(Number(event.target.value));
  return h('label', {}, t('turn'), h('select', { onchange }, option(1), option(2)));
}

/** Which piece is in hand. @param {Draft} draft @param {(piece: number | null) => void} onPiece */
function hand(draft, onPiece) {
  if (!draft.hand) return null;
  const held = draft.scene.hand;
  const onchange = (/** @type {any} */ event) => onPiece(event.target.value === '' ? null : Number(event.target.value));
  return h(
    'label',
    {},
    t('hand'),
    h(
      'select',
      { onchange },
      h('option', { value: '', selected: held === undefined }, t('nothing')),
      ...draft.frame.pieces.map((piece, i) => h('option', { value: i, selected: i === held }, nameOf(piece))),
    ),
  );
}
