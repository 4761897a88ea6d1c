// The score over the game: above the line it is player 1's, below player 2's. A press goes there. Moves that the
// review tells of are marked.

import { h, s } from './dom.js';
import { sayScore, t } from './language.js';
import { isTold, sayWeighed } from './weigh.js';

/** The scores after each ply for player 1, those of a review first. @param {import('./match.js').Match} match */
function scoresOf(match) {
  const scores = new Map(match.scores);
  for (const { ply, made, best } of match.review?.plies ?? []) {
    if (made.score !== null) scores.set(ply, { score: made.score, exact: made.exact });
    if (ply === 1 && best.score !== null) scores.set(0, { score: best.score, exact: best.exact });
  }
  return scores;
}

/** @param {import('./match.js').Match} match */
export function graph(match) {
  const { state } = match;
  const scores = scoresOf(match);
  const points = [...scores].filter(([ply]) => ply <= match.line.length).sort(([a], [b]) => a - b);
  if (points.length < 2 || !state) return null;
  const hasPoints = state.points !== null;
  const last = Math.max(match.line.length, 1);
  const x = (/** @type {number} */ ply) => (100 * ply) / last;
  const y = (/** @type {number} */ score) => 20 - 18 * Math.tanh(score / (2 * state.lead));
  const path = points
    .map(([ply, { score }], i) => `${i ? 'L' : 'M'}${x(ply).toFixed(2)} ${y(score).toFixed(2)}`)
    .join('');
  const mistakes = (match.review?.plies ?? []).filter(isTold).map((one) =>
    s(
      'path',
      {
        d: `M${x(one.ply)} ${y(scores.get(one.ply)?.score ?? 0)}h0`,
        class: 'mistake',
      },
      s('title', {}, sayWeighed(one, hasPoints)),
    ),
  );
  const onclick = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    match.jump(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const here = scores.get(match.place);
  return h(
    'div',
    { class: 'graph-frame' },
    s(
      'svg',
      {
        viewBox: '0 0 100 40',
        class: 'graph',
        role: 'img',
        'aria-label': t('graph-label'),
        preserveAspectRatio: 'none',
        onclick,
      },
      s('path', { d: 'M0 20H100', class: 'graph-zero' }),
      s('path', { d: path, class: 'graph-line' }),
      ...mistakes,
      s('path', { d: `M${x(match.place)} 0V40`, class: 'graph-here' }),
    ),
    h(
      'p',
      { class: 'figures' },
      t('graph-sides'),
      ' ',
      here ? t('graph-here', { score: sayScore(here.score, here.exact, hasPoints) }) : '',
    ),
  );
}
