// Live analysis of whatever is on the board: bar, lines, heat map, graph, mistakes. Off until asked for.

import { isOurs, reasonOf, stream } from './api.js';
import { announce, fill, h } from './dom.js';
import { graph } from './graph.js';
import { legend, warmth } from './heat.js';
import { counted, sayScore, showCount, t } from './language.js';
import { isTold, sayWeighed, weigh, weighMove } from './weigh.js';

/** How long a position is looked at, in milliseconds. */
const TIME_MS = 20_000;
/** Shorter searches have no speed worth telling, in seconds. */
const LEAST_TIME = 0.1;

export class Analysis {
  /**
   * @param {import('./match.js').Match} match
   * @param {() => void} onChange
   * @param {(moves: string[]) => void} onPreview
   */
  constructor(match, onChange, onPreview) {
    this.match = match;
    this.onChange = onChange;
    this.onPreview = onPreview;
    this.isOn = false;
    this.nLines = 3;
    this.nMoves = 8;
    this.showsLines = true;
    this.showsHeat = false;
    /** @type {import('./types.js').Thought | null} */
    this.thought = null;
    /**
     * What the moves are worth, and how many there are.
     * @type {{ values: import('./types.js').Value[], of: number } | null}
     */
    this.values = null;
    /** The question that the thought answers, so that no stale line is shown. */
    this.asked = -1;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {AbortController | null} */
    this.reviewing = null;
    /** Why a move is worse, in words and moves. @type {{ text: string, line: string[] } | null} */
    this.reason = null;
    this.note = '';
    this.element = h('section', { class: 'panel analysis', 'aria-label': t('analysis') });
    this.draw();
  }

  toggle() {
    this.isOn = !this.isOn;
    if (this.isOn) this.start();
    else this.stop();
    this.draw();
    this.onChange();
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.reviewing?.abort();
    this.reviewing = null;
    this.note = '';
  }

  /** The thought about the position on the board, if there is one. */
  here() {
    return this.isOn && this.asked === this.match.asked ? this.thought : null;
  }

  /** Looks at the position on the board, if it is asked to. */
  async start() {
    this.running?.abort();
    Object.assign(this, { running: null, thought: null, values: null, reason: null, asked: this.match.asked });
    const { state } = this.match;
    if (!this.reviewing) this.note = '';
    if (!this.isOn || !state || state.result !== null || this.match.resigned) return this.draw();
    const running = new AbortController();
    this.running = running;
    this.draw();
    const body = { ...this.match.here(), engine: 'best', lines: this.nLines, values: this.showsHeat, time_ms: TIME_MS };
    try {
      for await (const news of stream('analyse', body, running.signal)) {
        if (running !== this.running) return;
        this.hear(news, state.turn);
        this.draw();
        this.onChange();
      }
    } catch (problem) {
      if (running !== this.running || isOurs(problem)) return;
      this.note = reasonOf(problem, t('server-gone'));
      this.draw();
    }
  }

  /** @param {any} news @param {1 | 2} seat */
  hear(news, seat) {
    if (news.waiting !== undefined) this.note = t('waiting-at', { place: news.waiting });
    else if (news.error) this.note = news.error;
    else {
      this.note = news.done ? t('analysis-done') : '';
      this.thought = news.thought;
      this.values = news.values ? { values: news.values, of: news.of } : null;
      const { score, exact, nodes } = news.thought;
      // A handful of positions is no opinion worth a point in the graph.
      const isWorth = score !== null && (exact || nodes > 1000);
      if (isWorth) this.match.scores.set(this.match.place, { score: seat === 1 ? score : -score, exact });
    }
  }

  /** What each cell promises, for the heat map. */
  heat() {
    const { state } = this.match;
    if (!this.showsHeat || !this.here() || !this.values || !state) return new Map();
    return warmth(this.values.values, state);
  }

