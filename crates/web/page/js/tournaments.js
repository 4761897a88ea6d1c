// Engines against each other: a small tournament played here, and those that stores hold, live.

import { address } from './address.js';
import { call, isOurs, reasonOf, stream } from './api.js';
import { showcase } from './catalogue.js';
import { download, fill, h } from './dom.js';
import { amount, showCount, showTime, t } from './language.js';
import { programButtons } from './programs.js';

/**
 * @param {string[]} games by name @param {AbortSignal} signal ends everything when the view is left
 * @param {string[]} wanted the file and the number of a stored tournament, if the address names one
 */
export function tournamentsView(games, signal, wanted) {
  const stored = h('div', { class: 'stored' });
  follow(stored, signal, wanted);
  const { form, out } = contestView(games, signal);
  return { side: form, main: h('div', { class: 'contests' }, out, stored) };
}

/** The contest that is being played or was played last; it goes on when its view is left. */
const contest = {
  /** @type {AbortController | null} */ running: null,
  /** @type {any} */ news: null,
  /** @type {any[]} */ games: [],
  game: '',
  problem: '',
  /** Whoever shows it just now. */
  draw: () => {},
};

/** Plays a contest to its end, whoever watches. @param {{ game: string, players: string[], pairs: number, move_ms: number, seed: number }} wishes */
async function run(wishes) {
  contest.running?.abort();
  const mine = new AbortController();
  Object.assign(contest, { running: mine, news: null, games: [], game: wishes.game, problem: '' });
  contest.draw();
  try {
    for await (const news of stream('tournaments', wishes, mine.signal)) {
      if (contest.running !== mine) return;
      if (news.error) contest.problem = news.error;
      else contest.news = news;
      if (news.latest) contest.games.push(news.latest);
      contest.draw();
    }
  } catch (reason) {
    if (contest.running === mine && !isOurs(reason)) contest.problem = reasonOf(reason, t('server-gone'));
  }
  if (contest.running === mine) contest.running = null;
  contest.draw();
}

/** A tournament played here. @param {string[]} games @param {AbortSignal} signal */
function contestView(games, signal) {
  const out = h('div', { class: 'results' });
  const problem = h('p', { class: 'note', role: 'alert' });
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most) =>
    h('label', {}, t(name), h('input', { name, type: 'number', min: 1, max: most, value }));
  contest.draw = () => {
    const { news } = contest;
    fill(problem, contest.problem);
    fill(
      out,
      ...(news
        ? [
            h('p', { class: 'figures', role: 'status' }, t('games-of', { games: news.report.n_games, of: news.of })),
            results(news),
            replays(contest.game, '', contest.games),
          ]
        : [h('p', { class: 'sheet empty' }, t('no-contest'))]),
    );
  };
  signal.addEventListener('abort', () => {
    contest.draw = () => {};
  });
  const entrants = h('textarea', { name: 'players', rows: 4 }, 'random\nlargest\nlevel:3\nmcts');
  const form = h(
    'form',
    {
      class: 'compare-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const data = new FormData(form);
        const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
        const players = text('players')
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        run({ game: text('game'), players, pairs: Number(text('pairs')), move_ms: Number(text('move-ms')), seed: 1 });
      },
    },
    h(
      'div',
      { class: 'contest-fields' },
      h(
        'label',
        {},
        t('game'),
        h(
          'select',
          { name: 'game' },
          ...games.map((game) => h('option', { value: game, selected: game === showcase.contest }, t(`game-${game}`))),
        ),
      ),
      number('pairs', 5, 200),
      number('move-ms', 20, 1000),
      h('label', { class: 'wide' }, t('contest-players'), entrants),
      programButtons((name) => {
        entrants.value = `${entrants.value.trimEnd()}\n${name}`;
      }),
    ),
    problem,
    h('button', { type: 'submit', class: 'primary large' }, t('contest-run')),
    h('button', { type: 'button', class: 'quiet', onclick: () => contest.running?.abort() }, t('stop')),
  );
  contest.draw();
  return { form, out };
}

