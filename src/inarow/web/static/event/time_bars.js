// What each move took: the first player's bars filled, the second's outlined, the limit dashed, a
// forfeited move a dashed full bar with its word.

import { s, swap } from "../shared/dom.js";

/** @typedef {import("./event_types.js").EventGame} EventGame */

const WIDTH = 800;
const LEFT = 52;
const TOP = 34;
const FLOOR = 150;
/** @type {Record<string, string>} */
const WORDS = { late: "late", invalid: "invalid", crashed: "crash" };

/** @param {number} ms */
export function timeWords(ms) {
  return ms >= 1000 ? `${Number((ms / 1000).toPrecision(3))} s` : `${Math.round(ms)} ms`;
}

/**
 * @param {HTMLElement} place
 * @param {EventGame} game
 * @param {number} shown turns
 * @param {(turn: number) => void} choose
 */
export function drawBars(place, game, shown, choose) {
  const took = game.steps.map((step) => step.took_ms ?? 0);
  if (!took.some((ms) => ms > 0)) return swap(place);
  const longest = Math.max(...took);
  const limit = game.limitMs !== null && game.limitMs <= 4 * longest ? game.limitMs : null;
  const most = Math.max(longest, limit ?? 0, 1);
  const step = Math.min(26, (WIDTH - LEFT - 8) / game.steps.length);
  const height = (/** @type {number} */ ms) => ((FLOOR - TOP) * Math.min(ms, most)) / most;
  const parts = [s("path", { d: `M${LEFT} ${FLOOR}H${WIDTH}`, class: "floor" })];
  const scale = limit ?? longest;
  const y = FLOOR - height(scale);
  parts.push(
    s("path", { d: `M${LEFT} ${y}H${WIDTH}`, class: limit === null ? "rule" : "limit" }),
    s("text", { x: LEFT - 10, y: y + 4, class: limit === null ? "end" : "end limit-word" }, timeWords(scale)),
    s("text", { x: LEFT - 10, y: FLOOR + 4, class: "end" }, "0"),
  );
  game.steps.forEach((each, number) => {
    const x = LEFT + 4 + number * step;
    const wide = Math.max(step * 0.68, 2);
    const full = each.fault ? FLOOR - TOP + 8 : Math.max(height(took[number]), 2);
    const kind = each.fault ? "lost" : each.player === 1 ? "r" : "y";
    const bar = s("rect", {
      x,
      y: FLOOR - full,
      width: wide,
      height: full,
      class: `time ${kind}${number + 1 === shown ? " on" : ""}`,
    });
    const hit = s("rect", {
      x: LEFT + 4 + number * step,
      y: 0,
      width: step,
      height: 176,
      class: "hit",
      on: { click: () => choose(number + 1) },
    });
    hit.append(s("title", null, `turn ${number + 1}: ${timeWords(took[number])}`));
    const label = (each.text ?? "").length <= 2 || each.fault ? (each.text ?? "–") : "";
    const room = step >= 14 || number % 5 === 0;
    parts.push(bar);
    if (room && label) parts.push(s("text", { x: x + wide / 2, y: 170, class: "mid" }, label));
    if (each.fault)
      parts.push(s("text", { x: x + wide / 2, y: TOP - 12, class: "mid lost-word" }, WORDS[each.fault] ?? ""));
    parts.push(hit);
  });
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} 176`, role: "img", "aria-label": "The time of each move" });
  svg.append(...parts);
  swap(place, svg);
}
