// Score tiles over the columns and the evaluation bar beside the board.

import { h, shape, sideName, signed, swap } from "../shared/dom.js";
import { moveText } from "../shared/link.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */
/** @typedef {import("../shared/types.js").MoveVerdict} MoveVerdict */

/**
 * A value that may be only a bound: `+2`, `≥ 0`, `?`.
 * @param {number} lo
 * @param {number} hi
 * @param {number} most
 */
export function boundText(lo, hi, most) {
  if (lo === hi) return signed(lo);
  if (lo > -most) return `≥ ${signed(lo)}`;
  return hi < most ? `≤ ${signed(hi)}` : "?";
}

/**
 * The tiles: one button a column, with its score when scores are shown.
 * @param {Play} play
 * @param {Here | null} here
 * @param {boolean} shown
 * @param {(move: number) => void} drop
 */
export function tiles(play, here, shown, drop) {
  const bounds = new Map(here?.moves.map((move) => [move.move, move]));
  return Array.from({ length: play.game.cols }, (_, col) => {
    const legal = play.legal.includes(col);
    const full = play.landing[col] === null;
    const known = bounds.get(moveText(play.game, col));
    const best = shown && here !== null && here.best.includes(moveText(play.game, col));
    const content = shown ? scored(known, here, legal) : plain(col, legal);
    return h(
      "button",
      {
        type: "button",
        class: `tile${best ? " best" : ""}${shown ? "" : " plain"}`,
        "data-key": `tile-${col}`,
        "data-column": col + 1,
        "aria-disabled": legal ? null : "true",
        on: { click: () => legal && drop(col) },
      },
      h("span", { class: "vh" }, tileName(col, full, legal)),
      content,
    );
  });
}

/**
 * What is read before the score: the column, and why it cannot be played.
 * @param {number} col
 * @param {boolean} full
 * @param {boolean} legal
 */
function tileName(col, full, legal) {
  const reason = full ? "full" : legal ? "" : "the game is over";
  return `Column ${col + 1}: ${reason} `;
}

/**
 * @param {MoveVerdict | undefined} known
 * @param {Here | null} here
 * @param {boolean} legal
 */
function scored(known, here, legal) {
  if (!legal) return [h("b", null, "–"), h("span", { class: "o" }, "\u00a0")];
  if (!known || !here) return [h("b", { class: "wait" }, "…"), h("span", { class: "o" }, "\u00a0")];
  const text = boundText(known.lo, known.hi, here.most);
  if (here.solving && text === "?") {
    return [h("b", { class: "wait" }, "…"), h("span", { class: "o solving" }, "solving")];
  }
  const word = known.result ?? "unknown";
  return [
    h("b", { class: text.length > 3 ? "bound" : text.length > 2 ? "wide" : null }, text),
    h("span", { class: `o ${word}` }, known.result ? shape(known.result) : null, word),
  ];
}

/** @param {number} col @param {boolean} legal */
function plain(col, legal) {
  return [h("b", null, legal ? String(col + 1) : "–"), h("span", { class: "o" }, legal ? "drop" : "\u00a0")];
}

/**
 * The evaluation bar: Red from below, Yellow above, the value at the boundary.
 * @param {HTMLElement} bar
 * @param {Here | null} here
 * @param {boolean} shown
 * @param {boolean} counted
 */
export function drawBar(bar, here, shown, counted) {
  const known = here !== null && shown;
  const sign = here?.to_move === 2 ? -1 : 1;
  const lo = known ? Math.min(sign * here.lo, sign * here.hi) : 0;
  const hi = known ? Math.max(sign * here.lo, sign * here.hi) : 0;
  const open = known && lo !== hi;
  const value = !known ? 0 : lo > 0 ? lo : hi < 0 ? hi : 0;
  const text = !known ? "" : boundText(lo, hi, here.most);
  const scale = counted ? 20 : 21;
  const share = value === 0 ? 50 : 50 + Math.sign(value) * (30 + (20 * Math.min(Math.abs(value), scale)) / scale);
  const yellow = /** @type {HTMLElement} */ (bar.querySelector(".y"));
  const label = /** @type {HTMLElement} */ (bar.querySelector(".v"));
  yellow.style.height = `${100 - share}%`;
  const [relation, bound] = text.split(" ");
  swap(label, bound === undefined ? text : [h("span", null, relation), h("span", null, bound)]);
  const tall = bound === undefined ? 22 : 36;
  label.style.top = share > 50 ? `calc(${100 - share}% + 4px)` : `calc(${100 - share}% - ${tall}px)`;
  bar.classList.toggle("open", open);
  bar.setAttribute("aria-label", barLabel(known, lo, hi, text));
}

/**
 * @param {boolean} known
 * @param {number} lo
 * @param {number} hi
 * @param {string} text
 */
function barLabel(known, lo, hi, text) {
  if (!known) return "Evaluation hidden";
  if (lo > 0) return `${sideName(1)} wins, score ${text}`;
  if (hi < 0) return `${sideName(2)} wins, score ${text}`;
  if (lo === hi) return "Draw, score 0";
  return text === "?" ? "Not solved" : `Not solved, for Red ${text}`;
}
