// Clocks: so many minutes each, and some seconds more for every move. Whose time is up has lost.

import { h } from './dom.js';

/** @typedef {import('./table.js').Table} Table */

/** A clock for a new game. @param {number} minutes @param {number} seconds for each move */
export function newClock(minutes, seconds) {
  const each = Math.round(minutes * 60_000);
  return minutes > 0 ? { left: /** @type {[number, number]} */ ([each, each]), increment: 1000 * seconds } : null;
}

/** When the clock was last looked at. @type {WeakMap<Table, { at: number, place: number }>} */
const looked = new WeakMap();

/** Lets time pass. @param {Table} table */
export function tick(table) {
  const { match } = table;
  const { clock } = match;
  const now = performance.now();
  const last = looked.get(table);
  looked.set(table, { at: now, place: match.line.length });
  const mover = match.mover();
  if (!clock || !last || !mover || match.isPaused || !match.isAtEnd() || !match.line.length || table.mode !== 'play')
    return;
  const seat = match.state?.turn ?? 1;
  if (match.line.length === last.place + 1) clock.left[2 - seat] += clock.increment;
  clock.left[seat - 1] = Math.max(0, clock.left[seat - 1] - (now - last.at));
  for (const shown of table.stage.querySelectorAll('[data-clock]')) {
    shown.textContent = face(clock.left[Number(shown.getAttribute('data-clock')) - 1]);
  }
  if (clock.left[seat - 1] === 0) match.resign(seat, true);
}

/** @param {import('./match.js').Match} match @param {number} seat */
export function showClock({ clock, state }, seat) {
  const isRunning = state?.turn === seat;
  return h(
    'time',
    { class: isRunning ? 'clock running' : 'clock', 'data-clock': seat },
    face(clock?.left[seat - 1] ?? 0),
  );
}

/** @param {number} ms */
function face(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
