// The shapes of what travels between the server and the views.

/**
 * @typedef {{ game: string, rules: string, seed: number, position: string | null, moves: string[] }} Setup
 *   What leads to a position: everything the server needs to find it again.
 *
 * @typedef {{
 *   position: string, start: string, turn: 1 | 2, moves: string[], result: number | null,
 *   points: [number, number] | null, played: { move: string, seat: 1 | 2 }[]
 * }} State
 *   A position as the server sees it.
 *
 * @typedef {{ move: string, score: number | null, exact: boolean, pv: string[] }} Line
 *
 * @typedef {{
 *   best: string | null, score: number | null, exact: boolean, result: string, depth: number,
 *   nodes: number, time_s: number, nps: number, pv: string[], lines: Line[], stopped: string | null,
 *   stats: Record<string, number>
 * }} Thought
 *
 * @typedef {{ text: string, piece: string | null, cells: string[], extra: string | null }} Move
 *   A legal move taken apart: what is placed, where, and what else must be chosen.
 *
 * @typedef {{ owner: 0 | 1 | 2, text: string, kind: string, label: string }} CellView
 *   What a cell shows, and how it is read aloud.
 *
 * @typedef {{
 *   rows: number, columns: number, cells: Map<string, CellView>,
 *   sides: { left: { piece: string, count: number }[] }[], hand: string | null
 * }} Scene
 *   A position taken apart for drawing.
 *
 * @typedef {{
 *   name: string, rows: number, columns: number, bottomUp: boolean,
 *   scene: (position: string) => Scene,
 *   move: (text: string) => Move,
 *   shapes: ((piece: string) => [number, number][][]) | null,
 *   drawPiece: (piece: string) => SVGElement,
 *   pieceName: (piece: string) => string,
 *   winningLine: (scene: Scene) => string[],
 *   starts?: (scene: Scene) => string[]
 * }} GameView
 *   How a game looks: what the views need to know of it.
 */
export {};
