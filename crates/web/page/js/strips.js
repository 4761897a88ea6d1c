// The strips at the board: who plays there, whose turn it is, what to do, points and time.

import { showClock } from './clock.js';
import { fill, h } from './dom.js';
import { sideName, t } from './language.js';
import { chip } from './pieces.js';

/** @typedef {import('./table.js').Table} Table */

/** @param {Table} table */
export function strips(table) {
  const near = table.match.near();
  strip(table, table.above, /** @type {1 | 2} */ (3 - near));
  strip(table, table.below, near);
}

/** Only the sentence at the strips; cheap enough for every move of a pointer. @param {Table} table */
export function standing(table) {
  const place = table.stage.querySelector('.strip .status .clause');
  if (place && table.mayMove() && !table.message) place.textContent = clause(table) ?? '';
}

/** @param {Table} table @param {HTMLElement} element @param {1 | 2} seat */
function strip(table, element, seat) {
  const { match } = table;
  const state = /** @type {import('./types.js').State} */ (table.preview ?? match.state);
  const player = match.players[seat - 1];
  const isOnTurn = state.turn === seat && match.mover() !== null;
  const near = match.near();
  const isOver = match.mover() === null;
  const isSpeaking = isOver || table.message || table.notice || table.preview ? seat === near : isOnTurn;
  element.className = `strip owner-${seat}${isOnTurn ? ' on-turn' : ''}${isOnTurn && table.thinking ? ' thinking' : ''}`;
  const detail = player.kind === 'engine' ? player.engine || t('level', { level: player.level }) : '';
  const name = h('strong', { class: 'name' }, match.called(seat));
  const words = isSpeaking ? speech(table, seat) : null;
  fill(
    element,
    hasSides(state) ? chip(seat) : null,
    words
      ? h(
          'p',
          { class: 'status' },
          words.isWhole ? null : name,
          words.isWhole ? null : ' ',
          h('span', { class: 'clause' }, words.text),
          ' ',
          back(table),
        )
      : h('p', { class: 'who' }, name, ' ', h('span', { class: 'detail' }, detail)),
    match.clock ? showClock(match, seat) : null,
    state.points
      ? h('span', { class: 'score' }, h('b', {}, String(state.points[seat - 1])), ` ${t('unit-short')}`)
      : null,
  );
}

/** Whether the players have colours: not where all pieces are both players'. @param {import('./types.js').State} state */
function hasSides(state) {
  return !(state.scene.trays ?? []).some(({ owner }) => owner === null);
}

/** @param {Table} table */
function back(table) {
  if (!table.preview) return null;
  return h(
    'button',
    { type: 'button', class: 'quiet small', 'data-key': 'end-preview', onclick: () => table.analysis.endPreview(true) },
    t('end-preview'),
  );
}

/** What is said at a strip. @param {Table} table @param {1 | 2} seat @returns {{ text: string, isWhole: boolean }} */
function speech(table, seat) {
  const { match } = table;
  const told = [table.notice, table.message].filter(Boolean).join(' ');
  if (told) return { text: told, isWhole: true };
  if (match.mover() === null) return { text: sayEnd(match), isWhole: true };
  if (table.thinking) return { text: t('is-thinking'), isWhole: false };
  const mover = match.mover();
  const isWaiting = mover?.kind === 'engine' && table.mode === 'play';
  if (isWaiting && !match.isAtEnd())
    return { text: t('looking-back', { seat: match.state?.turn ?? 1 }), isWhole: true };
  if (isWaiting && match.isPaused) return { text: t('paused', { seat }), isWhole: true };
  if (mover?.kind === 'remote' && table.mode === 'play')
    return { text: t(match.isWaiting ? 'is-missing' : 'is-to-move'), isWhole: false };
  const text = clause(table) ?? '';
  return { text, isWhole: text.startsWith(t('your-move')) };
}

/** Whether the one to move is called "You". @param {Table} table */
function isYours({ match }) {
  return match.called(match.state?.turn ?? 1) === t('you');
}

/** What the person to move can do. @param {Table} table */
function clause(table) {
  const { choice, match, hint } = table;
  if (hint) return t('hint-is', { move: hint.words });
  const after = table.pointed === null ? undefined : table.outcomes.get(String(table.pointed));
  if (after?.last && choice.targets().has(table.pointed ?? -1))
    return [after.last.words, ...after.last.effects].join('; ');
  const ready = table.ready();
  if (ready) return t('ready-to', { move: ready.short ?? ready.move });
  const piece = choice.piece === null ? null : match.frame?.pieces[choice.piece];
  if (piece && choice.isLaid()) {
    const ghost = choice.ghost(table.pointed);
    return t(ghost?.isLegal ? 'fits-here' : ghost ? 'fits-not' : 'find-a-place', { piece: piece.name });
  }
  const pending = choice.pending();
  return [t(isYours(table) ? 'your-move' : 'to-move'), pending?.ask].filter(Boolean).join('. ');
}

/** Who won. @param {import('./match.js').Match} match */
export function sayWinner(match) {
  const winner = winnerOf(match);
  if (winner === null) return t('a-draw');
  const isYou = match.players[winner - 1].kind === 'human' && match.players[2 - winner].kind !== 'human';
  return isYou ? t('you-win') : t('wins', { side: sideName(winner) });
}

/** @param {import('./match.js').Match} match @returns {1 | 2 | null} */
export function winnerOf({ resigned, state }) {
  if (resigned) return /** @type {1 | 2} */ (3 - resigned);
  const result = state?.result ?? 0;
  return result === 0 ? null : result > 0 ? 1 : 2;
}

/** Why a game ended as it did. @param {import('./match.js').Match} match */
export function sayWhy(match) {
  const state = /** @type {import('./types.js').State} */ (match.state);
  if (match.resigned) return t(match.isFlagged ? 'out-of-time' : 'gave-up', { side: sideName(match.resigned) });
  const why = (state.scene.lights ?? []).filter(({ mark }) => mark === 'won').map((light) => light.why);
  if (why.length) return `${capital(why.join('; '))}.`;
  if (!state.points) return t('no-line');
  const told = [1, 2].map((seat, i) => {
    const tally = state.tally[i];
    const points = String(state.points?.[i]);
    return `${sideName(seat)} ${points}${tally && !tally.startsWith(`${points} `) ? ` (${tally})` : ''}`;
  });
  return `${told.join(', ')}.`;
}

/** How a game ended, and why. @param {import('./match.js').Match} match */
export function sayEnd(match) {
  return t('game-over', { who: sayWinner(match), why: sayWhy(match) });
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
