// A board that lives: a game between two engines that goes on while the page is looked at.

import { call, isOurs } from './api.js';
import { entryOf, showcase } from './catalogue.js';
import { fill, h } from './dom.js';
import { t } from './language.js';
import { moveIcon } from './pieces.js';
import { picture } from './picture.js';

/** How long each position stays, in milliseconds. */
const STAYS = 1800;
const LEVEL = 4;

/** @returns {{ element: HTMLElement, leave: () => void }} */
export function living() {
  const frameOf = h('div', { class: 'living-board' });
  const words = h('p', { class: 'living-words' });
  const element = h(
    'a',
    { class: 'living', href: '#/new' },
    h('span', { class: 'visually-hidden' }, t('living-label')),
    frameOf,
    words,
  );
  const gone = new AbortController();
  const game = showcase.living;
  const { moves } = /** @type {import('./catalogue.js').Entry} */ (entryOf(game)).card;
  /** @type {import('./types.js').Frame | null} */
  let frame = null;
  let line = [...moves];
  /** @type {number | undefined} */
  let timer;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const show = async () => {
    const state = await call('state', { game, moves: line, frame: frame === null, choices: [] }, gone.signal);
    frame = state.frame ?? frame;
    if (!frame) return null;
    fill(frameOf, picture(frame, state.scene, { last: state.last?.at ?? [], named: true }));
    const latest = state.played.slice(-3).reverse();
    fill(
      words,
      h('span', { class: 'live-dot', 'aria-hidden': true }),
      t('living-words', { level: LEVEL }),
      ' ',
      ...latest.map((/** @type {import('./types.js').Ply} */ ply) =>
        h('span', { class: 'living-move' }, moveIcon(/** @type {any} */ (frame), ply, ply.seat, 16), ply.short),
      ),
    );
    return state;
  };
  const step = async () => {
    try {
      // Nobody plays for an empty room.
      if (document.hidden || isStill || element.matches(':focus-within, :hover')) return again();
      const thought = await call('think', { game, moves: line, level: LEVEL, time_ms: 300 }, gone.signal);
      line.push(thought.best);
      const state = await show();
      if (state)
        line =
          state.result === null
            ? state.played.map((/** @type {import('./types.js').Ply} */ { move }) => move)
            : [...moves];
      again();
    } catch (problem) {
      // The board simply stands still while the server is busy or away.
      if (!isOurs(problem)) again(4 * STAYS);
    }
  };
  const again = (after = STAYS) => {
    if (!gone.signal.aborted) timer = setTimeout(step, after);
  };
  show().then(
    () => again(),
    () => {},
  );
  return {
    element,
    leave: () => {
      clearTimeout(timer);
      gone.abort();
    },
  };
}
