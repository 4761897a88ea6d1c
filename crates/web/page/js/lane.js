// One algorithm's run with its timeline, its page of pseudocode, its tree or lists and its board.

import { Refused, call, stream } from './api.js';
import { Board } from './board.js';
import { download, fill, h } from './dom.js';
import { Frontier, cost } from './frontier.js';
import { amount, t } from './language.js';
import { OWN } from './overriding.js';
import { Timeline } from './player.js';
import { lineOf, pseudocode, wordsFor } from './pseudocode.js';
import { SimulationTree, phases } from './simulations.js';
import { SearchTree } from './tree.js';

/** @typedef {{ element: HTMLElement, timeline: Timeline, halt: () => void }} Lane */

/**
 * Runs an algorithm and makes its lane.
 * @param {string} subject a game, or a problem for one player
 * @param {string} engine
 * @param {Record<string, string>} data the form's fields
 * @param {import('./types.js').Setup | null} setup the game on the table, for its rules and seed
 * @param {any} problem what the catalogue says of it, if it is a problem for one player
 * @returns {Promise<Lane>}
 */
export async function makeLane(subject, engine, data, setup, problem) {
  const isPuzzle = problem !== null;
  const abort = new AbortController();
  const own = setup && setup.game === subject ? setup : null;
  const base = {
    game: subject,
    rules: own?.rules ?? '',
    seed: own?.seed ?? 1,
    position: data.position || null,
    moves: (data.moves ?? '').split(/\s+/).filter(Boolean),
  };
  const nodes = engine === 'mcts' ? Number(data.nodes) || 300 : null;
  // A board of one's own counts while the menu says so.
  const text = data.board === OWN ? `${(data.text ?? '').trim()}\n` : data.board;
  const request = isPuzzle
    ? { problem: subject, board: text, algorithm: engine, heuristic: data.heuristic }
    : { ...base, engine, depth: Number(data.depth) || 2, nodes, judge: data.judge };
  const { steps: recorded, end } = await record(isPuzzle ? 'problems/trace' : 'trace', request, abort.signal);
  const root = isPuzzle ? null : await call('state', { ...base, frame: true, choices: [] }, abort.signal);
  const steps = engine === 'mcts' ? phases(recorded) : recorded;
  const show = isPuzzle
    ? new Frontier(end, engine, problem, (moves) => call('problems/state', { problem: subject, board: text, moves }, abort.signal))
    : engine === 'mcts'
      ? new SimulationTree()
      : new SearchTree();
  show.steps = steps;
  const code = h(
    'ol',
    { class: 'pseudocode', 'aria-label': t('pseudocode') },
    ...pseudocode(engine).map((line) => h('li', {}, line)),
  );
  const counters = h('p', { class: 'figures' });
  const now = h('p', { class: 'now' });
  const unit = t(root?.points ? 'unit-points' : 'unit-wins');
  const sides = root && h('p', { class: 'sides' }, engine === 'mcts' ? t('mean-sides') : t('tree-sides', { unit }));
  const board = root ? new Board(root.frame, subject, {}) : null;
  const drawBoard = board ? follow(board, base, abort.signal) : null;
  const cut = (/** @type {number} */ from) => {
    const at = steps.findIndex((step, i) => i >= from && (step.kind === 'cut' || step.kind === 'goal'));
    return at < 0 ? null : at + 1;
  };
  const seatAt = (/** @type {any} */ step) =>
    step.seat ?? (show instanceof SearchTree ? show.nodes[step.node]?.seat : null) ?? 0;
  const timeline = new Timeline(
    (place) => {
      show.go(place);
      const step = steps[place - 1];
      [...code.children].forEach((line, i) =>
        line.classList.toggle('current', step !== undefined && i === lineOf(engine, step, steps[place])),
      );
      fill(now, step ? sentence(engine, step, root, seatAt(step)) : '');
      fill(counters, show.figures());
      if (!(show instanceof Frontier)) drawBoard?.(show.line());
    },
    steps.some((step) => step.kind === 'cut') ? { name: 'next-cut', find: cut } : undefined,
  );
  timeline.grow(steps.length);
  timeline.go(Math.min(steps.length, 1));
  const exports = h(
    'div',
    { class: 'row' },
    h(
      'button',
      {
        type: 'button',
        onclick: () =>
          download(
            `${engine}.jsonl`,
            'application/jsonl',
            recorded.map((step) => JSON.stringify(step)).join('\n') + '\n',
          ),
      },
      t('export-trace'),
    ),
    h(
      'button',
      { type: 'button', onclick: () => download(`${engine}.svg`, 'image/svg+xml', show.svg()) },
      t('export-picture'),
    ),
  );
  const element = h(
    'section',
    { class: 'panel lane', 'aria-label': engine },
    h('h2', {}, engine),
    end.complete ? null : h('p', { class: 'note' }, t('trace-cut', { count: recorded.length })),
    timeline.element,
    now,
    counters,
    sides,
    h(
      'div',
      { class: `lane-body${isPuzzle ? ' puzzle' : ''}` },
      code,
      show.element,
      board ? h('div', { class: 'small-board' }, board.element) : null,
    ),
    exports,
  );
  return {
    element,
    timeline,
    halt: () => {
      timeline.halt();
      abort.abort();
    },
  };
}

