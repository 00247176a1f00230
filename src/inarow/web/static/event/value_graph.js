// Who was winning when, by the solver: three bands, and each result that was given away.

import { s, swap } from "../shared/dom.js";

/** @typedef {import("./event_types.js").EventGame} EventGame */

const WIDTH = 800;
const LEFT = 52;
const BANDS = { 1: 18, 0: 46, "-1": 74 };
const FLOOR = 100;
const DIGIT = 9;
const ROW = 16;

/**
 * @param {HTMLElement} place
 * @param {EventGame} game
 * @param {number} shown turns
 * @param {(turn: number) => void} choose
 */
export function drawValues(place, game, shown, choose) {
  if (!game.solved) return swap(place);
  const step = Math.min(26, (WIDTH - LEFT - 8) / game.steps.length);
  const parts = [];
  for (const [result, y] of Object.entries(BANDS)) {
    const words = result === "1" ? "Red" : result === "0" ? "draw" : "Yellow";
    parts.push(
      s("path", { d: `M${LEFT} ${y}H${WIDTH}`, class: "rule" }),
      s("text", { x: LEFT - 8, y: y + 4, class: "end" }, words),
    );
  }
  const rows = /** @type {number[]} */ ([]); // where the numbers of each row end
  let before = game.startResult;
  game.steps.forEach((each, number) => {
    const x = LEFT + 4 + number * step;
    const value = each.result;
    if (value !== null) {
      const y = BANDS[/** @type {1 | 0 | -1} */ (value)];
      if (before !== null && before !== value) {
        const from = BANDS[/** @type {1 | 0 | -1} */ (before)];
        parts.push(s("path", { d: `M${x} ${from}V${y}`, class: each.mark ? "drop" : "value" }));
      }
      parts.push(s("path", { d: `M${x} ${y}h${step}`, class: `value${number + 1 === shown ? " on" : ""}` }));
      if (each.mark) {
        const words = String(number + 1);
        const middle = x + step / 2;
        const row = rowFor(rows, middle, DIGIT * (words.length + 1));
        parts.push(s("text", { x: middle, y: 96 + ROW * row, class: "mid lost-word" }, words));
      }
    }
    before = value;
    parts.push(
      s("rect", { x, y: 0, width: step, height: FLOOR, class: "hit", on: { click: () => choose(number + 1) } }),
    );
  });
  const label = "Who was winning after each move, by the solver";
  const height = FLOOR + ROW * Math.max(0, rows.length - 1);
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label });
  svg.append(...parts);
  swap(place, svg);
}

/**
 * The first row with room for a number; the number is entered there.
 * @param {number[]} rows
 * @param {number} middle
 * @param {number} wide
 */
function rowFor(rows, middle, wide) {
  const free = rows.findIndex((end) => end <= middle - wide / 2);
  const row = free < 0 ? rows.length : free;
  rows[row] = middle + wide / 2;
  return row;
}
