// A table for two people at two screens. The server holds the game; this page shows what it says and sends moves with
// the word that guards the seat.

import { call, isOurs, reasonOf, stream } from './api.js';
import { h } from './dom.js';
import { t } from './language.js';
import { Match } from './match.js';
import { settings } from './settings.js';
import { toast } from './toast.js';

/** @typedef {{ setup: import('./types.js').Setup, names: (string | null)[], resigned: 1 | 2 | null, watching: number }} News */
/** A seat, and for whoever opened the table the link that lets a guest in. @typedef {{ seat: 1 | 2, word: string, link?: string | null }} Seat */

/** Where a seat's word is remembered. @param {string} room */
const keptAs = (room) => `room ${room}`;

/** @param {string} room @returns {Seat | null} */
function seatAt(room) {
  return JSON.parse(localStorage.getItem(keptAs(room)) ?? 'null');
}

/** Opens a table and sits down there. @param {import('./types.js').Setup} setup @param {string} name @param {string} first */
export async function invite(setup, name, first) {
  const isSecond = first === 'second' || (first === 'either' && Math.random() < 0.5);
  const { room, seat, word, link } = await call('rooms', { ...setup, name, seat: isSecond ? 2 : 1 });
  localStorage.setItem(keptAs(room), JSON.stringify({ seat, word, link }));
  return `#/together/${room}`;
}

/** A game whose moves the server passes on between two screens. */
export class RoomMatch extends Match {
  /** @param {string} room @param {News} news @param {Seat | null} seat */
  constructor(room, news, seat) {
    super(news.setup, [], 1000);
    /** @type {string} */
    this.room = room;
    this.seat = seat;
    this.sit(news);
    this.resigned = news.resigned;
    // People who play each other ask nobody else.
    this.isLocked = seat !== null;
  }

  /** @param {News} news */
  sit(news) {
    this.players = news.names.map((name, i) => ({
      kind: this.seat?.seat === i + 1 ? /** @type {const} */ ('human') : /** @type {const} */ ('remote'),
      level: 0,
      engine: '',
      name:
        this.seat?.seat === i + 1
          ? name || settings.name || t('you')
          : name === null
            ? t('nobody-yet')
            : name || t('opponent'),
    }));
    this.isWaiting = news.names.includes(null);
  }

  /** Takes over what the server says. @param {News} news */
  async hear(news) {
    const wasWaiting = this.isWaiting;
    this.sit(news);
    if (wasWaiting && !this.isWaiting && this.seat) toast(t('joined', { name: this.called(3 - this.seat.seat) }));
    const wasAtEnd = this.isAtEnd();
    this.line = [...news.setup.moves];
    this.resigned = news.resigned;
    const end = this.line.length;
    await this.jump(wasAtEnd ? end : Math.min(this.place, end));
  }

  /** @param {string} move */
  async play(move) {
    await call(`rooms/${this.room}`, { word: this.seat?.word ?? '', move, ply: this.line.length });
  }

  /** @param {1 | 2} _seat */
  resign(_seat) {
    call(`rooms/${this.room}`, { word: this.seat?.word ?? '', ply: this.line.length }).catch((problem) =>
      toast(reasonOf(problem, t('server-gone'))),
    );
  }

  /** Nothing is taken back between two people. */
  backTo() {
    return null;
  }

  /** The server holds the game. */
  async keep() {
    return /** @type {const} */ ('kept');
  }

  remember() {}
}

/** Whether whoever looks at the page was invited to look on, and no more. */
const isSpectator = () => document.querySelector('meta[name="plywood-role"]')?.getAttribute('content') === 'spectator';

/** What somebody sees who may sit down. @param {string} room @param {() => void} onSeat */
function door(room, onSeat) {
  if (isSpectator())
    return h('section', { class: 'sheet invite' }, h('h2', {}, t('seat-free')), h('p', {}, t('seat-for-players')));
  const field = h('input', {
    type: 'text',
    name: 'guest',
    value: settings.name,
    maxlength: 24,
    placeholder: t('your-name'),
    'aria-label': t('your-name'),
  });
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { seat, word } = await call(`rooms/${room}/sit`, { name: field.value.trim() });
      localStorage.setItem(keptAs(room), JSON.stringify({ seat, word }));
      onSeat();
    } catch (problem) {
      toast(reasonOf(problem, t('server-gone')));
    }
  };
  return h(
    'form',
    { class: 'sheet invite', onsubmit: sit },
    h('h2', {}, t('seat-free')),
    field,
    h('button', { type: 'submit', class: 'primary', 'data-key': 'sit-down' }, t('sit-down')),
  );
}

/** What stands in the rail while somebody is missing. @param {RoomMatch} match @param {() => void} onSeat */
export function waiting(match, onSeat) {
  if (!match.isWaiting) return null;
  if (!match.seat) return door(match.room, onSeat);
  // Where guests can come the link holds the key they need; elsewhere the table is for this browser alone.
  const { link } = match.seat;
  const href = link ? link + location.hash : location.href;
  const copy = () =>
    navigator.clipboard?.writeText(href).then(
      () => toast(t('link-ready')),
      () => toast(t('link-bar')),
    );
  const field = h('input', { type: 'text', readonly: true, value: href, 'aria-label': t('invite-link') });
  return h(
    'section',
    { class: 'sheet invite' },
    h('h2', {}, t('invite-title')),
    h('p', {}, t(link ? 'invite-help' : 'invite-here')),
    field,
    h('button', { type: 'button', class: 'primary', 'data-key': 'copy-invite', onclick: copy }, t('copy-invite')),
  );
}

/**
 * Follows a table for as long as it is in view.
 * @param {string} room @param {AbortSignal} signal @param {(match: RoomMatch) => void} onMatch hears of the table once
 */
export async function follow(room, signal, onMatch) {
  /** @type {RoomMatch | null} */
  let match = null;
  for (;;) {
    try {
      for await (const news of stream(`rooms/${room}`, undefined, signal)) {
        if (match) await match.hear(news);
        else {
          match = new RoomMatch(room, news, seatAt(room));
          onMatch(match);
        }
      }
    } catch (problem) {
      if (isOurs(problem) || signal.aborted) return;
      if (!match) throw problem;
    }
    // The connection broke: the board stays, and the page tries again by itself.
    await new Promise((resume) => setTimeout(resume, 1500));
    if (signal.aborted) return;
  }
}
