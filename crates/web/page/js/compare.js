// Comparing: algorithms on problems for one player, in a table and bars that fill as the runs end, and engines in tournaments.

import { call, isOurs, reasonOf, stream } from './api.js';
import { download, fill, h } from './dom.js';
import { locale, showCount, showTime, t } from './language.js';
import { tournamentsView } from './tournaments.js';

/** @param {string[]} games by name */
export async function compareView(games) {
  const { problems, algorithms } = await call('problems');
  const subject = h(
    'select',
    { name: 'problem' },
    ...problems.map((/** @type {any} */ one) => h('option', { value: one.name }, one.title)),
  );
  const chosen = () => problems.find((/** @type {any} */ one) => one.name === subject.value);
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
            'problems/compare',
            {
              problem: subject.value,
              boards: data.getAll('boards'),
              algorithms: data.getAll('algorithms'),
              heuristic: data.get('heuristic'),
            },
            mine.signal,
          )) {
            if (run.error) fill(problem, run.error);
            else runs.push(run);
            if (runs.length) fill(out, table(runs, chosen().steps), exports(runs));
          }
        } catch (reason) {
          if (running === mine && !isOurs(reason)) fill(problem, reasonOf(reason, t('server-gone')));
        }
      },
    },
    h('h1', {}, t('compare-title')),
    h('label', {}, t('subject'), subject),
    h('div', { class: 'boards' }),
    boxes(
      'algorithms',
      algorithms.map((/** @type {any} */ a) => a.name),
      ['bfs', 'dfs', 'a-star', 'ida-star'],
    ),
    h(
      'div',
      { class: 'row' },
      h('label', {}, t('heuristic'), h('select', { name: 'heuristic' })),
      h('button', { type: 'submit', class: 'primary' }, t('compare-run')),
      h('button', { type: 'button', class: 'as-published', onclick: () => publish() }, t('as-published')),
    ),
    problem,
  );
  /** The original program's table beside right figures, line by line. */
  const publish = async () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    fill(problem);
    fill(out);
    /** @type {any[]} */
    const lines = [];
    try {
      for await (const line of stream('problems/published', undefined, mine.signal)) {
        if (line.why) fill(out, published(lines), ...line.why.map((/** @type {string} */ said) => h('p', {}, said)));
        else lines.push(line);
        if (!line.why) fill(out, published(lines));
      }
    } catch (reason) {
      if (running === mine && !isOurs(reason)) fill(problem, reasonOf(reason, t('server-gone')));
    }
  };
  /** The boards and heuristics of the problem chosen; the first three boards are ticked. */
  const change = () => {
    const { boards, heuristics, heuristic } = chosen();
    const nameOf = (/** @type {{ name: string }} */ one) => one.name;
    const names = boards.map(nameOf);
    fill(/** @type {HTMLElement} */ (form.querySelector('.boards')), boxes('boards', names, names.slice(0, 3)));
    fill(
      /** @type {HTMLElement} */ (form.querySelector('[name=heuristic]')),
      ...heuristics.map((/** @type {any} */ one) =>
        h('option', { value: one.name, title: one.about, selected: one.name === heuristic }, one.name),
      ),
    );
  };
  subject.addEventListener('change', change);
  change();
  const leave = () => {
    running?.abort();
    left.abort();
  };
  return { element: h('div', { class: 'compare' }, form, out, tournamentsView(games, left.signal)), leave };
}

/** @param {any[]} runs @param {string} steps what the steps of a path are called */
function table(runs, steps) {
  const most = Math.max(...runs.map((run) => run.generated), 1);
  const heads = ['board', 'algorithm', 'ended', '', 'cost', 'generated', 'expanded', 'penetrance', 'branching', 'time'];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('results') },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head ? t(`head-${head}`) : steps)))),
      h(
        'tbody',
        {},
        ...runs.map((run) =>
          h(
            'tr',
            {},
            h('td', {}, run.board),
            h('td', {}, run.heuristic ? `${run.algorithm}/${run.heuristic}` : run.algorithm),
            h('td', {}, t(`outcome-${run.outcome}`)),
            h('td', {}, run.path ? String(run.path.length) : '–'),
            h('td', {}, run.cost === null ? '–' : showCount(run.cost)),
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

/** What was published beside what is right. @param {any[]} lines */
function published(lines) {
  const heads = [
    'board',
    'algorithm',
    'published',
    'right',
    'published-penetrance',
    'right',
    'published-branching',
    'right',
  ];
  const called = (/** @type {any} */ { algorithm, heuristic, max_depth: depth }) =>
    heuristic ? `${algorithm} ${t(`heuristic-${heuristic}`)}` : depth ? `${algorithm} ≤ ${depth}` : algorithm;
  const row = (/** @type {any} */ line) => {
    const { published: theirs, ours } = line;
    const digits = (/** @type {number | null} */ n) =>
      n?.toLocaleString(locale, { maximumSignificantDigits: 4 }) ?? '–';
    return [
      line.board,
      called(line),
      theirs ? `${theirs.generated}/${theirs.expanded}` : t('heap-full'),
      ours.path ? `${ours.generated}/${ours.expanded}` : t(`outcome-${ours.outcome}`),
      theirs?.penetrance ?? '–',
      digits(ours.penetrance),
      theirs?.branching_factor ?? '–',
      digits(ours.branching_factor),
    ];
  };
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('as-published') },
    h(
      'table',
      { class: 'published' },
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))),
      h('tbody', {}, ...lines.map((line) => h('tr', {}, ...row(line).map((cell) => h('td', {}, String(cell)))))),
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
    'cost',
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
