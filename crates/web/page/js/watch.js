// Watching a search think: the real engine's steps, forward and back, one algorithm or two.

import { address } from './address.js';
import { call, reasonOf } from './api.js';
import { beside } from './beside.js';
import { showcase } from './catalogue.js';
import { announce, fill, h } from './dom.js';
import { showPage } from './explain.js';
import { icon } from './icons.js';
import { makeLane, OWN_TRACE, TEXTBOOK } from './lane.js';
import { t } from './language.js';
import { OWN, overriding } from './overriding.js';
import { painter } from './painter.js';
import { showRules } from './rules.js';
import { OWN_HEURISTIC, scriptEditor } from './script.js';

/** The tree that books begin with. */
const TREE = '((3 12 8) (2 4 6) (14 5 2))';
/** The same values with the best moves last: little is cut. */
const BADLY_ORDERED = '((14 5 2) (6 4 2) (12 8 3))';
const ENGINES = ['minimax', 'alpha-beta', 'pvs', 'pvs-plain', 'mtd', 'iterative', 'mcts'];

/**
 * @param {string[]} games by name @param {import('./types.js').Setup | null} setup the position to begin with
 * @param {URLSearchParams} query what the address asks for
 */
export function watchView(games, setup, query) {
  const stage = h('div', { class: 'stage' });
  const fields = h('div', { class: 'inline' });
  const problem = h('p', { class: 'note', role: 'alert' });
  const subject = select('subject', games, setup?.game ?? showcase.examples[0].subject, (name) => t(`game-${name}`));
  /** @type {import('./lane.js').Lane[]} */
  let lanes = [];
  const lists = call('problems').then((/** @type {any} */ known) => {
    const entries = known.problems.map((/** @type {any} */ one) => h('option', { value: one.name }, one.title));
    subject.prepend(h('option', { value: TEXTBOOK }, t('textbook')), ...entries);
    subject.value = setup?.game ?? showcase.examples[0].subject;
    return known;
  });
  /** @param {any} known @param {string} name */
  const named = (known, name) => known.problems.find((/** @type {any} */ one) => one.name === name) ?? null;
  const change = async () => {
    const known = await lists;
    fill(fields, ...choices(subject.value, named(known, subject.value), known.algorithms, setup, () => start()));
  };
  subject.addEventListener('change', () => change());
  const rules = () => (subject.value === TEXTBOOK ? showPage('alpha-beta') : showRules(subject.value));
  /** Counts searches, so that one that comes too late is not shown over a later one. */
  let asked = 0;
  /** The step that the address asks for, once. */
  let step = query.get('step') ?? '';
  /** The seed of questions, while somebody predicts. */
  let quiz = query.get('quiz') ?? '';
  /** What moves the searches in view: one's own timeline, or the one for all. @type {import('./player.js').Timeline[]} */
  let timelines = [];
  const start = async () => {
    const turn = ++asked;
    details.open = false;
    lanes.forEach((lane) => lane.halt());
    timelines.forEach((timeline) => timeline.halt());
    [lanes, timelines] = [[], []];
    // What was shown before is not what is asked for now, whatever comes of it.
    fill(problem);
    fill(stage);
    const data = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    if (quiz) data.quiz = quiz;
    // A script counts, and is in the address, only while it guides; a trace of one's own is in no address.
    if (data.heuristic !== OWN_HEURISTIC) delete data.script;
    const { trace: _trace, ...settings } = data;
    history.replaceState(null, '', address(['watch'], settings));
    try {
      const engines = [data.first, data.second, data.third].filter(Boolean);
      const one = named(await lists, data.subject);
      // The step is in the address too, of the first search where there are several.
      const stand = (/** @type {number} */ place) => {
        if (turn === asked) history.replaceState(null, '', address(['watch'], { ...settings, step: place }));
      };
      const asks = { ...data, step };
      const heard = {
        onPlace: stand,
        predict: (/** @type {boolean} */ isOn) => {
          // Other questions every time; the first ones are the same for everybody.
          quiz = isOn ? String((Number(quiz) || 0) + 1) : '';
          start();
        },
        canAsk: engines.length === 1,
      };
      const quiet = { onPlace: () => {}, predict: () => {}, canAsk: false };
      const made = await Promise.all(
        engines.map((engine, i) => makeLane(data.subject, engine, asks, setup, one, i ? quiet : heard)),
      );
      step = '';
      if (turn !== asked) return made.forEach((lane) => lane.halt());
      lanes = made;
      stage.classList.toggle('double', lanes.length > 1);
      stage.classList.toggle('triple', lanes.length > 2);
      const board = data.board === OWN ? `${(data.text ?? '').trim()}\n` : data.board;
      const all = lanes.length > 1 ? beside(lanes, one, { problem: data.subject, board }) : null;
      timelines = all ? [all.timeline] : lanes.map((lane) => lane.timeline);
      const brush = one?.paints && !all && !data.quiz ? painter(one, board, lanes[0], (text) => paint(text)) : null;
      fill(stage, all?.finding, ...lanes.map((lane) => lane.element), all?.element);
      if (brush) lanes[0].element.querySelector('.lane-head')?.after(brush);
      if (all && lanes.some((lane) => lane.timeline.place)) all.timeline.go(Number(asks.step) || 1);
      fill(summary, t('settings-are', { subject: subject.selectedOptions[0]?.textContent ?? '' }));
      announce(t('watch-ready'));
    } catch (reason) {
      if (turn === asked) fill(problem, reasonOf(reason, t('server-gone')));
    }
  };
  /** A map that was painted takes the place of the one in view, at the step in view. @param {string} text */
  const paint = (text) => {
    const menu = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem('board'));
    const own = /** @type {HTMLTextAreaElement | null} */ (form.elements.namedItem('text'));
    if (!menu || !own) return;
    step = String(lanes[0]?.timeline.place ?? 1);
    own.value = text;
    own.dispatchEvent(new Event('input'));
    start();
  };
  const example = async (/** @type {Record<string, string>} */ values) => {
    // Problems join the menu once they are known.
    await lists;
    subject.value = values.subject;
    await change();
    if (!('quiz' in values)) quiz = '';
    step = values.step ?? '';
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLTextAreaElement) {
        field.value = value;
        field.dispatchEvent(new Event('input'));
      } else if (field instanceof HTMLInputElement) field.value = value;
    }
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLSelectElement) field.value = value;
    }
    form.dispatchEvent(new Event('change'));
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
    h(
      'div',
      { class: 'row' },
      h(
        'div',
        { class: 'field' },
        h('label', {}, t('subject'), subject),
        h('button', { type: 'button', class: 'link', 'data-key': 'rules', onclick: rules }, t('rules-minute')),
      ),
      fields,
      h('button', { type: 'submit', class: 'primary' }, t('watch-run')),
    ),
  );
  const summary = h('summary', {}, t('settings'));
  const details = h('details', { class: 'watch-settings' }, summary, form);
  const head = h(
    'header',
    { class: 'watch-head' },
    h('h1', {}, t('watch-title')),
    h(
      'div',
      { class: 'row chips', role: 'group', 'aria-label': t('examples') },
      ...[
        ['example-book', TREE],
        ['example-order', BADLY_ORDERED],
      ].map(([key, tree]) =>
        h(
          'button',
          {
            type: 'button',
            'data-key': key,
            onclick: () => example({ subject: TEXTBOOK, first: 'alpha-beta', second: '', tree }),
          },
          t(key),
        ),
      ),
      ...showcase.examples.map((one) =>
        h(
          'button',
          { type: 'button', 'data-key': `example-${one.key}`, onclick: () => example(valuesOf(one)) },
          t(`example-${one.key}`),
        ),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-key': 'full-screen',
        'aria-label': t('full-screen'),
        title: t('full-screen'),
        onclick: () =>
          document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
      },
      icon('fit'),
    ),
    details,
  );
  const asks = /** @type {Record<string, string>} */ (Object.fromEntries(query));
  const begin = asks.subject ? example(asks) : setup ? change().then(start) : example(valuesOf(showcase.examples[0]));
  begin.catch((reason) => fill(problem, reasonOf(reason, t('server-gone'))));
  const onKey = (/** @type {KeyboardEvent} */ event) => steer(event, timelines);
  document.addEventListener('keydown', onKey);
  document.body.dataset.view = 'watch';
  return {
    element: h('div', { class: 'watch' }, head, problem, stage),
    leave: () => {
      // What still comes is of a view that was left.
      asked += 1;
      document.removeEventListener('keydown', onKey);
      delete document.body.dataset.view;
      lanes.forEach((lane) => lane.halt());
      timelines.forEach((timeline) => timeline.halt());
    },
  };
}

