// Comparing: algorithms on the puzzle, in a table and bars that fill as the runs end, and engines in tournaments.

import { call, isOurs, reasonOf, stream } from './api.js';
import { download, fill, h } from './dom.js';
import { locale, showCount, showTime, t } from './language.js';
import { tournamentsView } from './tournaments.js';

/** @param {string[]} games by name */
export async function compareView(games) {
  const { boards, algorithms } = await call('puzzle');
  const out = h('div', { class: 'results' });
  const problem = h('p', { class: 'note', role: 'alert' });
  /** @type {AbortController | null} */
  let running = null;
  const left = new AbortController();
  const boxes = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {string[]} */ chosen) =>
    h(
      'fieldset',
      {},
      h('legend', {}, t(name)),
      ...values.map((value) =>
        h('label', {}, h('input', { type: 'checkbox', name, value, checked: chosen.includes(value) }), value),
      ),
    );
  const form = h(
    'form',
    {
      class: 'panel',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        running?.abort();
        const mine = new AbortController();
        running = mine;
        // Old runs say nothing about what is asked for now.
        fill(problem);
        fill(out);
        const data = new FormData(form);
        /** @type {any[]} */
        const runs = [];
        try {
          for await (const run of stream(
            'puzzle/compare',
            { boards: data.getAll('boards'), algorithms: data.getAll('algorithms'), heuristic: data.get('heuristic') },
            mine.signal,
          )) {
            if (run.error) fill(problem, run.error);
            else runs.push(run);
            if (runs.length) fill(out, table(runs), exports(runs));
          }
        } catch (reason) {
          if (running === mine && !isOurs(reason)) fill(problem, reasonOf(reason, t('server-gone')));
        }
      },
    },
    h('h1', {}, t('compare-title')),
    boxes(
      'boards',
      boards.map((/** @type {any} */ b) => b.name),
      ['A', 'B', 'C'],
    ),
    boxes(
      'algorithms',
      algorithms.map((/** @type {any} */ a) => a.name),
      ['bfs', 'dfs', 'a-star', 'ida-star'],
    ),
    h(
      'div',
      { class: 'row' },
      h(
        'label',
        {},
        t('heuristic'),
        h(
          'select',
          { name: 'heuristic' },
          ...['h1', 'h2', 'h3', 'h4'].map((name) => h('option', { value: name, selected: name === 'h3' }, name)),
        ),
      ),
      h('button', { type: 'submit', class: 'primary' }, t('compare-run')),
    ),
    problem,
  );
  const leave = () => {
    running?.abort();
    left.abort();
  };
  return { element: h('div', { class: 'compare' }, form, out, tournamentsView(games, left.signal)), leave };
}

/** @param {any[]} runs */
function table(runs) {
  const most = Math.max(...runs.map((run) => run.generated), 1);
  const heads = ['board', 'algorithm', 'ended', 'pieces', 'generated', 'expanded', 'penetrance', 'branching', 'time'];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('results') },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))),
      h(
        'tbody',
        {},
        ...runs.map((run) =>
          h(
            'tr',
            {},
            h('td', {}, run.board),
            h('td', {}, run.algorithm),
            h('td', {}, t(`outcome-${run.outcome}`)),
            h('td', {}, run.path ? String(run.path.length) : '–'),
            h(
              'td',
              { class: 'barred' },
              h('span', { class: 'bar-cell', style: `width:${(100 * Math.log1p(run.generated)) / Math.log1p(most)}%` }),
              h('span', {}, showCount(run.generated)),
            ),
            h('td', {}, showCount(run.expanded)),
            h('td', {}, run.penetrance?.toLocaleString(locale, { maximumSignificantDigits: 3 }) ?? '–'),
            h('td', {}, run.branching_factor?.toLocaleString(locale, { maximumFractionDigits: 2 }) ?? '–'),
            h('td', {}, showTime(run.time_s)),
          ),
        ),
      ),
    ),
  );
}

/** @param {any[]} runs */
function exports(runs) {
  const keys = [
    'board',
    'algorithm',
    'heuristic',
    'outcome',
    'generated',
    'expanded',
    'depth',
    'penetrance',
    'branching_factor',
    'time_s',
    'peak_bytes',
  ];
  const csv = [keys.join(','), ...runs.map((run) => keys.map((key) => run[key] ?? '').join(','))].join('\n') + '\n';
  return h(
    'div',
    { class: 'row' },
    h('button', { type: 'button', onclick: () => download('compare.csv', 'text/csv', csv) }, 'CSV'),
    h(
      'button',
      { type: 'button', onclick: () => download('compare.json', 'application/json', JSON.stringify(runs)) },
      'JSON',
    ),
  );
}
