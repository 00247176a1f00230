// The shapes of the server's answers, for the type checker and for readers. Nothing runs here.

/**
 * @typedef {{name: string, title: string, rows: number, cols: number, k: number,
 *   gravity: boolean, counted: boolean, stones: number[], rule: string}} Game
 * @typedef {{text: string, move: number, player: number, cell: number}} Move
 * @typedef {{game: Game, from: string, moves: Move[], at: number, movesText: string,
 *   cells: string, toMove: number, left: number, legal: number[], landing: (number|null)[],
 *   outcome: string, result: string, resultHere: string, lineCells: number[], lines: number[][],
 *   score: number[], quads: {player: number, cells: number[]}[], text: string, twin: string,
 *   link: string, problems: string[], here: Here | null, why: Why | null,
 *   free: FreeBoard | null}} Play
 * @typedef {{lo: number, hi: number, exact: boolean, score: number | null, result: string | null,
 *   plies: number | null, words: string, source: string, line: string[]}} Verdict
 * @typedef {Verdict & {move: string}} MoveVerdict
 * @typedef {Verdict & {game: string, position: string, to_move: number, unit: string,
 *   nodes: number, seconds: number, moves: MoveVerdict[], best: string[], findings: object | null,
 *   last_mistake: object | null}} Analysis as `inarow analyse --json` prints it, see docs/json.md
 * @typedef {Analysis & {most: number, solving: boolean, task: string}} Here
 * @typedef {{text?: string, bold?: boolean, letter?: string, player?: number}} Segment
 * @typedef {{letter: string, cell: number, player: number, words?: string}} Threat
 * @typedef {{number: number, player: number, mark: string, cells: string, cell: number, held: number,
 *   words: Segment[]}} Turn
 * @typedef {{sentence: string, detail: string, hero: number, kept: Record<string, boolean[]>,
 *   turns: Turn[], again: number | null}} Summary
 * @typedef {{player: number, side: string, number: number, mark: string,
 *   tag: {kind: string, text: string} | null, paragraphs: Segment[][], threats: Threat[],
 *   suggest: number | null, line: number[], line_from: number, reply?: Segment[]}} Why
 * @typedef {{at: number, lo: number, hi: number, most: number, mark: string, choice: boolean}} Value
 * @typedef {Analysis & {sentence: string, letters: Threat[],
 *   heat: {move: number, value: number, words: string}[]}} FreeBoard
 * @typedef {{screen: string, game: string, moves: string, from: string, at: number | null,
 *   red: string, yellow: string, words: Record<string, string>}} Link
 */

export {};
