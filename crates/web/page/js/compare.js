// Comparing: algorithms on problems for one player, as a finding, a plot and a table that fill as the runs end; engines
// in tournaments stand behind the other tab. What is compared is in the address.

import { address } from './address.js';
import { call, isOurs, reasonOf, stream } from './api.js';
import { download, fill, h } from './dom.js';
import { icon } from './icons.js';
import { isSaid, locale, showCount, showTime, t } from './language.js';
import { dotPlot, mark } from './plot.js';
import { OWN_HEURISTIC, scriptEditor } from './script.js';
import { tournamentsView } from './tournaments.js';

/** @typedef {{ name: string, title: string, steps: string, boards: { name: string }[], heuristics: { name: string, about: string }[], heuristic: string, script: string }} Subject */
/** @typedef {{ board: string, algorithm: string, heuristic: string | null, outcome: string, path: string[] | null, cost: number | null, generated: number, expanded: number, penetrance: number | null, branching_factor: number | null, time_s: number }} Run */

/** What is compared unless somebody says otherwise. */
const USUAL = ['bfs', 'dfs', 'a-star', 'ida-star'];

/** @param {string[]} games by name @param {import('./address.js').Address} from */
export async function compareView(games, { rest: [tabName, ...wanted], query }) {
  const isEngines = tabName === 'engines';
  const left = new AbortController();
  const tab = (/** @type {string} */ key, /** @type {string} */ href, /** @type {boolean} */ isHere) =>
    h('a', { href, 'aria-current': isHere ? 'page' : null }, t(key));
  const tabs = h(
    'nav',
    { class: 'segments tabs', 'aria-label': t('compare-title') },
    tab('algorithms', '#/compete', !isEngines),
    tab('engines', '#/compete/engines', isEngines),
  );
  if (isEngines) {
    const { side, main } = tournamentsView(games, left.signal, wanted);
    return { element: split(tabs, side, main, t('contest-title')), leave: () => left.abort() };
  }
  const { problems, algorithms } = await call('problems');
  const { form, main, halt } = comparison(problems, algorithms, query);
  return { element: split(tabs, form, main, t('compare-title')), leave: halt };
}

/** @param {Element} tabs @param {Element} side @param {Element} main @param {string} title */
function split(tabs, side, main, title) {
  return h(
    'div',
    { class: 'compare' },
    h('h1', { class: 'visually-hidden' }, title),
    h('div', { class: 'compare-side' }, tabs, side),
    main,
  );
}

