// A knock of wood for each move, if somebody wants it: made here, nothing is fetched.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/** Sounds once, unless sound is off. */
export function knock() {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const { currentTime: now } = context;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(260, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
