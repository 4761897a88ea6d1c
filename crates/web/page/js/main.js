// The page's frame: where one is, what can be reached from there, language and light. Views come when they
// are wanted, so that the first one is there at once.

import { reasonOf } from './api.js';
import { fill, h } from './dom.js';
import { language, speak, t } from './language.js';
import { setupView } from './setup.js';

const place = /** @type {HTMLElement} */ (document.getElementById('main'));
const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
/** @type {{ leave?: () => void }} */
let current = {};
/** @typedef {import('./match.js').Match} Match */
/** The game on the table; it outlives a reload, and then waits to be told to go on. @type {Match | null} */
let match = sessionStorage.getItem('match') ? (await import('./match.js')).Match.remembered() : null;
/** The server wrote them into the page. @type {import('./setup.js').Entry[]} */
const games = JSON.parse(document.getElementById('games')?.textContent ?? '[]');

/** @param {{ leave?: () => void }} view @param {Element} element */
function show(view, element) {
  current.leave?.();
  const isFirst = !place.hasChildNodes();
  current = view;
  fill(place, element);
  // A reader begins at the top of a page; later views are where the reader is sent.
  if (!isFirst) place.focus({ preventScroll: true });
}

/** @param {Match} next */
function sitDown(next) {
  match = next;
  if (location.hash === '#table') showTable(next);
  else go('table');
}

/** @param {Match} next */
async function showTable(next) {
  const [{ Table }, { Match }] = await Promise.all([import('./play.js'), import('./match.js')]);
  const table = new Table(next, {
    onNew: (swap) => {
      if (!swap) return go('play');
      sitDown(new Match({ ...next.setup, moves: [] }, [next.players[1], next.players[0]], next.timeMs));
    },
  });
  show(table, table.element);
  next.refresh().catch((problem) => table.complain(problem));
}

/** @type {Record<string, () => Promise<void>>} */
const VIEWS = {
  async play() {
    show({}, setupView(games, sitDown, match?.setup.game));
  },
  async table() {
    if (match) await showTable(match);
    else await VIEWS.play();
  },
  async watch() {
    const view = (await import('./watch.js')).watchView(
      games.map(({ name }) => name),
      match ? match.here() : null,
    );
    show(view, view.element);
  },
  async compare() {
    const view = await (await import('./compare.js')).compareView(games.map(({ name }) => name));
    show(view, view.element);
  },
  async records() {
    show({}, await (await import('./records.js')).recordsView(sitDown));
  },
};

/** @param {string} name */
function go(name) {
  location.hash = name;
}

async function follow() {
  const asked = location.hash.slice(1);
  const name = asked in VIEWS && (asked !== 'table' || match) ? asked : 'play';
  drawBar(name);
  document.title = `${t(`view-${name}`)} · Plywood`;
  try {
    await VIEWS[name]();
  } catch (problem) {
    show({}, h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone'))));
  }
}

/** @param {string} here */
function drawBar(here) {
  const link = (/** @type {string} */ name) =>
    h('a', { href: `#${name}`, 'aria-current': here === name ? 'page' : null }, t(`view-${name}`));
  const other = language === 'pt' ? 'en' : 'pt';
  const isDark = () =>
    document.documentElement.dataset.light === 'dark' ||
    (!document.documentElement.dataset.light && matchMedia('(prefers-color-scheme: dark)').matches);
  fill(
    bar,
    h('span', { class: 'brand', 'aria-hidden': true }, 'Plywood'),
    h(
      'nav',
      { 'aria-label': t('views') },
      link('play'),
      match ? link('table') : null,
      link('watch'),
      link('compare'),
      link('records'),
    ),
    h(
      'span',
      { class: 'ends' },
      h(
        'button',
        { type: 'button', lang: other === 'pt' ? 'pt-PT' : 'en', onclick: () => speak(other) },
        other === 'pt' ? 'Português' : 'English',
      ),
      h(
        'button',
        {
          type: 'button',
          'aria-label': t('light-dark'),
          onclick: () => {
            const next = isDark() ? 'light' : 'dark';
            document.documentElement.dataset.light = next;
            localStorage.setItem('light', next);
          },
        },
        '◐',
      ),
    ),
  );
}

document.documentElement.dataset.light = localStorage.getItem('light') ?? '';
addEventListener('hashchange', follow);
await follow();
performance.mark('usable');
