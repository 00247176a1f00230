// What a game shows beside its sentence: points and the fours that made them; threats and forced
// wins on a free board.

import { chip, h, shape, sideName } from "../shared/dom.js";
import { moveNumber, moveText } from "../shared/link.js";
import { boundText } from "./scores.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */

/**
 * Points of a counted game, one button a four; pointing at it shows it on the board.
 * @param {Play} play
 * @param {Here | null} here
 * @param {(cells: number[] | null) => void} highlight
 */
export function pointsParts(play, here, highlight) {
  if (!play.game.counted) return [];
  return [
    h(
      "div",
      { class: "sec points" },
      h("h2", null, "Points"),
      h(
        "dl",
        { class: "score" },
        [1, 2].flatMap((player) => sideRow(play, player, highlight)),
      ),
      h("p", { class: "small" }, outcomeWords(play, here)),
    ),
  ];
}

/**
 * @param {Play} play
 * @param {number} player
 * @param {(cells: number[] | null) => void} highlight
 */
function sideRow(play, player, highlight) {
  const fours = play.quads.filter((quad) => quad.player === player);
  return [
    h("dt", null, chip(player), ` ${sideName(player)} `, h("b", { class: "num" }, play.score[player - 1])),
    h(
      "dd",
      null,
      fours.length === 0
        ? h("span", { class: "small" }, "no four yet")
        : fours.map((quad, number) =>
            h(
              "button",
              {
                type: "button",
                class: "four",
                "data-key": `four-${player}-${number}`,
                "aria-label": fourWords(play, quad.cells),
                on: {
                  mouseenter: () => highlight(quad.cells),
                  mouseleave: () => highlight(null),
                  focus: () => highlight(quad.cells),
                  blur: () => highlight(null),
                },
              },
              direction(play, quad.cells),
            ),
          ),
    ),
  ];
}

/** @param {Play} play @param {number[]} cells */
function direction(play, cells) {
  const step = cells[1] - cells[0];
  if (step === 1) return "—";
  if (step === play.game.cols) return "|";
  return step > play.game.cols ? "\\" : "/";
}

/** @param {Play} play @param {number[]} cells */
function fourWords(play, cells) {
  const { cols, rows } = play.game;
  /** @param {number} cell */
  const place = (cell) => `column ${(cell % cols) + 1} row ${rows - Math.floor(cell / cols)}`;
  return `Four from ${place(cells[0])} to ${place(cells[cells.length - 1])}`;
}

/** @param {Play} play @param {Here | null} here */
function outcomeWords(play, here) {
  if (play.resultHere) return `${play.resultHere}.`;
  if (!here) return "";
  const sign = here.to_move === 1 ? 1 : -1;
  const lo = Math.min(sign * here.lo, sign * here.hi);
  const hi = Math.max(sign * here.lo, sign * here.hi);
  if (lo === hi) {
    if (lo === 0) return "With best play the points end equal, exactly.";
    return `With best play ${sideName(lo > 0 ? 1 : 2)} ends ${Math.abs(lo)} ahead, exactly.`;
  }
  const text = boundText(lo, hi);
  return text === "?" ? "The final margin is unknown here." : `The final margin for Red is ${text}; not solved.`;
}

/**
 * A free board: what each move leads to where that is known exactly, otherwise what is proven or
 * judged.
 * @param {Play} play
 * @param {Here | null} here
 * @param {boolean} shown
 */
export function freeParts(play, here, shown) {
  if (play.game.gravity || !shown || play.resultHere) return [];
  if (here && isExact(here)) return exactParts(play, here);
  const { free } = play;
  if (!free) return [];
  return [
    h(
      "div",
      { class: "sec free-board" },
      h("div", { class: "verdict" }, proofTag(free)),
      h("p", { class: "voice" }, free.sentence),
      free.line.length > 1 ? h("p", { class: "small" }, `Line: ${free.line.join(" ")}`) : null,
      free.heat.length > 0 ? candidates(play, free) : null,
    ),
  ];
}

/** Whether every move has its exact value. @param {Here} here */
function isExact(here) {
  return here.exact && here.moves.every((move) => move.exact);
}

/** What the board marks as candidates. @param {Play} play @param {Here | null} here */
export function heatOf(play, here) {
  if (play.game.gravity) return [];
  if (here && isExact(here)) {
    if (here.best.length === here.moves.length) return []; // all alike: nothing to point at
    return here.best.map((text) => ({ move: moveNumber(play.game, text), value: 1 }));
  }
  return play.free?.heat ?? [];
}

/** @param {Play} play @param {Here} here */
function exactParts(play, here) {
  const result = here.result ?? "draw";
  const moves = [...here.moves].sort((one, other) => other.lo - one.lo);
  return [
    h(
      "div",
      { class: "sec free-board" },
      h("div", { class: "verdict" }, h("span", { class: `tag ${result}` }, shape(result), `${result}, exactly`)),
      h("p", { class: "small" }, `Every move of ${sideName(here.to_move)}, best first`),
      h(
        "ol",
        { class: "candidates", "aria-label": "Moves with their exact results, best first" },
        moves.map((move) =>
          h(
            "li",
            null,
            `${move.move} `,
            h("span", { class: `o ${move.result}` }, shape(move.result ?? "draw"), move.result),
          ),
        ),
      ),
    ),
  ];
}

/** @param {import("../shared/types.js").FreeBoard} free */
function proofTag(free) {
  if (!free.result) return h("span", { class: "tag draw" }, "judged");
  return h("span", { class: `tag ${free.result}` }, shape(free.result), `${free.result}, proven`);
}

/**
 * The candidates as a list, best first, with the letters of the board.
 * @param {Play} play
 * @param {import("../shared/types.js").FreeBoard} free
 */
function candidates(play, free) {
  const best = [...free.heat].sort((one, other) => other.value - one.value).slice(0, 8);
  const rest = free.letters.filter((threat) => !best.some((spot) => spot.move === threat.cell));
  return [
    h("p", { class: "small" }, "Candidates, by what a stone there makes or stops"),
    h(
      "ol",
      { class: "candidates", "aria-label": "Candidate moves, best first" },
      best.map((spot) => {
        const threat = free.letters.find((one) => one.cell === spot.move);
        return h(
          "li",
          null,
          threat ? [h("span", { class: `keyed ${threat.player === 1 ? "r" : "y"}` }, threat.letter), " "] : null,
          `${moveText(play.game, spot.move)} `,
          h("span", { class: "small" }, spot.words),
        );
      }),
      rest.map((threat) =>
        h(
          "li",
          null,
          h("span", { class: `keyed ${threat.player === 1 ? "r" : "y"}` }, threat.letter),
          ` ${moveText(play.game, threat.cell)} `,
          h("span", { class: "small" }, threat.words ?? ""),
        ),
      ),
    ),
  ];
}
