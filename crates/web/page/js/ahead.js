// Looking ahead: positions that are shown but not played, as the rules make them. Hints are such positions.

import { call } from './api.js';
import { announce } from './dom.js';
import { t } from './language.js';

/** @typedef {import('./play.js').Table} Table */

/**
 * Shows the position these moves lead to from here.
 * @param {Table} table
 * @param {string[]} moves
 * @param {string} [message]
 */
export async function preview(table, moves, message = t('preview-of', { moves: moves.join(' ') })) {
  const turn = ++table.previews;
  const { asked } = table.match;
  try {
    const here = table.match.here();
    const state = await call('state', { ...here, moves: [...here.moves, ...moves], choices: [] });
    // By now another position may be on the board.
    if (turn !== table.previews || asked !== table.match.asked) return;
    table.preview = state;
    table.message = message;
    announce(message);
    table.drawMiddle();
  } catch (problem) {
    table.complain(problem);
  }
}

/**
 * Goes back to the game, from whatever was only looked at.
 * @param {Table} table
 * @param {boolean} [isDrawn]
 */
export function endPreview(table, isDrawn = false) {
  table.previews += 1;
  if (!table.preview) return;
  table.preview = null;
  table.message = '';
  if (isDrawn) table.drawMiddle();
}

/**
 * Asks the strongest engine for a move and shows the position it leads to.
 * @param {Table} table
 */
export async function askHint(table) {
  const { asked } = table.match;
  try {
    const thought = await call('think', { ...table.match.here(), engine: 'best', time_ms: 1000 });
    if (asked === table.match.asked) await showHint(table, thought);
  } catch (problem) {
    table.complain(problem);
  }
}

/**
 * Shows what an engine would play.
 * @param {Table} table
 * @param {import('./types.js').Thought} thought
 */
export async function showHint(table, thought) {
  if (!thought.best) return;
  await preview(table, [thought.best], t('hint-is', { move: thought.best, score: table.sayThought(thought) }));
}
