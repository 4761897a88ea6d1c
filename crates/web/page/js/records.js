// Games that were played, here or in the terminal: look at one again, or go on with it.

import { call } from './api.js';
import { h } from './dom.js';
import { locale, t } from './language.js';
import { Match } from './match.js';

/** A player by the name records give them. @param {string} name @returns {import('./match.js').Player} */
function seated(name) {
  if (name === 'human') return { kind: 'human' };
  const level = name.match(/^level:(\d)$/);
  return level ? { kind: 'engine', level: Number(level[1]), engine: '' } : { kind: 'engine', level: 5, engine: name };
}

/** A player as people say it. @param {string} name */
function called(name) {
  const player = seated(name);
  return player.kind === 'human' ? t('human') : player.engine || t('level', { level: player.level });
}

/** How a game ended. @param {{ ending: { winner: 1 | 2 | null } | null, points: number[] | null }} record */
function outcome({ ending, points }) {
  if (!ending) return t('unfinished');
  const who = ending.winner ? t('won-by', { seat: ending.winner }) : t('drawn');
  return points ? `${who} (${points.join('–')})` : who;
}

/** @param {(match: Match) => void} onMatch */
export async function recordsView(onMatch) {
  const { records } = await call('records');
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  // The name of the game opens it: it is in sight on every screen.
  const open = async (/** @type {any} */ record) => {
    const { setup, players } = await call(`records/${record.id}`);
    // A loaded game never starts an engine by itself: it waits to be told to go on.
    const match = new Match(setup, players.map(seated), 1000);
    // What is played on from a finished game is another game.
    onMatch(Object.assign(match, { id: record.ending ? null : record.id, kept: match.signature(), isPaused: players.some((/** @type {string} */ name) => name !== 'human') }));
  };
  const rows = records.map((/** @type {any} */ record) => h('tr', {}, h('td', {}, h('button', { type: 'button', title: t('open'), onclick: () => open(record) }, t(`game-${record.game}`))), h('td', {}, date.format(new Date(record.started))), h('td', {}, record.players.map(called).join(' – ')), h('td', {}, outcome(record))));
  const heads = ['game', 'date', 'players', 'result'];
  return h('section', { class: 'panel' }, h('h1', {}, t('records')), records.length === 0 ? h('p', {}, t('no-records')) :
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('records') }, h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))), h('tbody', {}, ...rows))));
}
