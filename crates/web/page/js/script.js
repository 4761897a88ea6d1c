// A heuristic of one's own: a script in an editor, checked on the board in view, and its nodes beside ours.

import { call, reasonOf, stream } from './api.js';
import { fill, h } from './dom.js';
import { showCount, t } from './language.js';
import { picture } from './picture.js';

/** The menu's value while a script of one's own guides. */
export const OWN_HEURISTIC = 'own';

/**
 * @param {any} problem what the catalogue says of it
 * @param {{ board: () => string, onRun: () => void, text?: string }} handlers
 */
export function scriptEditor(problem, { board, onRun, text = '' }) {
  const field = h('textarea', {
    name: 'script',
    class: 'script',
    rows: 7,
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-label': t('script'),
    'aria-describedby': 'script-verdict',
  });
  field.value = text || problem.script;
  const verdict = h('div', { class: 'verdict-box', id: 'script-verdict', role: 'status' });
  /** Counts checks, so that one that comes too late is not shown. */
  let asked = 0;
  const check = async () => {
    const turn = ++asked;
    fill(verdict, h('p', {}, t('script-checking')));
    const request = { problem: problem.name, board: board(), heuristic: OWN_HEURISTIC, script: field.value };
    try {
      const found = await call('problems/check', request);
      if (turn !== asked) return;
      fill(verdict, ...told(found, problem));
      const rows = await counts(request, problem);
      if (turn === asked) verdict.append(rows);
    } catch (reason) {
      if (turn === asked) fill(verdict, h('p', { class: 'faulty' }, reasonOf(reason, t('server-gone'))));
    }
  };
  const facts = h(
    'details',
    { class: 'facts' },
    h('summary', {}, t('script-facts')),
    h(
      'dl',
      {},
      ...problem.facts.flatMap((/** @type {{ name: string, about: string }} */ fact) => [
        h('dt', {}, h('code', {}, fact.name)),
        h('dd', {}, fact.about),
      ]),
    ),
  );
  const element = h(
    'div',
    { class: 'script-editor' },
    h('label', { class: 'wide' }, t('script'), field),
    h('p', { class: 'figures' }, t('script-help')),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', 'data-key': 'script-check', onclick: check }, t('script-check')),
      h('button', { type: 'button', class: 'primary', 'data-key': 'script-run', onclick: onRun }, t('script-run')),
    ),
    verdict,
    facts,
  );
  return { element, field, check };
}

/** What a check found, with the board it fails on. @param {any} found @param {any} problem @returns {Element[]} */
function told({ report, frame, scene }, problem) {
  const scope = t(report.complete ? 'check-all' : report.states ? 'check-some' : 'check-late', {
    states: showCount(report.states + report.samples),
  });
  const { counter_example: over, falling, goal_example: goal } = report;
  const small = scene ? h('div', { class: 'counter-board' }, picture(frame, scene, { small: true })) : null;
  const after = (/** @type {string[]} */ moves) =>
    moves.length ? t('check-after', { moves: moves.join(' ') }) : t('check-start');
  const parts = [
    h(
      'p',
      { class: over ? 'faulty' : 'sound', 'data-verdict': over ? 'overestimates' : 'admissible' },
      h('strong', {}, t(over ? 'check-over' : report.complete ? 'check-never' : 'check-none-found')),
      ' ',
      over
        ? `${after(over.moves)} ${t('check-says', { h: over.h, cost: over.cost, solution: over.solution.join(' ') })}`
        : scope,
    ),
  ];
  if (over && small) parts.push(small);
  const isInconsistent = report.inconsistent;
  const why = falling
    ? `${after(falling.moves)} ${t('check-falls', { ...falling, after: falling.h_after })}`
    : goal
      ? `${after(goal.moves)} ${t('check-goal', { h: goal.h })}`
      : scope;
  parts.push(
    h(
      'p',
      { class: isInconsistent ? 'faulty' : 'sound', 'data-verdict': isInconsistent ? 'inconsistent' : 'consistent' },
      h('strong', {}, t(isInconsistent ? 'check-inconsistent' : 'check-consistent')),
      ' ',
      why,
    ),
  );
  if (!over && small) parts.push(small);
  return parts;
}

/** Nodes of A* with each heuristic. @param {any} request @param {any} problem */
async function counts(request, problem) {
  const names = [OWN_HEURISTIC, ...problem.heuristics.map((/** @type {{ name: string }} */ one) => one.name)];
  const algorithms = names.map((name) => `a-star:heuristic=${name}`);
  const body = h('tbody');
  const table = h(
    'table',
    { class: 'counts' },
    h('caption', {}, t('counts-title')),
    h(
      'thead',
      {},
      h('tr', {}, ...['heuristic', 'head-expanded', 'head-cost'].map((key) => h('th', { scope: 'col' }, t(key)))),
    ),
    body,
  );
  const { script } = request;
  const contest = { problem: problem.name, boards: [request.board], algorithms, script };
  for await (const run of stream('problems/compare', contest, new AbortController().signal)) {
    const cells = run.error
      ? [t('heuristic-own'), run.error, '']
      : [
          run.heuristic === OWN_HEURISTIC ? t('heuristic-own') : run.heuristic,
          showCount(run.expanded),
          run.cost === null ? '–' : String(run.cost),
        ];
    body.append(h('tr', {}, ...cells.map((text) => h('td', {}, text))));
  }
  return table;
}
