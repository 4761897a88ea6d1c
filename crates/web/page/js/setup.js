// A new game: which one, against whom, how strong, who begins; everything else behind one line.

import { address } from './address.js';
import { call, reasonOf } from './api.js';
import { showcase } from './catalogue.js';
import { announce, fill, h } from './dom.js';
import { stillOf } from './gallery.js';
import { isSaid, t } from './language.js';
import { nameOf } from './players.js';
import { programButtons } from './programs.js';
import { goOn } from './recent.js';
import { showRules } from './rules.js';
import { keep, settings } from './settings.js';

/** @typedef {import('./catalogue.js').Entry} Entry */

/** @typedef {import('./match.js').Match} Match */

/** What a game is called. @param {string} name */
export function titleOf(name) {
  return isSaid(`game-${name}`) ? t(`game-${name}`) : name;
}

/**
 * @param {Entry[]} entries @param {(match: Match) => void} onMatch @param {string} [chosen]
 * @param {(setup: import('./types.js').Setup, name: string, first: string) => Promise<void>} [onInvite] opens a table for somebody else
 * @param {URLSearchParams} [given] the position to begin with
 */
export function setupView(entries, onMatch, chosen = settings.game, onInvite, given = new URLSearchParams()) {
  let game = entries.some(({ name }) => name === chosen) ? chosen : showcase.first;
  const problem = h('p', { class: 'note', role: 'alert' });
  const options = h('div', { class: 'fields' });
  const cards = h('div', { class: 'cards', role: 'group', 'aria-label': t('game') });
  const form = h(
    'form',
    {
      class: 'setup-options sheet',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        fill(problem);
        const data = new FormData(form);
        remember(game, data);
        try {
          if (data.get('against') === 'link' && onInvite)
            await onInvite(setupFrom(game, data), String(data.get('name') ?? '').trim(), String(data.get('first')));
          else onMatch(await open(game, data));
        } catch (reason) {
          fill(problem, reasonOf(reason, t('server-gone')));
          announce(problem.textContent ?? '');
        }
      },
    },
    options,
    problem,
    h('button', { type: 'submit', class: 'primary large' }, ''),
  );
  const drawOptions = () => {
    const before = new FormData(form);
    const entry = entries.find((one) => one.name === game);
    fill(options, ...fields(entry, form, Boolean(onInvite)));
    const submit = form.querySelector('[type=submit]');
    if (submit) fill(submit, h('span', {}, t('play-game', { game: titleOf(game) })), h('kbd', {}, '↵'));
    // What does not depend on the game stays as it was.
    for (const name of ['engine', 'time', 'patience', 'minutes', 'increment', 'name']) {
      const field = form.elements.namedItem(name);
      if (!before.has(name) || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      field.value = String(before.get(name));
      if (name === 'engine') field.dispatchEvent(new Event('input'));
    }
    for (const name of ['against', 'level', 'level2', 'first']) {
      const kept = form.querySelector(`[name=${name}][value="${before.get(name)}"]`);
      if (kept instanceof HTMLInputElement) kept.checked = true;
    }
  };
  const choose = (/** @type {string} */ name) => {
    game = name;
    for (const card of cards.querySelectorAll('.card'))
      card.setAttribute('aria-pressed', String(card.getAttribute('data-game') === name));
    drawOptions();
    history.replaceState(null, '', `#/new/${name}`);
  };
  fill(
    cards,
    ...entries.map(({ name }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'card',
          'data-game': name,
          'aria-pressed': name === game,
          onclick: () => choose(name),
        },
        still(name),
        h('strong', {}, titleOf(name)),
      ),
    ),
  );
  drawOptions();
  begin(form, given);
  return h(
    'div',
    { class: 'setup' },
    h('div', { class: 'setup-games' }, h('h1', {}, t('choose-a-game')), cards, goOn(onMatch)),
    form,
  );
}

/** Fills in what an address says of the start. @param {HTMLFormElement} form @param {URLSearchParams} given */
function begin(form, given) {
  const said = [...given].filter(([name]) => name === 'position' || name === 'seed');
  const ruled = (given.get('rules') ?? '').split(',').filter(Boolean);
  const rules = ruled.map((one) => [`rule-${one.split('=')[0]}`, one.split('=')[1] ?? '']);
  for (const [name, value] of [...said, ...rules]) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    field.value = value;
    const more = field.closest('details');
    if (more) more.open = true;
  }
}

