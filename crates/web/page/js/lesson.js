// A lesson: text, live figures, predictions and exercises that check themselves. What the figures show is run when the
// reader gets there.

import { call, reasonOf, stream } from './api.js';
import { address } from './address.js';
import { fill, h } from './dom.js';
import { read } from './explain.js';
import { makeLane } from './lane.js';
import { showCount, t } from './language.js';
import { beside } from './beside.js';
import { OWN_HEURISTIC, scriptEditor } from './script.js';

/** @typedef {Record<string, string>} Settings what stands behind a `::` */

/** @param {string} name */
export async function lessonView(name) {
  const [{ text, title }, { lessons }, { problems }] = await Promise.all([
    call(`lessons/${encodeURIComponent(name)}`),
    call('lessons'),
    call('problems'),
  ]);
  /** Searches to be ended when the lesson is left. @type {(() => void)[]} */
  const ends = [];
  /** Figures are numbered, so that each has a name of its own. */
  let n = 0;
  const live = { problems, onEnd: (/** @type {() => void} */ end) => ends.push(end) };
  const parts = text.split(/^(::.*)$/m).flatMap((/** @type {string} */ part) => {
    const found = part.match(/^::(\w+) (.*)$/);
    if (!found) return read(part, 'h2');
    const settings = Object.fromEntries(new URLSearchParams(found[2]));
    return [
      found[1] === 'exercise'
        ? exercise(settings, live)
        : figure(settings, found[1] === 'predict', { ...live, n: ++n }),
    ];
  });
  const at = lessons.findIndex((/** @type {{ name: string }} */ one) => one.name === name);
  const next = lessons[at + 1];
  const element = h(
    'article',
    { class: 'lesson' },
    h('p', { class: 'figures' }, h('a', { href: '#/learn' }, t('lesson-of', { n: at + 1, all: lessons.length }))),
    h('h1', {}, title),
    ...parts,
    next ? h('p', {}, h('a', { class: 'button', href: address(['lesson', next.name]) }, t('lesson-next', next))) : null,
  );
  return { element, leave: () => ends.forEach((end) => end()) };
}

/**
 * A search that runs when it comes into view.
 * @param {Settings} settings @param {boolean} isAsked @param {{ problems: any[], onEnd: (end: () => void) => void, n: number }} live
 */
function figure(settings, isAsked, { problems, onEnd, n }) {
  const place = h('div', { class: 'watch figure', 'data-kind': isAsked ? 'predict' : 'figure' });
  const problem = problems.find(({ name }) => name === settings.subject) ?? null;
  let seed = 1;
  const data = /** @type {Settings} */ ({ depth: '3', judge: 'full', ...settings, step: settings.step ?? '1' });
  const run = async () => {
    const asks = isAsked ? { ...data, quiz: String(seed) } : data;
    const heard = {
      onPlace: () => {},
      predict: () => {
        seed += 1;
        run();
      },
      canAsk: isAsked,
    };
    try {
      const engines = [settings.first, settings.second].filter(Boolean);
      const lanes = await Promise.all(
        engines.map((one) => makeLane(settings.subject, one, asks, null, problem, heard)),
      );
      lanes.forEach((lane) => {
        onEnd(lane.halt);
        lane.element.setAttribute('aria-label', t('figure-n', { n, name: t(`name-${lane.engine}`) }));
      });
      const question = { problem: settings.subject, board: settings.board };
      const both = lanes.length > 1 ? beside(lanes, problem, question) : null;
      place.classList.toggle('double', lanes.length > 1);
      const { first, second, ...rest } = settings;
      const link = h('a', { href: address(['watch'], { first, second, ...rest }) }, t('figure-open'));
      const stage = h(
        'div',
        { class: both ? 'stage double' : 'stage' },
        both?.finding,
        ...lanes.map((lane) => lane.element),
        both?.element,
      );
      fill(place, stage, h('p', { class: 'figures' }, link));
      both?.timeline.go(1);
    } catch (problem_) {
      fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem_, t('server-gone'))));
    }
  };
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      run();
    },
    { rootMargin: '200px' },
  );
  watch.observe(place);
  onEnd(() => watch.disconnect());
  return place;
}

/** @param {Settings} settings @param {{ problems: any[] }} live */
function exercise(settings, { problems }) {
  const reply = h('p', { class: 'reply', role: 'status' });
  const say = (/** @type {boolean} */ isRight, /** @type {string} */ words) => {
    place.dataset.solved = String(isRight);
    fill(reply, h('strong', {}, t(isRight ? 'exercise-right' : 'exercise-wrong')), ' ', words);
  };
  const tried = (/** @type {() => Promise<void>} */ act) => async () => {
    fill(reply, t('exercise-checking'));
    try {
      await act();
    } catch (problem) {
      say(false, reasonOf(problem, t('server-gone')));
    }
  };
  const problem = problems.find(({ name }) => name === settings.problem);
  const parts = {
    method: () => methods(settings, say, tried),
    heuristic: () => heuristic(settings, problem, say, tried),
    tree: () => tree(settings, say, tried),
    order: () => tree(settings, say, tried),
    visits: () => visits(settings, say, tried),
  }[settings.kind];
  const place = h('section', { class: 'sheet exercise', 'data-kind': settings.kind, 'aria-label': t('exercise') });
  fill(place, ...(parts?.() ?? []), reply);
  return place;
}

