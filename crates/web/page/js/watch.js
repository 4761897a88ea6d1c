// Watching a search think: the real engine's steps, forward and back, one algorithm or two.

import { address } from './address.js';
import { call, reasonOf } from './api.js';
import { announce, fill, h } from './dom.js';
import { makeLane } from './lane.js';
import { t } from './language.js';
import { overriding } from './overriding.js';

const ENGINES = ['minimax', 'alpha-beta', 'pvs', 'mtd', 'iterative', 'mcts'];

/**
 * What can be chosen at once: a subject and two algorithms worth a look.
 * @type {Record<string, Record<string, string>>}
 */
const EXAMPLES = {
  'example-cut': { subject: 'cavalo', depth: '3', first: 'alpha-beta', second: '' },
  'example-save': { subject: 'cavalo', depth: '3', first: 'minimax', second: 'alpha-beta' },
  'example-astar': { subject: 'blokus-puzzle', board: 'B', first: 'a-star', second: 'bfs' },
  'example-greedy': { subject: 'grid', board: 'swamp', first: 'a-star', second: 'greedy' },
  'example-mcts': { subject: 'quatro', nodes: '300', first: 'mcts', second: '' },
};

/**
 * @param {string[]} games by name @param {import('./types.js').Setup | null} setup the position to begin with
 * @param {URLSearchParams} query what the address asks for
 */
export function watchView(games, setup, query) {
  const stage = h('div', { class: 'stage' });
  const fields = h('div', { class: 'inline' });
  const problem = h('p', { class: 'note', role: 'alert' });
  const subject = select('subject', games, setup?.game ?? 'cavalo', (name) => t(`game-${name}`));
  /** @type {import('./lane.js').Lane[]} */
  let lanes = [];
  const lists = call('problems').then((/** @type {any} */ known) => {
    const entries = known.problems.map((/** @type {any} */ one) => h('option', { value: one.name }, one.title));
    subject.prepend(...entries);
    subject.value = setup?.game ?? 'cavalo';
    return known;
  });
  /** @param {any} known @param {string} name */
  const named = (known, name) => known.problems.find((/** @type {any} */ one) => one.name === name) ?? null;
  const change = async () => {
    const known = await lists;
    fill(fields, ...choices(subject.value, named(known, subject.value), known.algorithms, setup));
  };
  subject.addEventListener('change', () => change());
  /** Counts searches, so that one that comes too late is not shown over a later one. */
  let asked = 0;
  const start = async () => {
    const turn = ++asked;
    lanes.forEach((lane) => lane.halt());
    lanes = [];
    // What was shown before is not what is asked for now, whatever comes of it.
    fill(problem);
    fill(stage);
    const data = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    history.replaceState(null, '', address(['watch'], data));
    try {
      const engines = [data.first, data.second].filter(Boolean);
      const one = named(await lists, data.subject);
      const made = await Promise.all(engines.map((engine) => makeLane(data.subject, engine, data, setup, one)));
      if (turn !== asked) return made.forEach((lane) => lane.halt());
      lanes = made;
      fill(stage, lanes.length > 1 ? together(lanes) : null, ...lanes.map((lane) => lane.element));
      announce(t('watch-ready'));
    } catch (reason) {
      if (turn === asked) fill(problem, reasonOf(reason, t('server-gone')));
    }
  };
  const example = async (/** @type {Record<string, string>} */ values) => {
    // Problems join the menu once they are known.
    await lists;
    subject.value = values.subject;
    await change();
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
    await start();
  };
  const form = h(
    'form',
    {
      class: 'panel',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        start();
      },
    },
    h('h1', {}, t('watch-title')),
    h('p', {}, t('watch-intro')),
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': t('examples') },
      ...Object.entries(EXAMPLES).map(([name, values]) =>
        h('button', { type: 'button', 'data-key': name, onclick: () => example(values) }, t(name)),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('label', {}, t('subject'), subject),
      fields,
      h('button', { type: 'submit', class: 'primary' }, t('watch-run')),
    ),
    problem,
  );
  const asks = /** @type {Record<string, string>} */ (Object.fromEntries(query));
  const begin = asks.subject ? example(asks) : change().then(start);
  begin
    .catch((reason) => fill(problem, reasonOf(reason, t('server-gone'))));
  return { element: h('div', { class: 'watch' }, form, stage), leave: () => lanes.forEach((lane) => lane.halt()) };
}

/** @param {string} name @param {string[]} values @param {string} value @param {(value: string) => string} label */
function select(name, values, value, label = (text) => text) {
  return h(
    'select',
    { name },
    ...values.map((option) => h('option', { value: option, selected: option === value }, label(option))),
  );
}

/**
 * The fields for a subject.
 * @param {string} subject
 * @param {any} problem what the catalogue says of it, if it is a problem for one player
 * @param {any[]} algorithms
 * @param {import('./types.js').Setup | null} setup
 */
function choices(subject, problem, algorithms, setup) {
  const labelled = (/** @type {string} */ name, /** @type {Node} */ field, kind = '') =>
    h('label', { class: kind || null }, t(name), field);
  const here = setup && setup.game === subject ? setup : null;
  const names = problem ? algorithms.map((/** @type {{ name: string }} */ a) => a.name) : ENGINES;
  const first = labelled('algorithm', select('first', names, problem ? 'a-star' : 'alpha-beta'));
  const second = labelled(
    'beside',
    select('second', ['', ...names], '', (name) => name || t('nothing')),
  );
  if (problem) {
    const nameOf = (/** @type {{ name: string }} */ one) => one.name;
    const { boards } = problem;
    const board = select('board', boards.map(nameOf), problem.first);
    const own = h('textarea', { name: 'text', rows: 6, placeholder: boards[0]?.text ?? '' });
    overriding(board, own, t('own-board'));
    return [
      first,
      second,
      labelled('board', board),
      labelled('heuristic', select('heuristic', problem.heuristics.map(nameOf), problem.heuristic)),
      h('details', {}, h('summary', {}, t('own-board')), h('label', { class: 'wide' }, problem.form, own)),
    ];
  }
  return [
    first,
    second,
    labelled('depth', h('input', { name: 'depth', type: 'number', min: 1, max: 8, value: 3 })),
    labelled('simulations', h('input', { name: 'nodes', type: 'number', min: 1, max: 5000, value: 300 })),
    labelled(
      'judge',
      select('judge', ['full', 'points', 'none'], 'full', (name) => t(`judge-${name}`)),
    ),
    labelled(
      'position',
      h('input', { name: 'position', type: 'text', value: here?.position ?? '', placeholder: 'startpos' }),
    ),
    labelled('moves', h('input', { name: 'moves', type: 'text', value: here?.moves.join(' ') ?? '' })),
  ];
}

/** Buttons that move two lanes at once. @param {import('./lane.js').Lane[]} lanes */
function together(lanes) {
  const button = (/** @type {string} */ name, /** @type {(timeline: import('./player.js').Timeline) => void} */ act) =>
    h('button', { type: 'button', onclick: () => lanes.forEach(({ timeline }) => act(timeline)) }, t(name));
  return h(
    'div',
    { class: 'panel row together', role: 'group', 'aria-label': t('both') },
    h('strong', {}, t('both')),
    button('first', (lane) => lane.go(0)),
    button('back', (lane) => lane.go(lane.place - 1)),
    button('run', (lane) => lane.run()),
    button('pause', (lane) => lane.halt()),
    button('forward', (lane) => lane.go(lane.place + 1)),
    button('last', (lane) => lane.go(lane.length)),
  );
}
