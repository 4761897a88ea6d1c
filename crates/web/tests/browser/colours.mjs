// Colours: sides and pieces can be told apart, also by eyes that see fewer colours (Viénot and others, 1999).

import assert from 'node:assert/strict';

/** Rows of matrices over linear red, green, blue. */
const EYES = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.1124, 0.8876, 0], [0.1124, 0.8876, 0], [0.004, -0.004, 1]],
  deutan: [[0.2928, 0.7072, 0], [0.2928, 0.7072, 0], [-0.0223, 0.0223, 1]],
  tritan: [[1, 0.1274, -0.1274], [0, 0.8739, 0.1261], [0, 0.8739, 0.1261]],
};

const linear = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (rgb, eye) => eye.map((row) => Math.min(Math.max(row.reduce((sum, weight, i) => sum + weight * rgb[i], 0), 0), 1));
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one, two, eye) {
  const [a, b] = [one, two].map((hex) => luminance(seen(linear(hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex), eye)));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const colourTests = [
  { name: 'pieces stand out from the board and from each other for every eye', async run(session) {
    for (const scheme of ['light', 'dark']) {
      const page = await session.open('', { scheme });
      const colour = await page.evaluate(() => { const style = getComputedStyle(document.documentElement); return Object.fromEntries(['one', 'two', 'cell', 'light-piece', 'dark-piece', 'piece-line'].map((name) => [name, style.getPropertyValue(`--${name}`).trim()])); });
      for (const [eye, matrix] of Object.entries(EYES)) {
        for (const [a, b] of [['one', 'cell'], ['two', 'cell'], ['one', 'two'], ['piece-line', 'cell'], ['light-piece', 'dark-piece']]) {
          const ratio = contrast(colour[a], colour[b], matrix);
          assert.ok(ratio >= 3, `${scheme}, ${eye}: ${a} against ${b} is ${ratio.toFixed(2)}`);
        }
      }
    }
  } },
];
