// A timeline over recorded steps: forward, back, anywhere, at any speed.

import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { t } from './language.js';

/** @typedef {{ name: string, find: (from: number) => number | null }} Stop somewhere to stop after a step */

export class Timeline {
  /**
   * @param {(place: number) => void} onPlace
   * @param {Stop[]} [stops] what may be looked for; the first unless another is chosen
   * @param {number[]} [ticks] steps that deserve a mark
   */
  constructor(onPlace, stops = [], ticks = []) {
    this.ticks = ticks;
    this.stops = stops;
    this.onPlace = onPlace;
    this.length = 0;
    this.place = 0;
    /** @type {number | null} */
    this.timer = null;
    const oninput = () => this.go(Number(this.slider.value));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('timeline'), oninput });
    this.speed = h('input', { type: 'range', min: 0, max: 10, value: 4, 'aria-label': t('speed') });
    const onclick = () => (this.timer === null ? this.run() : this.halt());
    this.playButton = h('button', { type: 'button', class: 'primary run', onclick });
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      h(
        'button',
        { type: 'button', class: 'quiet round', 'data-key': name, 'aria-label': t(name), title: t(name), onclick: act },
        icon(sign),
      );
    this.stopButton = h(
      'button',
      {
        type: 'button',
        class: 'plain',
        onclick: () => {
          const found = this.#sought()?.find(this.place) ?? null;
          if (found !== null) this.go(found);
        },
      },
      t(stops[0]?.name ?? ''),
    );
    this.stopChoice = h(
      'select',
      {
        'data-key': 'stop-at',
        'aria-label': t('stop-at'),
        onchange: () => {
          this.stopButton.textContent = t(this.#sought()?.name ?? '');
        },
      },
      h('option', { value: '' }, t('stop-never')),
      ...stops.map(({ name }) => h('option', { value: name }, t(`run-to ${name}`))),
    );
    this.label = h('output', {}, '');
    this.marks = h('div', { class: 'ticks', 'aria-hidden': true });
    /** Under the track: where one is, and what whoever runs the search has counted. */
    this.under = h('div', { class: 'under' }, this.label);
    this.element = h(
      'div',
      { class: 'timeline' },
      h(
        'div',
        { class: 'moves' },
        button('first', 'first', () => this.go(0)),
        button('back', 'previous', () => this.go(this.place - 1)),
        this.playButton,
        button('forward', 'next', () => this.go(this.place + 1)),
        button('last', 'last', () => this.go(this.length)),
      ),
      h('div', { class: 'track' }, this.slider, this.marks, this.under),
      stops.length ? this.stopButton : null,
    );
    /** How it runs; seldom wanted. */
    this.options = h(
      'div',
      { class: 'run-options' },
      stops.length ? this.stopChoice : null,
      h('label', {}, t('speed'), this.speed),
    );
    this.#name();
  }

  /** @param {number} length */
  grow(length) {
    this.length = length;
    this.slider.max = String(length);
    const most = this.ticks.length > 200 ? [] : this.ticks;
    this.marks.replaceChildren(...most.map((tick) => h('i', { style: `left:${(100 * tick) / Math.max(length, 1)}%` })));
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
    const tick = () => {
      const steps = 2 ** Number(this.speed.value);
      const target = this.stopChoice.value ? (this.#sought()?.find(this.place) ?? this.length) : this.length;
      // Slow speeds show one step at a time; fast ones several at once, so that drawing keeps up.
      this.go(Math.min(this.place + Math.max(1, Math.round(steps / 16)), target));
      this.timer = this.place < target ? window.setTimeout(tick, Math.max(1000 / steps, 40)) : null;
      this.#name();
    };
    tick();
  }

  halt() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.#name();
  }

  /** What the main button does; drawn only when that changes, so that a press meets the same button. */
  #name() {
    const isRunning = this.timer !== null;
    if (this.playButton.dataset.running === String(isRunning)) return;
    this.playButton.dataset.running = String(isRunning);
    fill(this.playButton, icon(isRunning ? 'pause' : 'next'), h('span', {}, t(isRunning ? 'pause' : 'run')));
  }

  /** What is looked for. */
  #sought() {
    return this.stops.find(({ name }) => name === this.stopChoice.value) ?? this.stops[0];
  }

  #show() {
    this.label.textContent = t('step-of', { step: this.place, all: this.length });
  }
}
