// The board as a picture of its own: SVG, or PNG made from it. What the style sheet says is written into it.

import { reasonOf } from './api.js';
import { download, h } from './dom.js';
import { t } from './language.js';

/** What is written into the picture, so that it needs no style sheet. */
const WRITTEN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'dominant-baseline',
];

/** @param {SVGElement} board */
function standalone(board) {
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  const [from, to] = [board, copy].map((one) => [...one.querySelectorAll('*')]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of WRITTEN) to[i].setAttribute(name, style.getPropertyValue(name));
    to[i].removeAttribute('class');
  });
  copy.querySelectorAll('[role=row], .focus-ring, title').forEach((row) => row.remove());
  const defs = /** @type {Element} */ (document.querySelector('#woods defs')?.cloneNode(true));
  const root = getComputedStyle(document.documentElement);
  const resolved = new XMLSerializer()
    .serializeToString(defs)
    .replace(/var\((--[\w-]+)\)/g, (_, name) => root.getPropertyValue(name).trim());
  copy.prepend(
    .../** @type {Iterable<Node>} */ (
      new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${resolved}</svg>`, 'image/svg+xml')
        .documentElement.childNodes
    ),
  );
  const [, , width, height] = (copy.getAttribute('viewBox') ?? '0 0 612 612').split(' ').map(Number);
  for (const [name, value] of Object.entries({
    xmlns: 'http://www.w3.org/2000/svg',
    width: 2 * width,
    height: 2 * height,
  }))
    copy.setAttribute(name, String(value));
  copy.removeAttribute('role');
  return { text: new XMLSerializer().serializeToString(copy), width: 2 * width, height: 2 * height };
}

/** Saves what is drawn as a file. @param {SVGElement} drawn @param {string} name @param {'svg' | 'png'} kind */
export async function savePicture(drawn, name, kind) {
  const { text, width, height } = standalone(drawn);
  if (kind === 'svg') return download(`${name}.svg`, 'image/svg+xml', text);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h('canvas', { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  h('a', { href: canvas.toDataURL('image/png'), download: `${name}.png` }).click();
}

/** @param {import('./table.js').Table} table @param {'svg' | 'png'} kind */
export async function sharePicture(table, kind) {
  if (!table.board) return;
  try {
    await savePicture(table.board.svg, `${table.match.setup.game}-${table.match.place}`, kind);
  } catch (problem) {
    table.say(reasonOf(problem, t('picture-failed')));
  }
}
