// The lines that were tried, as a tree on bands, one band a ply: the line on the board runs down the left, every
// branch has a column of its own.

import { h, s } from './dom.js';
import { t } from './language.js';
import { moveIcon } from './pieces.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {{ key: string, line: string[], ply: number, column: number, parent: Node | null }} Node */

/** What people put behind a move, and what it says. @type {Record<string, string>} */
const SIGNS = { '!': 'good', best: 'good', '?!': 'slip', '?': 'error', '??': 'blunder' };

/** @param {string} sign */
const signOf = (sign) => (sign === 'best' ? t('glyph-best') : sign);

const [ROW, COLUMN, LEFT] = [40, 132, 46];
/** Only so many plies are drawn around the one on the board. */
const MOST_ROWS = 24;

/** Every position of the lines, each once, with its column. @param {Match} match @returns {Node[]} */
function nodesOf(match) {
  /** @type {Map<string, Node>} */
  const known = new Map();
  let n_columns = 0;
  for (const line of [match.line, ...match.variations]) {
    const column = n_columns;
    /** @type {Node | null} */
    let parent = null;
    let isNew = false;
    for (let ply = 1; ply <= line.length; ply++) {
      const key = line.slice(0, ply).join(' ');
      const there = known.get(key);
      if (there) {
        parent = there;
        continue;
      }
      isNew = true;
      parent = { key, line, ply, column, parent };
      known.set(key, parent);
    }
    if (isNew) n_columns += 1;
  }
  return [...known.values()];
}

/** @param {Match} match @param {(going: Promise<void>) => void} onGo */
export function variations(match, onGo) {
  const all = nodesOf(match);
  const from = Math.max(1, match.place - MOST_ROWS / 2);
  const nodes = all.filter(({ ply }) => ply >= from && ply < from + MOST_ROWS);
  const n_rows = Math.max(1, ...nodes.map(({ ply }) => ply - from + 1));
  const n_columns = Math.max(1, ...nodes.map(({ column }) => column + 1));
  const [width, height] = [LEFT + n_columns * COLUMN, n_rows * ROW];
  const x = (/** @type {Node} */ { column }) => LEFT + column * COLUMN;
  const y = (/** @type {Node} */ { ply }) => (ply - from) * ROW;
  const here = match.line.slice(0, match.place).join(' ');
  const edges = nodes
    .filter(({ parent }) => parent && parent.ply >= from)
    .map((node) => {
      const [x1, y1, x2, y2] = [
        x(/** @type {Node} */ (node.parent)) + 28,
        y(/** @type {Node} */ (node.parent)) + ROW - 6,
        x(node) + 28,
        y(node) + 6,
      ];
      const isOn = node.line === match.line && node.ply <= match.place;
      return s('path', {
        d: `M${x1} ${y1}C${x1} ${y1 + 10} ${x2} ${y2 - 10} ${x2} ${y2}`,
        class: isOn ? 'branch on' : 'branch',
      });
    });
  const bands = [...Array(n_rows).keys()].map((row) =>
    h('div', { class: 'band', style: `top:${row * ROW}px` }, String(from + row)),
  );
  const buttons = nodes.map((node) => {
    const ply = match.seen.get(node.key);
    const move = node.line[node.ply - 1];
    const icon = ply && match.frame ? moveIcon(match.frame, ply, ply.seat, 18) : null;
    const onclick = () => onGo(node.line === match.line ? match.jump(node.ply) : match.follow(node.line, node.ply));
    return h(
      'button',
      {
        type: 'button',
        class: 'variation-node',
        'data-key': `node-${node.ply}-${node.column}`,
        'data-move': move,
        'aria-current': node.key === here ? 'step' : null,
        style: `left:${x(node)}px;top:${y(node) + 5}px`,
        onclick,
      },
      icon,
      h('span', {}, ply?.short ?? move),
      match.glyphs[node.key]
        ? h('span', { class: `glyph-sign ${SIGNS[match.glyphs[node.key]]}` }, signOf(match.glyphs[node.key]))
        : null,
      match.comments[node.key] ? h('span', { class: 'bubble', title: match.comments[node.key] }, '…') : null,
    );
  });
  return h(
    'section',
    { class: 'sheet variations' },
    h('h2', {}, t('variations')),
    all.length
      ? h(
          'div',
          { class: 'variation-scroll', tabindex: 0, role: 'group', 'aria-label': t('variations') },
          h(
            'div',
            { class: 'variation-tree', style: `width:${width}px;height:${height}px` },
            ...bands,
            s('svg', { width, height, 'aria-hidden': true }, ...edges),
            ...buttons,
          ),
        )
      : h('p', { class: 'faint' }, t('variations-help')),
  );
}

/** What somebody writes about the position on the board. @param {Match} match @param {() => void} onChange */
export function comment(match, onChange) {
  const key = match.line.slice(0, match.place).join(' ');
  const field = h('textarea', {
    rows: 2,
    'data-key': 'comment',
    placeholder: t('comment-help'),
    'aria-label': t('comment'),
  });
  field.value = match.comments[key] ?? '';
  field.addEventListener('change', () => {
    if (field.value.trim()) match.comments[key] = field.value.trim();
    else delete match.comments[key];
    match.annotate().catch(() => {});
    onChange();
  });
  const chip = (/** @type {string} */ sign) =>
    h(
      'button',
      {
        type: 'button',
        class: `chip-button ${SIGNS[sign]}`,
        'data-key': `glyph-${sign}`,
        'aria-label': t(`glyph-says-${SIGNS[sign]}${sign === 'best' ? '-best' : ''}`),
        'aria-pressed': match.glyphs[key] === sign,
        onclick: () => {
          if (match.glyphs[key] === sign) delete match.glyphs[key];
          else match.glyphs[key] = sign;
          match.annotate().catch(() => {});
          onChange();
        },
      },
      signOf(sign),
    );
  return h(
    'section',
    { class: 'sheet comment' },
    h(
      'header',
      {},
      h('h2', {}, t('comment')),
      match.place
        ? h('div', { class: 'chips', role: 'group', 'aria-label': t('glyphs') }, ...Object.keys(SIGNS).map(chip))
        : null,
    ),
    field,
  );
}
