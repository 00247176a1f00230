// The move list: chip, move, mark. Two moves a row, the current one filled.

import { chip, h, sideName } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Value} Value */

/** @type {Record<string, string>} */
const MARK_WORDS = { "?": "mistake", "??": "mistake, two steps", only: "only move" };

/**
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {(at: number) => void} go
 */
export function moveList(play, values, go) {
  const rows = [];
  for (let number = 0; number < play.moves.length; number += 2) {
    rows.push(
      h(
        "li",
        null,
        h("span", { class: "n" }, number + 1),
        entry(play, values, number, go),
        number + 1 < play.moves.length ? entry(play, values, number + 1, go) : h("span"),
      ),
    );
  }
  return rows;
}

/**
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {number} number
 * @param {(at: number) => void} go
 */
function entry(play, values, number, go) {
  const move = play.moves[number];
  const mark = values.get(number)?.mark ?? "";
  const current = play.at === number + 1;
  return h(
    "button",
    {
      type: "button",
      class: "mv",
      "data-key": `move-${number + 1}`,
      "data-at": number + 1,
      "aria-current": current ? "true" : null,
      on: { click: () => go(number + 1) },
    },
    chip(move.player),
    h("span", { class: "vh" }, `${number + 1}, ${sideName(move.player)} `),
    move.text,
    mark === "only" ? h("span", { class: "only" }, "only") : mark ? h("span", { class: "k" }, mark) : null,
    mark ? h("span", { class: "vh" }, ` ${MARK_WORDS[mark]}`) : null,
  );
}

/**
 * The next or previous mistake from the cursor, or null.
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {1 | -1} direction
 */
export function mistakeFrom(play, values, direction) {
  for (let at = play.at + direction; at >= 1 && at <= play.moves.length; at += direction) {
    const mark = values.get(at - 1)?.mark ?? "";
    if (mark.startsWith("?")) return at;
  }
  return null;
}
