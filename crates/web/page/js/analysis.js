// Live analysis of whatever is on the board: bar, lines, heat map, graph. Off until asked for.

import { stream } from './api.js';
import { fill, h, s } from './dom.js';
import { showCount, showScore, t } from './language.js';

export class Analysis {
  /** @param {import('./match.js').Match} match @param {() => void} onChange @param {(moves: string[]) => void} onPreview */
  constructor(match, onChange, onPreview) {
    this.match = match;
    this.onChange = onChange;
    this.onPreview = onPreview;
    this.isOn = false;
    this.nLines = 3;
    this.showsHeat = false;
    /** @type {import('./types.js').Thought | null} */
    this.thought = null;
    /** The place in the game that the thought is about, so that no stale line is shown. */
    this.place = -1;
    /** @type {AbortController | null} */
    this.running = null;
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
  }

  /** Looks at the position on the board, if it is asked to. */
  async start() {
    this.stop();
    this.thought = null;
    this.place = this.match.place;
    if (!this.isOn || !this.match.state || this.match.state.result !== null) return this.draw();
    const running = new AbortController();
    this.running = running;
    this.note = '';
    this.draw();
    const body = { ...this.match.here(), engine: 'best', lines: this.showsHeat ? 40 : this.nLines, time_ms: 20000 };
    const seat = this.match.state.turn;
    try {
      for await (const news of stream('analyse', body, running.signal)) {
        if (running !== this.running) return;
        if (news.waiting !== undefined) this.note = t('waiting-at', { place: news.waiting });
        else if (news.error) this.note = news.error;
        else {
          this.note = news.done ? t('analysis-done') : '';
          this.thought = news.thought;
          const { score, exact } = news.thought;
          // A handful of positions is no opinion worth a point in the graph.
          if (score !== null && (exact || news.thought.nodes > 1000)) {
            this.match.scores.set(this.place, { score: seat === 1 ? score : -score, exact });
          }
        }
        this.draw();
        this.onChange();
      }
    } catch (problem) {
      if (running !== this.running) return;
      this.note = problem instanceof Error ? problem.message : String(problem);
      this.draw();
    }
  }

  /** What each cell promises, between 0 and 1, for the heat map. */
  heat() {
    const lines = this.showsHeat && this.isOn && this.place === this.match.place ? this.thought?.lines ?? [] : [];
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
    const { thought } = this;
    const seat = this.match.state?.turn ?? 1;
    const button = h('button', { type: 'button', class: 'toggle', 'aria-pressed': this.isOn, onclick: () => this.toggle() }, t('analyse'));
    if (!this.isOn) return fill(this.element, h('h2', {}, t('analysis')), button, this.graph());
    const options = h('div', { class: 'row' },
      h('label', {}, t('lines'), h('input', { type: 'number', min: 1, max: 10, value: this.nLines, onchange: (/** @type {any} */ event) => { this.nLines = Math.min(Math.max(Number(event.target.value) || 1, 1), 10); this.start(); } })),
      h('label', {}, h('input', { type: 'checkbox', checked: this.showsHeat, onchange: (/** @type {any} */ event) => { this.showsHeat = event.target.checked; this.start(); } }), t('heat-map')));
    const lines = (thought?.lines ?? []).slice(0, this.nLines).map((line, i) =>
      h('li', {}, h('span', { class: line.exact ? 'score exact' : 'score' }, showScore(line.score, line.exact)),
        ...line.pv.slice(0, 8).map((move, ply) => h('button', { type: 'button', class: 'move', title: t('show-line'), onclick: () => this.onPreview(line.pv.slice(0, ply + 1)) }, move)),
        i === 0 && line.exact ? h('span', { class: 'proven' }, t(`proven-${thought?.result}`)) : null));
    fill(this.element, h('h2', {}, t('analysis')), button, options, this.bar(seat),
      h('p', { class: 'figures' }, thought ? t('search-figures', { depth: thought.depth, nodes: showCount(thought.nodes), speed: showCount(thought.nps) }) : this.running ? t('thinking') : ''),
      h('ol', { class: 'lines' }, ...lines), this.note && h('p', { class: 'note' }, this.note), this.graph());
  }

  /** The evaluation bar: how the position leans, from player 1's side. @param {1 | 2} seat */
  bar(seat) {
    const score = this.thought?.score ?? 0;
    const own = seat === 1 ? score : -score;
    const share = 100 / (1 + Math.exp(-own / this.scale()));
    const text = t('bar-label', { score: showScore(own, this.thought?.exact ?? false) });
    return h('div', { class: 'bar', role: 'meter', 'aria-label': text, 'aria-valuenow': Math.round(share), 'aria-valuemin': 0, 'aria-valuemax': 100 },
      h('div', { class: 'bar-one', style: `width:${share}%` }), h('span', { class: 'bar-text' }, text));
  }

  /** How many points make a clear lead. */
  scale() {
    return { blokus: 8, 'blokus-duo': 8, cavalo: 120 }[this.match.setup.game] ?? 0.4;
  }

  /** The score over the game, for player 1; a click goes there. Drops of the mover are marked. */
  graph() {
    const points = [...this.match.scores].sort(([a], [b]) => a - b);
    if (points.length < 2) return null;
    const last = Math.max(this.match.line.length, 1);
    const x = (/** @type {number} */ ply) => (100 * ply) / last;
    const y = (/** @type {number} */ score) => 20 - 18 * Math.tanh(score / (2 * this.scale()));
    const path = points.map(([ply, { score }], i) => `${i ? 'L' : 'M'}${x(ply).toFixed(2)} ${y(score).toFixed(2)}`).join('');
    const marks = points.flatMap(([ply, { score }], i) => {
      const before = points[i - 1];
      const seat = this.match.state?.played[ply - 1]?.seat;
      if (!before || before[0] !== ply - 1 || !seat) return [];
      const loss = (seat === 1 ? 1 : -1) * (before[1].score - score);
      const isMistake = loss > this.scale() / 2;
      return isMistake ? [s('circle', { cx: x(ply), cy: y(score), r: 1.4, class: 'mistake' }, s('title', {}, t('mistake', { move: this.match.line[ply - 1], loss: loss.toFixed(1) })))] : [];
    });
    const svg = s('svg', { viewBox: '0 0 100 40', class: 'graph', role: 'img', 'aria-label': t('graph-label'), preserveAspectRatio: 'none',
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        this.match.jump(Math.round(((event.clientX - box.left) / box.width) * last));
      } },
    s('path', { d: 'M0 20H100', class: 'graph-zero' }), s('path', { d: path, class: 'graph-line' }), ...marks,
    s('path', { d: `M${x(this.match.place)} 0V40`, class: 'graph-here' }));
    return svg;
  }
}
