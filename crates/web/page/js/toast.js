// One sentence at the foot of the page for some seconds, with a way out as a link; readers hear it too.

import { announce, fill, h } from './dom.js';

/** How long a sentence stays, in milliseconds. */
const STAYS = 6000;

/** @type {number | undefined} */
let timer;

/** @param {string} text @param {{ label: string, act: () => void }} [way] */
export function toast(text, way) {
  const place = /** @type {HTMLElement} */ (document.getElementById('toast'));
  const end = () => {
    place.hidden = true;
    fill(place);
  };
  clearTimeout(timer);
  const onclick = () => {
    end();
    way?.act();
  };
  fill(place, h('span', {}, text), way ? h('button', { type: 'button', class: 'way', onclick }, way.label) : null);
  place.hidden = false;
  announce(text);
  timer = setTimeout(end, STAYS);
}

/** Takes the sentence away. */
export function hush() {
  clearTimeout(timer);
  const place = document.getElementById('toast');
  if (place) place.hidden = true;
}
