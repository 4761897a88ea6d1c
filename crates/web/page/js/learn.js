// Where one learns: six lessons, the rules of every game in a minute, and searches worth watching.

import { address, exampleAddress } from './address.js';
import { call } from './api.js';
import { showcase } from './catalogue.js';
import { fill, h } from './dom.js';
import { hasMinute, stillOf } from './gallery.js';
import { t } from './language.js';

/** @param {{ name: string }[]} games */
export async function learnView(games) {
  const { lessons } = await call('lessons');
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
    h('h2', {}, t('learn-lessons')),
    h(
      'ol',
      { class: 'lessons' },
      ...lessons.map((/** @type {{ name: string, title: string, about: string }} */ { name, title, about }) =>
        h('li', { class: 'sheet' }, h('h3', {}, h('a', { href: address(['lesson', name]) }, title)), h('p', {}, about)),
      ),
    ),
    h('h2', {}, t('learn-rules')),
    h('div', { class: 'cards' }, ...games.filter(({ name }) => hasMinute(name)).map(card)),
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
