// Programs of others that whoever started the server lets play here, by their names.

import { call } from './api.js';
import { fill, h } from './dom.js';
import { t } from './language.js';

/** @type {Promise<string[]> | null} */
let asked = null;

/** @returns {Promise<string[]>} */
function programs() {
  asked ??= call('programs').then(
    ({ programs: names }) => names,
    () => [],
  );
  return asked;
}

/** A button for each program, where there are any. @param {(name: string) => void} onPick */
export function programButtons(onPick) {
  const element = h('p', { class: 'programs', hidden: true });
  programs().then((names) => {
    if (!names.length) return;
    const button = (/** @type {string} */ name) =>
      h('button', { type: 'button', class: 'plain', 'data-program': name, onclick: () => onPick(name) }, name);
    fill(element, t('programs-here'), ' ', ...names.map(button));
    element.hidden = false;
  });
  return element;
}
