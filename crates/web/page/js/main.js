// The page's frame: where one is, what can be reached from there, language and light. Every view has an address and
// comes when it is wanted, so that the first one is there at once.

import { address, readAddress, setupOf, tableAddress } from './address.js';
import { reasonOf } from './api.js';
import { games, showcase } from './catalogue.js';
import { dress, fill, h } from './dom.js';
import { homeView } from './home.js';
import { icon, logo } from './icons.js';
import { bring, language, speak, t } from './language.js';
import { seated } from './players.js';
import { keep } from './settings.js';
import { woods } from './woods.js';

const place = /** @type {HTMLElement} */ (document.getElementById('main'));
const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
/** @type {{ leave?: () => void }} */
let current = {};
/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('./address.js').Address & { turn: number }} Sent an address, and which of all that were followed */
/** The game on the table; it outlives a reload, and then waits to be told to go on. @type {Match | null} */
let match = null;
/** Counts views, so that one that comes too late is not shown. */
let followed = 0;

/**
 * @param {{ leave?: () => void }} view @param {Element} element
 * @param {Sent} [from] where one was sent; by now it may be somewhere else
 */
function show(view, element, from) {
  if (from && from.turn !== followed) {
    view.leave?.();
    return;
  }
  const isFirst = !place.hasChildNodes();
  current = { leave: () => view.leave?.() };
  fill(place, element);
  // A reader begins at the top of a page; later views are where the reader is sent.
  if (!isFirst) place.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Opens a table. @param {Match} next @param {import('./table.js').Mode} [mode] */
function sitDown(next, mode = 'play') {
  match = next;
  const to = tableAddress(next, mode);
  if (location.hash === to) follow();
  else location.hash = to;
}

/** @param {Match} next @param {import('./table.js').Mode} mode */
async function showTable(next, mode) {
  const [{ Table }, { Match }] = await Promise.all([import('./table.js'), import('./match.js')]);
  const table = new Table(next, mode, {
    onNew: (swap) => {
      if (!swap) {
        location.hash = address(['new', next.setup.game]);
        return;
      }
      const other = new Match({ ...next.setup, moves: [] }, [next.players[1], next.players[0]], next.timeMs);
      sitDown(Object.assign(other, { patience: next.patience, isLocked: next.isLocked }));
    },
    onMode: (to) => sitDown(next, to),
  });
  show(table, table.element);
  await next.refresh().catch((problem) => table.complain(problem));
  if (mode === 'review') table.analysis.review();
}

/** The game an address speaks of: the one on the table, if it is that one. @param {import('./address.js').Address} from */
async function matchAt(from) {
  const { Match } = await import('./match.js');
  const { ply, ...setup } = setupOf(from);
  const isSame = (/** @type {Match | null} */ one) =>
    one !== null &&
    ['game', 'rules', 'seed', 'position'].every(
      (key) => (one.setup[/** @type {'game'} */ (key)] || '') === (setup[/** @type {'game'} */ (key)] || ''),
    ) &&
    one.line.join(' ') === setup.moves.join(' ');
  /** @type {Match | null} */
  const known = isSame(match) ? match : Match.remembered();
  if (known && isSame(known)) {
    if (known !== match) known.isPaused = known.names().some((/** @type {string} */ name) => name !== 'human');
    known.place = ply ?? known.line.length;
    return known;
  }
  const seats = (from.query.get('seats') ?? 'human human').split(' ');
  const made = new Match(
    setup,
    [0, 1].map((i) => seated(seats[i] ?? 'human')),
    1000,
  );
  const late = Number(from.query.get('late'));
  const resigned = late || Number(from.query.get('resigned'));
  Object.assign(made, {
    place: ply ?? setup.moves.length,
    isPaused: seats.some((name) => name !== 'human') && setup.moves.length > 0,
  });
  if (resigned === 1 || resigned === 2) Object.assign(made, { resigned, isFlagged: late > 0 });
  return made;
}

/** @type {Record<string, (from: Sent) => Promise<(() => void | Promise<void>) | void>>} */
const VIEWS = {
  async home() {
    const view = homeView(games, sitDown);
    show(view, view.element);
  },
  async new(from) {
    const { setupView } = await import('./setup.js');
    const onInvite = async (
      /** @type {import('./types.js').Setup} */ setup,
      /** @type {string} */ name,
      /** @type {string} */ first,
    ) => {
      location.hash = await (await import('./room.js')).invite(setup, name, first);
    };
    show({}, setupView(games, sitDown, from.rest[0] ?? match?.setup.game, onInvite, from.query), from);
  },
  async play(from) {
    if (!from.rest[0]) return VIEWS.new(from);
    const here = await matchAt(from);
    match = here;
    await showTable(here, 'play');
  },
  async analyse(from) {
    if (!from.rest[0] && !match) from = { ...from, rest: [showcase.first] };
    match = from.rest[0] ? await matchAt(from) : match;
    if (match) await showTable(match, 'analyse');
  },
  async edit(from) {
    const { ply: _, moves: __, ...start } = setupOf(from);
    start.game ||= showcase.first;
    const view = await (await import('./editor.js')).editView(start);
    show(view, view.element, from);
  },
  async review(from) {
    const here = await matchAt(from);
    match = here;
    await showTable(here, 'review');
  },
  async together(from) {
    const { follow: followRoom } = await import('./room.js');
    const left = new AbortController();
    current = { leave: () => left.abort() };
    await new Promise((resolve, reject) => {
      followRoom(from.rest[0] ?? '', left.signal, async (next) => {
        await showTable(next, 'play');
        const { leave } = current;
        current = {
          leave: () => {
            leave?.call(current);
            left.abort();
          },
        };
        resolve(undefined);
      }).catch(reject);
    });
  },
  async table(from) {
    const { Match } = await import('./match.js');
    match ??= Match.remembered();
    if (match) sitDown(match);
    else await VIEWS.new({ ...from, rest: [], query: new URLSearchParams() });
  },
  async watch(from) {
    await bring('watch');
    const view = (await import('./watch.js')).watchView(
      games.map(({ name }) => name),
      match ? match.here() : null,
      from.query,
    );
    show(view, view.element, from);
  },
  async compete(from) {
    await bring('watch');
    const names = games.map(({ name }) => name);
    const view = await (await import('./compare.js')).compareView(names, from);
    show(view, view.element, from);
  },
  async learn(from) {
    show({}, await (await import('./learn.js')).learnView(games), from);
  },
  async lesson(from) {
    await bring('watch');
    const view = await (await import('./lesson.js')).lessonView(from.rest[0] ?? '');
    show(view, view.element, from);
  },
  async rules(from) {
    show({}, await (await import('./rules.js')).rulesView(from.rest[0] ?? games[0].name), from);
  },
  async games(from) {
    const view = await (await import('./records.js')).recordsView(sitDown);
    show(view, view.element, from);
  },
};

async function follow() {
  const turn = ++followed;
  const from = { ...readAddress(location.hash), turn };
  const name = from.view in VIEWS ? from.view : 'home';
  current.leave?.();
  current = {};
  drawBar(name);
  document.title = name === 'home' ? 'Plywood' : `${t(`view-${name}`)} · Plywood`;
  try {
    if (name !== 'home') await Promise.all([bring('rest'), dress('views'), dress('table')]);
    if (turn !== followed) return;
    await VIEWS[name](from);
  } catch (problem) {
    if (turn === followed)
      show({}, h('p', { class: 'note alone', role: 'alert' }, reasonOf(problem, t('server-gone'))));
  }
}

/** Which of the five doors a view lies behind. @type {Record<string, string>} */
const BEHIND = {
  new: 'new',
  play: 'new',
  together: 'new',
  table: 'new',
  games: 'new',
  analyse: 'analyse',
  edit: 'analyse',
  review: 'analyse',
  watch: 'watch',
  learn: 'learn',
  rules: 'learn',
  lesson: 'learn',
  compete: 'compete',
};

/** @param {string} here */
function drawBar(here) {
  const link = (/** @type {string} */ name) =>
    h('a', { href: `#/${name}`, 'aria-current': BEHIND[here] === name ? 'page' : null }, t(`nav-${name}`));
  const other = language === 'pt' ? 'en' : 'pt';
  const root = document.documentElement;
  const light = h(
    'button',
    {
      type: 'button',
      class: 'quiet round',
      'aria-label': t('light-dark'),
      onclick: () => {
        const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
        root.dataset.theme = next;
        keep({ theme: next });
        fill(light, icon(next === 'dark' ? 'sun' : 'moon'));
      },
    },
    icon(root.dataset.theme === 'dark' ? 'sun' : 'moon'),
  );
  const nav = h(
    'nav',
    { 'aria-label': t('views'), id: 'nav' },
    ...['new', 'analyse', 'watch', 'learn', 'compete'].map(link),
    h('a', { href: '#/games', class: 'only-narrow', 'aria-current': here === 'games' ? 'page' : null }, t('nav-games')),
  );
  const isOpen = () => bar.classList.contains('open');
  const menu = h(
    'button',
    {
      type: 'button',
      class: 'quiet round only-narrow',
      'aria-label': t('menu'),
      'aria-expanded': false,
      'aria-controls': 'nav',
      onclick: () => {
        bar.classList.toggle('open');
        menu.setAttribute('aria-expanded', String(isOpen()));
      },
    },
    icon('menu'),
  );
  bar.classList.remove('open');
  fill(
    bar,
    h('a', { class: 'brand', href: '#/', 'aria-label': 'Plywood' }, logo(), h('span', {}, 'Plywood')),
    nav,
    h('span', { id: 'quick', class: 'quick' }),
    h(
      'span',
      { class: 'ends' },
      h(
        'button',
        {
          type: 'button',
          class: 'quiet round only-wide',
          'aria-label': t('keys'),
          onclick: async () => {
            await bring('rest');
            (await import('./keys.js')).showKeys();
          },
        },
        icon('keys'),
      ),
      light,
      h(
        'button',
        {
          type: 'button',
          class: 'quiet round',
          lang: other === 'pt' ? 'pt-PT' : 'en',
          'aria-label': other === 'pt' ? 'PT, Português' : 'EN, English',
          title: other === 'pt' ? 'Português' : 'English',
          onclick: () => speak(other),
        },
        other.toUpperCase(),
      ),
      menu,
    ),
  );
}

document.body.prepend(woods());
addEventListener('hashchange', follow);
await follow();
performance.mark('usable');
