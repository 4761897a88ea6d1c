// Predicting a search: questions that the server asks from the real run, answered by pressing nodes or numbers,
// explained and counted.

import { announce, fill, h } from './dom.js';
import { icon } from './icons.js';
import { amount, sideName, t } from './language.js';

/** @typedef {{ step: number, ask: 'next' | 'sum' | 'cut' | 'value' | 'mean', [fact: string]: any }} Question */

/**
 * What shows the search: where it stands, and how its nodes are called.
 * @typedef {{
 *   go: (place: number) => void,
 *   mark: (ids: number[], veiled?: number | null) => void,
 *   nameOf: (id: number) => string,
 *   valueOf: (id: number, value: number) => string,
 *   moverOf: (id: number) => string,
 * }} Stand
 */

export class Predicting {
  /**
   * @param {Question[]} questions @param {Stand} stand
   * @param {{ onEnd: () => void, onAgain: () => void }} handlers
   */
  constructor(questions, stand, handlers) {
    this.questions = questions;
    this.stand = stand;
    this.handlers = handlers;
    this.at = 0;
    this.right = 0;
    this.answered = 0;
    /** Whether the present question was answered wrongly before. */
    this.isSpoilt = false;
    this.isDone = false;
    this.text = h('p', { class: 'now question', role: 'status' });
    this.options = h('div', { class: 'row answers', role: 'group', 'aria-label': t('answers') });
    this.reply = h('p', { class: 'reply', role: 'status' });
    this.pill = h('span', { class: 'score-pill' });
    this.element = h(
      'div',
      { class: 'predict' },
      h('div', { class: 'predict-head' }, this.text, this.pill),
      this.options,
      this.reply,
    );
    this.show();
  }

  /** @returns {Question | undefined} */
  get question() {
    return this.questions[this.at];
  }

