// Live analysis of whatever is on the board: bar, lines, outlines with values, heat map. Off until asked for.

import { call, isOurs, reasonOf, stream } from './api.js';
import { announce, fill, h } from './dom.js';
import { warmth, legend } from './heat.js';
import { amount, sayScore, showCount, t } from './language.js';
import { programButtons } from './programs.js';
import { moveIcon } from './pieces.js';
import { studio } from './studio.js';
import { isTold, sayWeighed, weigh, weighMove } from './weigh.js';

/** How long a position is looked at, in milliseconds. */
const TIME_MS = 20_000;
/** Shorter searches have no speed worth telling, in seconds. */
const LEAST_TIME = 0.1;
/** How many of the lines are outlined on the board. */
const N_OUTLINED = 3;

export class Analysis {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.table = table;
    this.match = table.match;
    this.isOn = false;
    this.nLines = 3;
    this.nMoves = 8;
    this.showsLines = true;
    this.showsHeat = false;
    /** Whether the cells are shown that each side's next piece could cover. */
    this.showsReach = false;
    /** Those cells, for the position that was asked about. @type {{ asked: number, cells: number[][] } | null} */
    this.reached = null;
    this.engine = 'best';
    /** @type {import('./types.js').Thought | null} */
    this.thought = null;
    /** What the moves are worth, and how many there are. @type {{ values: import('./types.js').Value[], of: number } | null} */
    this.values = null;
    /** The question that the thought answers, so that no stale line is shown. */
    this.asked = -1;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {AbortController | null} */
    this.reviewing = null;
    /** Why a move is worse, in words and moves. @type {{ text: string, line: string[] } | null} */
    this.reason = null;
    /** A better move that somebody looks for. @type {{ ply: number, said: string, isFound: boolean } | null} */
    this.quest = null;
    this.note = '';
    /** When the rail was last drawn for news. */
    this.drawn = 0;
  }

  toggle() {
    this.isOn = !this.isOn;
    if (this.isOn && this.table.mode === 'play') this.table.tab = 'analysis';
    if (this.isOn) this.start();
    else this.stop();
    this.table.draw();
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

  /** Whether what is best is hidden while somebody looks for it. */
  isHidden() {
    return this.quest !== null && !this.quest.isFound;
  }

  /** Looks at the position on the board, if it is asked to. */
  async start() {
    this.running?.abort();
    Object.assign(this, { running: null, thought: null, values: null, reason: null, asked: this.match.asked });
    const { state } = this.match;
    if (!this.reviewing) this.note = '';
    if (this.quest && this.quest.ply !== this.match.place + 1) this.quest = null;
    const isWanted = this.isOn && this.table.mayAsk() && !this.quest;
    if (!isWanted || !state || state.result !== null || this.match.resigned) return;
    const running = new AbortController();
    this.running = running;
    const body = {
      ...this.match.here(),
      engine: this.engine,
      lines: this.nLines,
      values: this.showsHeat,
      time_ms: TIME_MS,
    };
    try {
      for await (const news of stream('analyse', body, running.signal)) {
        if (running !== this.running) return;
        this.hear(news, state.turn);
        this.redraw(news.done || news.error);
      }
    } catch (problem) {
      if (running !== this.running || isOurs(problem)) return;
      this.note = reasonOf(problem, t('server-gone'));
      this.redraw(true);
    }
  }

  /** Shows news, but not so often that nobody could read or press them; the rest of the rail stays as it is. @param {boolean} isLast */
  redraw(isLast) {
    const now = performance.now();
    if (!isLast && now - this.drawn < 200) return;
    this.drawn = now;
    this.table.drawBoard();
    this.table.drawBar();
    const place = this.table.rail.querySelector('.analysis-live');
    if (place) fill(place, ...this.told());
  }

  /** @param {any} news @param {1 | 2} seat */
  hear(news, seat) {
    if (news.waiting !== undefined) this.note = t('waiting-at', { place: news.waiting });
    else if (news.error) this.note = news.error;
    else {
      this.note = news.done ? t('analysis-done') : '';
      const lines = news.thought.lines.map(
        (/** @type {import('./types.js').Line} */ line, /** @type {number} */ i) => ({ ...line, told: news.told?.[i] }),
      );
      this.thought = { ...news.thought, lines };
      this.values = news.values ? { values: news.values, of: news.of } : null;
      const { score, exact, nodes } = news.thought;
      // A handful of positions is no opinion worth a point in the graph.
      const isWorth = score !== null && (exact || nodes > 1000);
      if (isWorth) this.match.scores.set(this.match.place, { score: seat === 1 ? score : -score, exact });
    }
  }

  /** The cells that the next piece of each side could cover, if they are wanted; asked for once. */
  reach() {
    const { match } = this;
    if (!this.showsReach || !this.isOn) return [];
    if (this.reached?.asked === match.asked) return this.reached.cells;
    const { asked } = match;
    call('state', { ...match.here(), choices: [], reach: true })
      .then((state) => {
        if (asked !== match.asked) return;
        this.reached = { asked, cells: state.reach };
        this.redraw(true);
      })
      // The analysis says already that the server is away.
      .catch(() => {});
    return [];
  }

  /** How much each side could cover, in words. */
  reachWords() {
    const cells = this.showsReach && this.reached?.asked === this.match.asked ? this.reached.cells : null;
    if (!cells) return null;
    const [one, two] = cells.map((side) => new Set(side));
    const both = [...one].filter((at) => two.has(at)).length;
    return h(
      'p',
      { class: 'figures reach-words' },
      h('span', { class: 'reach-key one' }),
      t('reach-of', { seat: 1, count: one.size }),
      ' ',
      h('span', { class: 'reach-key two' }),
      t('reach-of', { seat: 2, count: two.size }),
      ' ',
      t('reach-both', { count: both }),
    );
  }

  /** What each cell promises, for the heat map. */
  heat() {
    const { state } = this.match;
    if (!this.showsHeat || !this.here() || !this.values || !state) return new Map();
    return warmth(this.values.values, state, this.match.near());
  }

  /** The best moves as outlines with their values. @returns {import('./board.js').Advice[]} */
  advice() {
    const thought = this.here();
    if (!thought || !this.showsLines || this.showsHeat || this.isHidden() || this.table.choice.piece !== null)
      return [];
    return thought.lines.slice(0, N_OUTLINED).flatMap(({ told, score, exact, plies_to_end: plies }, i) => {
      const at = told?.[0]?.at ?? [];
      return at.length ? [{ at, text: this.brief(score, exact, plies), kind: i ? 'other' : 'best' }] : [];
    });
  }

  /** A score of the side to move as few signs, good for the near side if positive. @param {number | null} score @param {boolean} exact @param {number | null} [plies] */
  brief(score, exact, plies = null) {
    const { state } = this.match;
    if (score === null) return '';
    if (exact && state?.points === null) {
      if (score === 0) return t('brief-draw');
      return t(score > 0 ? 'brief-win' : 'brief-loss', { plies: plies ?? '' }).trim();
    }
    const own = state?.turn === this.match.near() ? score : -score;
    return amount(own, true, state?.points ? 1 : 2);
  }

  /** A score of the side to move in words. @param {number | null} score @param {boolean} exact @param {number | null} [plies] */
  say(score, exact, plies = null) {
    const { state } = this.match;
    return sayScore(score === null || state?.turn === 1 ? score : -score, exact, state?.points !== null, plies);
  }

  /** How the position leans, for player 1, and in words: the result once there is one. @returns {[number, string]} */
  leaning() {
    const { state, resigned, review, place } = this.match;
    const result = resigned ? (resigned === 1 ? -1 : 1) : (state?.result ?? null);
    if (result !== null) {
      const text = result === 0 ? t('over-draw') : t('over-won', { seat: result > 0 ? 1 : 2 });
      return [result === 0 ? 0 : result > 0 ? Infinity : -Infinity, text];
    }
    const known = review?.plies[place - 1]?.made;
    const thought = this.here();
    if (!thought && known && known.score !== null)
      return [
        known.exact ? known.score * Infinity || 0 : known.score,
        sayScore(known.score, known.exact, state?.points !== null, known.plies),
      ];
    const { score, exact, plies_to_end: plies } = thought ?? { score: null, exact: false };
    const own = score === null ? 0 : state?.turn === 1 ? score : -score;
    return [exact && own !== 0 ? own * Infinity : own, this.say(score, exact, plies)];
  }

  /** The evaluation bar beside the board, with its side and unit in words. */
  bar() {
    const [score, text] = this.leaning();
    const share = 100 / (1 + Math.exp(-score / (this.match.state?.lead ?? 1)));
    const near = this.match.near();
    return h(
      'div',
      {
        class: `bar near-${near}`,
        role: 'meter',
        'aria-label': text,
        title: text,
        'aria-valuenow': Math.round(share),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      },
      h('div', { class: 'bar-near', style: `--share:${near === 1 ? share : 100 - share}%` }),
    );
  }

  /** The tab of the rail. @returns {import('./dom.js').Child[]} */
  panel() {
    const toggle = h(
      'button',
      {
        type: 'button',
        class: 'plain toggle',
        'data-key': 'analyse',
        'aria-pressed': this.isOn,
        onclick: () => this.toggle(),
      },
      t(this.isOn ? 'analysis-off' : 'analyse'),
    );
    return [
      h('div', { class: 'acts' }, toggle),
      ...(this.isOn ? this.live() : [h('p', { class: 'faint' }, t('analysis-help'))]),
    ];
  }

  /** The rail of a table for analysis or review. */
  studio() {
    return studio(this);
  }

  /** @returns {import('./dom.js').Child[]} */
  live() {
    const place = h('div', { class: 'analysis-live' });
    fill(place, ...this.told());
    return this.isHidden() ? [place] : [place, this.wishes(), this.question()];
  }

  /** What the analysis says just now. @returns {import('./dom.js').Child[]} */
  told() {
    const {
      thought,
      match: { state },
    } = this;
    const note = this.note && h('p', { class: 'note' }, this.note);
    if (this.isHidden()) return [note];
    const lines = this.showsLines ? (thought?.lines ?? []).map((line) => this.line(line)) : [];
    const heat =
      this.showsHeat && this.values && state ? legend(this.values.values.length, this.values.of, state) : null;
    return [
      h('p', { class: 'bar-text' }, this.leaning()[1]),
      h('ol', { class: 'lines' }, ...lines),
      h(
        'p',
        { class: 'figures' },
        this.figures(),
        ' ',
        h('span', {}, t('sign-is', { side: this.match.called(this.match.near()) })),
      ),
      heat,
      this.reachWords(),
      note,
    ];
  }

  /** What the search did, as far as it is known. */
  figures() {
    const { thought } = this;
    if (!thought) return this.running ? t('thinking') : '';
    const words = { depth: thought.depth, nodes: showCount(thought.nodes), speed: showCount(thought.nps ?? 0) };
    return t(thought.nps === null || thought.time_s < LEAST_TIME ? 'search-figures-short' : 'search-figures', words);
  }

  /** How the analysis is wanted, behind one button. */
  wishes() {
    const number = (/** @type {string} */ name, /** @type {'nLines' | 'nMoves'} */ field, /** @type {number} */ most) =>
      h(
        'label',
        {},
        t(name),
        h('input', {
          type: 'number',
          'data-key': name,
          min: 1,
          max: most,
          value: this[field],
          onchange: (/** @type {any} */ event) => {
            this[field] = Math.min(Math.max(Number(event.target.value) || 1, 1), most);
            this.restart();
          },
        }),
      );
    const box = (/** @type {string} */ name, /** @type {'showsHeat' | 'showsLines' | 'showsReach'} */ field) =>
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          'data-key': name,
          checked: this[field],
          onchange: (/** @type {any} */ event) => {
            this[field] = event.target.checked;
            this.restart();
          },
        }),
        t(name),
      );
    const choose = (/** @type {string} */ name) => {
      this.engine = name.trim() || 'best';
      this.restart();
    };
    const engine = h(
      'label',
      {},
      t('engine-name'),
      h('input', {
        type: 'text',
        'data-key': 'engine',
        value: this.engine,
        spellcheck: 'false',
        onchange: (/** @type {any} */ event) => choose(event.target.value),
      }),
    );
    return h(
      'div',
      { class: 'wishes' },
      box('heat-map', 'showsHeat'),
      this.match.frame?.pieces.some(({ shape }) => shape === 'block') ? box('reach-map', 'showsReach') : null,
      box('show-lines', 'showsLines'),
      number('lines', 'nLines', 10),
      number('line-length', 'nMoves', 20),
      engine,
      programButtons(choose),
    );
  }

  restart() {
    this.start();
    this.table.draw();
  }

  /** @param {import('./types.js').Line} line */
  line(line) {
    const score =
      line.exact || this.match.state?.points === null
        ? this.say(line.score, line.exact, line.plies_to_end)
        : this.brief(line.score, line.exact);
    return h(
      'li',
      {},
      h(
        'span',
        { class: line.exact ? 'score exact' : 'score', title: this.say(line.score, line.exact, line.plies_to_end) },
        score,
      ),
      ...this.moves(line.pv.slice(0, this.nMoves), line.told),
    );
  }

  /** Moves that show on the board when they are pressed. @param {string[]} moves @param {import('./types.js').Ply[]} [told] */
  moves(moves, told = []) {
    const { frame } = this.match;
    return moves.map((move, ply) => {
      const known = told[ply];
      const icon = known && frame ? moveIcon(frame, known, known.seat, 16) : null;
      const onclick = () => this.preview(moves.slice(0, ply + 1));
      return h(
        'button',
        { type: 'button', class: 'move', 'data-move': move, title: t('show-line'), onclick },
        icon,
        h('span', {}, known?.short ?? move),
      );
    });
  }

  /** Shows the position these moves lead to from here, as the rules make it. @param {string[]} moves @param {string} [message] */
  async preview(moves, message = t('preview-of', { moves: moves.join(' ') })) {
    const { table, match } = this;
    const turn = ++table.previews;
    const { asked } = match;
    try {
      const here = match.here();
      const state = await call('state', { ...here, moves: [...here.moves, ...moves], choices: [] });
      // By now another position may be on the board.
      if (turn !== table.previews || asked !== match.asked) return;
      table.preview = state;
      table.message = message;
      announce(message);
      table.drawMiddle();
    } catch (problem) {
      table.complain(problem);
    }
  }

  /** Goes back to the game, from whatever was only looked at. @param {boolean} [isDrawn] */
  endPreview(isDrawn = false) {
    const { table } = this;
    table.previews += 1;
    if (!table.preview) return;
    table.preview = null;
    table.message = '';
    if (isDrawn) table.drawMiddle();
  }

  /** "Why not this move?", answered by its refutation. */
  question() {
    if (this.match.mover() === null) return null;
    const legal = this.match.state?.choices ?? [];
    const field = h('input', {
      type: 'text',
      list: 'why-moves',
      'data-key': 'why',
      autocomplete: 'off',
      placeholder: t('why-not'),
      'aria-label': t('why-not'),
    });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const move = field.value.trim();
      if (!move) return;
      try {
        await this.explain(move);
      } catch (problem) {
        this.reason = { text: reasonOf(problem, t('server-gone')), line: [] };
      }
      this.table.draw();
    };
    return h(
      'form',
      { class: 'why', onsubmit },
      field,
      h('datalist', { id: 'why-moves' }, ...legal.slice(0, 500).map(({ move }) => h('option', { value: move }))),
      h('button', { type: 'submit', class: 'plain' }, t('why')),
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
    await this.preview(line);
    announce(this.reason.text);
  }

  /** Has the whole game weighed, so that graph and mistakes can be shown. */
  async review() {
    if (this.reviewing || this.match.review || !this.match.line.length) return;
    const reviewing = new AbortController();
    this.reviewing = reviewing;
    const { line } = this.match;
    const onStep = (/** @type {number} */ ply, /** @type {number} */ of) => {
      this.note = t('reviewing', { ply, of });
      const place = this.table.rail.querySelector('.reviewing');
      if (place) fill(place, this.note);
    };
    try {
      const found = await weigh({ ...this.match.setup, moves: line }, onStep, reviewing.signal);
      // A game that went on meanwhile is another one.
      if (line.join(' ') === this.match.line.join(' ')) this.match.review = found;
      // A review that cannot be stored is still shown.
      await this.match.annotate().catch(() => {});
      this.note = '';
      announce(t(found.plies.some(isTold) ? 'reviewed' : 'no-mistakes'));
    } catch (problem) {
      this.note = isOurs(problem) ? '' : reasonOf(problem, t('server-gone'));
    }
    if (this.reviewing === reviewing) this.reviewing = null;
    this.table.draw();
  }

  /** Looks for a better move than the one of a ply. @param {number} ply */
  async seek(ply) {
    this.quest = { ply, said: '', isFound: false };
    await this.match.jump(ply - 1);
  }

  /** A move tried instead of a mistake: judged, and its refutation shown. @param {string} move */
  async attempt(move) {
    const { quest, match } = this;
    if (!quest || quest.isFound) return;
    quest.said = t('weighing');
    this.table.draw();
    const weighed = await weighMove(match, move);
    if (this.quest !== quest) return;
    const hasPoints = match.state?.points !== null;
    const isGood = !isTold(weighed);
    quest.isFound = isGood;
    quest.said = isGood
      ? t('quest-found', { why: sayWeighed(weighed, hasPoints) })
      : t('quest-missed', { why: sayWeighed(weighed, hasPoints) });
    announce(quest.said);
    this.table.choice.drop();
    this.table.draw();
    if (!isGood) await this.preview(weighed.made.line.slice(0, 3), quest.said);
  }
}
