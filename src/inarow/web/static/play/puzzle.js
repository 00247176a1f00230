// Tasks, with the scores hidden until a move is made: a puzzle, in which one move alone wins against
// Perfect, and the second try of a move. The link alone tells that a position is one. What a puzzle
// claims is shown only where the scores that came with the position prove it.

import { sideName } from "../shared/dom.js";
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
 * What is asked of the reader: a better move than before, or what a puzzle is proven to ask.
 * @param {Link} link
 * @param {Play} play
 * @param {import("../shared/types.js").Here | null} here
 */
export function taskWords(link, play, here) {
  const wanted = isPuzzle(link, play) ? "the best move" : "a better move";
  return (isPuzzle(link, play) && here?.task) || `${sideName(play.toMove)} to move. Find ${wanted}.`;
}
