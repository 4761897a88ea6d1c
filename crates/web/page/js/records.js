// Games that were played, here or in the terminal: look at one again, or go on with it.

import { call } from './api.js';
import { h } from './dom.js';
import { locale, sideName, t } from './language.js';
import { Match, seated } from './match.js';

/** A player as people say it. @param {string} name */
function called(name) {
  const player = seated(name);
  return player.kind === 'human' ? t('human') : player.engine || t('level', { level: player.level });
}

/**
 * How a game ended.
 * @param {{ ending: { winner: 1 | 2 | null } | null, points: number[] | null }} record
 */
function outcome({ ending, points }) {
  if (!ending) return t('unfinished');
  const who = ending.winner ? t('won-by', { side: sideName(ending.winner) }) : t('drawn');
  return points ? `${who} (${points.join('–')})` : who;
}

/** @param {(match: Match) => void} onMatch */
export async function recordsView(onMatch) {
  const { records } = await call('records');
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  // The name of the game opens it: it is in sight on every screen.
  const open = async (/** @type {any} */ record) => {
    const { setup, players, version, ending } = await call(`records/${record.id}`);
    // A loaded game never starts an engine by itself: it waits to be told to go on.
    const match = new Match(setup, players.map(seated), 1000);
    const isPaused = players.some((/** @type {string} */ name) => name !== 'human');
    // What is played on from a finished game is another game.
    Object.assign(match, { id: ending ? null : record.id, version, isPaused });
    if (ending?.reason === 'resigned') match.resigned = /** @type {1 | 2} */ (3 - ending.winner);
    onMatch(Object.assign(match, { kept: match.signature() }));
  };
  const button = (/** @type {any} */ record) =>
    h(
      'button',
      { type: 'button', title: t('open'), 'data-id': record.id, onclick: () => open(record) },
      t(`game-${record.game}`),
    );
  const rows = records.map((/** @type {any} */ record) =>
    h(
      'tr',
      {},
      h('td', {}, button(record)),
      h('td', {}, date.format(new Date(record.started))),
      h('td', {}, record.players.map(called).join(' – ')),
      h('td', {}, outcome(record)),
    ),
  );
  const heads = ['game', 'date', 'players', 'result'];
  const head = h('tr', {}, ...heads.map((name) => h('th', { scope: 'col' }, t(`head-${name}`))));
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows));
  return h(
    'section',
    { class: 'panel' },
    h('h1', {}, t('records')),
    records.length === 0
      ? h('p', {}, t('no-records'))
      : h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('records') }, table),
  );
}
