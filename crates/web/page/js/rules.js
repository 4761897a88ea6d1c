// The rules of a game in a minute: four pictures that the rules themselves have made, a sentence each, and the keys.

import { address } from './address.js';
import { reasonOf } from './api.js';
import { fill, h } from './dom.js';
import { hasMinute, minuteOf, puzzleMinute, puzzleOf } from './gallery.js';
import { keyList, openDialog } from './keys.js';
import { bring, t } from './language.js';

/** @param {string} game or a problem for one player */
export async function minute(game) {
  await bring('rules');
  const place = h('ol', { class: 'minute' });
  const puzzle = hasMinute(game) ? null : await puzzleOf(game);
  if (puzzle === undefined) return place;
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
  (puzzle ? puzzleMinute(puzzle, title) : minuteOf(game, title)).then(
    (pictures) => pictures.forEach((picture, i) => fill(items[i].children[0], picture)),
    (problem) => place.before(h('p', { class: 'note', role: 'alert' }, reasonOf(problem, t('server-gone')))),
  );
  return place;
}

/** What a game or a problem is called. @param {string} game */
async function titleOf(game) {
  return hasMinute(game) ? t(`game-${game}`) : ((await puzzleOf(game))?.title ?? game);
}

/** Shows the rules over whatever is in view. @param {string} game */
export async function showRules(game) {
  const pictures = await minute(game);
  const keys = hasMinute(game) ? [h('h3', { class: 'small-head' }, t('keys')), keyList()] : [];
  const dialog = openDialog(t('minute-title', { game: await titleOf(game) }), pictures, ...keys);
  dialog.classList.add('rules');
}

/** The rules as a page of their own. @param {string} game */
export async function rulesView(game) {
  const pictures = await minute(game);
  const title = await titleOf(game);
  const [href, act] = hasMinute(game)
    ? [`#/new/${game}`, t('play-game', { game: title })]
    : [address(['watch'], { subject: game }), t('watch-puzzle', { problem: title })];
  return h(
    'section',
    { class: 'rules-page' },
    h('h1', {}, t('minute-title', { game: title })),
    pictures,
    h(
      'div',
      { class: 'acts' },
      h('a', { class: 'button primary large', href }, act),
      h('a', { class: 'button plain', href: '#/learn' }, t('other-rules')),
    ),
  );
}
