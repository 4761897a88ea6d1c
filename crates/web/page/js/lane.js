// One algorithm's run with its sentence, its board, its page of pseudocode, its drawn tree and its timeline.

import { Refused, call, stream } from './api.js';
import { Board } from './board.js';
import { download, fill, h, s } from './dom.js';
import { showPage } from './explain.js';
import { Frontier, cost } from './frontier.js';
import { amount, sideName, t } from './language.js';
import { OWN } from './overriding.js';
import { saveHandout } from './handout.js';
import { Timeline } from './player.js';
import { Predicting, moverName, predictButton } from './predict.js';
import { lineOf, pseudocode, wordsFor } from './pseudocode.js';
import { savePicture } from './share.js';
import { OWN_HEURISTIC } from './script.js';
import { SimulationTree, phases } from './simulations.js';
import { toast } from './toast.js';
import { SearchTree } from './tree.js';

/** A search that a program of somebody's own made. */
export const OWN_TRACE = 'own';
/** Searches about which nothing is asked: their rule is not told by what is in view. */
const UNASKED = ['rbfs', 'sma-star', 'beam'];

/** Engines with options that have a name of their own here. @type {Record<string, string>} */
const WITH_OPTIONS = { 'pvs-plain': 'pvs:quiescence=off' };

/** The subject that is no game: a tree as textbooks print it. */
export const TEXTBOOK = 'textbook';

/** @typedef {{ element: HTMLElement, timeline: Timeline, halt: () => void, engine: string, steps: any[], report: any }} Lane */
/** @typedef {{ onPlace: (place: number) => void, predict: (isOn: boolean) => void, paint?: (cell: number) => void, canAsk: boolean }} Heard */
/** @typedef {{ steps: any[], recorded: any[], end: any, root: import('./types.js').State | null, base: any, text: string, quiz: any, canAsk: boolean }} Run */

/**
 * Runs an algorithm and makes its lane.
 * @param {string} subject a game, a problem for one player, or a textbook's tree
 * @param {string} engine
 * @param {Record<string, string>} data the form's fields
 * @param {import('./types.js').Setup | null} setup the game on the table, for its rules and seed
 * @param {any} problem what the catalogue says of it, if it is a problem for one player
 * @param {Heard} heard hears of every step that is shown, and of what is asked for
 * @returns {Promise<Lane>}
 */
