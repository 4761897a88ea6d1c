// A field that overrides a menu, in plain sight: what is written there adds an entry of its own to the menu, and only
// while that entry is chosen does the text count.

import { h } from './dom.js';

/** The menu's value while the text counts. */
export const OWN = 'own';

/** @param {HTMLSelectElement} menu @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} label */
export function overriding(menu, field, label) {
  const entry = h('option', { value: OWN }, label);
  field.addEventListener('input', () => {
    if (field.value.trim()) {
      menu.append(entry);
      menu.value = OWN;
    } else {
      entry.remove();
    }
  });
}
