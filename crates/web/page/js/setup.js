// A new game: which one, who plays, how strong, how long, from where.

import { call, reasonOf } from './api.js';
import { announce, fill, h } from './dom.js';
import { t } from './language.js';
import { picture } from './pictures.js';

/** @typedef {{ name: string, rules: { key: string, values: string[] }[], shuffled: boolean }} Entry */

/** @typedef {import('./match.js').Match} Match */

/** @param {Entry[]} entries @param {(match: Match) => void} onMatch @param {string} [chosen] */
export function setupView(entries, onMatch, chosen = 'quatro') {
  let game = chosen;
  const problem = h('p', { class: 'note', role: 'alert' });
  const options = h('div', { class: 'fields' });
  const cards = h('div', { class: 'cards', role: 'group', 'aria-label': t('game') });
  const form = h('form', { class: 'panel setup', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    fill(problem);
    try {
      onMatch(await open(game, new FormData(form)));
    } catch (reason) {
      fill(problem, reasonOf(reason, t('server-gone')));
      announce(problem.textContent ?? '');
    }
  } }, h('h1', {}, t('new-game-title')), cards, options,
  h('div', { class: 'row' }, h('button', { type: 'submit', class: 'primary large' }, t('start-game')), h('a', { href: '#watch', class: 'invitation' }, t('watch-invitation'))), problem);

  const drawOptions = () => {
    const before = new FormData(form);
    fill(options, ...fields(entries.find((one) => one.name === game), form));
    // Who plays, how strong and how long does not depend on the game.
    for (const name of ['player1', 'player2', 'level', 'time', 'engine', 'patience']) {
      const field = form.elements.namedItem(name);
      if (before.has(name) && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.value = String(before.get(name));
    }
  };
  const drawCards = () => fill(cards, ...entries.map((entry) => h('button', { type: 'button', class: 'card', 'aria-pressed': entry.name === game, onclick: () => {
    game = entry.name;
    drawCards();
    drawOptions();
    /** @type {HTMLElement | null} */ (cards.querySelector('[aria-pressed=true]'))?.focus();
  } }, picture(entry.name), h('span', { class: 'card-text' }, h('strong', {}, t(`game-${entry.name}`)), h('span', {}, t(`about-${entry.name}`))))));
  drawCards();
  drawOptions();
  return form;
}

/** The choices for one game. @param {Entry | undefined} entry @param {HTMLFormElement} form */
function fields(entry, form) {
  const labelled = (/** @type {string} */ name, /** @type {Node} */ field, /** @type {string} */ kind = '') => h('label', { class: kind || null }, t(name), field);
  const select = (/** @type {string} */ name, /** @type {{ value: string | number, text: string }[]} */ values, /** @type {string | number} */ value) =>
    h('select', { name }, ...values.map((one) => h('option', { value: one.value, selected: one.value === value }, one.text)));
  const player = (/** @type {number} */ seat, /** @type {string} */ value) => h('label', {}, t('player', { seat }),
    select(`player${seat}`, [{ value: 'human', text: t('human') }, { value: 'level', text: t('computer') }], value));
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => ({ value: level, text: `${level} ${t(`level-${level}`)}` }));
  const text = () => new FormData(form);
  const write = (/** @type {string} */ position) => { /** @type {HTMLInputElement} */ (form.elements.namedItem('position')).value = position; };
  return [
    h('div', { class: 'row' }, player(1, 'human'), player(2, 'level'), labelled('strength', select('level', levels, 4)),
      labelled('time-per-move', h('input', { name: 'time', type: 'number', min: 0.1, max: 60, step: 0.1, value: 1 }))),
    h('details', {}, h('summary', {}, t('more-options')), h('div', { class: 'row' },
      ...(entry?.rules ?? []).map((rule) => labelled(`rule-${rule.key}`, select(`rule-${rule.key}`, rule.values.map((value) => ({ value, text: t(`value-${value}`) })), rule.values[0]))),
      entry?.shuffled ? labelled('seed', h('input', { name: 'seed', type: 'number', min: 0, value: Math.floor(Math.random() * 100000) })) : null,
      labelled('engine-name', h('input', { name: 'engine', type: 'text', placeholder: 'alpha-beta:depth=3' })),
      labelled('take-back-if', select('patience', [{ value: 0, text: t('never') }, { value: 0.25, text: t('patience-small') }, { value: 1, text: t('patience-large') }], 0)),
      h('label', {}, h('input', { name: 'locked', type: 'checkbox' }), t('lock-hints')),
      labelled('position', h('input', { name: 'position', type: 'text', placeholder: 'startpos' }), 'wide'),
      labelled('import', h('textarea', { name: 'import', rows: 2 }), 'wide')),
    entry ? editing(entry.name, () => ({ rules: rules(text()), seed: Number(text().get('seed')) || 0, position: String(text().get('position') ?? '').trim() || null }), write) : null),
  ];
}

/** The position editor, once somebody opens it. @param {string} game @param {() => { rules: string, seed: number, position: string | null }} options @param {(text: string) => void} onText */
function editing(game, options, onText) {
  const place = h('div', { class: 'editor' });
  const details = h('details', {}, h('summary', {}, t('edit-position')), place);
  details.addEventListener('toggle', async () => {
    if (!details.open || place.querySelector('.board-frame')) return;
    const { editor } = await import('./editor.js');
    try {
      const state = await call('state', { game, ...options(), moves: [] });
      fill(place, ...editor(game, state.position, onText));
    } catch (problem) {
      fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
    }
  });
  return details;
}

/** @param {FormData} data */
function rules(data) {
  return [...data.keys()].filter((key) => key.startsWith('rule-')).map((key) => `${key.slice(5)}=${data.get(key)}`).join(',');
}

/** A game as *share* and *export* write it. @param {string} text @returns {Partial<import('./types.js').Setup>} */
function imported(text) {
  let game;
  try {
    game = JSON.parse(text);
  } catch {
    game = null;
  }
  const isGame = game !== null && typeof game === 'object' && typeof game.game === 'string' && Array.isArray(game.moves) && game.moves.every((/** @type {unknown} */ move) => typeof move === 'string');
  if (!isGame || (game.seed ?? 0) < 0) throw new SyntaxError(t('import-bad'));
  return game;
}

/** @param {string} game @param {FormData} data */
async function open(game, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  /** @type {import('./types.js').Setup} */
  let setup = { game, rules: rules(data), seed: Number(text('seed')) || 0, position: text('position') || null, moves: [] };
  if (text('import')) setup = { ...setup, ...imported(text('import')) };
  const player = (/** @type {number} */ seat) => text(`player${seat}`) === 'human' ? /** @type {const} */ ({ kind: 'human' }) : /** @type {const} */ ({ kind: 'engine', level: Number(text('level')), engine: text('engine') });
  await call('state', setup);
  const { Match } = await import('./match.js');
  const match = new Match(setup, [player(1), player(2)], Math.round(1000 * (Number(text('time')) || 1)));
  return Object.assign(match, { patience: Number(text('patience')), isLocked: data.has('locked') });
}
