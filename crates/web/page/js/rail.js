// The rail beside the board: what game it is, the result once there is one, moves, analysis, settings, and what can
// be done with the game.

import { askHint } from './ahead.js';
import { tableAddress } from './address.js';
import { download, fill, h } from './dom.js';
import { icon } from './icons.js';
import { showKeys } from './keys.js';
import { t } from './language.js';
import { moveList } from './moves.js';
import { RoomMatch, waiting } from './room.js';
import { showRules } from './rules.js';
import { keep, settings } from './settings.js';
import { sharePicture } from './share.js';
import { sayWhy, sayWinner } from './strips.js';
import { toast } from './toast.js';

/** @typedef {import('./table.js').Table} Table */

/** @param {Table} table */
export function rail(table) {
  const { match, mode } = table;
  const typed = /** @type {HTMLInputElement | null} */ (table.rail.querySelector('[data-key=typed]'));
  const moves = table.rail.querySelector('.moves');
  const scrolled = moves?.scrollTop ?? 0;
  table.rail.classList.toggle('open', table.isRailOpen);
  const parts = mode === 'play' ? playing(table) : table.analysis.studio();
  fill(table.rail, head(table), ...parts, actions(table));
  header(table);
  // A move half typed outlives what is drawn meanwhile, but not a move.
  const field = /** @type {HTMLInputElement | null} */ (table.rail.querySelector('[data-key=typed]'));
  if (typed && field && table.drawnPlace === match.place) field.value = typed.value;
  follow(table, scrolled);
}

/** Keeps the move on the board in sight inside the list; nothing else scrolls. @param {Table} table @param {number} scrolled */
function follow(table, scrolled) {
  const list = table.rail.querySelector('.moves');
  const here = list?.querySelector('[aria-current=step]');
  if (!(list instanceof HTMLElement) || !(here instanceof HTMLElement)) return;
  list.scrollTop = scrolled;
  const [box, frame] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}

/** @param {Table} table */
function head(table) {
  const { match, mode } = table;
  const name = t(`game-${match.setup.game}`);
  const title = mode === 'play' ? name : t(`title-${mode}`, { game: name });
  return h(
    'header',
    { class: 'rail-head' },
    h('h1', {}, title),
    h(
      'button',
      { type: 'button', class: 'quiet', 'data-key': 'rules', onclick: () => showRules(match.setup.game) },
      t('rules'),
    ),
    mode === 'play'
      ? h(
          'button',
          { type: 'button', class: 'quiet', 'data-key': 'new-game', onclick: () => table.handlers.onNew(false) },
          t('new-game'),
        )
      : h(
          'button',
          { type: 'button', class: 'quiet', 'data-key': 'to-play', onclick: () => table.handlers.onMode('play') },
          t('to-play'),
        ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet round only-narrow',
        'data-key': 'close-rail',
        'aria-label': t('close'),
        onclick: () => openRail(table, false),
      },
      icon('close'),
    ),
  );
}

/** @param {Table} table @param {boolean} isOpen */
function openRail(table, isOpen) {
  table.isRailOpen = isOpen;
  table.draw();
}

/** What the bar shows beside the game's name on a phone. @param {Table} table */
function header(table) {
  const place = document.getElementById('quick');
  if (!place) return;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {() => void} */ onclick,
    isOff = false,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet round',
        'data-key': `quick-${key}`,
        'aria-label': t(key),
        disabled: isOff,
        onclick,
      },
      icon(sign),
    );
  const { match } = table;
  fill(
    place,
    h('span', { class: 'quick-title' }, t(`game-${match.setup.game}`)),
    button('take-back', 'back', () => table.go(match.takeBack()), match.backTo() === null && !match.resigned),
    table.mayAsk() ? button('hint', 'hint', () => askHint(table), match.mover() === null) : null,
    button('moves', 'chart', () => openRail(table, !table.isRailOpen)),
  );
}

