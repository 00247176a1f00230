// Tasks, with the scores hidden until a move is made: a puzzle, in which one move alone wins against
// Perfect, and the second try of a move. The link alone tells that a position is one. What a puzzle
// claims is shown only where the scores that came with the position prove it.

import { onScreen } from "../shared/link.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */

/** The link of the puzzle book. @param {Link} link @returns {Link} */
export function puzzleLink(link) {
  return onScreen(link, "puzzles");
}

/** Whether a puzzle waits for its first move. @param {Link} link @param {Play} play */
export function isPuzzle(link, play) {
  return link.words.puzzle === "1" && play.moves.length === 0 && play.outcome === "ongoing";
}

/** Whether a move is to be tried again. @param {Link} link @param {Play} play */
export function isRetry(link, play) {
  return link.words.retry === "1" && play.outcome === "ongoing";
}

/** Whether the scores are hidden until a move is made. @param {Link} link @param {Play} play */
export function isTask(link, play) {
  return isPuzzle(link, play) || isRetry(link, play);
}

/**
 * The task, or nothing where it is not proven.
 * @param {import("../shared/types.js").Here | null} here
 */
export function puzzleWords(here) {
  return here?.task ?? "";
}
