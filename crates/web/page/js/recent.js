// Games to go on with: the latest that are kept, a line each.

import { call } from './api.js';
import { fill, h } from './dom.js';
import { counted, locale, t } from './language.js';
import { calledAt, seated } from './players.js';

/** How many games are shown. */
const MOST = 3;

/** @typedef {{ id: number, game: string, players: string[], started: string, ending: { winner: 1 | 2 | null } | null, points: number[] | null, n_plies: number }} Summary */

/** @typedef {import('./match.js').Match} Match */

/** Opens a kept game. @param {number} id @returns {Promise<Match>} */
export async function openKept(id) {
  const { Match } = await import('./match.js');
  const [{ setup, players, version, ending }, { note }] = await Promise.all([
    call(`records/${id}`),
    call(`records/${id}/note`),
  ]);
  // A loaded game never starts an engine by itself: it waits to be told to go on.
  const match = new Match(setup, players.map(seated), 1000);
  const isPaused = players.some((/** @type {string} */ name) => name !== 'human');
  // What is played on from a finished game is another game.
  Object.assign(match, { id: ending ? null : id, shelf: id, version, isPaused });
  const { review = null, comments = {}, glyphs = {}, variations = [], line = [] } = note ?? {};
  // A review is of the moves it weighed.
  Object.assign(match, {
    comments,
    glyphs,
    variations,
    review: line.join(' ') === match.line.join(' ') ? review : null,
  });
  match.forfeit(ending);
  return Object.assign(match, { kept: match.signature() });
}

/** Who played, as people say it. @param {string[]} names */
export function sayPlayers(names) {
  const players = names.map(seated);
  const called = players.map((player, i) =>
    player.kind === 'engine' ? player.engine || t('computer-level', { level: player.level }) : calledAt(players, i + 1),
  );
  return called.join(' – ');
}

/** How a game ended, or that it has not. @param {Summary} record */
export function sayOutcome({ ending, points, players, n_plies: count }) {
  if (!ending) return counted('unfinished', count);
  const seats = players.map(seated);
  const side = ending.winner && calledAt(seats, ending.winner);
  const who = side ? (side === t('you') ? t('you-have-won') : t('won-by', { side })) : t('drawn');
  return points ? `${who}, ${points.join('–')}` : who;
}

/** When a game was played. @param {string} started */
export function sayWhen(started) {
  const date = new Date(started);
  const isToday = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(date);
}

/** The latest games, as soon as they are known. @param {(match: Match) => void} onMatch */
export function goOn(onMatch) {
  const place = h('section', { class: 'go-on', 'aria-label': t('go-on-with') });
  call(`records?limit=${MOST}`)
    .then(({ records }) => {
      const latest = /** @type {Summary[]} */ (records).slice(0, MOST);
      if (!latest.length) return;
      const row = (/** @type {Summary} */ record) =>
        h(
          'button',
          {
            type: 'button',
            class: 'go-on-row',
            'data-id': record.id,
            onclick: async () => onMatch(await openKept(record.id)),
          },
          h('strong', {}, t(`game-${record.game}`)),
          h('span', {}, `${sayPlayers(record.players)}, ${sayOutcome(record)}`),
          h('span', { class: 'when' }, sayWhen(record.started)),
        );
      fill(
        place,
        h('h2', { class: 'small-head' }, t('go-on-with'), ' ', h('a', { href: '#/games' }, t('all-games'))),
        h('div', { class: 'sheet rows' }, ...latest.map(row)),
      );
    })
    // A page without records has nothing to go on with.
    .catch(() => {});
  return place;
}