/** Games of a tournament, each a link that replays it. @param {string} game @param {string} rules @param {any[]} games */
function replays(game, rules, games) {
  if (!games.length) return null;
  const link = (/** @type {any} */ one) => {
    const query = { moves: one.moves.join(' '), ply: 0, rules, seed: one.seed || null, position: one.position };
    const result = ['0–1', '½–½', '1–0'][one.half_points];
    return h(
      'li',
      {},
      h(
        'a',
        { href: address(['analyse', game], query), 'data-replay': one.number },
        `${one.number + 1}. ${one.players.join(' – ')}`,
      ),
      ` ${result}`,
    );
  };
  return h(
    'details',
    { class: 'panel replays' },
    h('summary', {}, t('replays', { count: games.length })),
    h('ol', {}, ...games.map(link)),
  );
}

/** @typedef {{ store: number, file: string, id: number, game: string, players: string[], control: string, games: number }} Stored */

/** Where a stored tournament is shown. @param {Stored} one */
const placeOf = ({ file, id }) => address(['compete', 'engines', file, String(id)]);

/** Keeps the list of stored tournaments up to date. @param {HTMLElement} place @param {AbortSignal} signal @param {string[]} wanted */
async function follow(place, signal, wanted) {
  const shown = h('div', { class: 'results' });
  let isFirst = true;
  const draw = async () => {
    /** @type {{ tournaments: Stored[] }} */
    const { tournaments } = await call('tournaments', undefined, signal);
    const [file, id] = wanted;
    const chosen = file ? await named(tournaments, file, id, signal) : tournaments[0];
    if (!chosen) {
      fill(
        place,
        file ? h('p', { class: 'note', role: 'alert' }, t('no-such-tournament', { file, id: id ?? '' })) : null,
      );
      return;
    }
    const news = await call(`tournaments/${chosen.store}/${chosen.id}`, undefined, signal);
    const heading = h('h2', {}, t('stored-one', { file: chosen.file, id: chosen.id, game: t(`game-${chosen.game}`) }));
    fill(shown, heading, results(news), replays(chosen.game, news.rules, news.games));
    fill(place, tournaments.length ? list(tournaments, chosen) : null, shown);
    // Who was sent here by a link sees what it speaks of.
    if (isFirst && file) heading.scrollIntoView({ block: 'start' });
    isFirst = false;
  };
  try {
    for await (const _ of stream('events', undefined, signal)) await draw();
  } catch (problem) {
    if (!isOurs(problem) && !signal.aborted)
      fill(place, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
  }
}

/**
 * The tournament of this file and number. The list holds the newest of each file only: older ones are asked for.
 * @param {Stored[]} tournaments @param {string} file @param {string | undefined} id @param {AbortSignal} signal
 */
async function named(tournaments, file, id, signal) {
  const ofFile = tournaments.filter((one) => one.file === file);
  const there = ofFile.find((one) => String(one.id) === id);
  if (there || !ofFile.length) return there;
  const [{ store }] = ofFile;
  for (let skip = ofFile.length; ; skip += ofFile.length) {
    const { tournaments: older } = await call(`tournaments?skip=${skip}`, undefined, signal);
    const found = older.find((/** @type {Stored} */ one) => one.store === store && String(one.id) === id);
    if (found || !older.some((/** @type {Stored} */ one) => one.store === store)) return found;
  }
}

/** The stored tournaments, each with its address. @param {Stored[]} tournaments @param {Stored} chosen */
function list(tournaments, chosen) {
  const heads = ['file', 'game', 'players', 'control', 'games', 'open'];
  const row = (/** @type {Stored} */ one) =>
    h(
      'tr',
      {},
      h('td', {}, `${one.file} #${one.id}`),
      h('td', {}, t(`game-${one.game}`)),
      h('td', {}, one.players.join(', ')),
      h('td', {}, one.control),
      h('td', {}, showCount(one.games)),
      h(
        'td',
        {},
        h(
          'a',
          { href: placeOf(one), 'aria-current': one === chosen ? 'page' : null, 'data-tournament': one.id },
          t('open'),
        ),
      ),
    );
  return h(
    'section',
    { class: 'panel' },
    h('h2', {}, t('stored-title')),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('stored-title') },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`head-${head}`))))),
        h('tbody', {}, ...tournaments.map(row)),
      ),
    ),
  );
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
