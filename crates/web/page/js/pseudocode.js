// The algorithms as a page of a book, and which line each kind of step stands on.

/** @type {Record<string, string[]>} */
const PAGES = {
  minimax: [
    'value(position, depth):',
    '  if the game is over: return the result',
    '  if depth = 0: return the judge\'s opinion',
    '  for each move:',
    '    best = max(best, −value(after move, depth − 1))',
    '  return best',
  ],
  'alpha-beta': [
    'value(position, depth, α, β):',
    '  if the game is over: return the result',
    '  if depth = 0: return the judge\'s opinion',
    '  for each move:',
    '    best = max(best, −value(after move, depth − 1, −β, −α))',
    '    if best ≥ β: cut, the rest cannot matter',
    '    α = max(α, best)',
    '  return best',
  ],
  pvs: [
    'value(position, depth, α, β):',
    '  if the table knows: return what it knows',
    '  if the game is over or depth = 0: return its worth',
    '  first move: search with the whole window (α, β)',
    '  each other move: ask only "better than α?" (α, α + 1)',
    '    if it is: search again with (α, β)',
    '    if best ≥ β: cut, the rest cannot matter',
    '  remember in the table; return best',
  ],
  path: [
    'open ← {start}',
    'while open is not empty:',
    '  take the best node from open and close it',
    '  if it is a goal: done',
    '  for each child:',
    '    if it was met before, or is over the limit: refuse it',
    '    else put it into open',
  ],
};

/** @param {string} engine */
export function pseudocode(engine) {
  return PAGES[engine] ?? (['mtd', 'iterative', 'best'].includes(engine) ? PAGES.pvs : PAGES.path);
}

/**
 * The line that a step stands on.
 * @param {string} engine
 * @param {any} step
 */
export function lineOf(engine, step) {
  const page = pseudocode(engine);
  if (page === PAGES.path) {
    return { open: 6, expand: 2, refuse: 5, goal: 3, limit: 1, drop: 2 }[/** @type {string} */ (step.kind)] ?? 0;
  }
  if (step.kind === 'enter') return step.ply === 0 ? 0 : page === PAGES.pvs && step.alpha !== null && step.beta !== null && step.beta - step.alpha < 0.02 ? 4 : page === PAGES.pvs ? 3 : 4;
  if (step.kind === 'cut') return page === PAGES.pvs ? 6 : 5;
  const leave = page === PAGES.pvs ? { table: 1, rules: 2, judge: 2, moves: 7 } : page === PAGES.minimax ? { rules: 1, judge: 2, moves: 5 } : { rules: 1, judge: 2, moves: 7 };
  return /** @type {Record<string, number>} */ (leave)[step.origin] ?? 0;
}
