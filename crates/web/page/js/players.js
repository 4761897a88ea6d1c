// Who sits at a table, and what they are called.

import { t } from './language.js';
import { settings } from './settings.js';

/**
 * @typedef {{ kind: 'human' | 'engine' | 'remote', level: number, engine: string, name?: string }} Player
 *   Somebody here, an engine, or somebody at another screen.
 */

/** A player by the name records give them. @param {string} name @returns {Player} */
export function seated(name) {
  if (name === 'human') return { kind: 'human', level: 0, engine: '' };
  const level = name.match(/^level:(\d)$/);
  return level ? { kind: 'engine', level: Number(level[1]), engine: '' } : { kind: 'engine', level: 5, engine: name };
}

/** The name records give a player. @param {Player} player */
export function nameOf(player) {
  return player.kind === 'engine' ? player.engine || `level:${player.level}` : 'human';
}

/** What a player is called in sentences. @param {Player[]} players @param {number} seat */
export function calledAt(players, seat) {
  const player = players[seat - 1];
  if (player.name) return player.name;
  const isAlone = players.filter(({ kind }) => kind === 'human').length === 1;
  if (player.kind === 'human') return isAlone ? settings.name || t('you') : t('player', { seat });
  if (player.kind === 'remote') return t('opponent');
  // Where both are computers, what they are tells them apart, or else their seats do.
  const isOnly = players.filter(({ kind }) => kind === 'engine').length === 1;
  if (isOnly) return t('computer-name');
  const told = player.engine || t('computer-level', { level: player.level });
  return nameOf(players[0]) === nameOf(players[1]) ? t('player', { seat }) : told;
}
