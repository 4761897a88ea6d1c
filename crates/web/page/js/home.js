// The first page: what Plywood is, five doors, a board that lives, and the last games.

import { exampleAddress } from './address.js';
import { showcase } from './catalogue.js';
import { h, s } from './dom.js';
import { t } from './language.js';
import { living } from './living.js';
import { figure, knight } from './pieces.js';
import { goOn } from './recent.js';

/** @typedef {{ name: string }} Entry */

/** @param {Entry[]} games @param {(match: import('./match.js').Match) => void} onMatch */
export function homeView(games, onMatch) {
  const life = living();
  const doors = [
    ['play', '#/new', playing()],
    ['analyse', '#/analyse', analysing()],
    ['watch', '#/watch', thinking()],
    ['learn', '#/learn', learning()],
    ['compete', '#/compete', competing()],
  ];
  const door = (/** @type {any[]} */ [name, href, drawn]) =>
    h(
      'a',
      { class: 'door', href },
      h('span', { class: 'door-picture' }, drawn),
      h('strong', {}, t(`door-${name}`)),
      h('span', { class: 'door-text' }, t(`door-${name}-text`)),
    );
  /** Problems for one player, each by the first search that shows it. */
  const puzzles = new Map(
    [...showcase.examples]
      .reverse()
      .filter(({ subject }) => !games.some(({ name }) => name === subject))
      .map((example) => [example.subject, exampleAddress(example)]),
  );
  const element = h(
    'div',
    { class: 'home' },
    h(
      'section',
      { class: 'hero' },
      h(
        'div',
        { class: 'hero-words' },
        h('h1', {}, t('home-title')),
        h('p', { class: 'lead' }, t('home-lead')),
        h(
          'div',
          { class: 'acts' },
          h('a', { class: 'button primary large', href: '#/new' }, t('door-play')),
          h('a', { class: 'button plain large invitation', href: '#/watch' }, t('watch-cut')),
        ),
      ),
      life.element,
    ),
    h('nav', { class: 'doors', 'aria-label': t('doors') }, ...doors.map(door)),
    goOn(onMatch),
    h(
      'p',
      { class: 'game-links' },
      ...games.flatMap(({ name }) => [h('a', { href: `#/new/${name}` }, t(`game-${name}`)), ' ']),
      ...[...puzzles].flatMap(([name, href]) => [h('a', { href }, t(`problem-${name}`)), ' ']),
    ),
  );
  return { element, leave: life.leave };
}

/** @param {number} width @param {number} height @param {...SVGElement} parts */
function drawing(width, height, ...parts) {
  return s('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': true }, ...parts);
}

/** @param {SVGElement} drawn @param {number} x @param {number} y @param {number} size */
function at(drawn, x, y, size) {
  return s('g', { transform: `translate(${x} ${y}) scale(${size / 100})` }, drawn);
}

function playing() {
  return drawing(
    220,
    110,
    at(figure({ shape: 'disc', tone: 'light', hollow: true }), 20, 2, 84),
    at(figure({ shape: 'box', tone: 'dark' }), 72, 6, 84),
    at(knight(2), 132, 30, 74),
  );
}

function analysing() {
  return drawing(
    220,
    110,
    s('path', { d: 'M0 58L30 36L58 46L86 24L112 40L136 58Z', class: 'area side-1' }),
    s('path', { d: 'M136 58L160 84L190 70L220 78V58Z', class: 'area side-2' }),
    s('path', { d: 'M0 58H220', class: 'graph-zero' }),
    s('path', { d: 'M0 58L30 36L58 46L86 24L112 40L160 84L190 70L220 78', class: 'graph-line' }),
    s('g', { class: 'mistake blunder' }, s('circle', { cx: 160, cy: 84, r: 7 })),
  );
}

function thinking() {
  const node = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {boolean} */ isMax,
    /** @type {string} */ value,
  ) =>
    s(
      'g',
      { class: `tree-node side-${isMax ? 1 : 2}` },
      s('path', {
        d: isMax ? `M${x} ${y - 18}L${x + 19} ${y + 15}H${x - 19}Z` : `M${x} ${y + 18}L${x + 19} ${y - 15}H${x - 19}Z`,
      }),
      s('text', { x, y: y + (isMax ? 10 : 2), 'text-anchor': 'middle', 'font-size': 13, 'font-weight': 700 }, value),
    );
  return drawing(
    220,
    110,
    s('path', { d: 'M110 40L60 62', class: 'branch on' }),
    s('path', { d: 'M110 40L160 62M60 90L40 108M60 90L80 108', class: 'branch' }),
    s('path', { d: 'M160 90L148 108M160 90L178 108', class: 'cut-branch' }),
    node(110, 28, true, '3'),
    node(60, 74, false, '3'),
    node(160, 74, false, '2'),
  );
}

function learning() {
  const tile = (/** @type {number} */ x, /** @type {number} */ i, /** @type {string} */ text) => {
    const [column, row] = [i % 3, Math.floor(i / 3)];
    return s(
      'g',
      { class: 'plate' },
      s('rect', { x: x + column * 26, y: 16 + row * 26, width: 24, height: 24, rx: 4 }),
      s('text', { x: x + column * 26 + 12, y: 34 + row * 26, 'text-anchor': 'middle', 'font-size': 15 }, text),
    );
  };
  const board = (/** @type {number} */ x, /** @type {string} */ tiles) => [
    s('rect', { x: x - 5, y: 11, width: 86, height: 86, rx: 7, class: 'tile-tray' }),
    ...[...tiles].flatMap((text, i) => (text === '0' ? [] : [tile(x, i, text)])),
  ];
  return drawing(
    220,
    110,
    ...board(18, '512043786'),
    s('path', { d: 'M106 54h14M115 48l6 6-6 6', class: 'branch on' }),
    ...board(132, '123456780'),
  );
}

function competing() {
  const bar = (/** @type {number} */ i, /** @type {number} */ width, /** @type {number} */ side) => [
    s('rect', { x: 18, y: 16 + i * 22, width, height: 13, rx: 2, class: `side-${side} body` }),
    s('path', { d: `M${width + 4} ${22.5 + i * 22}h28m0 -5v10m-28 -10v10`, class: 'graph-line' }),
  ];
  return drawing(220, 110, ...bar(0, 150, 1), ...bar(1, 118, 2), ...bar(2, 92, 1), ...bar(3, 54, 2));
}
