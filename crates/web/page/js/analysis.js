// Live analysis of whatever is on the board: bar, lines, heat map, graph, mistakes. Off until asked for.

import { isOurs, reasonOf, stream } from './api.js';
import { judge, review } from './coach.js';
import { announce, fill, h } from './dom.js';
import { graph } from './graph.js';
import { showCount, showScore, t } from './language.js';

export class Analysis {
  /** @param {import('./match.js').Match} match @param {() => void} onChange @param {(moves: string[]) => void} onPreview */
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
    /** The place in the game that the thought is about, so that no stale line is shown. */
    this.place = -1;
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
  }

  /** The thought about the position on the board, if there is one. */
  here() {
    return this.isOn && this.place === this.match.place ? this.thought : null;
  }

  /** Looks at the position on the board, if it is asked to. */
  async start() {
    this.running?.abort();
    this.running = null;
    this.thought = null;
    this.reason = null;
    this.place = this.match.place;
    const { state } = this.match;
    if (!this.isOn || !state || state.result !== null) return this.draw();
    const running = new AbortController();
    this.running = running;
    this.note = '';
    this.draw();
    const body = { ...this.match.here(), engine: 'best', lines: this.showsHeat ? 40 : this.nLines, time_ms: 20000 };
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
      const { score, exact, nodes } = news.thought;
      // A handful of positions is no opinion worth a point in the graph.
      if (score !== null && (exact || nodes > 1000)) this.match.scores.set(this.place, { score: seat === 1 ? score : -score, exact });
    }
  }

  /** What each cell promises, between 0 and 1, for the heat map. */
  heat() {
    const lines = this.showsHeat ? this.here()?.lines ?? [] : [];
    const scores = lines.map((line) => line.score ?? 0);
    const [low, high] = [Math.min(...scores), Math.max(...scores)];
    /** @type {Map<string, { value: number, text: string }>} */
    const heat = new Map();
    for (const line of lines) {
      const cell = this.match.view.move(line.move).cells[0];
      const value = high > low ? ((line.score ?? 0) - low) / (high - low) : 1;
      const known = cell && heat.get(cell);
      if (cell && (!known || known.value < value)) heat.set(cell, { value, text: showScore(line.score, line.exact) });
    }
    return heat;
  }

  draw() {
    const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const toggle = h('button', { type: 'button', class: 'toggle', 'data-key': 'analyse', 'aria-pressed': this.isOn, onclick: () => this.toggle() }, t('analyse'));
    fill(this.element, h('h2', {}, t('analysis')), h('div', { class: 'row' }, toggle, this.reviewButton()), ...(this.isOn ? this.live() : []),
      this.note && h('p', { class: 'note' }, this.note), graph(this.match), this.mistakeList());
    const element = focused && this.element.querySelector(`[data-key="${focused}"]`);
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }

  /** @returns {import('./dom.js').Child[]} */
  live() {
    const { thought } = this;
    const number = (/** @type {string} */ name, /** @type {'nLines' | 'nMoves'} */ field, /** @type {number} */ most) => h('label', {}, t(name), h('input', { type: 'number', 'data-key': name, min: 1, max: most, value: this[field],
      onchange: (/** @type {any} */ event) => { this[field] = Math.min(Math.max(Number(event.target.value) || 1, 1), most); this.start(); } }));
    const box = (/** @type {string} */ name, /** @type {'showsHeat' | 'showsLines'} */ field) => h('label', {}, h('input', { type: 'checkbox', 'data-key': name, checked: this[field],
      onchange: (/** @type {any} */ event) => { this[field] = event.target.checked; this.start(); } }), t(name));
    const lines = this.showsLines ? (thought?.lines ?? []).slice(0, this.nLines).map((line) => this.line(line, thought?.result ?? 'unknown')) : [];
    return [h('div', { class: 'row' }, number('lines', 'nLines', 10), number('line-length', 'nMoves', 20), box('show-lines', 'showsLines'), box('heat-map', 'showsHeat')),
      this.bar(), h('p', { class: 'figures' }, thought ? t('search-figures', { depth: thought.depth, nodes: showCount(thought.nodes), speed: showCount(thought.nps) }) : this.running ? t('thinking') : ''),
      h('ol', { class: 'lines' }, ...lines), this.question()];
  }

  /** @param {import('./types.js').Line} line @param {string} result */
  line(line, result) {
    const isFirst = line === this.thought?.lines[0];
    return h('li', {}, h('span', { class: line.exact ? 'score exact' : 'score' }, showScore(line.score, line.exact)), ...this.moves(line.pv.slice(0, this.nMoves)),
      isFirst && line.exact ? h('span', { class: 'proven' }, t(`proven-${result}`)) : null);
  }

  /** Moves that show on the board when they are pressed. @param {string[]} moves */
  moves(moves) {
    return moves.map((move, ply) => h('button', { type: 'button', class: 'move', title: t('show-line'), onclick: () => this.onPreview(moves.slice(0, ply + 1)) }, move));
  }

  /** "Why not this move?", answered by its refutation. */
  question() {
    const legal = this.match.state?.moves ?? [];
    if (!legal.length) return null;
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
    return h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); ask(); } },
      h('label', {}, t('why-not'), field), h('datalist', { id }, ...legal.slice(0, 500).map((move) => h('option', { value: move }))), h('button', { type: 'submit' }, t('why')),
      this.reason ? h('p', { class: 'reason', role: 'status' }, this.reason.text, ' ', ...this.moves(this.reason.line)) : null);
  }

  /** @param {string} move */
  async explain(move) {
    const { moves } = this.match.here();
    const seat = this.match.state?.turn ?? 1;
    const own = (/** @type {number} */ score) => (seat === 1 ? score : -score);
    const best = this.here();
    const { line, place } = this.match;
    const before = best?.score != null ? { score: own(best.score), pv: best.pv } : await judge(this.match, moves);
    const after = await judge(this.match, [...moves, move]);
    // By now another position may be on the board.
    if (line !== this.match.line || place !== this.match.place) return;
    const loss = own(before.score) - own(after.score);
    const words = { move, reply: after.pv[0] ?? '–', best: before.pv[0] ?? '–', loss: Math.max(loss, 0).toFixed(1), score: showScore(own(after.score), after.exact) };
    this.reason = { text: t(loss > this.match.lead() / 20 ? 'why-worse' : 'why-equal', words), line: [move, ...after.pv].slice(0, this.nMoves) };
    this.onPreview(this.reason.line);
    announce(this.reason.text);
  }

  /** Judges the whole game, so that graph and mistakes can be shown. */
  reviewButton() {
    if (!this.match.line.length) return null;
    return h('button', { type: 'button', 'data-key': 'review', disabled: this.reviewing !== null, onclick: async () => {
      const reviewing = new AbortController();
      this.reviewing = reviewing;
      const of = this.match.line.length;
      try {
        await review(this.match, (ply) => { this.note = t('reviewing', { ply, of }); this.draw(); }, reviewing.signal);
        this.note = t(this.match.mistakes().length ? 'reviewed' : 'no-mistakes');
        announce(this.note);
      } catch (problem) {
        this.note = isOurs(problem) ? '' : reasonOf(problem, t('server-gone'));
      }
      if (this.reviewing === reviewing) this.reviewing = null;
      this.draw();
    } }, t('review'));
  }

  /** Where results are known, which result was lost; points elsewhere. @param {number} ply @param {string} move @param {number} loss */
  sayMistake(ply, move, loss) {
    const [before, after] = [this.match.scores.get(ply - 1), this.match.scores.get(ply)];
    const words = { move: `${ply}. ${move}`, loss: loss.toFixed(1) };
    if (!before?.exact || !after?.exact || !this.match.setup.game.startsWith('qua')) return t('mistake', words);
    const sign = this.match.seats[ply - 1] === 1 ? 1 : -1;
    const result = (/** @type {number} */ score) => t(['was-lost', 'was-drawn', 'was-won'][1 + Math.sign(sign * score)]);
    return t('mistake-result', { ...words, from: result(before.score), to: result(after.score) });
  }

  mistakeList() {
    const mistakes = this.match.mistakes();
    if (!mistakes.length) return null;
    return h('div', { class: 'mistakes' }, h('h3', {}, t('mistakes')), h('ol', {}, ...mistakes.map(({ ply, move, loss }) =>
      h('li', {}, h('button', { type: 'button', class: 'move', onclick: () => this.match.jump(ply - 1) }, this.sayMistake(ply, move, loss))))));
  }

  /** The evaluation bar: how the position leans, from player 1's side. */
  bar() {
    const seat = this.match.state?.turn ?? 1;
    const score = this.thought?.score ?? 0;
    const own = seat === 1 ? score : -score;
    const share = 100 / (1 + Math.exp(-own / this.match.lead()));
    const text = t('bar-label', { score: showScore(own, this.thought?.exact ?? false) });
    return h('div', { class: 'bar', role: 'meter', 'aria-label': text, 'aria-valuenow': Math.round(share), 'aria-valuemin': 0, 'aria-valuemax': 100 },
      h('div', { class: 'bar-one', style: `width:${share}%` }), h('span', { class: 'bar-text' }, text));
  }
}
