// What lies beside the board: pieces to take, questions that are open, and ways to turn and show pieces.

import { cellName } from './cells.js';
import { h } from './dom.js';
import { t } from './language.js';
import { drawLetter, drawPiece } from './pieces.js';

/** @typedef {import('./types.js').Frame} Frame */

/** @param {import('./play.js').Table} table @returns {Element[]} */
export function trays(table) {
  const { match, choice } = table;
  const state = /** @type {import('./types.js').State} */ (match.state);
  const frame = /** @type {Frame} */ (match.frame);
  const { scene } = table.preview ?? state;
  const isHuman = match.mover()?.kind === 'human' && !table.preview;
  const question = isHuman ? extras(table, frame) : null;
  const parts = [hand(scene, frame), question, ...(isHuman && choice.isLaid() ? turning(table) : [])];
  // While one of the pieces left is to be handed over, they are shown once.
  const isShown = !question || !question.classList.contains('pieces');
  if (isShown) parts.push(...(scene.trays ?? []).map((tray, i) => trayOf(table, frame, tray, i, isHuman)));
  return parts.filter((part) => part !== null);
}

/**
 * @param {import('./play.js').Table} table
 * @param {Frame} frame
 * @param {NonNullable<import('./types.js').Scene['trays']>[0]} tray
 * @param {number} i
 * @param {boolean} isHuman
 */
function trayOf(table, frame, { owner, left }, i, isHuman) {
  const {
    choice,
    match: { state },
  } = table;
  const isOwn = isHuman && (owner === null || state?.turn === owner);
  const canTake = new Set(isOwn ? choice.pieces() : []);
  const button = (/** @type {[number, number]} */ [number, count]) => {
    const piece = frame.pieces[number];
    return h(
      'button',
      {
        type: 'button',
        class: `take owner-${owner ?? 0}`,
        'data-key': `piece-${i}-${piece.name}`,
        'data-piece': number,
        disabled: !canTake.has(number),
        'aria-pressed': isOwn && choice.piece === number,
        'aria-label': t('piece-left', { piece: nameOf(piece), count }),
        onclick: () => table.take(number),
      },
      drawPiece(piece),
      count > 1 ? h('span', { class: 'count' }, `×${count}`) : null,
    );
  };
  const label = owner === null ? t('pieces-left') : t('pieces-of', { seat: owner });
  return left.length ? h('div', { class: 'tray', role: 'group', 'aria-label': label }, ...left.map(button)) : null;
}

/** How a piece is called. @param {import('./types.js').Piece} piece */
export function nameOf(piece) {
  return `${piece.name}: ${piece.label}`;
}

/**
 * The open question, where a tray or the board does not ask it already.
 * @param {import('./play.js').Table} table
 * @param {Frame} frame
 */
function extras(table, frame) {
  const {
    choice,
    match: { state },
  } = table;
  const pending = choice.pending();
  const isOnly = choice.steps.every((step) => step.parts.length <= 1);
  if (!pending || (pending.place === 0 && !(isOnly && pending.parts.some(isPiece)))) return null;
  const answers = new Map(pending.parts.map((part) => [String(part[1]), part[1]]));
  const texts = new Map(state?.scene.squares.map(({ at, text }) => [at, text]));
  const buttons = [...answers.values()].map((answer) => {
    if (typeof answer === 'number') {
      const piece = frame.pieces[answer];
      return option(piece.name, nameOf(piece), drawPiece(piece), () => table.take(answer), answer);
    }
    const name = cellName(frame, answer[0]);
    const text = texts.get(answer[0]) ?? name;
    return option(name, `${text}, ${name}`, drawLetter(text), () => table.answer(choice.pick(answer[0])), null);
  });
  const kind = pending.parts.some(isPiece) ? 'extras pieces' : 'extras';
  return h('div', { class: kind, role: 'group', 'aria-label': pending.ask }, h('p', {}, pending.ask), ...buttons);
}

/**
 * @param {string} key
 * @param {string} label
 * @param {Node} picture
 * @param {() => void} onclick
 * @param {number | null} piece
 */
function option(key, label, picture, onclick, piece) {
  const attributes = {
    type: 'button',
    class: 'take',
    'data-key': `extra-${key}`,
    'data-piece': piece,
    'aria-label': label,
  };
  return h('button', { ...attributes, onclick }, picture);
}

/** @param {import('./types.js').Part} part */
function isPiece(part) {
  return typeof part[1] === 'number';
}

/** @param {import('./types.js').Scene} scene @param {Frame} frame */
function hand(scene, frame) {
  if (scene.hand === undefined) return null;
  const piece = frame.pieces[scene.hand];
  return h(
    'div',
    { class: 'hand' },
    h('span', {}, t('hand')),
    drawPiece(piece),
    h('span', { class: 'visually-hidden' }, nameOf(piece)),
  );
}

/** @param {import('./play.js').Table} table */
function turning(table) {
  const { choice } = table;
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    h(
      'button',
      {
        type: 'button',
        'data-key': name,
        onclick: () => {
          act();
          table.draw();
        },
      },
      t(name),
    );
  const { shown } = choice;
  const playShown =
    shown &&
    h(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-key': 'play-shown',
        onclick: () => table.answer({ move: shown.move }),
      },
      t('play-shown'),
    );
  return [
    h(
      'div',
      { class: 'row' },
      button('walk-moves', () => choice.walk()),
      playShown,
      choice.canTurn() ? button('turn-piece', () => choice.turn(1)) : null,
      choice.piece !== null ? button('drop-piece', () => choice.drop()) : null,
    ),
  ];
}
