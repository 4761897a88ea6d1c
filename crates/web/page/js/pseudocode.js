// The algorithms as pages of a book, and which line each kind of step stands on.

import { t } from './language.js';

/** How many lines each page has; the lines are messages. @type {Record<string, number>} */
const LENGTHS = { minimax: 6, 'alpha-beta': 8, pvs: 8, mcts: 6, path: 7 };

/** @param {string} engine */
function pageOf(engine) {
  if (engine in LENGTHS) return engine;
  return ['mtd', 'iterative', 'best'].includes(engine) ? 'pvs' : 'path';
}

/** The lines of a page. @param {string} engine */
export function pseudocode(engine) {
  const page = pageOf(engine);
  return Array.from({ length: LENGTHS[page] }, (_, i) => t(`code-${page}-${i + 1}`));
}

/**
 * The line that a step stands on, from 0.
 * @param {string} engine
 * @param {any} step
 */
export function lineOf(engine, step) {
  const page = pageOf(engine);
  if (page === 'mcts') return 5;
  if (page === 'path') return { open: 6, expand: 2, refuse: 5, goal: 3, limit: 1, drop: 2 }[/** @type {string} */ (step.kind)] ?? 0;
  if (step.kind === 'cut') return page === 'pvs' ? 6 : 5;
  if (step.kind === 'enter') {
    if (step.ply === 0) return 0;
    const isNarrow = step.alpha !== null && step.beta !== null && step.beta - step.alpha < 0.02;
    return page !== 'pvs' || isNarrow ? 4 : 3;
  }
  /** @type {Record<string, Record<string, number>>} */
  const leaves = { minimax: { rules: 1, judge: 2, moves: 5 }, 'alpha-beta': { rules: 1, judge: 2, moves: 7 }, pvs: { table: 1, rules: 2, judge: 2, moves: 7 } };
  return leaves[page][step.origin] ?? 0;
}