export async function makeLane(subject, engine, data, setup, problem, heard) {
  const abort = new AbortController();
  const run = await runOf(subject, engine, data, setup, problem, abort.signal);
  const { steps, recorded, end, root, base, text } = run;
  const board = root?.frame ? new Board(root.frame, subject, {}) : null;
  const drawBoard = board ? follow(board, base, abort.signal) : null;
  const picked = h('p', { class: 'picked', role: 'status' });
  const look = (/** @type {string} */ words, /** @type {string[] | null} */ line) => {
    fill(picked, words);
    if (line) drawBoard?.(line);
  };
  /** @type {Predicting | null} */
  let predicting = null;
  const press = (/** @type {number} */ id) => predicting?.press(id) ?? false;
  const show = shown(run, engine, problem, look, press, (moves) =>
    call('problems/state', { problem: subject, board: text, moves }, abort.signal),
  );
  const code = h(
    'ol',
    { class: 'pseudocode', 'aria-label': t('pseudocode'), tabindex: 0 },
    ...pseudocode(engine).map((line) => h('li', {}, line)),
  );
  const side = h(
    'div',
    { class: 'lane-side' },
    h(
      'header',
      { class: 'lane-head' },
      h('h2', {}, t(`name-${engine}`)),
      h(
        'button',
        { type: 'button', class: 'quiet', 'data-key': 'explain', onclick: () => showPage(engine) },
        t('explain'),
      ),
    ),
    show instanceof Frontier ? show.side : board ? h('div', { class: 'small-board' }, board.element) : null,
    code,
    show instanceof Frontier ? show.lists : null,
  );
  const counters = h('p', { class: 'figures' });
  const now = h('p', { class: 'now', role: 'status' });
  const timeline = new Timeline(
    (place) => {
      show.go(place);
      const step = steps[place - 1];
      [...code.children].forEach((line, i) =>
        line.classList.toggle('current', step !== undefined && i === lineOf(engine, step, steps[place])),
      );
      requestAnimationFrame(() => keepInView(side, code.querySelector('.current')));
      fill(now, step ? sentence(engine, step, root, show) : '');
      fill(picked);
      fill(counters, show.figures());
      if (!(show instanceof Frontier)) drawBoard?.(show.line());
      heard.onPlace(place);
    },
    stopsOf(steps, show),
    steps.flatMap((step, i) => (step.kind === 'cut' && step.skipped ? [i + 1] : [])),
  );
  timeline.under.append(counters);
  timeline.grow(steps.length);
  timeline.go(Math.min(Number(data.step) || 1, steps.length));
  const handout = async () => {
    timeline.halt();
    const { place } = timeline;
    const note = h('p', { class: 'note', role: 'status' });
    main.prepend(note);
    const snapshot = async (/** @type {number} */ at) => {
      timeline.go(at);
      await (show instanceof Frontier ? show.drawWhole() : show.draw());
      if (drawBoard && !(show instanceof Frontier)) await drawBoard(show.line());
      const isMap = show instanceof Frontier && show.isMap;
      const shownBoard = isMap ? null : show instanceof Frontier ? show.board.element : board?.element;
      const line = [...code.children].findIndex((one) => one.classList.contains('current'));
      return {
        now: now.textContent ?? '',
        tree: drawnOf(show).outerHTML,
        board: shownBoard?.outerHTML ?? '',
        line,
        figures: counters.textContent ?? '',
      };
    };
    const title = `${t(`name-${engine}`)} · ${data.subject === TEXTBOOK ? t('textbook') : (problem?.title ?? t(`game-${subject}`))}`;
    try {
      const handed = { title, code: pseudocode(engine), length: steps.length, snapshot };
      await saveHandout(handed, engine, (step, of) => fill(note, t('handout-making', { step, of })));
      toast(t('handout-made'));
    } finally {
      note.remove();
      timeline.go(place);
    }
  };
  if (heard.canAsk && run.canAsk) timeline.element.append(predictButton(() => heard.predict(true)));
  const main = h(
    'div',
    { class: 'lane-main' },
    now,
    end.complete ? null : h('p', { class: 'note' }, t('trace-cut', { count: recorded.length })),
    show.element,
    picked,
  );
  const element = h(
    'section',
    {
      class: show instanceof Frontier && show.isMap ? 'panel lane mapped' : 'panel lane',
      'data-engine': engine,
      'aria-label': t(`name-${engine}`),
    },
    side,
    main,
    h(
      'footer',
      { class: 'lane-foot' },
      timeline.element,
      h(
        'div',
        { class: 'foot-options' },
        timeline.options,
        perspective(show, root, engine),
        exports(engine, run, show, handout),
      ),
    ),
  );
  if (data.quiz && heard.canAsk) {
    /** Steps of the record as steps that are shown: a simulation is several of these. */
    const ends = steps.flatMap((step, i) => (step.kind === 'simulate' ? [i + 1] : []));
    const placeOf = (/** @type {number} */ step) => (engine === 'mcts' ? (step ? ends[step - 1] : 0) : step);
    predicting = new Predicting(
      run.quiz ?? [],
      {
        go: (step) => timeline.go(placeOf(step)),
        mark: (ids, veiled = null) => {
          if (show instanceof SimulationTree) return;
          show.asked = new Set(ids);
          if (show instanceof SearchTree) show.veiled = veiled;
          show.draw();
        },
        nameOf: (id) =>
          show instanceof SearchTree
            ? show.lineTo(id).join(' ') || t('root')
            : show instanceof Frontier
              ? show.nameOf(id)
              : String(id),
        valueOf: (id, value) => (show instanceof SearchTree ? show.told(show.nodes[id].seat, value) : String(value)),
        moverOf: (id) => (show instanceof SearchTree ? moverName(show.nodes[id].seat) : ''),
      },
      { onEnd: () => heard.predict(false), onAgain: () => heard.predict(true) },
    );
    main.prepend(predicting.element);
    element.classList.add('predicting');
  }
  return {
    engine,
    steps: recorded,
    report: end.report ?? null,
    element,
    timeline,
    halt: () => {
      timeline.halt();
      abort.abort();
    },
  };
}

/**
 * Asks for every step of a search.
 * @param {string} subject @param {string} engine @param {Record<string, string>} data
 * @param {import('./types.js').Setup | null} setup @param {any} problem @param {AbortSignal} signal
 * @returns {Promise<Run>}
 */
