// Games that were played, here or in the terminal: look at one again, or go on with it.

import { call } from './api.js';
import { h } from './dom.js';
import { t } from './language.js';
import { Match } from './match.js';

/** A player by the name records give them. @param {string} name @returns {import('./match.js').Player} */
function seated(name) {
  if (name === 'human') return { kind: 'human' };
  const level = name.match(/^level:(\d)$/);
  return level ? { kind: 'engine', level: Number(level[1]), engine: '' } : { kind: 'engine', level: 5, engine: name };
}

/** @param {(match: Match) => void} onMatch */
export async function recordsView(onMatch) {
  const { records } = await call('records');
  const rows = records.map((/** @type {any} */ record) => h('tr', {}, h('td', {}, t(`game-${record.game}`)), h('td', {}, record.started), h('td', {}, record.players.join(' – ')), h('td', {}, record.result ?? t('unfinished')),
    h('td', {}, h('button', { type: 'button', onclick: async () => {
      const { setup, players } = await call(`records/${record.id}`);
      // A loaded game never starts an engine by itself: it waits to be told to go on.
      onMatch(Object.assign(new Match(setup, players.map(seated), 1000), { id: record.id, isPaused: players.some((/** @type {string} */ name) => name !== 'human') }));
    } }, t('open')))));
  const heads = ['game', 'date', 'players', 'result', 'open'];
  return h('section', { class: 'panel' }, h('h1', {}, t('records')), records.length === 0 ? h('p', {}, t('no-records')) :
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('records') }, h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))), h('tbody', {}, ...rows))));
}
