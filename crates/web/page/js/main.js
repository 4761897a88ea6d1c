// The page's frame: where one is, what can be reached from there, language and light.

import { call } from './api.js';
import { compareView } from './compare.js';
import { fill, h } from './dom.js';
import { language, speak, t } from './language.js';
import { Match } from './match.js';
import { Table } from './play.js';
import { recordsView } from './records.js';
import { setupView } from './setup.js';
import { watchView } from './watch.js';

const place = /** @type {HTMLElement} */ (document.getElementById('main'));
const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
/** @type {{ leave?: () => void }} */
let current = {};
/** @type {Match | null} */
let match = null;
const games = call('games');

/** @param {{ element?: Element, leave?: () => void }} view @param {Element} element */
function show(view, element) {
  current.leave?.();
  current = view;
  fill(place, element);
  place.focus();
}

/** @param {Match} next */
function sitDown(next) {
  match = next;
  const table = new Table(next, { onNew: (swap) => {
    if (!swap) return go('play');
    sitDown(new Match({ ...next.setup, moves: [] }, [next.players[1], next.players[0]], next.timeMs));
  } });
  show(table, table.element);
  history.replaceState(null, '', '#table');
  next.refresh().catch((problem) => table.complain(problem));
}

/** @type {Record<string, () => Promise<void>>} */
const VIEWS = {
  async play() {
    const { games: entries } = await games;
    show({}, setupView(entries, sitDown, match?.setup.game));
  },
  async table() {
    if (match) sitDown(match);
    else await VIEWS.play();
  },
  async watch() {
    const view = watchView(match ? match.here() : null);
    show(view, view.element);
  },
  async compare() {
    const view = await compareView();
    show(view, view.element);
  },
  async records() {
    show({}, await recordsView(sitDown));
  },
};

/** @param {string} name */
function go(name) {
  location.hash = name;
}

async function follow() {
  const name = location.hash.slice(1) || 'play';
  drawBar(name);
  try {
    await (VIEWS[name] ?? VIEWS.play)();
  } catch (problem) {
    show({}, h('p', { class: 'note', role: 'alert' }, problem instanceof Error ? problem.message : String(problem)));
  }
}

/** @param {string} here */
function drawBar(here) {
  const link = (/** @type {string} */ name) => h('a', { href: `#${name}`, 'aria-current': here === name ? 'page' : null }, t(`view-${name}`));
  const other = language === 'pt' ? 'en' : 'pt';
  const isDark = () => document.documentElement.dataset.light === 'dark' || (!document.documentElement.dataset.light && matchMedia('(prefers-color-scheme: dark)').matches);
  fill(bar, h('span', { class: 'brand' }, 'Plywood'), h('nav', { 'aria-label': t('views') }, link('play'), match ? link('table') : null, link('watch'), link('compare'), link('records')),
    h('span', { class: 'ends' }, h('button', { type: 'button', lang: other === 'pt' ? 'pt-PT' : 'en', onclick: () => speak(other) }, other === 'pt' ? 'Português' : 'English'),
      h('button', { type: 'button', 'aria-label': t('light-dark'), onclick: () => {
        const next = isDark() ? 'light' : 'dark';
        document.documentElement.dataset.light = next;
        localStorage.setItem('light', next);
      } }, '◐')));
}

document.documentElement.dataset.light = localStorage.getItem('light') ?? '';
document.title = t('title');
addEventListener('hashchange', follow);
follow();