/** @param {Table} table @returns {import('./dom.js').Child[]} */
function playing(table) {
  const { match } = table;
  const tab = (/** @type {'moves' | 'analysis' | 'settings'} */ name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        'data-key': `tab-${name}`,
        id: `tab-${name}`,
        'aria-selected': table.tab === name,
        'aria-controls': 'rail-panel',
        onclick: () => {
          table.tab = name;
          table.draw();
        },
      },
      t(name === 'analysis' ? 'analysis' : name),
    );
  const bodies = {
    moves: () => [
      moveList(
        match,
        (move) => table.play(move),
        (going) => table.go(going),
      ),
      hints(table),
    ],
    analysis: () => (table.mayAsk() ? table.analysis.panel() : [h('p', { class: 'faint' }, t('locked'))]),
    settings: () => [options(table)],
  };
  return [
    match instanceof RoomMatch ? waiting(match, () => location.reload()) : null,
    result(table),
    h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': t('game-panel') },
      tab('moves'),
      tab('analysis'),
      tab('settings'),
    ),
    h(
      'div',
      {
        class: `panel ${table.tab}`,
        role: 'tabpanel',
        id: 'rail-panel',
        'aria-labelledby': `tab-${table.tab}`,
        tabindex: -1,
      },
      ...bodies[table.tab](),
    ),
  ];
}

/** How it ended, and what comes next. @param {Table} table */
function result(table) {
  const { match } = table;
  if (match.mover() !== null || !match.isAtEnd()) return null;
  return h(
    'section',
    { class: 'result sheet' },
    h('h2', {}, sayWinner(match)),
    h('p', {}, sayWhy(match)),
    h(
      'div',
      { class: 'acts' },
      match.room
        ? null
        : h(
            'button',
            { type: 'button', class: 'primary', 'data-key': 'rematch', onclick: () => table.handlers.onNew(true) },
            t('rematch'),
          ),
      h(
        'button',
        { type: 'button', class: 'plain', 'data-key': 'review', onclick: () => table.handlers.onMode('review') },
        icon('chart'),
        t('review'),
      ),
    ),
  );
}

/** A few keys in sight. @param {Table} table */
function hints(table) {
  const isLaid = table.match.frame?.pieces.some(({ shape }) => shape === 'block');
  const keys = isLaid
    ? [
        ['A–Z', 'keys-letters'],
        ['← ↑ → ↓', 'keys-arrows'],
        ['.', 'keys-next'],
        ['Esc', 'keys-escape'],
      ]
    : [
        ['← ↑ → ↓', 'keys-arrows'],
        ['↵', 'keys-enter'],
        ['[ ]', 'keys-step'],
        ['?', 'keys-keys'],
      ];
  return h(
    'dl',
    { class: 'key-hints only-wide' },
    ...keys.map(([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, t(text)))),
  );
}

/** @param {Table} table */
function options(table) {
  const box = (/** @type {'marks' | 'sound' | 'confirm'} */ name) =>
    h(
      'label',
      { class: 'switch' },
      h('input', {
        type: 'checkbox',
        'data-key': `setting-${name}`,
        checked: settings[name],
        onchange: (/** @type {any} */ event) => {
          keep({ [name]: event.target.checked });
          table.draw();
        },
      }),
      h('span', {}, t(`setting-${name}`), h('small', {}, t(`setting-${name}-help`))),
    );
  return h('div', { class: 'settings' }, box('marks'), box('confirm'), box('sound'));
}