/** @param {Subject[]} problems @param {{ name: string }[]} algorithms @param {URLSearchParams} query */
function comparison(problems, algorithms, query) {
  const subject = h(
    'select',
    { name: 'problem' },
    ...problems.map((one) => h('option', { value: one.name }, one.title)),
  );
  if (problems.some(({ name }) => name === query.get('problem'))) subject.value = query.get('problem') ?? '';
  const chosen = () => /** @type {Subject} */ (problems.find((one) => one.name === subject.value));
  const out = h('div', { class: 'results' });
  const problem = h('p', { class: 'note', role: 'alert' });
  const boards = h('div', { class: 'field' });
  const heuristics = h('div', { class: 'field' });
  /** @type {ReturnType<typeof scriptEditor> | null} */
  let editor = null;
  /** @type {AbortController | null} */
  let running = null;
  /** Old runs say nothing about what is asked for now. */
  const begin = () => {
    running?.abort();
    running = new AbortController();
    fill(problem);
    fill(out);
    return running;
  };
  const wishes = () => {
    const data = new FormData(form);
    const heuristic = String(data.get('heuristic') ?? '');
    const isOwn = heuristic === OWN_HEURISTIC;
    return {
      problem: subject.value,
      boards: data.getAll('boards').map(String),
      algorithms: data.getAll('algorithms').map(String),
      heuristic,
      script: isOwn ? (editor?.field.value ?? '') : null,
    };
  };
  const compare = async () => {
    const mine = begin();
    const asked = wishes();
    /** @type {Run[]} */
    const runs = [];
    const { boards: on, algorithms: by, ...rest } = asked;
    history.replaceState(null, '', address(['compete'], { ...rest, boards: on.join(','), algorithms: by.join(',') }));
    try {
      for await (const run of stream('problems/compare', asked, mine.signal)) {
        if (run.error) fill(problem, run.error);
        else runs.push(run);
        if (runs.length) fill(out, ...shown(runs, chosen(), asked));
      }
    } catch (reason) {
      if (running === mine && !isOurs(reason)) fill(problem, reasonOf(reason, t('server-gone')));
    }
  };
  /** The original program's table beside right figures, line by line. */
  const publish = async () => {
    const mine = begin();
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
  const given = (/** @type {string} */ name) => query.get(name)?.split(',').filter(Boolean) ?? null;
  const form = h(
    'form',
    {
      class: 'compare-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        compare();
      },
    },
    h('label', {}, t('subject'), subject),
    boards,
    h(
      'div',
      { class: 'field' },
      chips(
        'algorithms',
        'checkbox',
        algorithms.map(({ name }) => [name, nameOf(name), '']),
        given('algorithms') ?? USUAL,
      ),
    ),
    heuristics,
    problem,
    h('button', { type: 'submit', class: 'primary large' }, t('compare-run')),
    h('button', { type: 'button', class: 'quiet as-published', onclick: publish }, t('as-published')),
  );
  /** The boards and heuristics of the problem chosen; the first three boards are ticked. */
  const change = (/** @type {boolean} */ isFirst) => {
    const one = chosen();
    const names = one.boards.map(({ name }) => name);
    const ticked = (isFirst && given('boards')) || names.slice(0, 3);
    fill(
      boards,
      chips(
        'boards',
        'checkbox',
        names.map((name) => [name, name, '']),
        ticked,
      ),
    );
    editor = scriptEditor(/** @type {any} */ (one), {
      board: () => wishes().boards[0] ?? names[0],
      onRun: () => compare(),
      text: (isFirst && query.get('script')) || '',
    });
    const own = h('div', { class: 'own-heuristic', hidden: true }, editor.element);
    const show = () => {
      own.hidden = wishes().heuristic !== OWN_HEURISTIC;
    };
    fill(
      heuristics,
      chips(
        'heuristic',
        'radio',
        [
          ...one.heuristics.map(
            ({ name, about }) => /** @type {[string, string, string]} */ ([name, heuristicOf(name), about]),
          ),
          [OWN_HEURISTIC, heuristicOf(OWN_HEURISTIC), ''],
        ],
        [(isFirst && query.get('heuristic')) || one.heuristic],
      ),
      own,
    );
    heuristics.onchange = show;
    show();
  };
  subject.addEventListener('change', () => {
    change(false);
    begin();
  });
  change(true);
  const isSpectator = document.querySelector('meta[name=plywood-role]')?.getAttribute('content') === 'spectator';
  if (!isSpectator) compare();
  return { form, main: out, halt: () => running?.abort() };
}

/** What can be chosen, all in sight. @param {string} name @param {string} type @param {[string, string, string][]} values value, text, what it is @param {string[]} chosen */
function chips(name, type, values, chosen) {
  return h(
    'fieldset',
    { class: 'chip-set' },
    h('legend', {}, t(name)),
    ...values.map(([value, text, title]) =>
      h(
        'label',
        { class: 'chip-choice', title: title || null },
        h('input', { type, name, value, checked: chosen.includes(value) }),
        h('span', {}, text),
      ),
    ),
  );
}

/** @param {string} algorithm */
function nameOf(algorithm) {
  return isSaid(`name-${algorithm}`) ? t(`name-${algorithm}`) : algorithm;
}

/** @param {string} heuristic */
function heuristicOf(heuristic) {
  return isSaid(`heuristic-${heuristic}`) ? t(`heuristic-${heuristic}`) : heuristic;
}

/** A heuristic inside a sentence. @param {string} heuristic */
function shortOf(heuristic) {
  return heuristic === OWN_HEURISTIC ? heuristicOf(heuristic) : heuristic;
}

/** @param {Run} run */
function called(run) {
  const algorithm = nameOf(run.algorithm);
  return run.heuristic ? t('with-heuristic', { algorithm, heuristic: shortOf(run.heuristic) }) : algorithm;
}