/** A picture of a game, once the rules have made it. @param {string} game */
function still(game) {
  const place = h('span', { class: 'card-picture' });
  stillOf(game).then((picture) => picture && fill(place, picture));
  return place;
}

/** Keeps what was chosen for the next game. @param {string} game @param {FormData} data */
function remember(game, data) {
  const level = Number(data.get('level'));
  keep({
    game,
    against: String(data.get('against') ?? settings.against),
    first: String(data.get('first') ?? settings.first),
    level: level || settings.level,
    time: Number(data.get('time')) || settings.time,
    name: String(data.get('name') ?? '').trim(),
    minutes: Number(data.get('minutes')) || 0,
    increment: Number(data.get('increment')) || 0,
  });
}

/** @param {string} name @param {Node} field @param {string} [kind] */
function labelled(name, field, kind = '') {
  return h('label', { class: kind || null }, t(name), field);
}

/** A choice of a few, all in sight. @param {string} name @param {[string, string][]} values @param {string} value @param {string} [kind] */
function choice(name, values, value, kind = 'segments') {
  const one = (/** @type {[string, string]} */ [key, text]) =>
    h('label', {}, h('input', { type: 'radio', name, value: key, checked: key === value }), h('span', {}, text));
  return h('div', { class: kind, role: 'radiogroup', 'aria-label': t(`choose-${name}`) }, ...values.map(one));
}

/** @param {string} name @param {{ value: string | number, text: string }[]} values @param {string | number} value */
function select(name, values, value) {
  const option = (/** @type {{ value: string | number, text: string }} */ one) =>
    h('option', { value: one.value, selected: one.value === value }, one.text);
  return h('select', { name }, ...values.map(option));
}

/** The choices for one game. @param {Entry | undefined} entry @param {HTMLFormElement} form @param {boolean} canInvite */
function fields(entry, form, canInvite) {
  const name = entry?.name ?? '';
  const against = choice(
    'against',
    [
      ['computer', t('against-computer')],
      ['person', t('against-person')],
      ...(canInvite ? [/** @type {[string, string]} */ (['link', t('against-link')])] : []),
      ['watch', t('against-watch')],
    ],
    settings.against,
  );
  const levels = (/** @type {string} */ field, /** @type {number} */ level) =>
    choice(
      field,
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => /** @type {[string, string]} */ ([String(n), String(n)])),
      String(level),
      'levels',
    );
  const told = h('span', { class: 'faint' });
  const strength = h(
    'div',
    { class: 'field for-computer for-watch' },
    h('p', { class: 'field-head' }, h('b', {}, t('level-head')), ' ', told),
    levels('level', settings.level),
  );
  const programs = programButtons((name) => {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('engine'));
    // A second press takes the level again.
    field.value = field.value === name ? '' : name;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  strength.append(programs);
  const second = h(
    'div',
    { class: 'field for-watch' },
    h('p', { class: 'field-head' }, h('b', {}, t('level-second'))),
    levels('level2', settings.level),
  );
  const first = h(
    'div',
    { class: 'field for-computer for-link' },
    h('p', { class: 'field-head' }, h('b', {}, t('you-play'))),
    choice(
      'first',
      [
        ['first', t('first-first')],
        ['second', t('first-second')],
        ['either', t('first-either')],
      ],
      settings.first,
    ),
  );
  const say = () => {
    const data = new FormData(form);
    form.dataset.against = String(data.get('against'));
    const named = String(data.get('engine') ?? '').trim();
    // An engine by name takes the place of a level, and the page says so.
    fill(
      told,
      named
        ? t('level-named', { engine: named })
        : t('level-is', { level: String(data.get('level')), name: t(`level-${data.get('level')}`) }),
    );
  };
  form.onchange = say;
  form.oninput = say;
  queueMicrotask(say);
  return [
    h('h2', {}, titleOf(name)),
    h('p', { class: 'lead' }, isSaid(`about-${name}`) ? t(`about-${name}`) : (entry?.about ?? '')),
    h('p', {}, h('button', { type: 'button', class: 'link', onclick: () => showRules(name) }, t('rules-minute'))),
    h('div', { class: 'field' }, h('p', { class: 'field-head' }, h('b', {}, t('against'))), against),
    strength,
    second,
    first,
    moreFields(entry, form),
  ];
}

