// Where one learns: six lessons, the rules of every game in a minute, and searches worth watching.

import { address, exampleAddress } from './address.js';
import { call } from './api.js';
import { showcase } from './catalogue.js';
import { fill, h } from './dom.js';
import { hasMinute, puzzleMinute, puzzles, stillOf } from './gallery.js';
import { t } from './language.js';

/** @param {{ name: string }[]} games */
export async function learnView(games) {
  const [{ lessons }, all] = await Promise.all([call('lessons'), puzzles()]);
  const card = (/** @type {{ name: string }} */ { name }) => {
    const place = h('span', { class: 'card-picture' });
    stillOf(name).then((picture) => picture && fill(place, picture));
    return h('a', { class: 'card', href: `#/rules/${name}` }, place, h('strong', {}, t(`game-${name}`)));
  };
  const puzzleCard = (/** @type {import('./gallery.js').Puzzle} */ puzzle) => {
    const place = h('span', { class: 'card-picture' });
    const last = { ...puzzle, minute: puzzle.minute.slice(-1) };
    puzzleMinute(last).then(
      ([picture]) => fill(place, picture),
      () => {},
    );
    return h('a', { class: 'card', href: address(['rules', puzzle.name]) }, place, h('strong', {}, puzzle.title));
  };
  return h(
    'div',
    { class: 'learn' },
    h('h1', {}, t('learn-title')),
    h('p', { class: 'lead' }, t('learn-lead')),
    h('h2', {}, t('learn-lessons')),
    h(
      'ol',
      { class: 'lessons' },
      ...lessons.map((/** @type {{ name: string, title: string, about: string }} */ { name, title, about }) =>
        h('li', { class: 'sheet' }, h('h3', {}, h('a', { href: address(['lesson', name]) }, title)), h('p', {}, about)),
      ),
    ),
    h('h2', {}, t('learn-rules')),
    h('div', { class: 'cards' }, ...games.filter(({ name }) => hasMinute(name)).map(card), ...all.map(puzzleCard)),
    h('h2', {}, t('learn-searches')),
    h(
      'ol',
      { class: 'lessons' },
      ...showcase.examples.map((example) =>
        h(
          'li',
          { class: 'sheet' },
          h('h3', {}, h('a', { href: exampleAddress(example) }, t(`lesson-${example.key}`))),
          h('p', {}, t(`lesson-${example.key}-text`)),
        ),
      ),
    ),
  );
}
