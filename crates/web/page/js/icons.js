// Small line drawings for buttons, on a grid of 20.

import { s } from './dom.js';

/** @type {Record<string, string>} */
const DRAWN = {
  back: 'M8 5 3.500 9.500 8 14M4 9.500h8.500a4 4 0 0 1 0 8H9',
  again: 'M12 5l4.500 4.500L12 14M16 9.500H7.500a4 4 0 0 0 0 8H11',
  hint: 'M7.500 15h5M8 17.500h4M7.500 15c0-2-2.500-3-2.500-6a5 5 0 0 1 10 0c0 3-2.500 4-2.500 6',
  chart: 'M3 17h14M4 13l4-4 3 3 5-7',
  eye: 'M2 10s3-5.500 8-5.500 8 5.500 8 5.500-3 5.500-8 5.500-8-5.500-8-5.500ZM10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  link: 'M8.500 11.500a3 3 0 0 0 4.300 0l3-3a3 3 0 0 0-4.300-4.300l-1 1M11.500 8.500a3 3 0 0 0-4.300 0l-3 3a3 3 0 0 0 4.300 4.300l1-1',
  dots: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  moon: 'M16 11.500A6.500 6.500 0 1 1 8.500 4a5 5 0 0 0 7.500 7.500z',
  sun: 'M10 6.500a3.500 3.500 0 1 0 .01 0zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1 1M14.700 14.700l1 1M4.300 15.700l1-1M14.700 5.300l1-1',
  turn: 'M15.500 10A5.500 5.500 0 1 1 13 5.400M13 2.500v3.200H9.800',
  flip: 'M10 3v14M7.500 6 3 14h4.500zM12.500 6 17 14h-4.500z',
  check: 'M4 10.500l4 4 8-9',
  keys: 'M3 5.500h14v9H3zM6 8.500h.01M9 8.500h.01M12 8.500h.01M6.500 11.500h7',
  first: 'M15 4.500 8 10l7 5.500zM5 4.500v11',
  previous: 'M13 4.500 6 10l7 5.500z',
  next: 'M7 4.500 14 10l-7 5.500z',
  last: 'M5 4.500 12 10l-7 5.500zM15 4.500v11',
  menu: 'M3.500 6h13M3.500 10h13M3.500 14h13',
  arrow: 'M4 10h11M11 5.500l4.500 4.500L11 14.500',
  close: 'M5 5l10 10M15 5 5 15',
  tree: 'M10 3v4M10 7 4.500 12M10 7l5.500 5M4.500 12v4M15.500 12v4M10 7v9',
  search: 'M9 3.500a5.500 5.500 0 1 0 .01 0M13 13l4 4',
  fit: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  less: 'M4 10h12',
  more: 'M4 10h12M10 4v12',
  pause: 'M6.500 4v12M13.500 4v12',
};

const FILLED = new Set(['first', 'previous', 'next', 'last']);

/** @param {string} name @param {number} [size] */
export function icon(name, size = 20) {
  const path = s('path', {
    d: DRAWN[name] ?? '',
    class: FILLED.has(name) ? 'filled' : null,
    'stroke-width': name === 'dots' ? 2.6 : null,
  });
  return s('svg', { class: 'glyph', width: size, height: size, viewBox: '0 0 20 20', 'aria-hidden': true }, path);
}

/** The sign of the house: plies. @param {number} [size] */
export function logo(size = 26) {
  const ply = (/** @type {number} */ y, /** @type {string} */ kind) =>
    s('path', { d: `M1.500 ${y}L13 ${y + 5.6}L24.500 ${y}v2.200L13 ${y + 7.8}L1.500 ${y + 2.2}z`, class: kind });
  return s(
    'svg',
    { class: 'logo', width: size, height: size, viewBox: '0 0 26 26', 'aria-hidden': true },
    ply(16.2, 'ply-c'),
    ply(14, 'ply-b'),
    ply(11.8, 'ply-a'),
    ply(9.6, 'ply-b'),
    s('path', { d: 'M13 2 24.500 7.900 13 13.600 1.500 7.900z', class: 'ply-c' }),
    s('path', { d: 'M13 3.500 21.400 7.900 13 12.100 4.600 7.900z', class: 'ply-top' }),
  );
}
