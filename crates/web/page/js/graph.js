// The score over the game, for player 1; a press goes there. What cost most is marked.

import { s } from './dom.js';
import { t } from './language.js';

/** @param {import('./match.js').Match} match */
export function graph(match) {
  const points = [...match.scores].filter(([ply]) => ply <= match.line.length).sort(([a], [b]) => a - b);
  if (points.length < 2) return null;
  const last = Math.max(match.line.length, 1);
  const x = (/** @type {number} */ ply) => (100 * ply) / last;
  const y = (/** @type {number} */ score) => 20 - 18 * Math.tanh(score / (2 * match.lead()));
  const path = points.map(([ply, { score }], i) => `${i ? 'L' : 'M'}${x(ply).toFixed(2)} ${y(score).toFixed(2)}`).join('');
  const mistakes = match.mistakes().map(({ ply, move, loss }) =>
    s('path', { d: `M${x(ply)} ${y(match.scores.get(ply)?.score ?? 0)}h0`, class: 'mistake' }, s('title', {}, t('mistake', { move, loss: loss.toFixed(1) }))));
  return s('svg', { viewBox: '0 0 100 40', class: 'graph', role: 'img', 'aria-label': t('graph-label'), preserveAspectRatio: 'none',
    onclick: (/** @type {MouseEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      match.jump(Math.round(((event.clientX - box.left) / box.width) * last));
    } },
  s('path', { d: 'M0 20H100', class: 'graph-zero' }), s('path', { d: path, class: 'graph-line' }), ...mistakes, s('path', { d: `M${x(match.place)} 0V40`, class: 'graph-here' }));
}
