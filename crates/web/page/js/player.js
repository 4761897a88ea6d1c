// A timeline over recorded steps: forward, back, anywhere, at any speed.

import { h } from './dom.js';
import { t } from './language.js';

export class Timeline {
  /**
   * @param {(place: number) => void} onPlace
   * @param {{ name: string, find: (from: number) => number | null }} [next] something to look for
   */
  constructor(onPlace, next) {
    this.onPlace = onPlace;
    this.length = 0;
    this.place = 0;
    /** @type {number | null} */
    this.timer = null;
    const oninput = () => this.go(Number(this.slider.value));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('timeline'), oninput });
    this.speed = h('input', { type: 'range', min: 0, max: 10, value: 4, 'aria-label': t('speed') });
    const onclick = () => (this.timer === null ? this.run() : this.halt());
    this.playButton = h('button', { type: 'button', class: 'run', onclick }, t('run'));
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h('button', { type: 'button', onclick: act }, t(name));
    const find = () => {
      const found = next?.find(this.place) ?? null;
      if (found !== null) this.go(found);
    };
    this.label = h('output', {}, '');
    this.element = h(
      'div',
      { class: 'timeline' },
      this.slider,
      h(
        'div',
        { class: 'row' },
        button('first', () => this.go(0)),
        button('back', () => this.go(this.place - 1)),
        this.playButton,
        button('forward', () => this.go(this.place + 1)),
        button('last', () => this.go(this.length)),
        next ? button(next.name, find) : null,
        h('label', {}, t('speed'), this.speed),
        this.label,
      ),
    );
  }

  /** @param {number} length */
  grow(length) {
    this.length = length;
    this.slider.max = String(length);
    this.#show();
  }

  /** @param {number} place */
  go(place) {
    this.place = Math.min(Math.max(place, 0), this.length);
    this.slider.value = String(this.place);
    this.#show();
    this.onPlace(this.place);
  }

  run() {
    // One clock at a time: a second one could not be stopped any more.
    this.halt();
    if (this.place >= this.length) this.go(0);
    this.playButton.textContent = t('pause');
    const tick = () => {
      const steps = 2 ** Number(this.speed.value);
      // Slow speeds show one step at a time; fast ones several at once, so that drawing keeps up.
      this.go(this.place + Math.max(1, Math.round(steps / 16)));
      this.timer = this.place < this.length ? window.setTimeout(tick, Math.max(1000 / steps, 40)) : null;
      if (this.timer === null) this.playButton.textContent = t('run');
    };
    tick();
  }

  halt() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.playButton.textContent = t('run');
  }

  #show() {
    this.label.textContent = t('step-of', { step: this.place, all: this.length });
  }
}
