// A teacher beside the board: the server weighs moves against the best ones, like compared with like.

import { Refused, stream } from './api.js';
import { counted, sayScore, t } from './language.js';

/** @typedef {{ plies: import('./types.js').Weighed[], margin: number | null, nodes: number }} Review */

/**
 * Every move of a game, or one move, weighed.
 * @param {import('./types.js').Setup & { move?: string }} question
 * @param {(ply: number, of: number) => void} onStep @param {AbortSignal} signal
 * @returns {Promise<Review>}
 */
export async function weigh(question, onStep, signal) {
  for await (const news of stream('review', question, signal)) {
    if (news.kind === 'progress') onStep(news.ply, news.of);
    else if (news.error) throw new Refused(news.error, 500);
    else return news.review;
  }
  throw new Refused(t('server-gone'), 500);
}

/** One move where the game stands. @param {import('./match.js').Match} match @param {string} move */
export async function weighMove(match, move) {
  const review = await weigh({ ...match.here(), move }, () => {}, new AbortController().signal);
  return review.plies[0];
}

/** What deserves a word. @param {import('./types.js').Weighed} one */
export function isTold({ kind }) {
  return kind === 'mistake' || kind === 'result' || kind === 'slower' || kind === 'sooner';
}

/**
 * What is said of a move.
 * @param {import('./types.js').Weighed} one
 * @param {boolean} hasPoints
 * @param {string} move as it is shown
 */
export function sayWeighed(one, hasPoints, move = one.move) {
  const say = (/** @type {import('./types.js').Worth} */ worth) =>
    worth.score === null ? '?' : sayScore(worth.score, worth.exact, hasPoints, worth.plies);
  const words = {
    move,
    loss: counted('points', one.loss),
    from: say(one.best),
    to: say(one.made),
    best: one.best.line[0] ?? '–',
    reply: one.made.line[1] ?? '–',
    soonest: counted('plies', one.best.plies ?? 0),
    plies: counted('plies', one.made.plies ?? 0),
  };
  return t(`weighed-${one.kind}${hasPoints && one.kind === 'result' ? '-points' : ''}`, words);
}

/**
 * How bad a move is: a sign and a kind. Sizes are parts of what is as good as half won.
 * @param {import('./types.js').Weighed} one @param {number} lead
 * @returns {{ sign: string, kind: 'slip' | 'error' | 'blunder' }}
 */
export function glyph({ kind, loss }, lead) {
  const size = kind === 'slower' || kind === 'sooner' ? 0 : kind === 'result' ? 1 : loss / lead;
  if (size >= 0.8) return { sign: '??', kind: 'blunder' };
  return size >= 0.3 ? { sign: '?', kind: 'error' } : { sign: '?!', kind: 'slip' };
}
