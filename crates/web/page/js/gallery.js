// Positions that show what a game is about: a picture for its card and four for its rules. The rules make them; here
// stand only moves and positions as they are written.

import { call } from './api.js';
import { picture } from './picture.js';
import { Stills } from './stills.js';

/** @typedef {Partial<import('./types.js').Setup>} Scene */

const DUO = Stills.living.moves;
const COURSE = 'c2@a1 c2@m12 c2@c4 c2@k9 c2@e7 c2@i6 c1@g10 c1@g5 a@c7 c1@h12 c2@f11 b@e3'.split(' ');
const KNIGHTS = 'c3 e8 e2x11 g9 g3 h7x99'.split(' ');

/** @type {Record<string, { card: Scene, minute: Scene[] }>} */
const SCENES = {
  'blokus-duo': { card: { moves: DUO }, minute: [{ moves: [] }, { moves: DUO.slice(0, 2) }, { moves: DUO.slice(0, 5) }, { moves: DUO }] },
  blokus: { card: { moves: COURSE }, minute: [{ moves: [] }, { moves: COURSE.slice(0, 2) }, { moves: COURSE.slice(0, 5) }, { moves: COURSE }] },
  quarto: {
    card: { position: 'a..c/..57/...0/34.. 6', moves: [] },
    minute: [{ moves: [] }, { position: '.a.5/..3./.8../.... 6', moves: [] }, { position: '024./..../..../...9 6', moves: ['d1'] }, { position: 'a..c/..57/...0/34.. -', moves: [] }],
  },
  quatro: {
    card: { position: '.a.5/..3./68../...1 -', moves: [] },
    minute: [{ moves: [] }, { moves: ['6@b2', '9@c3'] }, { position: '024./..../..../...9 -', moves: ['6@d1'] }, { position: 'a..c/..57/...0/34.. -', moves: [] }],
  },
  cavalo: { card: { seed: 7, moves: KNIGHTS }, minute: [{ seed: 7, moves: [] }, { seed: 7, moves: KNIGHTS.slice(0, 1) }, { seed: 7, moves: KNIGHTS.slice(0, 3) }, { seed: 7, moves: KNIGHTS }] },
  'tic-tac-toe': { card: { moves: ['b2', 'a1', 'c1'] }, minute: [{ moves: [] }, { moves: ['b2'] }, { moves: ['b2', 'a1', 'c1'] }, { moves: ['b2', 'a1', 'c1', 'b1', 'a3'] }] },
  'connect-four': { card: { moves: ['d', 'd', 'c', 'e', 'd', 'c', 'b'] }, minute: [{ moves: [] }, { moves: ['d', 'd'] }, { moves: ['d', 'd', 'c', 'e', 'd', 'c', 'b'] }, { moves: ['d', 'a', 'd', 'a', 'd', 'b', 'd'] }] },
  othello: { card: { moves: ['d3', 'c3', 'c4'] }, minute: [{ moves: [] }, { moves: ['d3'] }, { moves: ['d3', 'c3'] }, { moves: ['d3', 'c3', 'c4'] }] },
};

/** Whether there are pictures of the rules of a game. @param {string} game */
export function hasMinute(game) {
  return game in SCENES;
}

/** @param {string} game @param {Scene} scene @param {Parameters<typeof picture>[3]} [options] */
async function made(game, scene, options) {
  const state = await call('state', { game, rules: '', seed: 0, position: null, moves: [], ...scene, frame: true, choices: [] });
  return picture(state.frame, state.scene, game, { last: state.last?.at ?? [], ...options });
}

/** The picture of a game's card, or nothing where the rules cannot make it. @param {string} game */
export function stillOf(game) {
  return made(game, SCENES[game]?.card ?? {}, { small: true }).catch(() => null);
}

/** The pictures of a game's rules. @param {string} game @param {(n: number) => string} labelOf */
export function minuteOf(game, labelOf) {
  return Promise.all((SCENES[game]?.minute ?? []).map((scene, i) => made(game, scene, { label: labelOf(i + 1) })));
}
