// A teacher beside the board: what a move loses, why it is worse, and the costliest moves of a game.

import { call } from './api.js';

/** How long the teacher thinks about a position. */
const TIME_MS = 350;

/**
 * What the position after `moves` is worth to player 1.
 * @param {import('./match.js').Match} match @param {string[]} moves @param {AbortSignal} [signal]
 * @returns {Promise<{ score: number, exact: boolean, pv: string[] }>}
 */
export async function judge(match, moves, signal) {
  const place = { ...match.setup, moves };
  const state = await call('state', place, signal);
  const sign = state.turn === 1 ? 1 : -1;
  if (state.result !== null) return { score: state.result, exact: true, pv: [] };
  const thought = await call('think', { ...place, engine: 'best', time_ms: TIME_MS }, signal);
  return { score: sign * (thought.score ?? 0), exact: thought.exact, pv: thought.pv };
}

/** What a move loses against the best one, for whoever makes it. @param {import('./match.js').Match} match @param {string} move */
export async function regret(match, move) {
  const { moves } = match.here();
  const seat = match.state?.turn ?? 1;
  const [before, after] = await Promise.all([judge(match, moves), judge(match, [...moves, move])]);
  return (seat === 1 ? 1 : -1) * (before.score - after.score);
}

/**
 * Judges every position of the game that has no score yet.
 * @param {import('./match.js').Match} match @param {(done: number) => void} onStep @param {AbortSignal} signal
 */
export async function review(match, onStep, signal) {
  for (let ply = 0; ply <= match.line.length; ply++) {
    if (!match.scores.has(ply)) match.scores.set(ply, await judge(match, match.line.slice(0, ply), signal));
    onStep(ply);
  }
}
