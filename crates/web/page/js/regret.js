// Moves that lose too much, taken back before they count: if somebody asked for that.

import { announce } from './dom.js';
import { t } from './language.js';
import { isTold, sayWeighed, weighMove } from './weigh.js';

/**
 * Whether a move loses so much that it is better taken back. The same move again is allowed.
 * @param {import('./table.js').Table} table
 * @param {string} move
 */
export async function isRegretted(table, move) {
  if (table.regretted === move) return false;
  table.isWeighing = true;
  table.say(t('weighing'));
  try {
    const { state, patience } = table.match;
    const weighed = await weighMove(table.match, move);
    const loss = isTold(weighed) ? weighed.loss : 0;
    if (loss <= patience * (state?.lead ?? 1)) return false;
    table.regretted = move;
    table.message = t('taken-back', { why: sayWeighed(weighed, state?.points !== null) });
    announce(table.message);
    return true;
  } finally {
    table.isWeighing = false;
    table.choice.drop();
    table.draw();
  }
}
