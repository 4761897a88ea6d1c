// The heat map: what every move is worth, on all the cells it has to do with. The scale has two ends and a neutral
// middle: even is no colour, better for the mover is one, worse the other.

import { h } from './dom.js';
import { amount, sayScore, t } from './language.js';
import { plateUnder } from './paint.js';

/** @typedef {{ lean: number, text: string, label: string }} Warmth from −1, lost, over 0, even, to 1, won */

/**
 * What each cell promises the side to move by the best move that has to do with it.
 * @param {import('./types.js').Value[]} values @param {import('./types.js').State} state
 * @param {1 | 2} near whose good is positive
 * @returns {Map<number, Warmth>}
 */
export function warmth(values, state, near) {
  /** @type {Map<number, import('./types.js').Value & { score: number }>} */
  const best = new Map();
  for (const value of values) {
    if (value.score === null) continue;
    for (const at of value.at) {
      const known = best.get(at);
      if (!known || known.score < value.score) best.set(at, { ...value, score: value.score });
    }
  }
  const warm = (/** @type {import('./types.js').Value & { score: number }} */ { score, exact, move }) => {
    const lean = Math.tanh(score / state.lead);
    const own = state.turn === 1 ? score : -score;
    return {
      lean,
      text: amount(near === 1 ? own : -own, true),
      label: `${move}: ${sayScore(own, exact, state.points !== null)}`,
    };
  };
  return new Map([...best].map(([at, value]) => [at, warm(value)]));
}

/** @param {import('./types.js').Frame} frame @param {number} at @param {Warmth} warmth */
export function heatRect(frame, at, { lean }) {
  const rect = plateUnder(frame, at, lean > 0 ? 'heat good' : lean < 0 ? 'heat bad' : 'heat even');
  rect.setAttribute('style', `opacity:${(0.85 * Math.abs(lean)).toFixed(3)}`);
  return rect;
}

/**
 * What the colours mean, and how many moves they are about.
 * @param {number} known
 * @param {number} of
 * @param {import('./types.js').State} state
 */
export function legend(known, of, state) {
  const unit = t(state.points ? 'heat-unit-points' : 'heat-unit-win');
  return h(
    'div',
    { class: 'legend' },
    h('div', { class: 'legend-bar', 'aria-hidden': true }),
    h(
      'div',
      { class: 'legend-words' },
      h('span', {}, t('heat-worse', { seat: state.turn })),
      h('span', {}, t('heat-even')),
      h('span', {}, t('heat-better', { seat: state.turn })),
    ),
    h('p', { class: 'figures' }, `${unit} ${t(known < of ? 'heat-some' : 'heat-all', { known, of })}`),
  );
}
