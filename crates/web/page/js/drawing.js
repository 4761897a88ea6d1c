// A tree as a picture of its own, to be put into a report.

import { s } from './dom.js';

/** @typedef {{ depth: number, text: string, tint: number }} Row */

const [STEP, LINE] = [24, 22];
const TINTS = ['#333333', '#0b2a5b', '#8a4b00'];

/** Rows, each under the last row of smaller depth above it. @param {Row[]} rows */
export function drawing(rows) {
  const width = Math.max(...rows.map(({ depth, text }) => depth * STEP + 7.2 * text.length), 100) + 24;
  /** The last row of each depth. @type {number[]} */
  const last = [];
  const parts = rows.flatMap(({ depth, text, tint }, y) => {
    const above = last[depth - 1];
    last.splice(depth, last.length, y);
    return [
      above === undefined
        ? null
        : s('path', {
            d: `M${(depth - 1) * STEP + 12} ${above * LINE + 22}V${y * LINE + 16}H${depth * STEP + 6}`,
            fill: 'none',
            stroke: '#888',
          }),
      s('text', { x: depth * STEP + 8, y: y * LINE + 20, fill: TINTS[tint] ?? TINTS[0] }, text),
    ];
  });
  const picture = s(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height: rows.length * LINE + 16,
      'font-family': 'monospace',
      'font-size': 12,
    },
    s('rect', { width: '100%', height: '100%', fill: '#ffffff' }),
    ...parts,
  );
  return new XMLSerializer().serializeToString(picture);
}