/** Every step of a search. @param {string} path @param {unknown} request @param {AbortSignal} signal */
async function record(path, request, signal) {
  /** @type {any[]} */
  const steps = [];
  /** @type {any} */
  let end = { complete: true, error: '' };
  for await (const step of stream(path, request, signal)) {
    if (step.kind === 'end') end = step;
    else steps.push(step);
  }
  if (end.error) throw new Refused(end.error, 500);
  return { steps, end };
}

/**
 * Draws the position after a line; an answer that comes too late is not drawn.
 * @param {Board} board @param {import('./types.js').Setup} base @param {AbortSignal} signal
 */
function follow(board, base, signal) {
  let asked = 0;
  /** Positions that were asked for before. @type {Map<string, import('./types.js').State>} */
  const known = new Map();
  return async (/** @type {string[]} */ line) => {
    const turn = ++asked;
    const key = line.join(' ');
    const moves = [...base.moves, ...line];
    try {
      const state = known.get(key) ?? (await call('state', { ...base, moves, choices: [] }, signal));
      known.set(key, state);
      if (turn === asked) board.draw(state.scene, { last: line.length ? (state.last?.at ?? []) : [] });
    } catch {
      // The view was left.
    }
  };
}

/**
 * What a step does, in words.
 * @param {string} engine @param {any} step @param {import('./types.js').State | null} root
 * @param {number} seat whose turn it is at the step's node
 */
function sentence(engine, step, root, seat) {
  // Values of a two-player search are for whoever moves at the node, in points or wins.
  const value = (/** @type {number} */ number) => amount(number, true, 2);
  const unit = t(root?.points ? 'unit-points' : 'unit-wins');
  const bound = (/** @type {number | null} */ number, /** @type {string} */ none) =>
    number === null ? none : value(number);
  const line = step.moves?.join(' ') || t('root');
  switch (step.kind) {
    case 'enter':
      return t(step.move ? 'say-enter' : 'say-root', {
        move: step.move ?? '',
        alpha: bound(step.alpha, '−∞'),
        beta: bound(step.beta, '+∞'),
        seat,
        unit,
      });
    case 'leave':
      return t(`say-leave-${step.origin}`, { value: value(step.value), seat, unit });
    case 'cut':
      return t(`say-cut-${step.cut}`, {
        move: step.move,
        value: value(step.value),
        bound: bound(step.beta, '+∞'),
        skipped: step.skipped,
        seat,
        unit,
      });
    case 'select':
    case 'grow':
    case 'playout':
    case 'settled':
    case 'simulate':
      return t(`say-${step.kind}`, { line, move: step.moves.at(-1) ?? t('root'), value: value(step.value) });
    case 'refuse':
      return t('say-refuse', { move: step.move, reason: t(`refused ${step.reason}`) });
    default:
      return t(wordsFor(engine, step), {
        move: step.move ?? t('root'),
        g: cost(step.g),
        h: cost(step.h),
        f: cost(step.f),
      });
  }
}
