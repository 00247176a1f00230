// A game that is over: when you were winning, what turned it, what to do next.

import { stone } from "../shared/board.js";
import { chip, h, s, sideName } from "../shared/dom.js";
import { readerOf } from "../shared/link.js";
import { seatName } from "./setup.js";
import { segmentNode } from "./why.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Summary} Summary */
/** @typedef {import("../shared/types.js").Turn} Turn */

/**
 * @param {Play} play
 * @param {Link} link
 * @param {Summary} told
 * @param {{retry: (number: number) => void, fresh: () => void, flip: () => void, go: (at: number) => void}} act
 */
export function summaryParts(play, link, told, act) {
  const reader = readerOf(link);
  const own = told.again !== null && (reader === 0 || told.hero === reader) ? told.again : null;
  return [
    h("p", { class: "voice turning" }, told.sentence),
    told.detail ? h("p", { class: "voice" }, told.detail) : null,
    h(
      "div",
      { class: "row next" },
      own === null ? null : action("retry", `Try ${own} again`, () => act.retry(own), "primary", "r"),
      action("summary-fresh", "New game", act.fresh, own === null ? "primary" : ""),
      reader ? action("summary-flip", "Swap sides", act.flip, "") : null,
    ),
    keptPart(link, told),
    told.turns.length > 0 ? turnsPart(play, told, act.go) : null,
  ];
}

/** @param {string} key @param {string} text @param {() => void} click @param {string} kind @param {string} [kbd] */
function action(key, text, click, kind, kbd) {
  return h(
    "button",
    { type: "button", class: `btn ${kind}`, "data-key": key, on: { click } },
    text,
    kbd ? h("kbd", null, kbd) : null,
  );
}

/** A square for each move that had a choice; barred where the result was given up. @param {Link} link @param {Summary} told */
function keptPart(link, told) {
  const rows = [1, 2].filter((player) => told.kept[player].length > 0);
  if (rows.length === 0) return null;
  return h(
    "div",
    { class: "sec kept" },
    h(
      "div",
      { class: "sec-h" },
      h("h2", null, "Kept the result"),
      h("span", { class: "small" }, "among moves where at least one other did not"),
    ),
    rows.map((player) => {
      const kept = told.kept[player];
      const count = kept.filter(Boolean).length;
      return h(
        "div",
        { class: "kept-row" },
        h("span", { class: "who" }, chip(player), ` ${playerName(link, player)}`),
        h(
          "span",
          { class: "squares", "aria-hidden": "true" },
          kept.map((one) => h("i", { class: one ? "sq" : "sq barred" })),
        ),
        h("b", { class: "num" }, `${count} of ${kept.length}`),
      );
    }),
  );
}

/** Who plays a side, as results name it. @param {Link} link @param {number} player */
export function playerName(link, player) {
  const seat = player === 1 ? link.red : link.yellow;
  if (readerOf(link) === 0) return sideName(player);
  const name = seatName(seat).replace("inarow, ", "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {Play} play @param {Summary} told @param {(at: number) => void} go */
function turnsPart(play, told, go) {
  return h(
    "div",
    { class: "sec turned" },
    h(
      "div",
      { class: "sec-h" },
      h("h2", null, "What turned it"),
      h("span", { class: "small" }, "the arrow is the move that held"),
    ),
    h(
      "div",
      { class: "turn-cards" },
      told.turns.map((turn) =>
        h(
          "button",
          {
            type: "button",
            class: "turn-card",
            "data-key": `turn-${turn.number}`,
            on: { click: () => go(turn.number) },
          },
          h("span", { class: "turn-h" }, chip(turn.player), ` Move ${turn.number} `, h("b", { class: "k" }, turn.mark)),
          miniBoard(play.game, turn),
          h("span", { class: "small" }, turn.words.map(segmentNode)),
        ),
      ),
    ),
  );
}

/** @param {import("../shared/types.js").Game} game @param {Turn} turn */
function miniBoard(game, turn) {
  const [width, height] = [game.cols * 100 + 20, game.rows * 100 + 20];
  /** @param {number} cell @returns {[number, number]} */
  const centre = (cell) => [60 + (cell % game.cols) * 100, 60 + Math.floor(cell / game.cols) * 100];
  const parts = [s("rect", { width, height, rx: 26, class: game.gravity ? "face" : "plane" })];
  for (let cell = 0; cell < turn.cells.length; cell += 1) {
    const [cx, cy] = centre(cell);
    if (game.gravity) parts.push(s("circle", { cx, cy, r: 42, class: "hole" }));
    const player = Number(turn.cells[cell]);
    if (player) parts.push(stone(cx, cy, player, 1));
  }
  const [x, y] = centre(turn.cell);
  parts.push(s("circle", { cx: x, cy: y, r: 45, class: "last", "stroke-width": 8 }));
  const [hx, hy] = centre(turn.held);
  if (turn.held !== turn.cell) {
    const ghost = stone(hx, hy, turn.player, 1);
    ghost.setAttribute("opacity", "0.55");
    parts.push(ghost, s("path", { d: `M${hx} ${hy - 20}v34m-15-14l15 15 15-15`, class: "arrow" }));
  }
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "mini", "aria-hidden": "true" }, ...parts);
}
