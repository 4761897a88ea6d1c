// Two or three searches in step by expansions: a chart that fills as they run, and what came of it.

import { stream } from './api.js';
import { fill, h, s } from './dom.js';
import { showCount, t } from './language.js';
import { Timeline } from './player.js';

/** @typedef {import('./lane.js').Lane} Lane */
/** @typedef {{ place: number, open: number, depth: number, f: number | null }} Moment after so many expansions */

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 190, 40, 22];
const MEASURES = /** @type {const} */ (['open', 'depth', 'f']);

/** What a run holds after each expansion. @param {any[]} steps @returns {Moment[]} */
export function moments(steps) {
  /** @type {Moment[]} */
  const all = [{ place: 0, open: 0, depth: 0, f: null }];
  const open = new Set();
  /** @type {Map<number, number>} */
  const depths = new Map();
  let deepest = 0;
  steps.forEach((step, i) => {
    if (step.kind === 'open') {
      open.add(step.node);
      const depth = step.parent === null ? 0 : (depths.get(step.parent) ?? 0) + 1;
      depths.set(step.node, depth);
      deepest = Math.max(deepest, depth);
    } else if (step.kind === 'drop') open.delete(step.node);
    else if (step.kind === 'enter') deepest = Math.max(deepest, step.ply);
    if (step.kind === 'expand' || step.kind === 'goal') open.delete(step.node);
    const isCounted = ['expand', 'enter', 'simulate'].includes(step.kind);
    if (isCounted) all.push({ place: i + 1, open: open.size, depth: deepest, f: step.f ?? null });
    else all[all.length - 1] = { ...all[all.length - 1], place: i + 1, open: open.size, depth: deepest };
  });
  return all;
}

/**
 * @param {Lane[]} lanes @param {any} problem what the catalogue says of it, if it is one for one player
 * @param {any} question the board, for what the cheapest path costs
 */
export function beside(lanes, problem, question) {
  const runs = lanes.map((lane) => moments(lane.steps));
  const length = Math.max(...runs.map((run) => run.length - 1));
  const measures = MEASURES.filter((name) => runs.some((run) => run.some((one) => (one[name] ?? 0) > 0)));
  let measure = measures.includes('f') && problem ? 'f' : measures[0];
  const drawing = s('svg', {
    class: 'run-chart',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    'aria-label': t('beside-chart'),
  });
  const choice = h(
    'select',
    {
      'data-key': 'measure',
      'aria-label': t('measure'),
      onchange: () => {
        measure = /** @type {'f'} */ (choice.value);
        draw();
      },
    },
    ...measures.map((name) => h('option', { value: name, selected: name === measure }, t(`measure-${name}`))),
  );
  const rows = h('tbody');
  const finding = h('p', { class: 'now finding', role: 'status' });
  /** @type {number | null} */
  let optimum = null;
  const draw = () => {
    paint(drawing, runs, lanes, /** @type {'f'} */ (measure), timeline.place, length);
    const isOver = timeline.place >= length;
    fill(rows, ...(problem ? ofPaths(lanes, runs, timeline.place, optimum) : ofGames(lanes, runs, timeline.place)));
    fill(
      finding,
      isOver && problem ? sayFinding(lanes, optimum) : t('beside-step', { step: timeline.place, all: length }),
    );
  };
  const timeline = new Timeline(
    (place) => {
      lanes.forEach((lane, i) => lane.timeline.go(runs[i][Math.min(place, runs[i].length - 1)].place));
      draw();
    },
    undefined,
    runs.map((run) => run.length - 1),
  );
  timeline.grow(length);
  const table = h(
    'table',
    { class: 'beside-table' },
    h('caption', { class: 'visually-hidden' }, t('beside-table')),
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), ...lanes.map((lane) => h('th', { scope: 'col' }, t(`name-${lane.engine}`)))),
    ),
    rows,
  );
  const element = h(
    'section',
    { class: 'together', 'aria-label': t('both') },
    h(
      'div',
      { class: 'beside-parts' },
      h(
        'div',
        { class: 'sheet chart-sheet' },
        h('div', { class: 'row' }, choice, h('span', {}, t('by-expansions'))),
        drawing,
      ),
      h('div', { class: 'sheet table-sheet' }, table),
    ),
    timeline.element,
    timeline.options,
  );
  if (problem) {
    cheapest(question).then((cost) => {
      optimum = cost;
      draw();
    });
  }
  return { element, timeline, finding };
}

/** What the cheapest path costs, found by uniform cost, if that ends in time. @param {any} question */
async function cheapest(question) {
  try {
    const { problem, board } = question;
    const asked = { problem, boards: [board], algorithms: ['ucs'] };
    for await (const run of stream('problems/compare', asked, new AbortController().signal)) return run.cost ?? null;
    return null;
  } catch {
    return null;
  }
}

