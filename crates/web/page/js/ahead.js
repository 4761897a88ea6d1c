// Hints: a move that the strongest engine would play, laid on the board as a ghost and told in words. Enter plays it,
// anything else clears it.

import { call } from './api.js';
import { announce } from './dom.js';
import { t } from './language.js';

/** @typedef {import('./table.js').Table} Table */

/** Asks the strongest engine for a move. @param {Table} table */
export async function askHint(table) {
  const { asked } = table.match;
  table.analysis.endPreview();
  table.say(t('hint-coming'));
  try {
    const thought =
      table.analysis.here() ?? (await call('think', { ...table.match.here(), engine: 'best', time_ms: 1000 }));
    if (asked === table.match.asked) await showHint(table, thought);
  } catch (problem) {
    table.complain(problem);
  }
}

/** Lays what an engine would play on the board. @param {Table} table @param {import('./types.js').Thought} thought */
export async function showHint(table, thought) {
  const { match } = table;
  const { asked } = match;
  const { best } = thought;
  if (!best) return;
  const here = match.here();
  const after = await call('state', { ...here, moves: [...here.moves, best], choices: [] });
  if (asked !== match.asked) return;
  table.choice.drop();
  table.choice.show(table.choice.steps.find(({ move }) => move === best) ?? null);
  table.message = '';
  const isBlock = match.frame?.pieces.some(({ shape }) => shape === 'block');
  const move = isBlock ? after.last.short : after.last.words;
  table.hint = { move: best, words: `${move} (${table.sayThought(thought)})` };
  announce(t('hint-is', { move: table.hint.words }));
  table.draw();
}

/** Forgets a hint and what it showed. @param {Table} table */
export function clearHint(table) {
  if (!table.hint) return;
  table.hint = null;
  table.choice.drop();
}

/** Shows the best move for as long as something is held. @param {Table} table */
export async function peek(table) {
  if (table.isPeeking || !table.mayAsk() || table.match.mover() === null) return;
  table.isPeeking = true;
  const ask = () => call('think', { ...table.match.here(), engine: 'best', time_ms: 500 }).catch(() => null);
  const thought = table.analysis.here() ?? (await ask());
  if (!table.isPeeking || !thought?.best) return;
  await showHint(table, thought);
  // It may have been let go meanwhile.
  if (!table.isPeeking) unpeek(table);
}

/** @param {Table} table */
export function unpeek(table) {
  table.isPeeking = false;
  if (!table.hint) return;
  clearHint(table);
  table.draw();
}