/** @param {Run[]} runs @param {Subject} subject @param {{ heuristic: string, script: string | null }} asked */
function shown(runs, subject, asked) {
  const boards = [...new Set(runs.map(({ board }) => board))];
  return [
    h('p', { class: 'now finding', role: 'status' }, finding(runs)),
    h(
      'figure',
      { class: 'sheet plot-sheet' },
      h(
        'figcaption',
        {},
        h('b', {}, t('plot-title')),
        h('span', { class: 'legend' }, ...boards.map((board, i) => h('span', {}, mark(i), t('board-name', { board })))),
      ),
      dotPlot(
        runs.map((run) => ({ row: called(run), series: boards.indexOf(run.board), value: run.generated })),
        t('plot-title'),
      ),
    ),
    table(runs, boards, subject.steps),
    exports(runs, subject, asked),
  ];
}

/** What the runs on the board last finished come to. @param {Run[]} runs */
function finding(runs) {
  const { board } = runs[runs.length - 1];
  const solved = runs.filter((run) => run.board === board && run.cost !== null);
  if (solved.length < 2) return t('finding-runs', { count: runs.length });
  const sorted = [...solved].sort((a, b) => a.generated - b.generated);
  const [few, many] = [sorted[0], sorted[sorted.length - 1]];
  return t(few.cost === many.cost ? 'finding-equal' : 'finding-unequal', {
    board,
    few: called(few),
    many: called(many),
    least: showCount(few.generated),
    most: showCount(many.generated),
    cost: showCount(few.cost ?? 0),
    other: showCount(many.cost ?? 0),
  });
}

/** @param {Run[]} runs @param {string[]} boards @param {string} steps what the steps of a path are called */
function table(runs, boards, steps) {
  const heads = ['generated', 'expanded', '', 'cost', 'penetrance', 'branching', 'time'];
  const group = (/** @type {string} */ board) => {
    const own = runs.filter((run) => run.board === board);
    const least = Math.min(...own.map(({ generated }) => generated));
    const costs = own.flatMap(({ cost }) => (cost === null ? [] : [cost]));
    const cheapest = Math.min(...costs);
    const note = (/** @type {Run} */ run) => {
      if (run.cost === null) return t(`outcome-${run.outcome}`);
      if (run.cost > cheapest) return t('note-dear');
      return own.length > 1 && run.generated === least ? t('note-fewest') : '';
    };
    return h(
      'tbody',
      {},
      h(
        'tr',
        { class: 'group' },
        h('th', { scope: 'rowgroup', colspan: 2 + heads.length }, t('board-name', { board })),
      ),
      ...own.map((run) =>
        h(
          'tr',
          { class: own.length > 1 && run.generated === least && run.cost === cheapest ? 'better' : null },
          h('th', { scope: 'row' }, called(run)),
          h('td', { class: 'remark' }, note(run)),
          ...[
            showCount(run.generated),
            showCount(run.expanded),
            run.path ? String(run.path.length) : '–',
            run.cost === null ? '–' : showCount(run.cost),
            run.penetrance?.toLocaleString(locale, { maximumSignificantDigits: 3 }) ?? '–',
            run.branching_factor?.toLocaleString(locale, { maximumFractionDigits: 2 }) ?? '–',
            showTime(run.time_s),
          ].map((text) => h('td', { class: 'figure' }, text)),
        ),
      ),
    );
  };
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('results') },
    h(
      'table',
      { class: 'plain-table' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('head-algorithm')),
          h('td', {}),
          ...heads.map((head) => h('th', { scope: 'col', class: 'figure' }, head ? t(`head-${head}`) : steps)),
        ),
      ),
      ...boards.map(group),
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

/** @param {Run[]} runs @param {Subject} subject @param {{ heuristic: string, script: string | null }} asked */
function exports(runs, subject, asked) {
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
  const value = (/** @type {any} */ run, /** @type {string} */ key) => run[key] ?? '';
  const csv = [keys.join(','), ...runs.map((run) => keys.map((key) => value(run, key)).join(','))].join('\n') + '\n';
  const { board, algorithm } = runs[runs.length - 1];
  const watch = { subject: subject.name, first: algorithm, board, heuristic: asked.heuristic, script: asked.script };
  return h(
    'div',
    { class: 'row' },
    h('button', { type: 'button', class: 'quiet', onclick: () => download('compare.csv', 'text/csv', csv) }, 'CSV'),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => download('compare.json', 'application/json', JSON.stringify(runs)),
      },
      'JSON',
    ),
    h(
      'a',
      { class: 'button-link', href: address(['watch'], watch) },
      icon('tree'),
      t('watch-this', { algorithm: nameOf(algorithm), board }),
    ),
  );
}
