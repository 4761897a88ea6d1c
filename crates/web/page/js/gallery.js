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

/**
 * @typedef {{ name: string, title: string, minute: { board: string, moves: string[] }[] }} Puzzle a problem for one player
 */

/** @type {Promise<Puzzle[]> | null} */
let asked = null;

/** The problems for one player. */
export function puzzles() {
  asked ??= call('problems').then(({ problems }) => problems);
  return asked;
}

/** The problem of this name. @param {string} name */
export async function puzzleOf(name) {
  return (await puzzles()).find((one) => one.name === name);
}

/** The pictures of a problem's rules. @param {Puzzle} puzzle @param {(n: number) => string} [labelOf] */
export function puzzleMinute({ name, minute }, labelOf) {
  const made = minute.map(async (ask, i) => {
    const { frame, scene } = await call('problems/state', { problem: name, ...ask });
    // Whoever plays alone is nobody's opponent: their pieces are drawn as the first side's.
    const squares = scene.squares.map((/** @type {any} */ one) =>
      one.piece === undefined ? one : { owner: 1, ...one },
    );
    return picture(frame, { ...scene, squares }, labelOf ? { label: labelOf(i + 1) } : { small: true });
  });
  return Promise.all(made);
}

/** The pictures of a game's rules. @param {string} game @param {(n: number) => string} labelOf */
export function minuteOf(game, labelOf) {
  const scenes = entryOf(game)?.minute ?? [];
  return Promise.all(scenes.map((scene, i) => made(game, scene, { label: labelOf(i + 1) })));
}
