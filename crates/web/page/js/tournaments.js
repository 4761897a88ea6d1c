// Engines against each other: a small tournament played here, and those that stores hold, live.

import { call, isOurs, reasonOf, stream } from './api.js';
import { download, fill, h } from './dom.js';
import { amount, showCount, showTime, t } from './language.js';

/** @param {string[]} games by name @param {AbortSignal} signal ends everything when the view is left */
export function tournamentsView(games, signal) {
  const stored = h('div', {});
  follow(stored, signal);
  return h('div', {}, contest(games, signal), stored);
}

/** A tournament played here. @param {string[]} games @param {AbortSignal} signal */
function contest(games, signal) {
  const out = h('div', { class: 'results' });
  const problem = h('p', { class: 'note', role: 'alert' });
  /** @type {AbortController | null} */
  let running = null;
  signal.addEventListener('abort', () => running?.abort());
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most) =>
    h('label', {}, t(name), h('input', { name, type: 'number', min: 1, max: most, value }));
  const form = h(
    'form',
    {
      class: 'panel',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        running?.abort();
        const mine = new AbortController();
        running = mine;
        fill(problem);
        fill(out);
        const data = new FormData(form);
        const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
        const players = text('players')
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        try {
          for await (const news of stream(
            'tournaments',
            { game: text('game'), players, pairs: Number(text('pairs')), move_ms: Number(text('move-ms')), seed: 1 },
            mine.signal,
          )) {
            if (news.error) fill(problem, news.error);
            else
              fill(
                out,
                h(
                  'p',
                  { class: 'figures', role: 'status' },
                  t('games-of', { games: news.report.n_games, of: news.of }),
                ),
                results(news),
              );
          }
        } catch (reason) {
          if (running === mine && !isOurs(reason)) fill(problem, reasonOf(reason, t('server-gone')));
        }
      },
    },
    h('h2', {}, t('contest-title')),
    h(
      'div',
      { class: 'row' },
      h(
        'label',
        {},
        t('game'),
        h(
          'select',
          { name: 'game' },
          ...games.map((game) => h('option', { value: game, selected: game === 'cavalo' }, t(`game-${game}`))),
        ),
      ),
      number('pairs', 5, 200),
      number('move-ms', 20, 1000),
      h(
        'label',
        { class: 'wide' },
        t('contest-players'),
        h('textarea', { name: 'players', rows: 4 }, 'random\nlargest\nalpha-beta:depth=2\nmcts'),
      ),
    ),
    h('button', { type: 'submit', class: 'primary' }, t('contest-run')),
    ' ',
    h('button', { type: 'button', onclick: () => running?.abort() }, t('stop')),
    problem,
  );
  return h('div', {}, form, out);
}

/** Keeps the list of stored tournaments up to date. @param {HTMLElement} place @param {AbortSignal} signal */
async function follow(place, signal) {
  /** @type {{ store: number, id: number } | null} */
  let chosen = null;
  const shown = h('div', { class: 'results' });
  const draw = async () => {
    const { tournaments } = await call('tournaments', undefined, signal);
    if (!tournaments.length) return;
    const pick = async (/** @type {{ store: number, id: number }} */ one) => {
      chosen = one;
      fill(shown, results(await call(`tournaments/${one.store}/${one.id}`, undefined, signal)));
    };
    chosen ??= tournaments[0];
    fill(
      place,
      h(
        'section',
        { class: 'panel' },
        h('h2', {}, t('stored-title')),
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('stored-title') },
          h(
            'table',
            {},
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ...['file', 'game', 'players', 'control', 'games', 'open'].map((head) =>
                  h('th', { scope: 'col' }, t(`head-${head}`)),
                ),
              ),
            ),
            h(
              'tbody',
              {},
              ...tournaments.map((/** @type {any} */ one) =>
                h(
                  'tr',
                  {},
                  h('td', {}, `${one.file} #${one.id}`),
                  h('td', {}, t(`game-${one.game}`)),
                  h('td', {}, one.players.join(', ')),
                  h('td', {}, one.control),
                  h('td', {}, showCount(one.games)),
                  h('td', {}, h('button', { type: 'button', onclick: () => pick(one) }, t('open'))),
                ),
              ),
            ),
          ),
        ),
      ),
      shown,
    );
    if (chosen) await pick(chosen);
  };
  try {
    for await (const _ of stream('events', undefined, signal)) await draw();
  } catch (problem) {
    if (!isOurs(problem) && !signal.aborted)
      fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
  }
}

/** A report as a table and charts. @param {any} news */
function results({ report, ratings, meetings }) {
  const heads = ['rank', 'player', 'elo', 'games', 'points', 'wins', 'draws', 'losses', 'depth', 'nodes', 'time'];
  const rows = report.standings.map((/** @type {any} */ one) =>
    h(
      'tr',
      {},
      ...[
        one.rank,
        one.name,
        `${Math.round(one.elo) < 0 ? '−' : '+'}${Math.abs(one.elo).toFixed(0)} ± ${one.margin.toFixed(0)}`,
        one.games,
        one.points,
        one.wins,
        one.draws,
        one.losses,
        amount(one.depth),
        showCount(one.nodes_per_move),
        showTime(one.time_per_move_s),
      ].map((text) => h('td', {}, String(text))),
    ),
  );
  const image = (/** @type {string} */ svg, /** @type {string} */ name) =>
    h('img', { class: 'chart', alt: t(name), src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
  return h(
    'div',
    { class: 'panel' },
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('results') },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))),
        h('tbody', {}, ...rows),
      ),
    ),
    report.n_games
      ? h('div', { class: 'charts' }, image(ratings, 'chart-ratings'), image(meetings, 'chart-meetings'))
      : null,
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { type: 'button', onclick: () => download('tournament.json', 'application/json', JSON.stringify(report)) },
        'JSON',
      ),
      h('button', { type: 'button', onclick: () => download('ratings.svg', 'image/svg+xml', ratings) }, 'SVG'),
    ),
  );
}
