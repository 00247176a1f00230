// The shapes of the server's answers, for the type checker and for readers. Nothing runs here.

/**
 * @typedef {{name: string, title: string, rows: number, cols: number, k: number,
 *   gravity: boolean, counting: boolean, stones: number[]}} Game
 * @typedef {{text: string, move: number, player: number, cell: number}} Move
 * @typedef {{game: Game, from: string, moves: Move[], at: number, movesText: string,
 *   cells: string, toMove: number, left: number, legal: number[], landing: (number|null)[],
 *   outcome: string, result: string, resultHere: string, lineCells: number[], lines: number[][],
 *   score: number[], quads: {player: number, cells: number[]}[], text: string, twin: string,
 *   link: string, problems: string[], here: Here | null, why: Why | null,
 *   judged: Judged | null}} Play
 * @typedef {{move: number, lo: number, hi: number, result: string | null}} MoveBounds
 * @typedef {{lo: number, hi: number, most: number, toMove: number, solving: boolean,
 *   winIn: number | null, moves: MoveBounds[], best: number[]}} Here
 * @typedef {{text?: string, bold?: boolean, letter?: string, player?: number}} Segment
 * @typedef {{letter: string, cell: number, player: number}} Threat
 * @typedef {{player: number, side: string, number: number, mark: string,
 *   tag: {kind: string, text: string} | null, paragraphs: Segment[][], threats: Threat[],
 *   suggest: number | null, line: number[], lineFrom: number}} Why
 * @typedef {{at: number, lo: number, hi: number, most: number, mark: string}} Value
 * @typedef {{sentence: string, line: string[], proven: string | null, threats: Threat[],
 *   heat: {move: number, value: number, words: string}[]}} Judged
 * @typedef {{screen: string, game: string, moves: string, from: string, at: number | null,
 *   red: string, yellow: string, words: Record<string, string>}} Link
 */

export {};
