// The grain of the woods, drawn once for every picture of the page.

import { s } from './dom.js';

/** The woods that pictures are painted with, once for the page. */
export function woods() {
  const stop = (/** @type {number} */ offset, /** @type {string} */ colour) =>
    s('stop', { offset, style: `stop-color:var(--${colour})` });
  const round = (/** @type {string} */ wood) =>
    s(
      'linearGradient',
      { id: `${wood}-round`, x1: 0, x2: 1 },
      stop(0, `${wood}-r`),
      stop(0.3, `${wood}-top`),
      stop(0.62, `${wood}-l`),
      stop(1, `${wood}-r`),
    );
  const pattern = (
    /** @type {string} */ id,
    /** @type {number} */ width,
    /** @type {number} */ height,
    /** @type {string} */ transform,
    /** @type {SVGElement[]} */ ...parts
  ) => s('pattern', { id, width, height, patternUnits: 'userSpaceOnUse', patternTransform: transform }, ...parts);
  const grain = [
    'M0 6C60 2 110 12 170 8S270 2 320 6',
    'M0 15C80 20 120 11 190 15S280 20 320 15',
    'M0 27C50 22 100 34 160 29S250 22 320 27',
    'M0 36C40 38 120 31 180 37S290 34 320 36',
    'M0 46C90 41 130 52 200 47S280 42 320 46',
    'M0 56C60 59 150 52 210 57S300 58 320 56',
  ];
  return s(
    'svg',
    { id: 'woods', width: 0, height: 0, 'aria-hidden': true },
    s(
      'defs',
      {},
      pattern(
        'grain',
        320,
        64,
        '',
        ...grain.map((d, i) =>
          s('path', { d, style: `fill:none;stroke:var(--grain);stroke-width:${i % 2 ? 0.7 : 1.1};opacity:.3` }),
        ),
      ),
      pattern(
        'oak',
        40,
        11,
        'rotate(-28)',
        s('path', {
          d: 'M0 3c10-2 20 2 40 0M0 8.500c12 2 24-2 40 0',
          style: 'fill:none;stroke:var(--two-edge);stroke-width:1.1;opacity:.34',
        }),
      ),
      pattern('misfit', 8, 8, 'rotate(45)', s('path', { d: 'M0 4h8', style: 'stroke:var(--blunder);stroke-width:2' })),
      round('birch'),
      round('walnut'),
    ),
  );
}
