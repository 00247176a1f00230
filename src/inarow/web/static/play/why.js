// The sentence about the last move, with letters that the board shows too.

import { chip, h, shape } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").Why} Why */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Segment} Segment */

/** @param {Segment} segment */
function segmentNode(segment) {
  if (segment.letter) {
    return h("span", { class: `keyed ${segment.player === 1 ? "r" : "y"}` }, segment.letter);
  }
  return segment.bold ? h("b", null, segment.text ?? "") : document.createTextNode(segment.text ?? "");
}

/**
 * @param {Play} play
 * @param {Why | null} why
 * @param {{retry: () => void, showLine: () => void}} actions
 * @param {boolean} stopped whether the reader has stopped the solver
 */
export function whyParts(play, why, actions, stopped) {
  if (play.at === 0) return [h("p", { class: "voice" }, openingWords(play))];
  const move = play.moves[play.at - 1];
  const side = move.player === 1 ? "Red" : "Yellow";
  const heading = h(
    "div",
    { class: "verdict" },
    chip(move.player),
    `${side}’s move ${play.at}`,
    why?.tag ? h("span", { class: `tag ${why.tag.kind}` }, shape(why.tag.kind), why.tag.text) : null,
  );
  if (!why || why.number !== play.at) return [heading, h("p", { class: "voice quiet" }, waiting(play, stopped))];
  const mistake = why.mark.startsWith("?");
  return [
    heading,
    ...why.paragraphs
      .filter((parts) => parts.some((part) => part.text || part.letter))
      .map((parts) => h("p", { class: "voice" }, parts.map(segmentNode))),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: mistake ? "btn primary" : "btn", "data-key": "retry", on: { click: actions.retry } },
        `Try ${play.at} again`,
      ),
      why.line.length > 1
        ? h(
            "button",
            { type: "button", class: "btn", "data-key": "line", on: { click: actions.showLine } },
            "Show the line",
          )
        : null,
    ),
  ];
}

/** Until the sentence comes, if it does. @param {Play} play @param {boolean} stopped */
function waiting(play, stopped) {
  if (play.resultHere) return `${play.resultHere}.`;
  return stopped
    ? "What it kept or gave up is not known: the search was stopped."
    : "What it kept or gave up is being worked out.";
}

/** @param {Play} play */
function openingWords(play) {
  if (play.game.gravity) return `Drop in any column, or press 1 to ${Math.min(play.game.cols, 9)}.`;
  return "Lay a stone on any empty point: click it, or move with the arrows and press Enter.";
}
