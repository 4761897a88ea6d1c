// The rail of a table where nobody plays against anybody: a position explored, or a game looked through.

import { h } from './dom.js';
import { graph } from './graph.js';
import { icon } from './icons.js';
import { amount, counted, sideName, showCount, t } from './language.js';
import { moveList } from './moves.js';
import { moveIcon } from './pieces.js';
import { comment, variations } from './variations.js';
import { glyph, isTold, sayWeighed } from './weigh.js';

/** @typedef {import('./analysis.js').Analysis} Analysis */

/** @param {Analysis} analysis @returns {import('./dom.js').Child[]} */
export function studio(analysis) {
  return analysis.table.mode === 'review' ? reviewing(analysis) : exploring(analysis);
}

/** @param {Analysis} analysis @returns {import('./dom.js').Child[]} */
function exploring(analysis) {
  const { match, table } = analysis;
  return [
    h('section', { class: 'sheet analysis' }, ...analysis.live()),
    graph(match),
    variations(match, (going) => table.go(going)),
    comment(match, () => table.draw()),
    transport(analysis),
  ];
}

/** First, back, forward, last. @param {Analysis} analysis */
function transport({ match, table }) {
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {number} */ place,
    /** @type {boolean} */ isOff,
  ) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet round',
        'data-key': key,
        'aria-label': t(key),
        disabled: isOff,
        onclick: () => table.go(match.jump(place)),
      },
      icon(sign),
    );
  const [isFirst, isLast] = [match.place === 0, match.isAtEnd()];
  return h(
    'div',
    { class: 'transport', role: 'group', 'aria-label': t('transport') },
    button('to-first', 'first', 0, isFirst),
    button('to-previous', 'previous', match.place - 1, isFirst),
    h('span', {}, t('ply-of', { ply: match.place, of: match.line.length })),
    button('to-next', 'next', match.place + 1, isLast),
    button('to-last', 'last', match.line.length, isLast),
  );
}

/** @param {Analysis} analysis @returns {import('./dom.js').Child[]} */
function reviewing(analysis) {
  const { match, table } = analysis;
  const { review } = match;
  if (!review) {
    const start = h(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-key': 'review',
        disabled: analysis.reviewing !== null || !match.line.length,
        onclick: () => analysis.review(),
      },
      t('review'),
    );
    return [
      h(
        'section',
        { class: 'sheet' },
        h('p', { class: 'reviewing', role: 'status' }, analysis.note || t('review-help')),
        h('div', { class: 'acts' }, start),
      ),
      moveList(
        match,
        (move) => table.play(move),
        (going) => table.go(going),
      ),
      transport(analysis),
    ];
  }
  return [
    graph(match),
    h(
      'div',
      { class: 'review-columns' },
      h(
        'div',
        { class: 'sheet review-moves' },
        moveList(
          match,
          (move) => table.play(move),
          (going) => table.go(going),
        ),
      ),
      h('div', { class: 'review-side' }, verdict(analysis), reports(analysis)),
    ),
    transport(analysis),
  ];
}

/** What is to be said of the move on the board. @param {Analysis} analysis */
function verdict(analysis) {
  const { match, quest } = analysis;
  const review = /** @type {import('./weigh.js').Review} */ (match.review);
  const ply = quest ? quest.ply : match.place;
  const weighed = review.plies[ply - 1];
  const told = review.plies.filter(isTold);
  const next = told.find((one) => one.ply > ply) ?? told[0];
  const jump =
    next &&
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'data-key': 'next-mistake',
        onclick: () => analysis.table.go(match.jump(next.ply)),
      },
      t('next-mistake'),
      icon('arrow'),
    );
  if (!weighed)
    return h(
      'section',
      { class: 'sheet verdict' },
      h('p', {}, told.length ? t('verdict-start', { count: told.length }) : t('no-mistakes')),
      jump ?? null,
    );
  const hasPoints = match.state?.points !== null;
  const known = match.plies[ply - 1] ?? match.seen.get(match.line.slice(0, ply).join(' '));
  const title = h(
    'h2',
    {},
    known && match.frame ? moveIcon(match.frame, known, known.seat, 28) : null,
    ' ',
    known?.short ?? weighed.move,
  );
  const isBad = isTold(weighed);
  const mark = isBad ? glyph(weighed, match.state?.lead ?? 1) : null;
  const badge =
    mark &&
    h(
      'span',
      { class: `loss ${mark.kind}` },
      hasPoints && weighed.loss > 0 ? `−${amount(weighed.loss)} ${mark.sign}` : mark.sign,
    );
  return h(
    'section',
    { class: 'sheet verdict' },
    h('header', {}, title, badge),
    h(
      'p',
      { class: 'verdict-words', role: 'status' },
      quest
        ? quest.said || t('quest-begin', { side: sideName(weighed.player) })
        : `${sayWeighed(weighed, hasPoints, known?.short ?? weighed.move)}.`,
    ),
    isBad ? quests(analysis, weighed) : null,
    jump ?? null,
  );
}

