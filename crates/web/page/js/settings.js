// What the browser remembers: language, theme, level, seats and board options.

const KEPT = 'settings';

/** What is so until somebody says otherwise. */
const USUAL = {
  /** @type {'light' | 'dark' | null} */ theme: null,
  /** @type {'en' | 'pt' | null} */ language: null,
  game: '',
  against: 'computer',
  level: 4,
  first: 'first',
  time: 1,
  name: '',
  marks: false,
  sound: false,
  confirm: false,
  minutes: 0,
  increment: 0,
};

/** @typedef {typeof USUAL} Settings */

/** @type {Settings} */
export const settings = { ...USUAL, ...read() };

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/** Changes settings and keeps them. @param {Partial<Settings>} change */
export function keep(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEPT, JSON.stringify(settings));
}