  show() {
    const { question, stand } = this;
    this.isSpoilt = false;
    this.isDone = false;
    fill(this.reply);
    this.#score();
    if (!question) return this.#finish();
    stand.go(question.step);
    const isNodes = question.ask === 'next' || question.ask === 'cut';
    const veiled = question.ask === 'value' ? question.node : null;
    stand.mark(isNodes ? question.options : veiled === null ? [] : [veiled], veiled);
    fill(this.text, h('strong', {}, this.#ask(question)), ' ', t(isNodes ? 'answer-press' : 'answer-choose'));
    const buttons = question.options.map((/** @type {number} */ option) =>
      this.#button(isNodes ? stand.nameOf(option) : this.#number(question, option), option),
    );
    if (question.ask === 'cut') buttons.push(this.#button(t('goes-on'), null));
    fill(this.options, ...buttons);
    announce(this.#ask(question));
  }

  /** @param {string} label @param {number | null} option */
  #button(label, option) {
    const onclick = () => this.answer(option);
    return h('button', { type: 'button', 'data-key': `answer-${option ?? 'none'}`, onclick }, label);
  }

  /** @param {Question} question @param {number} value */
  #number(question, value) {
    if (question.ask === 'value') return this.stand.valueOf(question.node, value);
    return question.ask === 'mean' ? amount(value, true, 2) : String(value);
  }

  /** @param {Question} question */
  #ask(question) {
    const { stand } = this;
    const words = { ...question, line: question.node === undefined ? '' : stand.nameOf(question.node) };
    switch (question.ask) {
      case 'cut':
        return t('ask-cut', {
          ...words,
          side: stand.moverOf(question.node),
          value: stand.valueOf(question.node, question.value),
        });
      case 'value':
        return t('ask-value', { ...words, side: stand.moverOf(question.node) });
      case 'mean':
        return t('ask-mean', {
          ...words,
          sum: amount(question.sum, true, 2),
          reward: amount(question.reward, true, 2),
        });
      default:
        return t(`ask-${question.ask}`, words);
    }
  }

  /** A node was pressed, if it is one to choose from. @param {number} id */
  press(id) {
    const { question } = this;
    const isAsked = question && (question.ask === 'next' || question.ask === 'cut') && question.options.includes(id);
    if (isAsked) this.answer(id);
    return Boolean(isAsked);
  }

  /** @param {number | null} option */
  answer(option) {
    const { question } = this;
    if (!question || this.isDone) return;
    const isRight = option === question.answer;
    for (const button of this.options.querySelectorAll('button')) {
      const isThis = button.dataset.key === `answer-${option ?? 'none'}`;
      if (isThis) button.classList.add(isRight ? 'right' : 'wrong');
    }
    if (!isRight) {
      this.isSpoilt = true;
      fill(this.reply, h('strong', {}, t('answer-wrong')), ' ', t(`rule-${question.rule ?? question.ask}`));
      return;
    }
    this.isDone = true;
    this.answered += 1;
    if (!this.isSpoilt) this.right += 1;
    this.#score();
    const next = h(
      'button',
      { type: 'button', class: 'primary', 'data-key': 'next-question', onclick: () => this.#next() },
      t(this.at + 1 < this.questions.length ? 'next-question' : 'last-question'),
    );
    fill(this.reply, h('strong', {}, t('answer-right')), ' ', this.#why(question), ' ', next);
    this.stand.mark([]);
    this.stand.go(question.step + 1);
    next.focus({ preventScroll: true });
  }

  #next() {
    this.at += 1;
    this.show();
  }

  /** Why the answer is right, with the numbers. @param {Question} question */
  #why(question) {
    const { stand } = this;
    switch (question.ask) {
      case 'next':
        return t(`why-${question.rule}`, { line: stand.nameOf(question.answer), f: question.f, g: question.g });
      case 'sum':
        return t('why-sum', question);
      case 'cut': {
        const [value, has] = [question.value, question.has].map((one) => stand.valueOf(question.node, one));
        const side = stand.moverOf(question.node);
        if (question.answer === null) return t('why-goes-on', { value, has, side });
        return t('why-cut', {
          value,
          has,
          side,
          where: stand.nameOf(question.answer),
          bound: t(`bound-${question.bound}`),
        });
      }
      case 'value': {
        const list = question.moves.map(
          (/** @type {[string, number]} */ [move, value]) => `${move} ${stand.valueOf(question.node, value)}`,
        );
        const answer = stand.valueOf(question.node, question.answer);
        return t('why-value', { side: stand.moverOf(question.node), answer, list: list.join(', ') });
      }
      default:
        return t('why-mean', {
          sum: amount(question.sum + question.reward, true, 2),
          visits: question.visits + 1,
          answer: amount(question.answer, true, 2),
        });
    }
  }

  #score() {
    fill(
      this.pill,
      t('score-of', {
        right: this.right,
        n: Math.min(this.at + 1, this.questions.length),
        all: this.questions.length,
      }),
    );
  }

  #finish() {
    this.stand.mark([]);
    const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, kind = '') =>
      h('button', { type: 'button', class: kind || null, 'data-key': key, onclick }, t(key));
    fill(
      this.text,
      h('strong', {}, t(this.questions.length ? 'quiz-over' : 'quiz-none', { right: this.right, all: this.answered })),
    );
    fill(
      this.options,
      button('quiz-again', () => this.handlers.onAgain(), 'primary'),
      button('quiz-leave', () => this.handlers.onEnd()),
    );
  }
}

/** The button that begins to ask. @param {() => void} onclick */
export function predictButton(onclick) {
  return h(
    'button',
    { type: 'button', class: 'plain predict', 'data-key': 'predict', onclick },
    icon('eye'),
    ' ',
    t('predict'),
  );
}

/** Who moves, for trees without names. @param {number} seat */
export function moverName(seat) {
  return `${sideName(seat)} (${seat === 1 ? 'MAX' : 'MIN'})`;
}