/** What can be done with the game: four in sight, the rest under a menu. @param {Table} table */
function actions(table) {
  const { match } = table;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {() => void} */ onclick,
    isOff = false,
    isSmall = false,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: isSmall ? 'quiet round' : 'quiet',
        'data-key': key,
        'aria-label': isSmall ? t(key) : null,
        title: isSmall ? t(key) : null,
        onclick,
        disabled: isOff,
      },
      icon(sign),
      isSmall ? null : h('span', {}, t(key)),
    );
  const isAuto = match.players.every((player) => player.kind === 'engine');
  const isOver = match.mover() === null;
  const canPause = table.mode === 'play' && !isOver && (isAuto || (match.isPaused && match.mover()?.kind === 'engine'));
  return h(
    'footer',
    { class: 'actions' },
    canPause
      ? button(match.isPaused ? 'go-on' : 'pause', match.isPaused ? 'next' : 'pause', () => resume(table), isOver)
      : null,
    canPause && match.isPaused && match.players.some(({ kind }) => kind === 'engine')
      ? button('step', 'arrow', () => step(table), match.mover()?.kind !== 'engine' || !match.isAtEnd(), true)
      : null,
    button('take-back', 'back', () => table.go(match.takeBack()), match.backTo() === null && !match.resigned),
    button('redo', 'again', () => table.go(match.redo()), match.forwardTo() === null, true),
    table.mayAsk() && !canPause ? button('hint', 'hint', () => askHint(table), isOver) : null,
    menu(table),
  );
}

/** One move of an engine, and then the game waits again. @param {Table} table */
function step(table) {
  table.match.isPaused = false;
  table.moveOn();
  table.match.isPaused = true;
  table.draw();
}

/** Stops the engines or lets them go on, from the end of the line. @param {Table} table */
function resume(table) {
  const { match } = table;
  match.isPaused = !match.isPaused;
  if (!match.isPaused && !match.isAtEnd()) return table.go(match.jump(match.line.length));
  table.moveOn();
  table.draw();
}

/** @param {Table} table */
function menu(table) {
  const { match } = table;
  const close = () => {
    details.open = false;
  };
  const item = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
    h(
      'button',
      {
        type: 'button',
        'data-key': key,
        onclick: () => {
          close();
          onclick();
        },
      },
      t(key),
    );
  const isMine = match.mover()?.kind === 'human';
  const seat = /** @type {1 | 2} */ (match.state?.turn);
  const details = h(
    'details',
    { class: 'menu' },
    h('summary', { 'aria-label': t('more'), 'data-key': 'more' }, icon('dots')),
    h(
      'div',
      { class: 'menu-items' },
      item('link', () => copyLink(table)),
      table.mode === 'play' && table.mayAsk() ? item('explore', () => table.handlers.onMode('analyse')) : null,
      match.line.length && table.mode === 'play' && table.mayAsk()
        ? item('review-now', () => table.handlers.onMode('review'))
        : null,
      table.mode === 'play' && isMine ? item('resign', () => match.resign(seat)) : null,
      match.room ? null : item('swap-sides', () => table.handlers.onNew(true)),
      item('share', () => shareText(table)),
      item('export', () => download(`${match.setup.game}.json`, 'application/json', match.share())),
      item('picture-svg', () => sharePicture(table, 'svg')),
      item('picture-png', () => sharePicture(table, 'png')),
      item('keys', showKeys),
    ),
  );
  details.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !details.contains(/** @type {Node} */ (event.relatedTarget))) close();
  });
  details.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return details;
}

/** @param {Table} table */
async function copyLink(table) {
  const link = table.match.room ? location.href : location.href.split('#')[0] + tableAddress(table.match, table.mode);
  const isCopied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  toast(
    t(isCopied ? 'link-copied' : 'link-shown', { ply: table.match.place }),
    isCopied ? undefined : { label: t('show'), act: () => prompt(t('link'), link) },
  );
}

/** @param {Table} table */
async function shareText(table) {
  const text = table.match.share();
  await navigator.clipboard?.writeText(text).catch(() => {});
  table.rail.querySelector('.share')?.remove();
  const field = h('textarea', { class: 'share', readonly: true, rows: 4, 'aria-label': t('share') });
  field.value = text;
  table.rail.querySelector('.rail-head')?.after(field);
  field.select();
}
