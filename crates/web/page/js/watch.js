// Watching a search think: the real engine's steps, forward and back, one algorithm or two.

import { Refused, call, stream } from './api.js';
import { Board } from './board.js';
import { announce, download, fill, h } from './dom.js';
import { Frontier } from './frontier.js';
import { GAMES } from './games/index.js';
import { t } from './language.js';
import { Timeline } from './player.js';
import { lineOf, pseudocode } from './pseudocode.js';
import { SearchTree } from './tree.js';

const ENGINES = ['minimax', 'alpha-beta', 'pvs', 'mtd', 'iterative'];

/** @param {import('./types.js').Setup | null} setup the position to begin with */
export function watchView(setup) {
  const view = h('div', { class: 'watch' });
  const stage = h('div', { class: 'stage' });
  const subjects = ['puzzle', ...Object.keys(GAMES)];
  const select = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {string} */ value, label = (/** @type {string} */ text) => text) =>
    h('select', { name }, ...values.map((option) => h('option', { value: option, selected: option === value }, label(option))));
  const subject = select('subject', subjects, setup?.game ?? 'cavalo', (name) => t(`game-${name}`));
  const fields = h('div', { class: 'row fields' });
  const problem = h('p', { class: 'note', role: 'alert' });
  /** @type {{ halt: () => void }[]} */
  let lanes = [];

  const boards = call('puzzle').catch(() => ({ boards: [], algorithms: [] }));
  const change = async () => {
    const { boards: names, algorithms } = await boards;
    const isPuzzle = subject.value === 'puzzle';
    const choices = isPuzzle ? algorithms.map((/** @type {{ name: string }} */ a) => a.name) : ENGINES;
    const labelled = (/** @type {string} */ name, /** @type {Node} */ field) => h('label', {}, t(name), field);
    const position = h('input', { name: 'position', type: 'text', value: setup && setup.game === subject.value ? setup.position ?? 'startpos' : 'startpos' });
    const moves = h('input', { name: 'moves', type: 'text', value: setup && setup.game === subject.value ? setup.moves.join(' ') : '' });
    fill(fields,
      isPuzzle ? labelled('board', select('board', names.map((/** @type {{ name: string }} */ b) => b.name), 'B')) : labelled('position', position),
      isPuzzle ? labelled('heuristic', select('heuristic', ['h1', 'h2', 'h3', 'h4'], 'h3')) : labelled('moves', moves),
      isPuzzle ? null : labelled('depth', h('input', { name: 'depth', type: 'number', min: 1, max: 8, value: 2 })),
      isPuzzle ? null : labelled('judge', select('judge', ['full', 'points', 'none'], 'full', (name) => t(`judge-${name}`))),
      labelled('algorithm', select('first', choices, isPuzzle ? 'a-star' : 'alpha-beta')),
      labelled('beside', select('second', ['', ...choices], '', (name) => name || t('nothing'))));
  };
  subject.addEventListener('change', change);
  const form = h('form', { class: 'panel', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } },
    h('h1', {}, t('watch-title')), h('p', {}, t('watch-intro')),
    h('div', { class: 'row' }, h('label', {}, t('subject'), subject)), fields, h('button', { type: 'submit', class: 'primary' }, t('watch-run')), problem);

  const start = async () => {
    lanes.forEach((lane) => lane.halt());
    fill(problem);
    const data = Object.fromEntries(new FormData(form));
    const engines = [data.first, data.second].filter(Boolean).map(String);
    try {
      const made = await Promise.all(engines.map((engine) => makeLane(String(data.subject), engine, data, setup)));
      lanes = made;
      fill(stage, ...made.map((lane) => lane.element));
      announce(t('watch-ready'));
    } catch (reason) {
      fill(problem, reason instanceof Refused ? reason.message : t('server-gone'));
    }
  };
  fill(view, form, stage);
  change().then(start);
  return { element: view, leave: () => lanes.forEach((lane) => lane.halt()) };
}

/**
 * One algorithm's run with its timeline.
 * @param {string} subject @param {string} engine @param {Record<string, FormDataEntryValue>} data
 * @param {import('./types.js').Setup | null} setup
 */
