// What there is: games with their rules and pictures, what views begin with, and searches worth watching. The server
// wrote it into the page.

/** @typedef {{ seed: number, position: string | null, moves: string[] }} Still a position to look at */
/**
 * @typedef {{
 *   name: string, about: string, rules: { key: string, values: string[] }[], shuffled: boolean, card: Still,
 *   minute: Still[]
 * }} Entry
 * @typedef {{
 *   key: string, subject: string, engines: string[], board: string | null, heuristic: string | null,
 *   position: string | null, moves: string | null, depth: number | null, nodes: number | null, step: number | null
 * }} Example
 */

/** @type {{ games: Entry[], showcase: { living: string, first: string, contest: string, examples: Example[] } }} */
export const { games, showcase } = JSON.parse(document.getElementById('catalogue')?.textContent ?? '{}');

/** A game by its name. @param {string} name @returns {Entry | undefined} */
export function entryOf(name) {
  return games.find((one) => one.name === name);
}
