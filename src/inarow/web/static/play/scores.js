// Score tiles over the columns and the evaluation bar beside the board. Against an engine every number
// is the reader's; else it is that of the side to move, and the bar's chip says so.

import { chip, h, shape, sideName, signed, swap } from "../shared/dom.js";
import { moveText } from "../shared/link.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */
/** @typedef {import("../shared/types.js").MoveVerdict} MoveVerdict */

/** @type {Record<string, string>} */
const TURNED = { win: "loss", loss: "win", draw: "draw" };
const MOST_LONGEST = 2;

/**
 * A value that may be only a bound: `+2`, `≥ 0`; `?` where it excludes no result.
 * @param {number} lo
 * @param {number} hi
 */
export function boundText(lo, hi) {
  if (lo === hi) return signed(lo);
  if (lo >= 0) return `≥ ${signed(lo)}`;
  return hi <= 0 ? `≤ ${signed(hi)}` : "?";
}

/**
 * A value of the side to move from the point of view of a player.
 * @template {{lo: number, hi: number, result: string | null}} Known
 * @param {Known} known
 * @param {boolean} turned
 */
function seen(known, turned) {
  if (!turned) return { lo: known.lo, hi: known.hi, result: known.result };
  return { lo: -known.hi, hi: -known.lo, result: known.result && TURNED[known.result] };
}

/**
 * The tiles: one button a column, with its score when scores are shown.
 * @param {Play} play
 * @param {Here | null} here
 * @param {boolean} shown
 * @param {number} reader
 * @param {(move: number) => void} drop
 * @param {(move: number | null) => void} point at a column
 */
export function tiles(play, here, shown, reader, drop, point) {
  const bounds = new Map(here?.moves.map((move) => [move.move, move]));
  const lost = here !== null && here.moves.length > 1 && here.moves.every((move) => move.result === "loss");
  const turned = reader !== 0 && here !== null && here.to_move !== reader;
  return Array.from({ length: play.game.cols }, (_, col) => {
    const legal = play.legal.includes(col);
    const full = play.landing[col] === null;
    const known = bounds.get(moveText(play.game, col));
    const best = shown && here !== null && here.best.includes(moveText(play.game, col));
    const longest = lost && best && here.best.length <= MOST_LONGEST && here.exact;
    const content = shown ? scored(known, here, legal, turned, longest) : plain(col, legal);
    return h(
      "button",
      {
        type: "button",
        class: `tile${best && !lost ? " best" : ""}${shown ? "" : " plain"}`,
        "data-key": `tile-${col}`,
        "data-column": col + 1,
        "aria-disabled": legal ? null : "true",
        on: {
          click: () => drop(col),
          mouseenter: () => point(col),
          mouseleave: () => point(null),
          focus: () => point(col),
          blur: () => point(null),
        },
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
 * @param {boolean} turned
 * @param {boolean} longest
 */
function scored(known, here, legal, turned, longest) {
  if (!legal) return [h("b", null, "–"), h("span", { class: "o" }, "full")];
  if (!known || !here) return [h("b", { class: "wait" }, "…"), h("span", { class: "o" }, "\u00a0")];
  const { lo, hi, result } = seen(known, turned);
  const text = boundText(lo, hi);
  if (here.solving && text === "?") {
    return [h("b", { class: "wait" }, "…"), h("span", { class: "o solving" }, "solving")];
  }
  const word = result ?? "unknown";
  return [
    h("b", { class: text.length > 3 ? "bound" : null }, text),
    h(
      "span",
      { class: `o ${word}${longest ? " longest" : ""}` },
      result ? shape(result) : null,
      longest ? "longest" : word,
    ),
  ];
}

/** @param {number} col @param {boolean} legal */
function plain(col, legal) {
  return [h("b", null, legal ? String(col + 1) : "–"), h("span", { class: "o" }, legal ? "drop" : "full")];
}

/**
 * The evaluation bar: Red from below, Yellow above, the value at the boundary with whose it is.
 * @param {HTMLElement} bar
 * @param {Here | null} here
 * @param {boolean} shown
 * @param {{counted: boolean, reader: number, toMove: number}} of
 */
export function drawBar(bar, here, shown, { counted, reader, toMove }) {
  const known = here !== null && shown;
  const whose = reader || here?.to_move || toMove;
  const red = known ? seen(here, here.to_move === 2) : { lo: 0, hi: 0 };
  const own = known ? seen(here, here.to_move !== whose) : { lo: 0, hi: 0 };
  const value = red.lo > 0 ? red.lo : red.hi < 0 ? red.hi : 0;
  const text = known ? boundText(own.lo, own.hi) : "";
  const scale = counted ? 20 : 21;
  const share = value === 0 ? 50 : 50 + Math.sign(value) * (30 + (20 * Math.min(Math.abs(value), scale)) / scale);
  const yellow = /** @type {HTMLElement} */ (bar.querySelector(".y"));
  const label = /** @type {HTMLElement} */ (bar.querySelector(".v"));
  yellow.style.height = `${100 - share}%`;
  const parts = text.split(" ").map((part) => h("span", null, part));
  if (known && text) parts.push(reader ? h("span", { class: "whose" }, "you") : h("span", null, chip(whose)));
  swap(label, parts);
  const tall = 4 + 17 * parts.length;
  label.style.top = share > 50 ? `calc(${100 - share}% + 4px)` : `calc(${100 - share}% - ${tall}px)`;
  bar.classList.toggle("open", known && own.lo !== own.hi);
  bar.classList.toggle("off", !known);
  bar.setAttribute("aria-label", barLabel(known, red.lo, red.hi, text, reader ? "you" : sideName(whose)));
}

/**
 * @param {boolean} known
 * @param {number} lo
 * @param {number} hi
 * @param {string} text
 * @param {string} whose
 */
function barLabel(known, lo, hi, text, whose) {
  if (!known) return "Evaluation hidden";
  if (lo > 0) return `${sideName(1)} wins, score ${text} for ${whose}`;
  if (hi < 0) return `${sideName(2)} wins, score ${text} for ${whose}`;
  if (lo === hi) return "Draw, score 0";
  return text === "?" ? "Not solved" : `Not solved, for ${whose} ${text}`;
}