/** @typedef {(isRight: boolean, words: string) => void} Say */
/** @typedef {(act: () => Promise<void>) => () => Promise<void>} Tried */

/** Runs of a comparison, in the order asked for. @param {any} question @returns {Promise<any[]>} */
async function runs(question) {
  const all = [];
  for await (const run of stream('problems/compare', question, new AbortController().signal)) all.push(run);
  return all;
}

/** @param {string} key @param {() => void} onclick */
function button(key, onclick) {
  return h('button', { type: 'button', class: 'primary', 'data-key': 'exercise-check', onclick }, t(key));
}

/** Choose a search; it must be the best by what is wanted. @param {Settings} settings @param {Say} say @param {Tried} tried */
function methods({ problem, board, choices, want }, say, tried) {
  const names = choices.split(',');
  const menu = h(
    'select',
    { 'aria-label': t('algorithm') },
    ...names.map((name) => h('option', { value: name }, t(`name-${name}`))),
  );
  const check = tried(async () => {
    const all = await runs({ problem, boards: [board], algorithms: names });
    const own = all[names.indexOf(menu.value)];
    const cheapest = Math.min(...all.filter(({ cost }) => cost !== null).map(({ cost }) => cost));
    const cheap = all.filter(({ cost }) => cost === cheapest);
    const least = Math.min(...cheap.map((run) => run.peak_stored));
    const isRight = own.cost === cheapest && (want !== 'stored' || own.peak_stored === least);
    const words = { cost: own.cost ?? '–', cheapest, stored: showCount(own.peak_stored), least: showCount(least) };
    say(isRight, t(`exercise-${want}`, words));
  });
  return [h('div', { class: 'row' }, menu, button('exercise-check', check))];
}

/** Write a heuristic that never overestimates and saves half. @param {Settings} settings @param {any} problem @param {Say} say @param {Tried} tried */
function heuristic({ board, half }, problem, say, tried) {
  const editor = scriptEditor(problem, { board: () => board, onRun: () => check() });
  const check = tried(async () => {
    const script = editor.field.value;
    const { report } = await call('problems/check', { problem: problem.name, board, heuristic: OWN_HEURISTIC, script });
    const algorithms = [`a-star:heuristic=${OWN_HEURISTIC}`, half];
    const [own, other] = await runs({ problem: problem.name, boards: [board], algorithms, script });
    if (report.overestimates) return say(false, t('exercise-over'));
    const isRight = 2 * own.expanded <= other.expanded && own.cost === other.cost;
    say(isRight, t('exercise-half', { own: showCount(own.expanded), other: showCount(other.expanded) }));
  });
  return [editor.element];
}

/** Write a tree, or the same tree in another order. @param {Settings} settings @param {Say} say @param {Tried} tried */
function tree({ kind, tree: given, leaves, skipped }, say, tried) {
  const field = h('input', {
    type: 'text',
    value: given,
    spellcheck: 'false',
    size: 44,
    'aria-label': t('textbook-tree'),
  });
  const facts = async (/** @type {string} */ text) => {
    const { nodes, steps } = await call('tree', { tree: text });
    const values = nodes.map((/** @type {[number, number | null]} */ [, value]) => value);
    const found = values
      .filter((/** @type {number | null} */ value) => value !== null)
      .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    const left = steps.reduce(
      (/** @type {number} */ sum, /** @type {any} */ step) => sum + (step.kind === 'cut' ? step.skipped : 0),
      0,
    );
    return { leaves: found, left, value: steps.at(-1)?.value };
  };
  const check = tried(async () => {
    const [own, before] = await Promise.all([facts(field.value), facts(given)]);
    if (own.leaves.length !== Number(leaves))
      return say(false, t('exercise-leaves', { own: own.leaves.length, leaves }));
    const isSame = own.leaves.join() === before.leaves.join() && own.value === before.value;
    if (kind === 'order' && !isSame) return say(false, t('exercise-changed'));
    say(own.left >= Number(skipped), t('exercise-skipped', { own: own.left, skipped }));
  });
  return [h('div', { class: 'row' }, field, button('exercise-check', check))];
}

/** Read a count off a run. @param {Settings} settings @param {Say} say @param {Tried} tried */
function visits({ subject, position, nodes, move }, say, tried) {
  const field = h('input', { type: 'number', min: 0, max: Number(nodes), 'aria-label': t('exercise-answer') });
  const check = tried(async () => {
    const asked = { game: subject, position, moves: [], engine: 'mcts', nodes: Number(nodes), judge: 'full' };
    let count = 0;
    for await (const step of stream('trace', asked, new AbortController().signal))
      if (step.kind === 'simulate' && step.moves[0] === move) count += 1;
    say(field.value !== '' && Number(field.value) === count, t('exercise-visits', { own: field.value || '–' }));
  });
  return [h('div', { class: 'row' }, h('label', {}, t('exercise-answer'), field), button('exercise-check', check))];
}
