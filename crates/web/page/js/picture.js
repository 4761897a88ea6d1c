// A position as a still picture: for lists, cards, rules and sharing.

import { s } from './dom.js';
import { around, ground, lookOf, measure, things, wins } from './paint.js';

/**
 * @param {import('./types.js').Frame} frame @param {import('./types.js').Scene} scene
 * @param {{ last?: number[], named?: boolean, small?: boolean, label?: string }} [options]
 */
export function picture(frame, scene, { last = [], named = false, small = false, label } = {}) {
  const { width, height } = measure(frame);
  const look = lookOf(frame);
  return s(
    'svg',
    {
      class: `picture${small ? ' small' : ''}`,
      viewBox: `0 0 ${width} ${height}`,
      role: label ? 'img' : null,
      'aria-label': label ?? null,
      'aria-hidden': label ? null : true,
    },
    ground(frame, look, named),
    ...wins(frame, scene),
    ...things(frame, scene, { look, flat: small && frame.columns > 8 }),
    last.length && !(scene.lights ?? []).some(({ mark }) => mark === 'won')
      ? around(frame, last, look, 'last-edge')
      : null,
  );
}
