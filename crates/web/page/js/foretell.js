// What the rules say before a move is made: what it would take away, or why it cannot be made.

import { Refused, call, reasonOf } from './api.js';
import { cellName } from './cells.js';
import { t } from './language.js';
import { toast } from './toast.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * Says why cells cannot be chosen: what stands there, or what the server says of a move there.
 * @param {Table} table @param {number[]} cells
 */
export async function explain(table, cells) {
  const { match, choice } = table;
  const { state, frame } = match;
  const barred = state?.scene.lights?.find(
    ({ mark, at }) => mark === 'barred' && cells.some((cell) => at.includes(cell)),
  );
  if (barred) return table.say(barred.why);
  if (!frame || (choice.piece !== null && !choice.isLaid())) return table.say(t('cell-not-free'));
  try {
    const text = cells.map((cell) => cellName(frame, cell)).join();
    await call('state', { ...match.here(), moves: [...match.here().moves, text] });
    table.say(t('cell-not-free'));
  } catch (problem) {
    const reason = reasonOf(problem, t('server-gone')).replace(/^[^:]*\d+: /, '');
    table.say(reason);
    if (problem instanceof Refused && choice.isLaid())
      toast(reason, { label: t('next-spot'), act: () => table.walk(1) });
  }
}

/** The numbers that go with a move to a cell, once the rules have told. @param {Table} table @param {number} at @returns {number[]} */
export function struck(table, at) {
  const after = table.outcomes.get(String(at));
  const before = table.match.state?.scene.squares ?? [];
  if (!after) return [];
  const left = new Set(after.scene.squares.map((square) => square.at));
  return before
    .filter(({ at: cell, text, piece }) => text && piece === undefined && cell !== at && !left.has(cell))
    .map((square) => square.at);
}

/** Asks the rules what a move to a cell brings. @param {Table} table @param {number} at */
export async function foretell(table, at) {
  const { choice, match, outcomes } = table;
  const [step, ...others] = choice
    .open()
    .filter(({ parts }) => parts.some(([, cells]) => Array.isArray(cells) && cells.includes(at)));
  const key = String(at);
  if (!step || others.length || outcomes.has(key) || !match.frame?.pieces.some(({ shape }) => shape === 'knight'))
    return;
  const { asked } = match;
  const here = match.here();
  const after = await call('state', { ...here, moves: [...here.moves, step.move], choices: [] }).catch(() => null);
  if (!after || asked !== match.asked) return;
  outcomes.set(key, after);
  if (table.pointed === at) table.holdOver();
}
