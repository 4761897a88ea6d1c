// Pictures of what a game is about: one for its card and four for its rules. The rules make them, from positions that
// the catalogue names.

import { call } from './api.js';
import { entryOf } from './catalogue.js';
import { picture } from './picture.js';

/** Whether there are pictures of the rules of a game. @param {string} game */
export function hasMinute(game) {
  return entryOf(game) !== undefined;
}

/** @param {string} game @param {import('./catalogue.js').Still} scene @param {Parameters<typeof picture>[2]} [options] */
async function made(game, scene, options) {
  const state = await call('state', {
    game,
    rules: '',
    ...scene,
    frame: true,
    choices: [],
  });
  return picture(state.frame, state.scene, { last: state.last?.at ?? [], ...options });
}

/** The picture of a game's card, or nothing where the rules cannot make it. @param {string} game */
export function stillOf(game) {
  const entry = entryOf(game);
  return entry ? made(game, entry.card, { small: true }).catch(() => null) : Promise.resolve(null);
}

/** The pictures of a game's rules. @param {string} game @param {(n: number) => string} labelOf */
export function minuteOf(game, labelOf) {
  const scenes = entryOf(game)?.minute ?? [];
  return Promise.all(scenes.map((scene, i) => made(game, scene, { label: labelOf(i + 1) })));
}