/** Look for the better move, or have it shown. @param {Analysis} analysis @param {import('./types.js').Weighed} weighed */
function quests(analysis, weighed) {
  const { quest, table, match } = analysis;
  const show = async () => {
    analysis.quest = null;
    if (match.place !== weighed.ply - 1) await match.jump(weighed.ply - 1);
    await analysis.preview(weighed.best.line.slice(0, 3));
  };
  const refute = async () => {
    if (match.place !== weighed.ply - 1) await match.jump(weighed.ply - 1);
    await analysis.preview(weighed.made.line.slice(0, 3));
  };
  return h(
    'div',
    { class: 'acts' },
    quest
      ? null
      : h(
          'button',
          { type: 'button', class: 'primary', 'data-key': 'seek', onclick: () => table.go(analysis.seek(weighed.ply)) },
          t('seek'),
        ),
    h(
      'button',
      { type: 'button', class: 'plain', 'data-key': 'show-better', onclick: () => table.go(show()) },
      t('show-better'),
    ),
    quest
      ? null
      : h(
          'button',
          { type: 'button', class: 'quiet', 'data-key': 'show-refutation', onclick: () => table.go(refute()) },
          t('show-refutation'),
        ),
  );
}

/** A report for each player, and how sure the review is. @param {Analysis} analysis */
function reports(analysis) {
  const { match } = analysis;
  const review = /** @type {import('./weigh.js').Review} */ (match.review);
  const hasPoints = match.state?.points !== null;
  const unknown = review.plies.filter(({ kind }) => kind === 'unknown').length;
  const nodes = showCount(review.nodes);
  return h(
    'section',
    { class: 'sheet mistakes' },
    h('h2', {}, t('mistakes')),
    ...[1, 2].map((seat) => report(analysis, seat, hasPoints)),
    review.plies.some(isTold) ? null : h('p', {}, t('no-mistakes')),
    h(
      'p',
      { class: 'figures' },
      review.margin === null
        ? t('review-proofs', { nodes })
        : t('review-margin', { margin: counted('points', review.margin), nodes }),
      unknown ? ` ${t('review-unknown', { count: unknown })}` : '',
    ),
  );
}

/** @param {Analysis} analysis @param {number} seat @param {boolean} hasPoints */
function report(analysis, seat, hasPoints) {
  const { match } = analysis;
  const own = (match.review?.plies ?? []).filter(
    ({ player, kind }) => player === seat && kind !== 'forced' && kind !== 'unknown',
  );
  const told = own.filter(isTold);
  const worst = [...told].sort((a, b) => b.loss - a.loss || a.ply - b.ply).slice(0, 3);
  const share = own.length ? Math.round((100 * (own.length - told.length)) / own.length) : null;
  const mean = own.length ? own.reduce((sum, { loss }) => sum + loss, 0) / own.length : 0;
  const words =
    share === null
      ? t('report-none')
      : hasPoints
        ? t('report-points', { share, mean: amount(mean, false, 2), count: own.length })
        : t('report-wins', { share, count: own.length });
  return h(
    'div',
    { class: 'report' },
    h('h3', {}, sideName(seat)),
    h('p', {}, words),
    h(
      'ol',
      {},
      ...worst.map((one) => {
        const known = match.seen.get(match.line.slice(0, one.ply).join(' '));
        const { sign, kind } = glyph(one, match.state?.lead ?? 1);
        return h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: `move ${one.kind}`,
              'data-key': `worst-${one.ply}`,
              onclick: () => analysis.table.go(match.jump(one.ply)),
            },
            `${one.ply}. ${known?.short ?? one.move} `,
            h('span', { class: `loss ${kind}` }, sign),
            h('span', { class: 'visually-hidden' }, sayWeighed(one, hasPoints)),
          ),
        );
      }),
    ),
  );
}
