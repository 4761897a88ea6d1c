// Where one learns: the rules of every game in a minute, and searches worth watching.

import { address } from './address.js';
import { fill, h } from './dom.js';
import { hasMinute, stillOf } from './gallery.js';
import { t } from './language.js';

/** Searches worth watching, with what they are watched on. @type {[string, Record<string, string>][]} */
const LESSONS = [
  ['cut', { subject: 'cavalo', depth: '3', first: 'alpha-beta' }],
  ['save', { subject: 'cavalo', depth: '3', first: 'minimax', second: 'alpha-beta' }],
  ['astar', { subject: 'blokus-puzzle', board: 'B', first: 'a-star', second: 'bfs' }],
  ['mcts', { subject: 'quatro', nodes: '300', first: 'mcts' }],
];

/** @param {{ name: string }[]} games */
export async function learnView(games) {
  const card = (/** @type {{ name: string }} */ { name }) => {
    const place = h('span', { class: 'card-picture' });
    stillOf(name).then((picture) => picture && fill(place, picture));
    return h('a', { class: 'card', href: `#/rules/${name}` }, place, h('strong', {}, t(`game-${name}`)));
  };
  return h(
    'div',
    { class: 'learn' },
    h('h1', {}, t('learn-title')),
    h('p', { class: 'lead' }, t('learn-lead')),
    h('h2', {}, t('learn-rules')),
    h('div', { class: 'cards' }, ...games.filter(({ name }) => hasMinute(name)).map(card)),
    h('h2', {}, t('learn-searches')),
    h('ol', { class: 'lessons' }, ...LESSONS.map(([name, query]) => h('li', { class: 'sheet' }, h('h3', {}, h('a', { href: address(['watch'], query) }, t(`lesson-${name}`))), h('p', {}, t(`lesson-${name}-text`))))),
  );
}
