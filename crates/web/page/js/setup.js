// A new game: which one, who plays, how strong, how long, from where.

import { Refused, call } from './api.js';
import { announce, fill, h } from './dom.js';
import { GAMES } from './games/index.js';
import { t } from './language.js';
import { Match } from './match.js';

/** @typedef {{ name: string, rules: { key: string, values: string[] }[], shuffled: boolean }} Entry */

/** @param {Entry[]} entries @param {(match: Match) => void} onMatch @param {string} [chosen] */
export function setupView(entries, onMatch, chosen = 'quatro') {
  let game = chosen;
  const problem = h('p', { class: 'note', role: 'alert' });
  const options = h('div', { class: 'fields' });
  const cards = h('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('game') });

  const drawOptions = () => {
    const entry = entries.find((one) => one.name === game);
    const player = (/** @type {number} */ seat, /** @type {string} */ value) => h('label', {}, t('player', { seat }), h('select', { name: `player${seat}` },
      h('option', { value: 'human', selected: value === 'human' }, t('human')), h('option', { value: 'level', selected: value === 'level' }, t('computer'))));
    fill(options,
      h('div', { class: 'row' }, player(1, 'human'), player(2, 'level'),
        h('label', {}, t('strength'), h('select', { name: 'level' }, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => h('option', { value: level, selected: level === 4 }, `${level} ${t(`level-${level}`)}`)))),
        h('label', {}, t('time-per-move'), h('input', { name: 'time', type: 'number', min: 0.1, max: 60, step: 0.1, value: 1 }))),
      h('details', {}, h('summary', {}, t('more-options')), h('div', { class: 'row' },
        ...(entry?.rules ?? []).map((rule) => h('label', {}, t(`rule-${rule.key}`), h('select', { name: `rule-${rule.key}` }, ...rule.values.map((value) => h('option', { value }, t(`value-${value}`)))))),
        entry?.shuffled ? h('label', {}, t('seed'), h('input', { name: 'seed', type: 'number', min: 0, value: Math.floor(Math.random() * 100000) })) : null,
        h('label', {}, t('engine-name'), h('input', { name: 'engine', type: 'text', placeholder: 'alpha-beta:depth=3' })),
        h('label', { class: 'wide' }, t('position'), h('input', { name: 'position', type: 'text', placeholder: 'startpos' })),
        h('label', { class: 'wide' }, t('import'), h('textarea', { name: 'import', rows: 2 }))), editor(game, options)));
  };
  const drawCards = () => fill(cards, ...entries.map((entry) => h('button', { type: 'button', role: 'radio', class: 'card', 'aria-checked': entry.name === game, onclick: () => { game = entry.name; drawCards(); drawOptions(); } },
    h('strong', {}, t(`game-${entry.name}`)), h('span', {}, t(`about-${entry.name}`)))));

  const form = h('form', { class: 'panel setup', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    fill(problem);
    try {
      onMatch(await open(game, new FormData(form)));
    } catch (reason) {
      fill(problem, reason instanceof Refused || reason instanceof SyntaxError ? reason.message : t('server-gone'));
      announce(problem.textContent ?? '');
    }
  } }, h('h1', {}, t('new-game-title')), cards, options, h('button', { type: 'submit', class: 'primary' }, t('start-game')), problem);
  drawCards();
  drawOptions();
  return form;
}

/** @param {string} game @param {FormData} data */
async function open(game, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
  const rules = [...data.keys()].filter((key) => key.startsWith('rule-')).map((key) => `${key.slice(5)}=${data.get(key)}`).join(',');
  /** @type {import('./types.js').Setup} */
  let setup = { game, rules, seed: Number(text('seed')) || 0, position: text('position') || null, moves: [] };
  if (text('import')) setup = { ...setup, ...JSON.parse(text('import')) };
  const player = (/** @type {number} */ seat) => text(`player${seat}`) === 'human' ? /** @type {const} */ ({ kind: 'human' }) : /** @type {const} */ ({ kind: 'engine', level: Number(text('level')), engine: text('engine') });
  await call('state', setup);
  return new Match(setup, [player(1), player(2)], Math.round(1000 * (Number(text('time')) || 1)));
}

/**
 * A position editor: a click on a cell changes what stands there, and the text follows.
 * @param {string} game @param {Element} options
 */
function editor(game, options) {
  const view = GAMES[game];
  const row = { blokus: '.............. ', 'blokus-duo': '..............', quatro: '....', quarto: '....' }[game];
  if (!row) return null;
  const cells = Array.from({ length: view.rows }, () => Array.from(row.trim()));
  const values = game.startsWith('blokus') ? ['.', '1', '2', ...(game === 'blokus' ? ['#'] : [])] : ['.', ...'0123456789abcdef'];
  const tail = { blokus: ' 10,10,15 10,10,15 1', 'blokus-duo': ' 1 -', quatro: ' -', quarto: ' -' }[game];
  const write = () => {
    const field = options.querySelector('input[name=position]');
    if (field instanceof HTMLInputElement) field.value = cells.map((line) => line.join('')).join('/') + tail;
  };
  const table = h('table', { class: 'editor' }, h('caption', {}, t('editor-help')), h('tbody', {}, ...cells.map((line, r) => h('tr', {}, ...line.map((_, c) => {
    const name = `${String.fromCharCode(97 + c)}${view.bottomUp ? view.rows - r : r + 1}`;
    const button = h('button', { type: 'button', 'aria-label': `${name}: ${t('cell-empty')}`, onclick: () => {
      line[c] = values[(values.indexOf(line[c]) + 1) % values.length];
      button.textContent = line[c];
      button.setAttribute('aria-label', `${name}: ${line[c] === '.' ? t('cell-empty') : line[c]}`);
      write();
    } }, '.');
    return h('td', {}, button);
  })))));
  return h('details', {}, h('summary', {}, t('edit-position')), table);
}
