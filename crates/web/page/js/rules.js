// The rules of a game in a minute: four pictures that the rules themselves have made, a sentence each, and the keys.

import { reasonOf } from './api.js';
import { fill, h } from './dom.js';
import { hasMinute, minuteOf } from './gallery.js';
import { keyList, openDialog } from './keys.js';
import { bring, t } from './language.js';

/** @param {string} game */
export async function minute(game) {
  await bring('rules');
  const place = h('ol', { class: 'minute' });
  if (!hasMinute(game)) return place;
  const title = (/** @type {number} */ n) => t(`minute-${game}-${n}`);
  const items = [1, 2, 3, 4].map((n) =>
    h(
      'li',
      {},
      h('div', { class: 'minute-picture' }),
      h('h2', {}, title(n)),
      h('p', {}, t(`minute-${game}-${n}-text`)),
    ),
  );
  fill(place, ...items);
  minuteOf(game, title).then(
    (pictures) => pictures.forEach((picture, i) => fill(items[i].children[0], picture)),
    (problem) => place.before(h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone')))),
  );
  return place;
}

/** Shows the rules over whatever is in view. @param {string} game */
export async function showRules(game) {
  const pictures = await minute(game);
  const dialog = openDialog(
    t('minute-title', { game: t(`game-${game}`) }),
    pictures,
    h('h3', { class: 'small-head' }, t('keys')),
    keyList(),
  );
  dialog.classList.add('rules');
}

/** The rules as a page of their own. @param {string} game */
export async function rulesView(game) {
  const pictures = await minute(game);
  return h(
    'section',
    { class: 'rules-page' },
    h('h1', {}, t('minute-title', { game: t(`game-${game}`) })),
    pictures,
    h(
      'div',
      { class: 'acts' },
      h('a', { class: 'button primary large', href: `#/new/${game}` }, t('play-game', { game: t(`game-${game}`) })),
      h('a', { class: 'button plain', href: '#/learn' }, t('other-rules')),
    ),
  );
}
