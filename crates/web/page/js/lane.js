// One algorithm's run with its timeline, its page of pseudocode, its tree or lists and its board.

import { Refused, call, stream } from './api.js';
import { Board } from './board.js';
import { download, fill, h } from './dom.js';
import { Frontier, cost } from './frontier.js';
import { GAMES } from './games/index.js';
import { t } from './language.js';
import { Timeline } from './player.js';
import { lineOf, pseudocode, wordsFor } from './pseudocode.js';
import { SimulationTree, phases } from './simulations.js';
import { SearchTree } from './tree.js';

/** @typedef {{ element: HTMLElement, timeline: Timeline, halt: () => void }} Lane */

/**
 * Runs an algorithm and makes its lane.
 * @param {string} subject a game, or `puzzle`
 * @param {string} engine
 * @param {Record<string, string>} data the form's fields
 * @param {import('./types.js').Setup | null} setup the game on the table, for its rules and seed
 * @returns {Promise<Lane>}
 */
export async function makeLane(subject, engine, data, setup) {
  const isPuzzle = subject === 'puzzle';
  const abort = new AbortController();
  const own = setup && setup.game === subject ? setup : null;
  const base = { game: subject, rules: own?.rules ?? '', seed: own?.seed ?? 1, position: data.position || null, moves: (data.moves ?? '').split(/\s+/).filter(Boolean) };
  const request = isPuzzle ? { board: data.text?.trim() ? `${data.text.trim()}\n` : data.board, algorithm: engine, heuristic: data.heuristic }
    : { ...base, engine, depth: Number(data.depth) || 2, nodes: engine === 'mcts' ? Number(data.nodes) || 300 : null, judge: data.judge };
  const { steps: recorded, end } = await record(isPuzzle ? 'puzzle/trace' : 'trace', request, abort.signal);
  const steps = engine === 'mcts' ? phases(recorded) : recorded;
  const show = isPuzzle ? new Frontier(end.rows, engine) : engine === 'mcts' ? new SimulationTree() : new SearchTree();
  show.steps = steps;
  const code = h('ol', { class: 'pseudocode', 'aria-label': t('pseudocode') }, ...pseudocode(engine).map((line) => h('li', {}, line)));
  const counters = h('p', { class: 'figures' });
  const now = h('p', { class: 'now' });
  const board = isPuzzle ? null : new Board(GAMES[subject], {});
  const drawBoard = board ? follow(board, subject, base, abort.signal) : null;
  const cut = (/** @type {number} */ from) => { const at = steps.findIndex((step, i) => i >= from && (step.kind === 'cut' || step.kind === 'goal')); return at < 0 ? null : at + 1; };
  const timeline = new Timeline((place) => {
    show.go(place);
    const step = steps[place - 1];
    [...code.children].forEach((line, i) => line.classList.toggle('current', step !== undefined && i === lineOf(engine, step, steps[place])));
    fill(now, step ? sentence(engine, step) : '');
    fill(counters, show.figures());
    if (!(show instanceof Frontier)) drawBoard?.(show.line());
  }, steps.some((step) => step.kind === 'cut') ? { name: 'next-cut', find: cut } : undefined);
  timeline.grow(steps.length);
  timeline.go(Math.min(steps.length, 1));
  const exports = h('div', { class: 'row' },
    h('button', { type: 'button', onclick: () => download(`${engine}.jsonl`, 'application/jsonl', recorded.map((step) => JSON.stringify(step)).join('\n') + '\n') }, t('export-trace')),
    h('button', { type: 'button', onclick: () => download(`${engine}.svg`, 'image/svg+xml', show.svg()) }, t('export-picture')));
  const element = h('section', { class: 'panel lane', 'aria-label': engine }, h('h2', {}, engine),
    end.complete ? null : h('p', { class: 'note' }, t('trace-cut', { count: recorded.length })),
    timeline.element, now, counters, h('div', { class: `lane-body${isPuzzle ? ' puzzle' : ''}` }, code, show.element, board ? h('div', { class: 'small-board' }, board.element) : null), exports);
  return { element, timeline, halt: () => { timeline.halt(); abort.abort(); } };
}

/** Every step of a search. @param {string} path @param {unknown} request @param {AbortSignal} signal */
async function record(path, request, signal) {
  /** @type {any[]} */
  const steps = [];
  let end = { complete: true, rows: /** @type {string[]} */ ([]), error: '' };
  for await (const step of stream(path, request, signal)) {
    if (step.kind === 'end') end = step;
    else steps.push(step);
  }
  if (end.error) throw new Refused(end.error, 500);
  return { steps, end };
}

/**
 * Draws the position after a line; an answer that comes too late is not drawn.
 * @param {Board} board @param {string} game @param {import('./types.js').Setup} base @param {AbortSignal} signal
 */
function follow(board, game, base, signal) {
  let asked = 0;
  /** Positions that were asked for before. @type {Map<string, string>} */
  const known = new Map();
  return async (/** @type {string[]} */ line) => {
    const turn = ++asked;
    const key = line.join(' ');
    try {
      const position = known.get(key) ?? (await call('state', { ...base, moves: [...base.moves, ...line] }, signal)).position;
      known.set(key, position);
      if (turn === asked) board.draw(GAMES[game].scene(position), { last: line.slice(-1).flatMap((move) => GAMES[game].move(move).cells) });
    } catch {
      // The view was left.
    }
  };
}

/** What a step does, in words. @param {string} engine @param {any} step */
function sentence(engine, step) {
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  const bound = (/** @type {number | null} */ value, /** @type {string} */ none) => (value === null ? none : round(value));
  switch (step.kind) {
    case 'enter': return t(step.move ? 'say-enter' : 'say-root', { move: step.move ?? '', alpha: bound(step.alpha, '−∞'), beta: bound(step.beta, '+∞') });
    case 'leave': return t(`say-leave-${step.origin}`, { value: round(step.value) });
    case 'cut': return t(`say-cut-${step.cut}`, { move: step.move, value: round(step.value), bound: bound(step.beta, '+∞'), skipped: step.skipped });
    case 'select': case 'grow': case 'playout': case 'settled': case 'simulate':
      return t(`say-${step.kind}`, { line: step.moves.join(' ') || t('root'), move: step.moves.at(-1) ?? t('root'), value: round(step.value) });
    case 'refuse': return t('say-refuse', { move: step.move, reason: t(`refused ${step.reason}`) });
    default: return t(wordsFor(engine, step), { move: step.move ?? t('root'), g: cost(step.g), h: cost(step.h), f: cost(step.f) });
  }
}
