// The algorithms as pages of a book, and which line each step stands on.

import { t } from './language.js';

/**
 * What happens on each line of a page, by the names of its steps; the lines are messages.
 * @type {Record<string, string[]>}
 */
const PAGES = {
  minimax: ['root', 'rules', 'judge', '', 'enter', 'moves'],
  'alpha-beta': ['root', 'rules', 'judge', '', 'enter', 'cut', '', 'moves'],
  pvs: ['root', 'table', 'rules judge', 'whole', 'narrow', '', 'cut', 'moves'],
  mcts: ['', 'select', 'grow', 'playout', 'settled', 'simulate'],
  bfs: ['start start-goal', '', 'expand', '', 'refuse', 'open', 'goal'],
  frontier: ['start start-goal', '', 'expand', 'found goal', '', 'refuse', 'open', ''],
  dfs: ['start start-goal', '', 'expand', '', 'refuse', 'open', 'goal'],
  ids: ['limit', 'start start-goal', '', 'expand', '', '', 'refuse', 'open', 'goal', ''],
  best: ['start', '', '', 'goal start-goal', 'expand', '', 'refuse', 'hopeless', 'open'],
  ida: ['start start-goal', 'limit', 'expand', '', 'refuse hopeless', 'open', 'goal', ''],
  rbfs: ['start start-goal', 'limit', 'expand', 'hopeless', 'open', '', 'drop', 'goal', ''],
  sma: ['start', '', '', 'goal start-goal', 'expand', 'refuse hopeless', 'open', 'drop', ''],
  beam: ['start start-goal', '', 'expand', '', 'refuse hopeless', 'open', 'goal', 'drop'],
  // Somebody's own program: nobody knows its book.
  own: [],
};

/** The pages that are not named like their engine. @type {Record<string, string>} */
const SHARED = {
  'pvs-plain': 'pvs',
  mtd: 'pvs',
  iterative: 'pvs',
  best: 'pvs',
  ucs: 'best',
  greedy: 'best',
  'a-star': 'best',
  'weighted-a-star': 'best',
  'ida-star': 'ida',
  'sma-star': 'sma',
};

/** What best-first searches rank by. @type {Record<string, string>} */
const RANKS = { ucs: 'g', greedy: 'h', 'a-star': 'f = g + h', 'weighted-a-star': 'f = g + 2·h' };

/** Steps that one kind of search explains in its own words. @type {Record<string, Record<string, string>>} */
const WORDS = {
  bfs: { expand: 'say-expand-oldest' },
  frontier: { expand: 'say-expand-oldest' },
  dfs: { expand: 'say-expand-newest' },
  ids: { expand: 'say-expand-newest' },
  'ida-star': { expand: 'say-expand-path', open: 'say-open-path' },
  rbfs: { expand: 'say-expand-path', open: 'say-open-child', limit: 'say-limit-below', drop: 'say-drop-path' },
  beam: { drop: 'say-drop-beam' },
};

/** The page of an engine, with what happens on each line. @param {string} engine */
function pageOf(engine) {
  const name = SHARED[engine] ?? engine;
  const lines = PAGES[name].map((steps, i) => ({ steps: steps.split(' '), text: `code-${name}-${i + 1}` }));
  // Uniform cost asks no heuristic, so none can refuse a child.
  return { name, lines: engine === 'ucs' ? lines.filter(({ steps }) => !steps.includes('hopeless')) : lines };
}

/** The lines of a page. @param {string} engine */
export function pseudocode(engine) {
  return pageOf(engine).lines.map(({ text }) => t(text, { rank: RANKS[engine] ?? '' }));
}

/**
 * The line that a step stands on, from 0.
 * @param {string} engine
 * @param {any} step
 * @param {any} next the step after it, if there is one
 */
export function lineOf(engine, step, next) {
  const page = pageOf(engine);
  const name = nameOf(page.name, step, next);
  return Math.max(
    page.lines.findIndex(({ steps }) => steps.includes(name)),
    0,
  );
}

/** What a step is called on a page. @param {string} page @param {any} step @param {any} next */
function nameOf(page, step, next) {
  switch (step.kind) {
    case 'enter': {
      if (step.ply === 0) return 'root';
      const isNarrow = step.alpha !== null && step.beta !== null && step.beta - step.alpha < 0.02;
      return page !== 'pvs' ? 'enter' : isNarrow ? 'narrow' : 'whole';
    }
    case 'leave':
      return step.origin;
    // The start is the first node met.
    case 'goal':
      return step.node === 0 ? 'start-goal' : 'goal';
    case 'open':
      if (step.parent === null) return 'start';
      return page === 'frontier' && next?.kind === 'goal' ? 'found' : 'open';
    case 'refuse':
      return step.reason?.startsWith('the heuristic') ? 'hopeless' : 'refuse';
    default:
      return step.kind;
  }
}

/** The message that explains a step of a one-player search. @param {string} engine @param {any} step */
export function wordsFor(engine, step) {
  const isStart = step.kind === 'open' && step.parent === null;
  return (isStart ? null : WORDS[engine]?.[step.kind]) ?? (isStart ? 'say-open-start' : `say-${step.kind}`);
}
