// The games by name.

import { blokus } from './blokus.js';
import { cavalo } from './cavalo.js';
import { duo } from './duo.js';
import { quarto, quatro } from './quarto.js';

/** @type {Record<string, import('../types.js').GameView>} */
export const GAMES = { blokus, 'blokus-duo': duo, quatro, quarto, cavalo };