/** What is seldom wanted. @param {Entry | undefined} entry @param {HTMLFormElement} form */
function moreFields(entry, form) {
  /** The position in the making has a page of its own. */
  const edit = () => {
    const data = new FormData(form);
    const position = String(data.get('position') ?? '').trim();
    const seed = Number(data.get('seed')) || null;
    location.hash = address(['edit', entry?.name ?? ''], { position, rules: rules(data), seed });
  };
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
  const number = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {Record<string, number>} */ limits,
  ) => h('input', { name, type: 'number', value, ...limits });
  const engine = h('input', { name: 'engine', type: 'text', placeholder: 'alpha-beta:depth=3', spellcheck: 'false' });
  return h(
    'details',
    { class: 'more' },
    h('summary', {}, t('more-options')),
    h(
      'div',
      { class: 'more-fields' },
      ...(entry?.rules ?? []).map(rule),
      entry?.shuffled ? labelled('seed', number('seed', Math.floor(Math.random() * 100000), { min: 0 })) : null,
      labelled('time-per-move', number('time', settings.time, { min: 0.1, max: 60, step: 0.1 })),
      labelled('clock-minutes', number('minutes', settings.minutes, { min: 0, max: 180, step: 0.5 })),
      labelled('clock-increment', number('increment', settings.increment, { min: 0, max: 60, step: 1 })),
      labelled(
        'your-name',
        h('input', { name: 'name', type: 'text', value: settings.name, maxlength: 24, autocomplete: 'nickname' }),
      ),
      labelled('engine-name', engine),
      labelled('take-back-if', select('patience', patience, 0)),
      h('label', { class: 'check' }, h('input', { name: 'locked', type: 'checkbox' }), t('lock-hints')),
      labelled(
        'position',
        h('input', { name: 'position', type: 'text', placeholder: 'startpos', spellcheck: 'false' }),
        'wide',
      ),
      ...importing(),
    ),
    h('button', { type: 'button', class: 'plain', 'data-key': 'edit-position', onclick: edit }, t('edit-position')),
  );
}

/** A field for a whole game, which says when it decides instead of the choices above it. @returns {Element[]} */
function importing() {
  const note = h('p', { class: 'note', role: 'status' });
  const field = h('textarea', { name: 'import', rows: 2, spellcheck: 'false' });
  field.addEventListener('input', () => {
    try {
      fill(note, field.value.trim() && t('import-decides', { game: titleOf(imported(field.value).game ?? '') }));
    } catch (reason) {
      fill(note, reasonOf(reason, ''));
    }
  });
  return [labelled('import', field, 'wide'), note];
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

/** @param {string} game @param {FormData} data @returns {import('./types.js').Setup} */
function setupFrom(game, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const setup = {
    game,
    rules: rules(data),
    seed: Number(text('seed')) || 0,
    position: text('position') || null,
    moves: [],
  };
  return text('import') ? { ...setup, ...imported(text('import')) } : setup;
}

/** @param {string} game @param {FormData} data */
async function open(game, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const setup = setupFrom(game, data);
  const { Match } = await import('./match.js');
  const { newClock } = await import('./clock.js');
  const human = { kind: /** @type {const} */ ('human'), level: 0, engine: '' };
  const engine = (/** @type {string} */ field) => ({
    kind: /** @type {const} */ ('engine'),
    level: Number(text(field)) || 5,
    engine: text('engine'),
  });
  const against = text('against');
  const isSecond = text('first') === 'second' || (text('first') === 'either' && Math.random() < 0.5);
  const players =
    against === 'person'
      ? [human, human]
      : against === 'watch'
        ? [engine('level'), engine('level2')]
        : isSecond
          ? [engine('level'), human]
          : [human, engine('level')];
  // Whatever cannot be played, and whoever does not exist, is refused here and not at the table.
  await call('state', { ...setup, players: players.map(nameOf) });
  const match = new Match(setup, players, Math.round(1000 * (Number(text('time')) || 1)));
  const clock = newClock(Number(text('minutes')) || 0, Number(text('increment')) || 0);
  return Object.assign(match, { patience: Number(text('patience')), isLocked: data.has('locked'), clock });
}
