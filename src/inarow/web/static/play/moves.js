// The move list: chip, move, mark. A turn of each side a row, the current move filled.

import { chip, h, sideName } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Move} Move */
/** @typedef {import("../shared/types.js").Value} Value */

/** @type {Record<string, string>} */
const MARK_WORDS = { "?": "mistake", "??": "mistake, two steps", only: "only move" };

/** The moves of a game turn by turn, by their numbers from 0. @param {Move[]} moves */
export function turnsOf(moves) {
  /** @type {number[][]} */
  const turns = [];
  moves.forEach((move, number) => {
    const last = turns[turns.length - 1];
    if (last && moves[last[0]].player === move.player) last.push(number);
    else turns.push([number]);
  });
  return turns;
}

/**
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {(at: number) => void} go
 */
export function moveList(play, values, go) {
  const turns = turnsOf(play.moves);
  const rows = [];
  for (let turn = 0; turn < turns.length; turn += 2) {
    rows.push(
      h(
        "li",
        null,
        h("span", { class: "n" }, turns[turn][0] + 1),
        turns.slice(turn, turn + 2).map((numbers) =>
          h(
            "span",
            { class: "turn-moves" },
            numbers.map((number) => entry(play, values, number, go)),
          ),
        ),
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
    mark ? h("span", { class: mark === "only" ? "only" : "k", "aria-hidden": "true" }, mark) : null,
    mark ? h("span", { class: "vh" }, ` ${MARK_WORDS[mark]}`) : null,
  );
}

/**
 * How often the reader kept the result among moves that had a choice, in words; empty without one.
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {number} reader
 */
export function keptWords(play, values, reader) {
  if (!reader) return "";
  const chosen = play.moves
    .map((move, number) => ({ move, value: values.get(number) }))
    .filter(({ move, value }) => move.player === reader && value?.choice);
  if (chosen.length === 0) return "";
  const kept = chosen.filter(({ value }) => !value?.mark.startsWith("?")).length;
  const noun = chosen.length === 1 ? "move" : "moves";
  return `You kept the result in ${kept} of ${chosen.length} ${noun} with a choice`;
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