async function makeLane(subject, engine, data, setup) {
  const isPuzzle = subject === 'puzzle';
  const abort = new AbortController();
  const own = setup && setup.game === subject ? setup : null;
  const base = { game: subject, rules: own?.rules ?? '', seed: own?.seed ?? 1, position: String(data.position ?? 'startpos'), moves: String(data.moves ?? '').split(/\s+/).filter(Boolean) };
  const request = isPuzzle ? { board: data.board, algorithm: engine, heuristic: data.heuristic } : { ...base, engine, depth: Number(data.depth) || 2, judge: data.judge };
  /** @type {any[]} */
  const steps = [];
  let end = { complete: true, rows: /** @type {string[]} */ ([]) };
  for await (const step of stream(isPuzzle ? 'puzzle/trace' : 'trace', request, abort.signal)) {
    if (step.kind === 'end') end = step;
    else steps.push(step);
  }
  const show = isPuzzle ? new Frontier(end.rows) : new SearchTree();
  show.steps = steps;
  const page = pseudocode(engine);
  const code = h('ol', { class: 'pseudocode', 'aria-label': t('pseudocode') }, ...page.map((line) => h('li', {}, line)));
  const counters = h('p', { class: 'figures' });
  const now = h('p', { class: 'now', 'aria-live': 'off' });
  const board = isPuzzle ? null : new Board(GAMES[subject], {});
  let asked = 0;
  const timeline = new Timeline((place) => {
    show.go(place);
    const step = steps[place - 1];
    [...code.children].forEach((line, i) => line.classList.toggle('current', step !== undefined && i === lineOf(engine, step)));
    fill(now, step ? sentence(step) : '');
    if (show instanceof SearchTree) {
      fill(counters, t('tree-counts', show.counts));
      if (board) {
        const turn = ++asked;
        call('state', { ...base, moves: [...base.moves, ...show.line()] }, abort.signal)
          .then((state) => turn === asked && board.draw(GAMES[subject].scene(state.position), { last: show.line().slice(-1).flatMap((move) => GAMES[subject].move(move).cells) }))
          .catch(() => {});
      }
    } else fill(counters, t('path-counts', show.counts));
  });
  timeline.grow(steps.length);
  timeline.go(Math.min(steps.length, 1));
  const exports = h('div', { class: 'row' },
    h('button', { type: 'button', onclick: () => download(`${engine}.jsonl`, 'application/jsonl', steps.map((step) => JSON.stringify(step)).join('\n') + '\n') }, t('export-trace')),
    show instanceof SearchTree ? h('button', { type: 'button', onclick: () => download(`${engine}.svg`, 'image/svg+xml', show.svg()) }, t('export-picture')) : null);
  const element = h('section', { class: 'panel lane', 'aria-label': engine }, h('h2', {}, engine),
    end.complete ? null : h('p', { class: 'note' }, t('trace-cut', { count: steps.length })),
    timeline.element, now, counters, h('div', { class: 'lane-body' }, code, board ? h('div', { class: 'small-board' }, board.element) : null, show.element), exports);
  return { element, halt: () => { timeline.halt(); abort.abort(); } };
}

/** What a step does, in words. @param {any} step */
function sentence(step) {
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  if (step.kind === 'enter') return t(step.move ? 'say-enter' : 'say-root', { move: step.move ?? '', alpha: step.alpha === null ? '−∞' : round(step.alpha), beta: step.beta === null ? '+∞' : round(step.beta) });
  if (step.kind === 'leave') return t(`say-leave-${step.origin}`, { value: round(step.value) });
  if (step.kind === 'cut') return t(`say-cut-${step.cut}`, { move: step.move, value: round(step.value), bound: step.beta === null ? '' : round(step.beta), skipped: step.skipped });
  if (step.kind === 'refuse') return t('say-refuse', { move: step.move, reason: t(`refused ${step.reason}`) });
  return t(`say-${step.kind}`, { move: step.move ?? '', g: step.g, h: step.h, f: step.f });
}
