// The score over the game: axes with units, the area in the colour of whoever is ahead, a dot where a move lost
// something. A press or a drag goes there.

import { h, s } from './dom.js';
import { amount, sayScore, sideName, t } from './language.js';
import { glyph, isTold, sayWeighed } from './weigh.js';

/** @typedef {import('./match.js').Match} Match */

const [HEIGHT, LEFT, BOTTOM, TOP] = [220, 44, 26, 10];
/** As wide as its place, so that its words stay readable on a phone. */
let WIDTH = 640;

/** The scores after each ply for player 1, those of a review first. @param {Match} match */
function scoresOf(match) {
  const scores = new Map(match.scores);
  for (const { ply, made, best } of match.review?.plies ?? []) {
    if (made.score !== null) scores.set(ply, { score: made.score, exact: made.exact });
    if (ply === 1 && best.score !== null) scores.set(0, { score: best.score, exact: best.exact });
  }
  return scores;
}

/** The largest value of the axis: a round number above every score. @param {number[]} scores @param {boolean} hasPoints */
function scaleOf(scores, hasPoints) {
  if (!hasPoints) return 1;
  const most = Math.max(2, ...scores.map(Math.abs));
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 8, 10].map((n) => n * unit).find((n) => n >= most) ?? 10 * unit;
}

/** @param {Match} match */
export function graph(match) {
  WIDTH = innerWidth <= 700 ? 360 : 640;
  const { state } = match;
  const scores = scoresOf(match);
  const points = [...scores].filter(([ply]) => ply <= match.line.length).sort(([a], [b]) => a - b);
  if (points.length < 2 || !state) return null;
  const hasPoints = state.points !== null;
  const near = match.near();
  const sign = near === 1 ? 1 : -1;
  const last = Math.max(match.line.length, 1);
  const most = scaleOf(
    points.map(([, { score }]) => score),
    hasPoints,
  );
  const x = (/** @type {number} */ ply) => LEFT + ((WIDTH - LEFT - 10) * ply) / last;
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  const y = (/** @type {number} */ score) => middle - (middle - TOP) * Math.max(-1, Math.min(1, (sign * score) / most));
  const path = points
    .map(([ply, { score }], i) => `${i ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(score).toFixed(1)}`)
    .join('');
  const area = `${path}L${x(points[points.length - 1][0])} ${middle}L${x(points[0][0])} ${middle}Z`;
  const here = scores.get(match.place);
  const svg = s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: 'graph',
      role: 'img',
      'aria-label': t('graph-label', { near: sideName(near), far: sideName(3 - near) }),
    },
    s('clipPath', { id: 'above' }, s('rect', { x: 0, y: 0, width: WIDTH, height: middle })),
    s('clipPath', { id: 'under' }, s('rect', { x: 0, y: middle, width: WIDTH, height: middle })),
    s('path', { d: area, class: `area side-${near}`, 'clip-path': 'url(#above)' }),
    s('path', { d: area, class: `area side-${3 - near}`, 'clip-path': 'url(#under)' }),
    ...axes(most, y, x, last, sign),
    s('path', { d: path, class: 'graph-line' }),
    s('text', { x: WIDTH - 8, y: TOP + 12, class: `ahead side-${near}` }, t('ahead', { side: sideName(near) })),
    s(
      'text',
      { x: WIDTH - 8, y: HEIGHT - BOTTOM - 6, class: `ahead side-${3 - near}` },
      t('ahead', { side: sideName(3 - near) }),
    ),
    s('path', { d: `M${x(match.place)} ${TOP}V${HEIGHT - BOTTOM}`, class: 'graph-here' }),
    ...(match.review?.plies ?? [])
      .filter(isTold)
      .map((one) => mistake(one, match, x, y, scores.get(one.ply)?.score ?? 0)),
  );
  seek(svg, match, last);
  const told = here ? t('graph-here', { score: sayScore(here.score, here.exact, hasPoints) }) : '';
  return h(
    'figure',
    { class: 'graph-frame sheet' },
    h('figcaption', {}, t(hasPoints ? 'graph-points' : 'graph-wins'), ' ', h('span', {}, told)),
    svg,
  );
}

/** @param {number} most @param {(score: number) => number} y @param {(ply: number) => number} x @param {number} last @param {number} sign */
function axes(most, y, x, last, sign) {
  const rows = [1, 0.5, 0, -0.5, -1].flatMap((part) => {
    const value = part * most;
    const at = y(sign * value);
    return [
      s('path', { d: `M${LEFT} ${at}H${WIDTH - 10}`, class: part ? 'graph-rule' : 'graph-zero' }),
      s(
        'text',
        { x: LEFT - 6, y: at + 4, class: 'graph-value' },
        part ? amount(Math.abs(value), part > 0 || part < 0, 2) : '0',
      ),
    ];
  });
  const step = Math.max(1, Math.ceil(last / 10));
  const columns = [];
  for (let ply = step; ply <= last; ply += step)
    columns.push(s('text', { x: x(ply), y: HEIGHT - 8, class: 'graph-ply' }, String(ply)));
  return [...rows, ...columns];
}

/** @param {import('./types.js').Weighed} one @param {Match} match @param {(ply: number) => number} x @param {(score: number) => number} y @param {number} score */
function mistake(one, match, x, y, score) {
  const { sign, kind } = glyph(one, match.state?.lead ?? 1);
  const [cx, cy] = [x(one.ply), y(score)];
  return s(
    'g',
    { class: `mistake ${kind}`, 'data-ply': one.ply },
    s('title', {}, sayWeighed(one, match.state?.points !== null)),
    s('circle', { cx, cy, r: 6 }),
    s('text', { x: cx, y: cy + (cy > HEIGHT / 2 ? 20 : -11) }, sign),
  );
}

/** @param {SVGElement} svg @param {Match} match @param {number} last */
function seek(svg, match, last) {
  const go = (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const unit = WIDTH / box.width;
    const ply = Math.round((((event.clientX - box.left) * unit - LEFT) / (WIDTH - LEFT - 10)) * last);
    const place = Math.min(Math.max(ply, 0), last);
    if (place !== match.place) match.jump(place).catch(() => {});
  };
  svg.addEventListener('click', go);
  svg.addEventListener('pointermove', (event) => {
    if (event.buttons === 1) go(event);
  });
}
