// Colours: sides and pieces can be told apart, also by eyes that see fewer colours (Viénot and others, 1999).

import assert from 'node:assert/strict';

/** Rows of matrices over linear red, green, blue. */
const EYES = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.1124, 0.8876, 0],
    [0.1124, 0.8876, 0],
    [0.004, -0.004, 1],
  ],
  deutan: [
    [0.2928, 0.7072, 0],
    [0.2928, 0.7072, 0],
    [-0.0223, 0.0223, 1],
  ],
  tritan: [
    [1, 0.1274, -0.1274],
    [0, 0.8739, 0.1261],
    [0, 0.8739, 0.1261],
  ],
};

const linear = (hex) =>
  [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (rgb, eye) =>
  eye.map((row) =>
    Math.min(
      Math.max(
        row.reduce((sum, weight, i) => sum + weight * rgb[i], 0),
        0,
      ),
      1,
    ),
  );
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one, two, eye) {
  const [a, b] = [one, two].map((hex) =>
    luminance(seen(linear(hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex), eye)),
  );
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** How far apart two colours look, as a distance in CIE L*a*b*; 2 is just to be seen, black and white are 100 apart. */
function distance(one, two, eye) {
  const lab = (hex) => {
    const [r, g, b] = seen(linear(hex), eye);
    const [x, y, z] = [
      (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
      0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [a, b] = [lab(one), lab(two)];
  return Math.hypot(...a.map((part, i) => part - b[i]));
}

/** Text and what it stands on. */
const TEXTS = [
  ['ink', 'ground'],
  ['ink', 'sheet'],
  ['ink-2', 'ground'],
  ['ink-2', 'sheet'],
  ['ink-2', 'inset'],
  ['ink-2', 'band-b'],
  ['accent', 'ground'],
  ['accent', 'sheet'],
  ['accent-ink', 'accent'],
  ['primary-ink', 'primary'],
  ['one-text', 'sheet'],
  ['two-text', 'sheet'],
  ['on-wood', 'wood'],
  ['good', 'sheet'],
  ['slip', 'slip-soft'],
  ['mistake', 'mistake-soft'],
  ['blunder', 'blunder-soft'],
  ['tile-ink', 'tile'],
  ['tile-ink', 'reach'],
  ['ink', 'accent-soft'],
];

export const colourTests = [
  {
    name: 'every text has a contrast of 4.5 to 1 in both themes',
    async run(session) {
      for (const scheme of ['light', 'dark']) {
        const page = await session.open('', { scheme });
        const colour = await page.evaluate((names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        }, TEXTS.flat());
        for (const [text, under] of TEXTS) {
          const ratio = contrast(colour[text], colour[under], EYES.normal);
          assert.ok(ratio >= 4.5, `${scheme}: ${text} on ${under} is ${ratio.toFixed(2)}`);
        }
      }
    },
  },
  {
    name: 'pieces stand out from the board and from each other for every eye',
    async run(session) {
      for (const scheme of ['light', 'dark']) {
        const page = await session.open('', { scheme });
        const names = ['one', 'two', 'wood', 'one-edge', 'two-edge', 'birch-l', 'walnut-l', 'walnut-line'];
        const colour = await page.evaluate((all) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(all.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        }, names);
        for (const [eye, matrix] of Object.entries(EYES)) {
          // A piece has a body and an edge: one of the two is plain to see on the wood.
          for (const [body, edge] of [
            ['one', 'one-edge'],
            ['two', 'two-edge'],
            ['walnut-l', 'walnut-line'],
          ]) {
            const ratio = Math.max(
              contrast(colour[body], colour.wood, matrix),
              contrast(colour[edge], colour.wood, matrix),
            );
            assert.ok(ratio >= 3, `${scheme}, ${eye}: ${body} on wood is ${ratio.toFixed(2)}`);
          }
          assert.ok(
            contrast(colour['birch-l'], colour['walnut-l'], matrix) >= 3,
            `${scheme}, ${eye}: birch and walnut`,
          );
          // The sides differ by grain and shape besides; their colours alone are far apart too.
          const apart = distance(colour.one, colour.two, matrix);
          assert.ok(apart >= 40, `${scheme}, ${eye}: the sides are ${apart.toFixed(0)} apart`);
        }
      }
    },
  },
];