async function runOf(subject, engine, data, setup, problem, signal) {
  if (subject === TEXTBOOK) {
    const request = { tree: data.tree, minimax: engine === 'minimax', quiz: Number(data.quiz) || null };
    const { steps, quiz } = await call('tree', request, signal);
    return { steps, recorded: steps, end: { complete: true }, root: null, base: null, text: '', quiz, canAsk: true };
  }
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
  if (engine === OWN_TRACE) {
    const { steps, frame, scene, report } = await call('problems/check-trace', {
      problem: subject,
      board: text,
      trace: data.trace ?? '',
    });
    const end = { complete: true, frame, scene, report: { ...report, expanded: report.expanded } };
    return { steps, recorded: steps, end, root: null, base, text, quiz: null, canAsk: false };
  }
  const quiz = Number(data.quiz) || null;
  const script = data.heuristic === OWN_HEURISTIC ? (data.script ?? '') : null;
  const exploration = engine === 'mcts' && data.exploration ? Number(data.exploration) : null;
  const request = problem
    ? { problem: subject, board: text, algorithm: engine, heuristic: data.heuristic, script, quiz }
    : {
        ...base,
        engine: WITH_OPTIONS[engine] ?? engine,
        depth: Number(data.depth) || 2,
        nodes,
        judge: data.judge,
        exploration,
        quiz,
      };
  const { steps: recorded, end } = await record(problem ? 'problems/trace' : 'trace', request, signal);
  const root = problem ? null : await call('state', { ...base, frame: true, choices: [] }, signal);
  const steps = engine === 'mcts' ? phases(recorded) : recorded;
  return { steps, recorded, end, root, base, text, quiz: end.quiz, canAsk: !UNASKED.includes(engine) };
}

/**
 * What shows the search, and says what a node is that somebody looks at.
 * @param {Run} run @param {string} engine @param {any} problem
 * @param {(words: string, line: string[] | null) => void} look
 * @param {(id: number) => boolean} press whether a node that is pressed answers a question
 * @param {(moves: string[]) => Promise<any>} ask
 */
function shown({ steps, end }, engine, problem, look, press, ask) {
  if (problem) {
    const frontier = new Frontier(end, engine, problem, ask);
    frontier.steps = steps;
    frontier.onPick = (node) => {
      if (!press(node.id)) look(frontier.say(node), null);
    };
    return frontier;
  }
  if (engine === 'mcts') {
    const tree = new SimulationTree(steps, (line) => {
      tree.picked = line;
      look(tree.say(line), line);
    });
    return tree;
  }
  const tree = new SearchTree(steps, (id) => {
    if (press(id)) return;
    tree.picked = id;
    look(tree.say(id), tree.lineTo(id));
  });
  return tree;
}

/** For whom values are told. @param {SearchTree | SimulationTree | Frontier} show @param {import('./types.js').State | null} root @param {string} engine */
function perspective(show, root, engine) {
  if (show instanceof Frontier) return null;
  if (engine === 'mcts') {
    const swatch = (/** @type {string} */ kind) =>
      s(
        'svg',
        { viewBox: '0 0 22 10', 'aria-hidden': true },
        s('rect', { x: 1, y: 1, width: 20, height: 8, class: kind }),
      );
    const sums = [swatch('mean'), t('sum-mean'), ' ', swatch('bonus'), t('sum-bonus'), ' · ', t('sum-rest')];
    return h('p', { class: 'sides sums' }, ...sums);
  }
  const tree = /** @type {SearchTree} */ (show);
  const unit = t(root?.points ? 'unit-points' : 'unit-wins');
  const select = h(
    'select',
    {
      'data-key': 'values-for',
      onchange: () => {
        tree.isForMover = select.value === 'mover';
        tree.draw();
      },
    },
    h('option', { value: 'one' }, t('values-for-one')),
    h('option', { value: 'mover' }, t('values-for-mover')),
  );
  return h('label', { class: 'sides' }, root ? t('values-in', { unit }) : t('values'), ' ', select);
}

/**
 * Where a run may stop: at the next cut, where f rises, at the state somebody looks at …
 * @param {any[]} steps @param {SearchTree | SimulationTree | Frontier} show @returns {import('./player.js').Stop[]}
 */
