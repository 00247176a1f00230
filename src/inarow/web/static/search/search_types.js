// The shapes of the explorer's answers. Nothing runs here.

/**
 * @typedef {{path: number[], after: number | null}} Cursor
 * @typedef {{number: number, asked: {path: number[], move: number} | null}} Here the node that was entered
 *   last, and the child that a question is about
 * @typedef {{move: number, label: string, state: string, value?: number | string,
 *   relation?: string, size?: number | null, leaf?: string | null, best?: boolean,
 *   latest?: boolean}} TreeChild
 * @typedef {{label: string, maximising: boolean, side: number, relation: string, soFar: boolean,
 *   value: number | string | null, alpha: number | string, beta: number | string,
 *   leaf: string | null, cut: boolean, children: TreeChild[]}} Level
 * @typedef {{algorithm: string, nodes: number, count: number, move: string | null,
 *   value: number | string, levels: Level[], missing: string | null}} Panel
 * @typedef {{rule: string, name: string, always: boolean, tag: string, value: string, words: string,
 *   choices: {value: string, words: string}[],
 *   usual: string, changed: boolean}} Rule
 * @typedef {{text: string, bold?: boolean}[]} Paragraph
 * @typedef {{rows: {name: string, each: number, sides: number[][][]}[], totals: number[]}} Evaluation
 * @typedef {{cells: string, toMove: number, evaluation: Evaluation | null,
 *   path: {move: number, label: string, player: number, cell: number}[]}} State
 * @typedef {{play: import("../shared/types.js").Play, base: number, depth: number, show: string,
 *   command: string | null, rules: Rule[], cursor: Cursor, minimax: Panel,
 *   node: {number: number, count: number}, state: State, alphabeta: Panel,
 *   steps: Record<string, Cursor | null>,
 *   cuts: {number: number, count: number, complete: boolean, here: number,
 *     ticks: {at: number, height: number, cut: Cursor}[], last: Cursor | null},
 *   words: Paragraph[], cutWords: Paragraph[] | null,
 *   code: {lines: string[], on: number},
 *   watch: {best: string, alpha: string | null, beta: string | null, at: string},
 *   whatIf: {rule: string, value: string, question: string, nodes: number, now: number}}} Search
 */

export {};
