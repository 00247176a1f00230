// The move list: chip, move, mark. A turn of each side a row, the current move filled.

import { chip, h, sideName } from "../shared/dom.js";
import { lineName } from "../shared/variations.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Move} Move */
/** @typedef {import("../shared/types.js").Value} Value */
/** @typedef {import("../shared/variations.js").Line} Line */

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
 * @typedef {{moves: Move[], values: Map<number, Value>, at: number | null, left: number | null,
 *   lines: Line[], shown: number, lineAt: number}} Listed the game, its cursor (null while a line is shown),
 *   the move that the line stands for, and the lines with the one that is shown and its cursor
 * @typedef {{goInGame: (at: number) => void, goInLine: (number: number, at: number) => void,
 *   dropLine: (number: number) => void}} ListActions
 */

/** @param {Listed} listed @param {ListActions} act */
export function moveList(listed, act) {
  const { moves, lines } = listed;
  const turns = turnsOf(moves);
  const rows = [];
  const told = new Set();
  /** @param {number} until lines that leave the game before this move */
  const linesBefore = (until) =>
    lines.flatMap((line, number) => {
      if (told.has(number) || line.from >= until) return [];
      told.add(number);
      return [lineBlock(listed, line, number, act)];
    });
  for (let turn = 0; turn < turns.length; turn += 2) {
    const pair = turns.slice(turn, turn + 2);
    rows.push(
      h(
        "li",
        null,
        h("span", { class: "n" }, pair[0][0] + 1),
        pair.map((numbers) =>
          h(
            "span",
            { class: "turn-moves" },
            numbers.map((number) => entry(listed, number, act)),
          ),
        ),
      ),
      ...linesBefore(pair[pair.length - 1][pair[pair.length - 1].length - 1] + 1),
    );
  }
  return [...rows, ...linesBefore(Infinity)];
}

/** @param {Listed} listed @param {number} number @param {ListActions} act */
function entry(listed, number, act) {
  const move = listed.moves[number];
  const mark = listed.values.get(number)?.mark ?? "";
  return h(
    "button",
    {
      type: "button",
      class: `mv${listed.left === number + 1 ? " left-here" : ""}`,
      "data-key": `move-${number + 1}`,
      "data-at": number + 1,
      "aria-current": listed.at === number + 1 ? "true" : null,
      on: { click: () => act.goInGame(number + 1) },
    },
    chip(move.player),
    h("span", { class: "vh" }, `${number + 1}, ${sideName(move.player)} `),
    move.text,
    mark ? h("span", { class: mark === "only" ? "only" : "k", "aria-hidden": "true" }, mark) : null,
    mark ? h("span", { class: "vh" }, ` ${MARK_WORDS[mark]}`) : null,
  );
}

/** A line beside the game, indented under the move that it stands for. @param {Listed} listed @param {Line} line @param {number} number @param {ListActions} act */
function lineBlock(listed, line, number, act) {
  const name = lineName(line, listed.moves.length);
  return h(
    "li",
    { class: "variation" },
    h(
      "div",
      { class: "line-head" },
      h("b", null, name),
      h(
        "button",
        {
          type: "button",
          class: "linkish",
          "data-key": `drop-line-${number}`,
          "aria-label": `Delete: ${name}`,
          on: { click: () => act.dropLine(number) },
        },
        "✕",
      ),
    ),
    h(
      "div",
      { class: "line-moves" },
      line.moves.map((text, index) => {
        const at = line.from + index + 1;
        const current = listed.shown === number && listed.lineAt === at;
        return h(
          "button",
          {
            type: "button",
            class: "mv in-line",
            "data-key": `line-${number}-${at}`,
            "aria-current": current ? "true" : null,
            on: { click: () => act.goInLine(number, at) },
          },
          h("span", { class: "n" }, at),
          text,
        );
      }),
    ),
  );
}

/**
 * How often the reader kept the result among moves that had a choice, in words; empty without one.
 * @param {Move[]} moves
 * @param {Map<number, Value>} values
 * @param {number} reader
 */
export function keptWords(moves, values, reader) {
  if (!reader) return "";
  const chosen = moves
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
