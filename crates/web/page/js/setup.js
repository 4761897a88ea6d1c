// A new game: which one, who plays, how strong, how long, from where.

import { call, reasonOf } from './api.js';
import { announce, fill, h } from './dom.js';
import { t } from './language.js';
import { OWN, overriding } from './overriding.js';
import { picture } from './pictures.js';

/** @typedef {{ name: string, rules: { key: string, values: string[] }[], shuffled: boolean }} Entry */

/** @typedef {import('./match.js').Match} Match */

/** @param {Entry[]} entries @param {(match: Match) => void} onMatch @param {string} [chosen] */
export function setupView(entries, onMatch, chosen = 'quatro') {
  let game = chosen;
  const problem = h('p', { class: 'note', role: 'alert' });
  const options = h('div', { class: 'fields' });
  const cards = h('div', { class: 'cards', role: 'group', 'aria-label': t('game') });
  const form = h(
    'form',
    {
      class: 'panel setup',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        fill(problem);
        try {
          onMatch(await open(game, new FormData(form)));
        } catch (reason) {
          fill(problem, reasonOf(reason, t('server-gone')));
          announce(problem.textContent ?? '');
        }
      },
    },
    h('h1', {}, t('new-game-title')),
    cards,
    options,
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'primary large' }, t('start-game')),
      h('a', { href: '#watch', class: 'invitation' }, t('watch-invitation')),
    ),
    problem,
  );

  const drawOptions = () => {
    const before = new FormData(form);
    fill(
      options,
      ...fields(
        entries.find((one) => one.name === game),
        form,
      ),
    );
    // Who plays, how strong and how long does not depend on the game.
    for (const name of ['player1', 'player2', 'engine', 'level', 'time', 'patience']) {
      const field = form.elements.namedItem(name);
      if (!before.has(name) || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      field.value = String(before.get(name));
      if (name === 'engine') field.dispatchEvent(new Event('input'));
    }
  };
  const choose = (/** @type {string} */ name) => {
    game = name;
    drawCards();
    drawOptions();
    /** @type {HTMLElement | null} */ (cards.querySelector('[aria-pressed=true]'))?.focus();
  };
  const card = (/** @type {Entry} */ { name }) =>
    h(
      'button',
      {
        type: 'button',
        class: 'card',
        'aria-pressed': name === game,
        onclick: () => choose(name),
      },
      picture(name),
      h('span', { class: 'card-text' }, h('strong', {}, t(`game-${name}`)), h('span', {}, t(`about-${name}`))),
    );
  const drawCards = () => fill(cards, ...entries.map(card));
  drawCards();
  drawOptions();
  return form;
}

/** @param {string} name @param {Node} field @param {string} [kind] */
function labelled(name, field, kind = '') {
  return h('label', { class: kind || null }, t(name), field);
}

/** @param {string} name @param {{ value: string | number, text: string }[]} values @param {string | number} value */
function select(name, values, value) {
  const option = (/** @type {{ value: string | number, text: string }} */ one) =>
    h('option', { value: one.value, selected: one.value === value }, one.text);
  return h('select', { name }, ...values.map(option));
}

/** The choices for one game. @param {Entry | undefined} entry @param {HTMLFormElement} form */
function fields(entry, form) {
  const players = [
    { value: 'human', text: t('human') },
    { value: 'level', text: t('computer') },
  ];
  const player = (/** @type {number} */ seat, /** @type {string} */ value) =>
    h('label', {}, t('player', { seat }), select(`player${seat}`, players, value));
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => ({
    value: level,
    text: `${level} ${t(`level-${level}`)}`,
  }));
  const strength = select('level', levels, 4);
  const engine = h('input', { name: 'engine', type: 'text', placeholder: 'alpha-beta:depth=3' });
  // An engine by name takes the place of a level, and the menu says so.
  overriding(strength, engine, t('engine-name'));
  const time = h('input', { name: 'time', type: 'number', min: 0.1, max: 60, step: 0.1, value: 1 });
  return [
    h(
      'div',
      { class: 'row' },
      player(1, 'human'),
      player(2, 'level'),
      labelled('strength', strength),
      labelled('time-per-move', time),
    ),
    moreFields(entry, form, engine),
  ];
}

/**
 * What is seldom wanted.
 * @param {Entry | undefined} entry
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} engine
 */