/** @param {Lane[]} lanes @param {Moment[][]} runs @param {number} place @param {number | null} optimum */
function ofPaths(lanes, runs, place, optimum) {
  const isOver = (/** @type {number} */ i) => place >= runs[i].length - 1;
  const reports = lanes.map((lane) => lane.report);
  const row = (
    /** @type {string} */ key,
    /** @type {(i: number) => number | null} */ of,
    /** @type {(value: number) => string} */ show = showCount,
  ) => {
    const values = lanes.map((_, i) => of(i));
    const known = values.filter((value) => value !== null);
    const least = known.length === values.length ? Math.min(.../** @type {number[]} */ (known)) : null;
    const isTied = values.every((value) => value === values[0]);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, t(key)),
      ...values.map((value) =>
        h(
          'td',
          { class: value !== null && value === least && !isTied ? 'better' : null },
          value === null ? '–' : `${value === least && !isTied ? '✓ ' : ''}${show(value)}`,
        ),
      ),
    );
  };
  const cheap = lanes.map((_, i) => {
    const cost = reports[i]?.cost;
    if (!isOver(i) || cost === null || cost === undefined || optimum === null) return '–';
    return cost === optimum ? t('cheapest-yes') : t('cheapest-no', { more: cost - optimum });
  });
  const at = (/** @type {number} */ i) => runs[i][Math.min(place, runs[i].length - 1)];
  return [
    row('head-expanded', (i) => Math.min(place, runs[i].length - 1)),
    row('measure-open', (i) => at(i).open),
    row('head-peak-stored', (i) => (isOver(i) ? (reports[i]?.peak_stored ?? null) : null)),
    row('head-cost', (i) => (isOver(i) ? (reports[i]?.cost ?? null) : null)),
    row('head-steps', (i) => (isOver(i) ? (reports[i]?.path?.length ?? null) : null)),
    h('tr', {}, h('th', { scope: 'row' }, t('cheapest')), ...cheap.map((text) => h('td', {}, text))),
  ];
}

/** @param {Lane[]} lanes @param {Moment[][]} runs @param {number} place */
function ofGames(lanes, runs, place) {
  const values = runs.map((run) => Math.min(place, run.length - 1));
  return [
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t('positions-seen')),
      ...values.map((value) => h('td', {}, showCount(value))),
    ),
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t('positions-all')),
      ...runs.map((run) => h('td', {}, showCount(run.length - 1))),
    ),
  ];
}

/** The last sentence. @param {Lane[]} lanes @param {number | null} optimum */
function sayFinding(lanes, optimum) {
  const solved = lanes.filter((lane) => lane.report?.cost !== null && lane.report?.cost !== undefined);
  if (solved.length < lanes.length) return t('finding-unsolved');
  const sorted = [...solved].sort((a, b) => a.report.expanded - b.report.expanded);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const words = {
    first: t(`name-${first.engine}`),
    last: t(`name-${last.engine}`),
    few: showCount(first.report.expanded),
    many: showCount(last.report.expanded),
    pays: first.report.cost,
    cost: last.report.cost,
  };
  if (first.report.cost > last.report.cost) return t('finding-pays', words);
  const isBest = optimum !== null && first.report.cost === optimum;
  return t(isBest ? 'finding-same-best' : 'finding-same', words);
}

/**
 * @param {SVGElement} drawing @param {Moment[][]} runs @param {Lane[]} lanes @param {'open' | 'depth' | 'f'} measure
 * @param {number} place @param {number} length
 */
function paint(drawing, runs, lanes, measure, place, length) {
  const value = (/** @type {Moment} */ one) => one[measure] ?? 0;
  const most = Math.max(1, ...runs.flatMap((run) => run.map(value)));
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - 12) * i) / Math.max(length, 1);
  const y = (/** @type {number} */ v) => 8 + (HEIGHT - BOTTOM - 16) * (1 - v / most);
  const marks = [0, 0.5, 1].map((part) => {
    const v = Math.round(most * part);
    return s(
      'g',
      {},
      s('line', { x1: LEFT, x2: WIDTH - 12, y1: y(v), y2: y(v), class: 'rule' }),
      s('text', { x: LEFT - 6, y: y(v) + 4, class: 'axis end' }, showCount(v)),
    );
  });
  const lines = runs.map((run, lane) => {
    const shown = run.slice(measure === 'f' ? 1 : 0, place + 1);
    const offset = measure === 'f' ? 1 : 0;
    // A point for each pixel is enough.
    const stride = Math.max(1, Math.floor(shown.length / WIDTH));
    const points = shown
      .map((one, i) => [x(i + offset), y(value(one)), i])
      .filter(([, , i]) => i % stride === 0 || i === shown.length - 1);
    const path = points.map(([px, py], i) => `${i ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
    const last = points.at(-1);
    const isOver = place >= run.length - 1;
    return s(
      'g',
      { class: `line line-${lane + 1}` },
      s('path', { d: path || `M${LEFT} ${y(0)}` }),
      last && isOver
        ? s(
            'text',
            { x: Math.min(last[0] + 4, WIDTH - 90), y: Math.max(last[1] - 6 - 14 * lane, 12) },
            t(`name-${lanes[lane].engine}`),
          )
        : null,
    );
  });
  const now = s('line', { x1: x(place), x2: x(place), y1: 4, y2: HEIGHT - BOTTOM, class: 'now-line' });
  const ends = [0, length].map((i) =>
    s('text', { x: x(i), y: HEIGHT - 4, class: `axis ${i ? 'end' : ''}` }, showCount(i)),
  );
  drawing.replaceChildren(...marks, ...lines, now, ...ends);
}
