// The panel about a move: against an engine the reader's own, then the reply in a line.

import { chip, h, shape, sideName } from "../shared/dom.js";
import { coachedPlayer } from "../shared/link.js";

/** @typedef {import("../shared/types.js").Why} Why */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Segment} Segment */

/** @param {Segment} segment */
export function segmentNode(segment) {
  if (segment.letter) {
    return h("span", { class: `keyed ${segment.player === 1 ? "r" : "y"}` }, segment.letter);
  }
  return segment.bold ? h("b", null, segment.text ?? "") : document.createTextNode(segment.text ?? "");
}

/** The number of the move that the panel is about; 0 if there is none. @param {Link} link @param {Play} play */
export function toldNumber(link, play) {
  const reader = coachedPlayer(link);
  if (reader) {
    for (let number = play.at; number > 0; number -= 1) {
      if (play.moves[number - 1].player === reader) return number;
    }
  }
  return play.at;
}

/**
 * Whether a move may be tried again: the reader made it, and it gave something up.
 * @param {Link} link
 * @param {Why | null} why
 */
export function canRetry(link, why) {
  const own = why !== null && !link.words.in && (why.player === 1 ? link.red : link.yellow) === "you";
  return own && why.mark.startsWith("?");
}

/**
 * @param {Play} play
 * @param {Link} link
 * @param {Why | null} why
 * @param {{retry: () => void, showLine: () => void}} actions
 * @param {{stopped: boolean, shown: boolean}} state whether the reader has stopped the solver, and whether
 *   scores and reasons are shown
 */
export function whyParts(play, link, why, actions, state) {
  if (play.at === 0) return [h("p", { class: "voice" }, openingWords(play))];
  const number = toldNumber(link, play);
  const { player } = play.moves[number - 1];
  const yours = player === coachedPlayer(link);
  const known = why?.number === number ? why : null;
  const heading = h(
    "div",
    { class: "verdict" },
    chip(player),
    yours ? `Your move ${number}` : `${sideName(player)}’s move ${number}`,
    known?.tag ? h("span", { class: `tag ${known.tag.kind}` }, shape(known.tag.kind), known.tag.text) : null,
  );
  if (!state.shown) {
    const told = link.words.puzzle === "1" && known ? puzzleVerdict(known) : "";
    return [
      heading,
      told ? h("p", { class: "voice" }, told) : null,
      known?.tag || play.resultHere ? null : waitingPart(play, state.stopped),
      known && canRetry(link, known) ? whyButtons(link, { ...known, line: [] }, actions) : null,
    ];
  }
  if (!known) return [heading, waitingPart(play, state.stopped)];
  return [
    heading,
    ...known.paragraphs
      .filter((parts) => parts.some((part) => part.text || part.letter))
      .map((parts) => h("p", { class: "voice" }, parts.map(segmentNode))),
    known.reply
      ? h(
          "p",
          { class: `reply ${player === 1 ? "y" : "r"}` },
          chip(3 - player),
          h("span", null, known.reply.map(segmentNode)),
        )
      : null,
    whyButtons(link, known, actions),
  ];
}

/** Whether a move of a puzzle was the one, without what comes next. @param {Why} why */
function puzzleVerdict(why) {
  if (why.mark.startsWith("?")) return "Not it: the win is gone. Try again.";
  return why.tag?.kind === "win" ? "Right: the win is kept. Go on." : "The win is gone already.";
}

/** @param {Link} link @param {Why} why @param {{retry: () => void, showLine: () => void}} actions */
function whyButtons(link, why, actions) {
  const retry = canRetry(link, why);
  if (!retry && why.line.length <= 1) return null;
  return h(
    "div",
    { class: "row" },
    retry
      ? h(
          "button",
          { type: "button", class: "btn primary", "data-key": "retry", on: { click: actions.retry } },
          `Try ${why.number} again`,
          h("kbd", null, "r"),
        )
      : null,
    why.line.length > 1
      ? h(
          "button",
          { type: "button", class: "btn", "data-key": "line", on: { click: actions.showLine } },
          "Show the line",
        )
      : null,
  );
}

/** Until the sentence comes, if it does. @param {Play} play @param {boolean} stopped */
function waitingPart(play, stopped) {
  const words = stopped
    ? "What it kept or gave up is not known: the search was stopped."
    : "What it kept or gave up is being worked out.";
  return h("p", { class: "voice quiet" }, play.resultHere ? `${play.resultHere}.` : words);
}

/** @param {Play} play */
function openingWords(play) {
  const touch = matchMedia("(pointer: coarse)").matches;
  if (play.game.gravity && touch) return "Tap a column.";
  if (play.game.gravity) return `Drop in any column, or press 1 to ${Math.min(play.game.cols, 9)}.`;
  if (touch) return "Tap an empty point, then Place.";
  return "Lay a stone on any empty point: click it, or move with the arrows and press Enter.";
}