/** Arrows step, Home and End go to the ends. @param {KeyboardEvent} event @param {import('./player.js').Timeline[]} timelines */
function steer(event, timelines) {
  const target = /** @type {Element} */ (event.target);
  const isTaken = target.closest('input, select, textarea, [role=tree], [role=grid], dialog, .predicting') !== null;
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, (timeline: import('./player.js').Timeline) => void>} */
  const acts = {
    ArrowRight: (one) => one.go(one.place + 1),
    ArrowLeft: (one) => one.go(one.place - 1),
    PageDown: (one) => one.go(one.place + 1),
    PageUp: (one) => one.go(one.place - 1),
    Home: (one) => one.go(0),
    End: (one) => one.go(one.length),
  };
  const act = acts[event.key];
  if (!act || !timelines.length) return;
  event.preventDefault();
  timelines.forEach(act);
}

/** An example as the form's fields. @param {import('./catalogue.js').Example} example @returns {Record<string, string>} */
function valuesOf({ key: _, subject, engines, ...settings }) {
  const [first, second = ''] = engines;
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  return { subject, first, second, ...Object.fromEntries(given.map(([key, value]) => [key, String(value)])) };
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
 * @param {() => void} start runs the search
 */
function choices(subject, problem, algorithms, setup, start) {
  const labelled = (/** @type {string} */ name, /** @type {Node} */ field, kind = '') =>
    h('label', { class: kind || null }, t(name), field);
  const here = setup && setup.game === subject ? setup : null;
  const isBook = subject === TEXTBOOK;
  const names = problem
    ? algorithms.map((/** @type {{ name: string }} */ a) => a.name)
    : isBook
      ? ENGINES.slice(0, 2)
      : ENGINES;
  const named = (/** @type {string} */ name) => t(`name-${name}`);
  const first = labelled('algorithm', select('first', names, problem ? 'a-star' : 'alpha-beta', named));
  const other = (/** @type {string} */ name) =>
    labelled(
      name === 'second' ? 'beside' : 'beside-third',
      select(name, ['', ...names], '', (one) => (one ? named(one) : t('nothing'))),
    );
  const [second, third] = [other('second'), other('third')];
  if (isBook) {
    const tree = h('input', { name: 'tree', type: 'text', value: TREE, spellcheck: 'false' });
    return [first, second, labelled('textbook-tree', tree, 'wide')];
  }
  if (problem) {
    const nameOf = (/** @type {{ name: string }} */ one) => one.name;
    const { boards } = problem;
    const board = select('board', boards.map(nameOf), problem.first);
    const own = h('textarea', { name: 'text', rows: 6, placeholder: boards[0]?.text ?? '' });
    overriding(board, own, t('own-board'));
    const heuristic = select(
      'heuristic',
      [...problem.heuristics.map(nameOf), OWN_HEURISTIC],
      problem.heuristic,
      (name) => (name === OWN_HEURISTIC ? t('heuristic-own') : name),
    );
    const editor = scriptEditor(problem, {
      board: () => (board.value === OWN ? `${own.value.trim()}\n` : board.value),
      onRun: () => {
        heuristic.value = OWN_HEURISTIC;
        start();
      },
    });
    const script = h('details', { class: 'wide own-script' }, h('summary', {}, t('script-open')), editor.element);
    heuristic.addEventListener('change', () => {
      if (heuristic.value === OWN_HEURISTIC) script.open = true;
    });
    return [
      first,
      second,
      third,
      labelled('board', board),
      labelled('heuristic', heuristic),
      h('details', {}, h('summary', {}, t('own-board')), h('label', { class: 'wide' }, problem.form, own)),
      ownTrace(/** @type {HTMLSelectElement} */ (first.querySelector('select')), start),
      script,
    ];
  }
  return [
    first,
    second,
    third,
    labelled('depth', h('input', { name: 'depth', type: 'number', min: 1, max: 8, value: 3 })),
    labelled('simulations', h('input', { name: 'nodes', type: 'number', min: 1, max: 5000, value: 300 })),
    exploration(start),
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

/** How much Monte Carlo search favours what was tried seldom; a change starts again with the same seed. @param {() => void} start */
function exploration(start) {
  const told = h('output', {}, t('exploration-usual'));
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: 2,
    step: 0.1,
    value: 1,
    'data-key': 'exploration',
    oninput: () => {
      held.value = slider.value;
      told.textContent = Number(slider.value).toFixed(1);
    },
    onchange: start,
  });
  // Empty until somebody moves it: then the engine's own weight holds.
  const held = h('input', { type: 'hidden', name: 'exploration', value: '' });
  return h('label', {}, t('exploration'), slider, told, held);
}

/** A trace of a program of one's own, from a file. @param {HTMLSelectElement} menu @param {() => void} start */
function ownTrace(menu, start) {
  const held = h('input', { type: 'hidden', name: 'trace', value: '' });
  const entry = h('option', { value: OWN_TRACE }, t('name-own'));
  const file = h('input', {
    type: 'file',
    accept: '.jsonl,.json,.txt',
    'data-key': 'own-trace',
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      held.value = await chosen.text();
      menu.append(entry);
      menu.value = OWN_TRACE;
      start();
    },
  });
  return h(
    'details',
    {},
    h('summary', {}, t('own-trace')),
    h('label', { class: 'wide' }, t('own-trace-help'), file),
    held,
  );
}
