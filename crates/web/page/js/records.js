// Games that were played, here or in the terminal: found again by words and chips, looked at, gone on with, removed.

import { call, reasonOf } from './api.js';
import { download, fill, h } from './dom.js';
import { icon } from './icons.js';
import { isSaid, t } from './language.js';
import { openKept, sayOutcome, sayPlayers, sayWhen } from './recent.js';
import { picture } from './picture.js';
import { toast } from './toast.js';

/** @typedef {import('./recent.js').Summary} Summary */

/** @param {Summary} record */
function wordsOf(record) {
  const game = isSaid(`game-${record.game}`) ? t(`game-${record.game}`) : record.game;
  return [
    game,
    record.game,
    sayPlayers(record.players),
    ...record.players,
    sayOutcome(record),
    sayWhen(record.started),
    record.started,
  ]
    .join(' ')
    .toLowerCase();
}

/** Chips that narrow the list. @type {Record<string, (record: Summary) => boolean>} */
const CHIPS = {
  all: () => true,
  unfinished: ({ ending }) => ending === null,
  won: ({ ending, players }) =>
    ending?.winner != null && players[ending.winner - 1] === 'human' && players[2 - ending.winner] !== 'human',
  lost: ({ ending, players }) =>
    ending?.winner != null && players[ending.winner - 1] !== 'human' && players[2 - ending.winner] === 'human',
  drawn: ({ ending }) => ending !== null && ending.winner === null,
};

/** @param {(match: import('./match.js').Match, mode?: import('./table.js').Mode) => void} onMatch */
export async function recordsView(onMatch) {
  /** @type {Summary[]} */
  let records = (await call('records')).records;
  let chip = 'all';
  /** @type {number | null} */
  let chosen = null;
  const count = h('span', { class: 'faint' });
  const list = h('div', { class: 'record-cards' });
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': t('filter') });
  const side = h('aside', { class: 'record-side', 'aria-label': t('chosen-game') });
  const field = h('input', {
    type: 'search',
    name: 'search',
    placeholder: t('search-games'),
    'aria-label': t('search-games'),
    oninput: () => draw(),
  });
  const looked = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      looked.unobserve(target);
      miniature(Number(/** @type {HTMLElement} */ (target).dataset.id), target);
    }
  });
  const remove = async (/** @type {Summary} */ record) => {
    try {
      const whole = await call(`records/${record.id}/remove`, {});
      records = records.filter(({ id }) => id !== record.id);
      chosen = null;
      draw();
      const restore = async () => {
        await call('records/restore', whole);
        records = (await call('records')).records;
        draw();
      };
      toast(t('removed', { game: t(`game-${record.game}`) }), {
        label: t('undo'),
        act: () => restore().catch((problem) => toast(reasonOf(problem, t('server-gone')))),
      });
    } catch (problem) {
      toast(reasonOf(problem, t('server-gone')));
    }
  };
  const choose = (/** @type {Summary} */ record) => {
    chosen = record.id;
    draw();
    side.querySelector('button')?.focus({ preventScroll: true });
  };
  const card = (/** @type {Summary} */ record) => {
    const place = h('span', { class: 'card-picture', 'data-id': record.id });
    looked.observe(place);
    return h(
      'button',
      {
        type: 'button',
        class: 'record card',
        'data-id': record.id,
        'aria-pressed': record.id === chosen,
        onclick: () => choose(record),
      },
      place,
      h('strong', {}, t(`game-${record.game}`)),
      h('span', {}, sayPlayers(record.players)),
      h('span', {}, sayOutcome(record)),
      h('span', { class: 'faint' }, sayWhen(record.started)),
    );
  };
  const draw = () => {
    const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = records.filter(
      (record) => CHIPS[chip](record) && asked.every((word) => wordsOf(record).includes(word)),
    );
    fill(count, t('games-kept', { count: records.length, shown: found.length }));
    fill(
      chips,
      ...Object.entries(CHIPS).map(([name, fits]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip-button',
            'aria-pressed': name === chip,
            onclick: () => {
              chip = name;
              draw();
            },
          },
          t(`chip-${name}`),
          name === 'all' ? '' : ` ${records.filter(fits).length}`,
        ),
      ),
    );
    fill(
      list,
      ...(found.length
        ? found.map(card)
        : [
            h(
              'p',
              { class: 'faint' },
              t(records.length ? 'no-such-game' : 'no-records'),
              ' ',
              h('a', { href: '#/new' }, t('door-play')),
            ),
          ]),
    );
    const record = records.find(({ id }) => id === chosen);
    fill(
      side,
      ...(record ? details(record, onMatch, () => remove(record)) : [h('p', { class: 'faint' }, t('choose-a-record'))]),
    );
  };
  draw();
  const element = h(
    'div',
    { class: 'records' },
    h(
      'div',
      { class: 'records-main' },
      h(
        'header',
        { class: 'records-head' },
        h('h1', {}, t('records')),
        count,
        h('label', { class: 'search' }, icon('search'), field),
      ),
      chips,
      list,
    ),
    side,
  );
  return { element, leave: () => looked.disconnect() };
}

/** Draws how a kept game stands. @param {number} id @param {Element} place */
async function miniature(id, place) {
  try {
    const { setup } = await call(`records/${id}`);
    const state = await call('state', { ...setup, frame: true, choices: [] });
    fill(place, picture(state.frame, state.scene, { last: state.last?.at ?? [], small: true }));
  } catch {
    // A game that cannot be drawn keeps its words.
  }
}

/** @param {Summary} record @param {(match: import('./match.js').Match, mode?: import('./table.js').Mode) => void} onMatch @param {() => void} onRemove */
function details(record, onMatch, onRemove) {
  const place = h('div', { class: 'record-picture' });
  miniature(record.id, place);
  const open = async (/** @type {import('./table.js').Mode} */ mode) => {
    try {
      onMatch(await openKept(record.id), mode);
    } catch (problem) {
      toast(reasonOf(problem, t('server-gone')));
    }
  };
  const save = async () => {
    const { setup } = await call(`records/${record.id}`);
    download(`${record.game}-${record.id}.json`, 'application/json', JSON.stringify(setup));
  };
  const isOver = record.ending !== null;
  return [
    h('h2', {}, t(`game-${record.game}`)),
    h('p', { class: 'faint' }, `${sayPlayers(record.players)} · ${sayWhen(record.started)}`),
    place,
    h('p', {}, sayOutcome(record)),
    h(
      'button',
      {
        type: 'button',
        class: 'primary large',
        'data-key': 'open-record',
        onclick: () => open(isOver ? 'review' : 'play'),
      },
      t(isOver ? 'review' : 'go-on'),
    ),
    h(
      'div',
      { class: 'acts' },
      h(
        'button',
        { type: 'button', class: 'plain', 'data-key': 'open-table', onclick: () => open(isOver ? 'play' : 'review') },
        t(isOver ? 'look-at' : 'review'),
      ),
      h('button', { type: 'button', class: 'plain', onclick: save }, t('export')),
      h(
        'button',
        { type: 'button', class: 'quiet danger', 'data-key': 'remove-record', onclick: onRemove },
        t('remove'),
      ),
    ),
  ];
}