  draw() {
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.key : null;
    const toggle = h(
      'button',
      {
        type: 'button',
        class: 'toggle',
        'data-key': 'analyse',
        'aria-pressed': this.isOn,
        onclick: () => this.toggle(),
      },
      t('analyse'),
    );
    fill(
      this.element,
      h('h2', {}, t('analysis')),
      h('div', { class: 'row' }, toggle, this.reviewButton()),
      ...(this.isOn ? this.live() : []),
      this.note && h('p', { class: 'note' }, this.note),
      graph(this.match),
      this.reviewed(),
    );
    const element = focused && this.element.querySelector(`[data-key="${focused}"]`);
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }

  /** @returns {import('./dom.js').Child[]} */
  live() {
    const {
      thought,
      match: { state },
    } = this;
    const lines = this.showsLines ? (thought?.lines ?? []).map((line) => this.line(line)) : [];
    const heat =
      this.showsHeat && this.values && state ? legend(this.values.values.length, this.values.of, state) : null;
    return [
      h(
        'div',
        { class: 'row' },
        this.number('lines', 'nLines', 10),
        this.number('line-length', 'nMoves', 20),
        this.box('show-lines', 'showsLines'),
        this.box('heat-map', 'showsHeat'),
      ),
      this.bar(),
      heat,
      h('p', { class: 'figures' }, this.figures()),
      h('ol', { class: 'lines' }, ...lines),
      this.question(),
    ];
  }

  /** What the search did, as far as it is known. */
  figures() {
    const { thought } = this;
    if (!thought) return this.running ? t('thinking') : '';
    const words = { depth: thought.depth, nodes: showCount(thought.nodes), speed: showCount(thought.nps ?? 0) };
    return t(thought.nps === null || thought.time_s < LEAST_TIME ? 'search-figures-short' : 'search-figures', words);
  }

  /** @param {string} name @param {'nLines' | 'nMoves'} field @param {number} most */
  number(name, field, most) {
    const onchange = (/** @type {any} */ event) => {
      this[field] = Math.min(Math.max(Number(event.target.value) || 1, 1), most);
      this.start();
    };
    return h(
      'label',
      {},
      t(name),
      h('input', { type: 'number', 'data-key': name, min: 1, max: most, value: this[field], onchange }),
    );
  }

  /** @param {string} name @param {'showsHeat' | 'showsLines'} field */
  box(name, field) {
    const onchange = (/** @type {any} */ event) => {
      this[field] = event.target.checked;
      this.start();
      this.onChange();
    };
    return h('label', {}, h('input', { type: 'checkbox', 'data-key': name, checked: this[field], onchange }), t(name));
  }

  /**
   * A score of the side to move in words.
   * @param {number | null} score
   * @param {boolean} exact
   * @param {number | null} [plies]
   */
  say(score, exact, plies = null) {
    const { state } = this.match;
    return sayScore(score === null || state?.turn === 1 ? score : -score, exact, state?.points !== null, plies);
  }

  /** @param {import('./types.js').Line} line */
  line(line) {
    return h(
      'li',
      {},
      h('span', { class: line.exact ? 'score exact' : 'score' }, this.say(line.score, line.exact, line.plies_to_end)),
      ...this.moves(line.pv.slice(0, this.nMoves)),
    );
  }

  /** Moves that show on the board when they are pressed. @param {string[]} moves */
  moves(moves) {
    return moves.map((move, ply) =>
      h(
        'button',
        {
          type: 'button',
          class: 'move',
          title: t('show-line'),
          onclick: () => this.onPreview(moves.slice(0, ply + 1)),
        },
        move,
      ),
    );
  }

