// The shapes of what travels between the server and the views.

/**
 * @typedef {{ game: string, rules: string, seed: number, position: string | null, moves: string[] }} Setup
 *   What leads to a position: everything the server needs to find it again.
 *
 * @typedef {{
 *   name: string, label: string, shape: 'block' | 'disc' | 'box' | 'cross' | 'knight' | 'tile',
 *   tone?: 'light' | 'dark', small?: boolean, hollow?: boolean, ways?: [number, number][][]
 * }} Piece
 *   A kind of piece; `ways` are the ways it can lie, cells (row, column) from the upper left corner.
 *
 * @typedef {{ rows: number, columns: number, bottom_up: boolean, falls: boolean, pieces: Piece[] }} Frame
 *   What never changes while a game goes on. A cell is row × columns + column from the top left.
 *
 * @typedef {{
 *   at: number, ground?: 'wall' | 'start' | 'goal' | number, piece?: number, owner?: 1 | 2, group?: number,
 *   text?: string
 * }} Square
 *   A cell with something on it.
 *
 * @typedef {{
 *   squares: Square[], trays?: { owner: 1 | 2 | null, left: [number, number][] }[], hand?: number,
 *   lights?: { mark: 'won' | 'begin' | 'threat' | 'barred', at: number[], why: string }[]
 * }} Scene
 *   A position as it looks.
 *
 * @typedef {[number, number] | [number, number[]]} Part
 *   A question by its number, and the answer: a piece, or cells.
 *
 * @typedef {{ move: string, short?: string, parts: Part[] }} Step
 *   A legal move and the choices that make it.
 *
 * @typedef {{ at: number[], short: string, piece?: number, gift?: number }} Icon
 *   A move as lists show it: its cells, what lies there, what was handed over.
 *
 * @typedef {Icon & { words: string, effects: string[] }} PlayedMove
 *   A move that was played, as it is told.
 *
 * @typedef {Icon & { move: string, seat: 1 | 2, forced?: true, points?: [number, number] }} Ply
 *   A move of a line.
 *
 * @typedef {{
 *   position: string, start: string, turn: 1 | 2, result: number | null, points: [number, number] | null,
 *   tally: [string | null, string | null], lead: number, played: Ply[], scene: Scene, last: PlayedMove | null,
 *   frame?: Frame, opening?: string[], asks?: string[], choices?: Step[]
 * }} State
 *   A position as the server sees it.
 *
 * @typedef {{
 *   move: string, score: number | null, exact: boolean, win_chance?: number | null, plies_to_end?: number | null,
 *   pv: string[], told?: Ply[]
 * }} Line
 *
 * @typedef {{
 *   best: string | null, origin?: 'search' | 'random' | 'points', score: number | null, exact: boolean,
 *   win_chance?: number | null, plies_to_end?: number | null, result: string, depth: number, nodes: number, time_s: number, nps: number | null,
 *   pv: string[], lines: Line[], stopped: string | null, stats: Record<string, number | null>
 * }} Thought
 *   Scores are for the side to move.
 *
 * @typedef {{ move: string, score: number | null, exact: boolean, at: number[] }} Value
 *   What a move is worth to the side to move, and the cells it has to do with.
 *
 * @typedef {{ score: number | null, exact: boolean, plies: number | null, line: string[] }} Worth
 *   What a move leads to; the score is player 1's.
 *
 * @typedef {{
 *   ply: number, player: 1 | 2, move: string, loss: number, best: Worth, made: Worth,
 *   kind: 'good' | 'forced' | 'mistake' | 'result' | 'slower' | 'sooner' | 'unknown'
 * }} Weighed
 *   A move against the best one.
 */
export {};
