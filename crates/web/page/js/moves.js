// The moves of a game as a list: two columns, the piece as it was laid, what it lost. Jump anywhere, take up what was
// left, type a move.

import { cellName } from './cells.js';
import { h } from './dom.js';
import { amount, t } from './language.js';
import { moveIcon, pieceIcon } from './pieces.js';
import { glyph, isTold, sayWeighed } from './weigh.js';

/** @typedef {import('./match.js').Match} Match */

/** @param {Match} match @param {(move: string) => void} onPlay @param {(going: Promise<void>) => void} onGo */
export function moveList(match, onPlay, onGo) {
  return h(
    'section',
    { class: 'move-panel', 'aria-label': t('moves') },
    h('ol', { class: 'moves' }, ...rows(match, onGo)),
    typed(onPlay),
  );
}

/** @param {Match} match @param {(going: Promise<void>) => void} onGo */
function rows(match, onGo) {
  const items = [
    h(
      'li',
      { class: 'opening' },
      button(match, 'ply-0', match.place === 0, () => onGo(match.jump(0)), h('span', {}, t('start'))),
    ),
  ];
  let number = 0;
  for (let ply = 0; ply <= match.line.length; ply++) {
    if (ply > 0) {
      const seat = match.plies[ply - 1]?.seat ?? (ply % 2 ? 1 : 2);
      const isRow = seat === 1 || match.plies[ply - 2]?.seat === seat || ply === 1;
      if (isRow) number += 1;
      items.push(
        h(
          'li',
          { class: `seat-${seat}`, 'data-row': isRow ? number : null },
          button(match, `ply-${ply}`, ply === match.place, () => onGo(match.jump(ply)), ...told(match, ply)),
        ),
      );
    }
    // Lines that were left stand where they leave.
    for (const [i, variation] of match.variations.filter((other) => match.shared(other) === ply).entries()) {
      const rest = variation.slice(ply);
      const words = rest
        .slice(0, 3)
        .map((move, n) => match.seen.get(variation.slice(0, ply + n + 1).join(' '))?.short ?? move);
      const text = `${words.join(' ')}${rest.length > 3 ? ' …' : ''}`;
      items.push(
        h(
          'li',
          { class: 'variation' },
          button(
            match,
            `variation-${ply}-${i}`,
            false,
            () => onGo(match.follow(variation)),
            h('span', { title: rest.join(' ') }, text),
          ),
        ),
      );
    }
  }
  return items;
}

/** @param {Match} match @param {string} key @param {boolean} isHere @param {() => void} onclick @param {...import('./dom.js').Child} parts */
function button(match, key, isHere, onclick, ...parts) {
  return h(
    'button',
    {
      type: 'button',
      class: 'move',
      'data-key': key,
      'data-move': key.startsWith('ply-') ? (match.line[Number(key.slice(4)) - 1] ?? null) : null,
      'aria-current': isHere ? 'step' : null,
      onclick,
    },
    ...parts,
  );
}

/** A move of the line. @param {Match} match @param {number} ply from 1 @returns {import('./dom.js').Child[]} */
function told(match, ply) {
  const { frame } = match;
  const move = match.line[ply - 1];
  const known = match.plies[ply - 1];
  const icon = frame && known?.at ? moveIcon(frame, known, known.seat) : null;
  return [icon, h('span', { class: 'short', title: move }, ...brief(match, known, move)), loss(match, ply)];
}

/**
 * A move beside its picture: where pieces are all different, the picture says which, and words only where.
 * @param {Match} match @param {import('./types.js').Ply | undefined} ply @param {string} move @returns {import('./dom.js').Child[]}
 */
function brief({ frame }, ply, move) {
  if (!frame || !ply || !frame.pieces.every(({ tone }) => tone)) return [ply?.short ?? move];
  const gift = ply.gift !== undefined && ply.at.length ? pieceIcon(frame.pieces[ply.gift], 1, 18) : null;
  return [ply.at.length ? cellName(frame, ply.at[0]) : t('handed'), gift ? ' → ' : '', gift];
}

/** What a move lost, by the review. @param {Match} match @param {number} ply */
function loss(match, ply) {
  const weighed = match.review?.plies[ply - 1];
  if (!weighed || !isTold(weighed)) return null;
  const hasPoints = match.state?.points !== null;
  const { sign, kind } = glyph(weighed, match.state?.lead ?? 1);
  const text = hasPoints && weighed.loss > 0 ? `−${amount(weighed.loss)} ${sign}` : sign;
  return h('span', { class: `loss ${kind}`, title: sayWeighed(weighed, hasPoints) }, text);
}

/** A field for typed moves. @param {(move: string) => void} onPlay */
function typed(onPlay) {
  const field = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    'data-key': 'typed',
    placeholder: t('type-a-move'),
    'aria-label': t('type-a-move'),
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.value.trim()) onPlay(field.value.trim());
  };
  return h('form', { class: 'typed', onsubmit }, field, h('button', { type: 'submit', class: 'plain' }, t('play')));
}