  /** "Why not this move?", answered by its refutation. */
  question() {
    const legal = this.match.state?.choices ?? [];
    if (this.match.mover() === null) return null;
    const id = 'why-moves';
    const field = h('input', { type: 'text', list: id, 'data-key': 'why', autocomplete: 'off' });
    const ask = async () => {
      const move = field.value.trim();
      if (!move) return;
      try {
        await this.explain(move);
      } catch (problem) {
        this.reason = { text: reasonOf(problem, t('server-gone')), line: [] };
      }
      this.draw();
    };
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      ask();
    };
    return h(
      'form',
      { class: 'row', onsubmit },
      h('label', {}, t('why-not'), field),
      h('datalist', { id }, ...legal.slice(0, 500).map(({ move }) => h('option', { value: move }))),
      h('button', { type: 'submit' }, t('why')),
      this.reason
        ? h('p', { class: 'reason', role: 'status' }, this.reason.text, ' ', ...this.moves(this.reason.line))
        : null,
    );
  }

  /** @param {string} move */
  async explain(move) {
    const { asked, state } = this.match;
    const weighed = await weighMove(this.match, move);
    // By now another position may be on the board.
    if (asked !== this.match.asked) return;
    const line = weighed.made.line.slice(0, this.nMoves);
    this.reason = { text: t('why-answer', { why: sayWeighed(weighed, state?.points !== null) }), line };
    this.onPreview(line);
    announce(this.reason.text);
  }

  /** Has the whole game weighed, so that graph and mistakes can be shown. */
  reviewButton() {
    if (!this.match.line.length) return null;
    const review = async () => {
      const reviewing = new AbortController();
      this.reviewing = reviewing;
      const { line } = this.match;
      const onStep = (/** @type {number} */ ply, /** @type {number} */ of) => {
        this.note = t('reviewing', { ply, of });
        this.draw();
      };
      try {
        const found = await weigh({ ...this.match.setup, moves: line }, onStep, reviewing.signal);
        // A game that went on meanwhile is another one.
        if (line.join(' ') === this.match.line.join(' ')) this.match.review = found;
        this.note = '';
        announce(t(found.plies.some(isTold) ? 'reviewed' : 'no-mistakes'));
      } catch (problem) {
        this.note = isOurs(problem) ? '' : reasonOf(problem, t('server-gone'));
      }
      if (this.reviewing === reviewing) this.reviewing = null;
      this.draw();
    };
    const attributes = { type: 'button', 'data-key': 'review', disabled: this.reviewing !== null };
    return h('button', { ...attributes, onclick: review }, t('review'));
  }

  /** What the review found, and how sure it is. */
  reviewed() {
    const { review, state } = this.match;
    if (!review || !state) return null;
    const hasPoints = state.points !== null;
    const told = review.plies.filter(isTold);
    const button = (/** @type {import('./types.js').Weighed} */ one) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: `move ${one.kind}`,
            onclick: () => this.match.jump(one.ply - 1),
          },
          sayWeighed(one, hasPoints, `${one.ply}. ${one.move}`),
        ),
      );
    const unknown = review.plies.filter(({ kind }) => kind === 'unknown').length;
    const nodes = showCount(review.nodes);
    return h(
      'div',
      { class: 'mistakes' },
      h('h3', {}, t('mistakes')),
      told.length ? h('ol', {}, ...told.map(button)) : h('p', {}, t('no-mistakes')),
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

  /** How the position leans, for player 1, and in words: the result once there is one. @returns {[number, string]} */
  leaning() {
    const { state, resigned } = this.match;
    const result = resigned ? (resigned === 1 ? -1 : 1) : (state?.result ?? null);
    if (result !== null) {
      const text = result === 0 ? t('over-draw') : t('over-won', { seat: result > 0 ? 1 : 2 });
      return [result === 0 ? 0 : result > 0 ? Infinity : -Infinity, text];
    }
    const { score, exact, plies_to_end: plies } = this.here() ?? { score: null, exact: false };
    const own = score === null ? 0 : state?.turn === 1 ? score : -score;
    return [exact && own !== 0 ? own * Infinity : own, this.say(score, exact, plies)];
  }

  /** The evaluation bar, with its side and unit in words. */
  bar() {
    const [score, text] = this.leaning();
    const share = 100 / (1 + Math.exp(-score / (this.match.state?.lead ?? 1)));
    return h(
      'div',
      {
        class: 'bar',
        role: 'meter',
        'aria-label': text,
        'aria-valuenow': Math.round(share),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      },
      h('div', { class: 'bar-one', style: `width:${share}%` }),
      h('span', { class: 'bar-text' }, text),
    );
  }
}
