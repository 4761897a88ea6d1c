// The moves of a game as a list: jump anywhere, take up what was left, type a move.

import { h } from './dom.js';
import { t } from './language.js';

/**
 * @param {import('./match.js').Match} match @param {(move: string) => void} onPlay
 * @param {(going: Promise<void>) => void} onGo
 */
export function moveList(match, onPlay, onGo) {
  const button = (
    /** @type {string} */ text,
    /** @type {string} */ key,
    /** @type {boolean} */ isHere,
    /** @type {() => void} */ onclick,
  ) =>
    h(
      'button',
      { type: 'button', class: 'move', 'data-key': key, 'aria-current': isHere ? 'step' : null, onclick },
      text,
    );
  const items = [
    h(
      'li',
      {},
      button(t('start'), 'ply-0', match.place === 0, () => onGo(match.jump(0))),
    ),
  ];
  for (let ply = 0; ply <= match.line.length; ply++) {
    if (ply > 0) {
      const text = `${ply}. ${match.line[ply - 1]}`;
      const move = button(text, `ply-${ply}`, ply === match.place, () => onGo(match.jump(ply)));
      items.push(h('li', { class: `seat-${match.plies[ply - 1]?.seat ?? 0}` }, move));
    }
    // Lines that were left stand where they leave.
    match.variations
      .filter(({ at }) => at === ply)
      .forEach((variation, i) => {
        const more = variation.moves.length > 3 ? ' …' : '';
        const text = `(${ply + 1}. ${variation.moves.slice(0, 3).join(' ')}${more})`;
        const move = button(text, `variation-${ply}-${i}`, false, () => onGo(match.follow(variation)));
        items.push(h('li', { class: 'variation' }, move));
      });
  }
  return h(
    'section',
    { class: 'panel', 'aria-label': t('moves') },
    h('h2', {}, t('moves')),
    h('ol', { class: 'moves' }, ...items),
    typed(onPlay),
  );
}

/** A field for typed moves. @param {(move: string) => void} onPlay */
function typed(onPlay) {
  const field = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', 'data-key': 'typed' });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.value.trim()) onPlay(field.value.trim());
  };
  return h(
    'form',
    { class: 'row', onsubmit },
    h('label', {}, t('type-a-move'), field),
    h('button', { type: 'submit' }, t('play')),
  );
}
