// The shapes of an event's data, for the type checker and for readers. Nothing runs here.

/**
 * @typedef {{rows: number, cols: number, gravity: boolean, counted: boolean}} Board
 * @typedef {{at: number, player: number, cells?: number[], text?: string, opening?: boolean,
 *   took_ms?: number, fault?: string, raw?: string, mark?: string, change?: string,
 *   result: number | null, sentences?: string[]}} Step one turn, see arena/game_story.py
 * @typedef {{key: string, game: Board, base: number, names: string[], start: string,
 *   limitMs: number | null, clock: string, steps: Step[], lines: number[][], solved: boolean,
 *   startResult: number | null, summary: string[], result: string}} EventGame
 * @typedef {EventGame & {stage: string, points: number[]}} StagedGame
 */

export {};
