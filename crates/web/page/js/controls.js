// Beside the board: who plays, and what can be done with the game.

import { askHint, endPreview, showHint } from './ahead.js';
import { call } from './api.js';
import { download, h } from './dom.js';
import { sideName, t } from './language.js';

/** @typedef {import('./play.js').Table} Table */

/** @param {import('./match.js').Match} match */
export function players(match) {
  const state = /** @type {import('./types.js').State} */ (match.state);
  const called = (/** @type {import('./match.js').Player} */ player) =>
    player.kind === 'human' ? t('human') : player.engine || t('level', { level: player.level });
  return h(
    'ul',
    { class: 'players' },
    ...match.players.map((player, i) => {
      const isOnTurn = state.turn === i + 1 && match.mover() !== null;
      return h(
        'li',
        { class: `player owner-${i + 1}${isOnTurn ? ' on-turn' : ''}` },
        h('span', { class: 'badge', 'aria-hidden': true }, i ? '●' : '■'),
        h('span', {}, `${sideName(i + 1)}: ${called(player)}`),
        state.points ? h('strong', {}, String(state.points[i])) : null,
      );
    }),
  );
}

/** @param {Table} table */
export function buttons(table) {
  const { match } = table;
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, isOff = false) =>
    h('button', { type: 'button', 'data-key': name, onclick, disabled: isOff }, t(name));
  const hasEngine = match.players.some((player) => player.kind !== 'human');
  const isAuto = match.players.every((player) => player.kind !== 'human');
  const isOver = match.mover() === null;
  const seat = /** @type {1 | 2} */ (match.state?.turn);
  const step = () => {
    match.isPaused = false;
    table.moveOn();
    match.isPaused = true;
    table.draw();
  };
  return h(
    'div',
    { class: 'buttons' },
    match.isPaused || isAuto ? button(match.isPaused ? 'go-on' : 'pause', () => resume(table), isOver) : null,
    hasEngine && match.isPaused ? button('step', step, match.mover()?.kind !== 'engine' || !match.isAtEnd()) : null,
    button('take-back', () => table.go(match.takeBack()), match.backTo() === null && !match.resigned),
    button('redo', () => table.go(match.redo()), match.forwardTo() === null),
    table.mayAsk() ? button('hint', () => askHint(table), isOver) : null,
    table.mayAsk() ? peek(table) : null,
    match.mover()?.kind === 'human' ? button('resign', () => match.resign(seat)) : null,
    button('swap-sides', () => table.handlers.onNew(true)),
    button('new-game', () => table.handlers.onNew(false)),
    button('share', () => share(table)),
    button('export', () => download(`${match.setup.game}.json`, 'application/json', match.share())),
  );
}

/** Stops the engines or lets them go on, from the end of the line. @param {Table} table */
function resume(table) {
  const { match } = table;
  match.isPaused = !match.isPaused;
  if (!match.isPaused && !match.isAtEnd()) return table.go(match.jump(match.line.length));
  table.moveOn();
  table.draw();
}

/** A button that shows the best move only while it is held. @param {Table} table */
function peek(table) {
  const show = async () => {
    if (table.isPeeking) return;
    table.isPeeking = true;
    const ask = () => call('think', { ...table.match.here(), engine: 'best', time_ms: 500 }).catch(() => null);
    const thought = table.analysis.here() ?? (await ask());
    if (!table.isPeeking || !thought?.best) return;
    await showHint(table, thought);
    // The button may have been let go meanwhile.
    if (!table.isPeeking) endPreview(table, true);
  };
  const hide = () => {
    if (!table.isPeeking) return;
    table.isPeeking = false;
    endPreview(table, true);
  };
  const isKey = (/** @type {KeyboardEvent} */ event) => event.key === ' ' || event.key === 'Enter';
  return h(
    'button',
    {
      type: 'button',
      'data-key': 'peek',
      title: t('peek-help'),
      disabled: table.match.mover() === null,
      onpointerdown: show,
      onpointerup: hide,
      onpointerleave: hide,
      onblur: hide,
      onkeydown: (/** @type {KeyboardEvent} */ event) => isKey(event) && show(),
      onkeyup: (/** @type {KeyboardEvent} */ event) => isKey(event) && hide(),
    },
    t('peek'),
  );
}

/** @param {Table} table */
async function share(table) {
  const text = table.match.share();
  await navigator.clipboard?.writeText(text).catch(() => {});
  table.element.querySelector('.share')?.remove();
  const field = h('textarea', { class: 'share', readonly: true, rows: 4, 'aria-label': t('share') });
  field.value = text;
  table.status.after(field);
  field.select();
}
