// Dots on a scale of powers of ten, a row for each name and a shape for each series.

import { h, s } from './dom.js';
import { showCount } from './language.js';

/** @typedef {{ row: string, series: number, value: number }} Dot */

const [LEFT, RIGHT, TOP, ROW, WIDTH] = [190, 34, 14, 42, 900];
const N_SHAPES = 6;

/** The shape of a series, alone. @param {number} series */
export function mark(series) {
  return s(
    'svg',
    { viewBox: '-11 -11 22 22', width: 20, height: 20, class: 'plot-mark', 'aria-hidden': true },
    shape(series),
  );
}

/** @param {number} series */
function shape(series) {
  const i = series % N_SHAPES;
  const isHollow = series >= N_SHAPES;
  const paths = [
    'M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0',
    'M-6.5-6.5h13v13h-13z',
    'M0-9.5L9.5 0L0 9.5L-9.5 0z',
    'M0-8L8 7H-8z',
    'M-8-7H8L0 8z',
    'M-3-8h6v5h5v6h-5v5h-6v-5h-5v-6h5z',
  ];
  return s('path', { d: paths[i], class: `dot dot-${i}${isHollow ? ' hollow' : ''}` });
}

/** @param {Dot[]} dots @param {string} label */
export function dotPlot(dots, label) {
  const rows = [...new Set(dots.map(({ row }) => row))];
  const most = Math.max(1, Math.ceil(Math.log10(Math.max(...dots.map(({ value }) => value), 10))));
  const height = TOP + rows.length * ROW + 30;
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(Math.max(value, 1))) / most;
  const y = (/** @type {number} */ row) => TOP + (row + 0.5) * ROW;
  const rules = [...Array(most + 1).keys()].map((power) =>
    s(
      'g',
      {},
      s('line', { x1: x(10 ** power), x2: x(10 ** power), y1: 2, y2: height - 26, class: 'rule' }),
      s('text', { x: x(10 ** power), y: height - 8, class: 'axis' }, showCount(10 ** power)),
    ),
  );
  const lines = rows.map((row, i) => {
    const own = dots.filter((dot) => dot.row === row);
    const ends = own.map(({ value }) => x(value));
    return s(
      'g',
      {},
      s('text', { x: 0, y: y(i) + 5, class: 'row-name' }, row),
      s('line', { x1: Math.min(...ends), x2: Math.max(...ends), y1: y(i), y2: y(i), class: 'span' }),
      ...own.map(({ series, value }) => s('g', { transform: `translate(${x(value)} ${y(i)})` }, shape(series))),
    );
  });
  const drawing = s(
    'svg',
    { class: 'dot-plot', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label },
    ...rules,
    ...lines,
  );
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, drawing);
}