function stopsOf(steps, show) {
  const after = (/** @type {(step: any, i: number) => boolean} */ is) => (/** @type {number} */ from) => {
    const at = steps.findIndex((step, i) => i >= from && is(step, i));
    return at < 0 ? null : at + 1;
  };
  const has = (/** @type {string} */ kind) => steps.some((step) => step.kind === kind);
  /** The largest f of all that were expanded before each step. */
  let most = -Infinity;
  const rises = steps.map((step) => {
    const isRise = step.kind === 'expand' && step.f > most && most !== -Infinity;
    if (step.kind === 'expand') most = Math.max(most, step.f);
    return isRise;
  });
  const stops = [];
  if (has('cut')) stops.push({ name: 'next-cut', find: after((step) => step.kind === 'cut' && step.skipped > 0) });
  if (has('leave'))
    stops.push({ name: 'next-value', find: after((step) => step.kind === 'leave' && step.origin === 'moves') });
  if (has('expand')) stops.push({ name: 'next-expand', find: after((step) => step.kind === 'expand') });
  if (rises.some(Boolean)) stops.push({ name: 'f-rises', find: after((_, i) => rises[i]) });
  if (has('limit')) stops.push({ name: 'next-limit', find: after((step) => step.kind === 'limit') });
  if (has('goal')) stops.push({ name: 'next-goal', find: after((step) => step.kind === 'goal') });
  if (show instanceof Frontier)
    stops.push({ name: 'this-state', find: after((step) => show.picked !== null && step.node === show.picked.id) });
  if (has('simulate')) stops.push({ name: 'next-round', find: after((step) => step.kind === 'simulate') });
  return stops;
}

/** The picture of a search: its tree, or its map. @param {SearchTree | SimulationTree | Frontier} show */
function drawnOf(show) {
  return show instanceof Frontier && show.isMap ? show.board.svg : show.drawn.svg;
}

/**
 * What can be taken along.
 * @param {string} engine @param {Run} run @param {SearchTree | SimulationTree | Frontier} show
 * @param {() => void} handout
 */
function exports(engine, { recorded }, show, handout) {
  const lines = () => `${recorded.map((step) => JSON.stringify(step)).join('\n')}\n`;
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'quiet', 'data-key': key, onclick }, t(key));
  return h(
    'div',
    { class: 'row exports' },
    button('export-handout', handout),
    button('export-trace', () => download(`${engine}.jsonl`, 'application/jsonl', lines())),
    button('export-picture', () => savePicture(drawnOf(show), engine, 'svg')),
    button('export-png', () => savePicture(drawnOf(show), engine, 'png')),
  );
}

/** Scrolls a panel, and nothing around it, to a line. @param {HTMLElement} panel @param {Element | null} line */
function keepInView(panel, line) {
  if (!line || panel.scrollHeight <= panel.clientHeight) return;
  const [box, own] = [panel.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.bottom > box.bottom) panel.scrollTop += own.bottom - box.bottom;
  else if (own.top < box.top) panel.scrollTop -= box.top - own.top;
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
 * @param {SearchTree | SimulationTree | Frontier} show
 */
function sentence(engine, step, root, show) {
  if (show instanceof SearchTree) return told(step, root, show);
  // Rewards are from −1 to 1.
  const value = (/** @type {number} */ number) => amount(number, true, 2);
  const line = step.moves?.join(' ') || t('root');
  const words = () => ({ line, move: step.moves.at(-1) ?? t('root'), value: value(step.value) });
  const simulations = show instanceof SimulationTree ? show : null;
  switch (step.kind) {
    case 'select':
      return [t('say-select', words()), simulations?.reason(step)].filter(Boolean).join(' ');
    case 'grow':
    case 'playout':
    case 'settled':
    case 'simulate':
      return [t(`say-${step.kind}`, words()), simulations?.conclusion()].filter(Boolean).join(' ');
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

/** What a step of a two-player search does. @param {any} step @param {import('./types.js').State | null} root @param {SearchTree} tree */
function told(step, root, tree) {
  const { seat } = tree.nodes[step.node];
  const unit = t(root?.points ? 'unit-points' : 'unit-wins');
  const whom = tree.isForMover ? seat : 1;
  const words = { move: step.move ?? '', seat: whom, mover: sideName(seat), unit };
  switch (step.kind) {
    case 'enter':
      return t(step.move ? 'say-enter' : 'say-root', { ...words, window: tree.window(step) });
    case 'leave':
      return t(`say-leave-${step.origin}`, { ...words, value: tree.told(seat, step.value) });
    default:
      return step.skipped ? tree.sayCut(step) : t('say-cut-nothing', words);
  }
}