function moreFields(entry, form, engine) {
  const data = () => new FormData(form);
  const write = (/** @type {string} */ position) => {
    /** @type {HTMLInputElement} */ (form.elements.namedItem('position')).value = position;
  };
  const start = () => ({
    game: entry?.name ?? '',
    rules: rules(data()),
    seed: Number(data().get('seed')) || 0,
    position: String(data().get('position') ?? '').trim() || null,
  });
  const patience = [
    { value: 0, text: t('never') },
    { value: 0.25, text: t('patience-small') },
    { value: 1, text: t('patience-large') },
  ];
  const rule = (/** @type {{ key: string, values: string[] }} */ { key, values }) =>
    labelled(
      `rule-${key}`,
      select(
        `rule-${key}`,
        values.map((value) => ({ value, text: t(`value-${value}`) })),
        values[0],
      ),
    );
  const seed = h('input', { name: 'seed', type: 'number', min: 0, value: Math.floor(Math.random() * 100000) });
  return h(
    'details',
    {},
    h('summary', {}, t('more-options')),
    h(
      'div',
      { class: 'row' },
      ...(entry?.rules ?? []).map(rule),
      entry?.shuffled ? labelled('seed', seed) : null,
      labelled('engine-name', engine),
      labelled('take-back-if', select('patience', patience, 0)),
      h('label', {}, h('input', { name: 'locked', type: 'checkbox' }), t('lock-hints')),
      labelled('position', h('input', { name: 'position', type: 'text', placeholder: 'startpos' }), 'wide'),
      ...importing(),
    ),
    entry ? editing(start, write) : null,
  );
}

/** A field for a whole game, which says when it decides instead of the choices above it. @returns {Element[]} */
function importing() {
  const note = h('p', { class: 'note', role: 'status' });
  const field = h('textarea', { name: 'import', rows: 2 });
  field.addEventListener('input', () => {
    try {
      fill(note, field.value.trim() && t('import-decides', { game: t(`game-${imported(field.value).game}`) }));
    } catch (reason) {
      fill(note, reasonOf(reason, ''));
    }
  });
  return [labelled('import', field, 'wide'), note];
}

/**
 * The position editor, once somebody opens it.
 * @param {() => import('./editor.js').Start} start
 * @param {(text: string) => void} onText
 */
function editing(start, onText) {
  const place = h('div', { class: 'editor' });
  const details = h('details', {}, h('summary', {}, t('edit-position')), place);
  details.addEventListener('toggle', async () => {
    if (!details.open || place.querySelector('.board-frame')) return;
    const { editor } = await import('./editor.js');
    try {
      fill(place, ...(await editor(start(), onText)));
    } catch (problem) {
      fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
    }
  });
  return details;
}

/** @param {FormData} data */
function rules(data) {
  return [...data.keys()]
    .filter((key) => key.startsWith('rule-'))
    .map((key) => `${key.slice(5)}=${data.get(key)}`)
    .join(',');
}

/** A game as *share* and *export* write it. @param {string} text @returns {Partial<import('./types.js').Setup>} */
function imported(text) {
  let game;
  try {
    game = JSON.parse(text);
  } catch {
    game = null;
  }
  const isGame =
    game !== null &&
    typeof game === 'object' &&
    typeof game.game === 'string' &&
    Array.isArray(game.moves) &&
    game.moves.every((/** @type {unknown} */ move) => typeof move === 'string');
  if (!isGame || (game.seed ?? 0) < 0) throw new SyntaxError(t('import-bad'));
  return game;
}

/** @param {string} game @param {FormData} data */
async function open(game, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  /** @type {import('./types.js').Setup} */
  let setup = {
    game,
    rules: rules(data),
    seed: Number(text('seed')) || 0,
    position: text('position') || null,
    moves: [],
  };
  if (text('import')) setup = { ...setup, ...imported(text('import')) };
  const { Match, nameOf } = await import('./match.js');
  const isOwn = text('level') === OWN;
  const player = (/** @type {number} */ seat) =>
    text(`player${seat}`) === 'human'
      ? /** @type {const} */ ({ kind: 'human' })
      : /** @type {const} */ ({
          kind: 'engine',
          level: Number(text('level')) || 5,
          engine: isOwn ? text('engine') : '',
        });
  const players = [player(1), player(2)];
  // Whatever cannot be played, and whoever does not exist, is refused here and not at the table.
  await call('state', { ...setup, players: players.map(nameOf) });
  const match = new Match(setup, players, Math.round(1000 * (Number(text('time')) || 1)));
  return Object.assign(match, { patience: Number(text('patience')), isLocked: data.has('locked') });
}
