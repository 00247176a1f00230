// What is announced to screen readers when a position is shown.

import { sideName } from "../shared/dom.js";
import { isPuzzle, isRetry, taskWords } from "./puzzle.js";

/** @param {import("../shared/types.js").Link} link @param {import("../shared/types.js").Play} play */
export function announcement(link, play) {
  if (isPuzzle(link, play)) return taskWords(link, play, play.here);
  if (isRetry(link, play)) return `Try move ${play.at + 1} again: scores are hidden until you move.`;
  const last = play.at > 0 ? play.moves[play.at - 1] : null;
  const done = last ? `${sideName(last.player)} ${last.text}. ` : "";
  return done + (play.resultHere ? `${play.resultHere}.` : `${sideName(play.toMove)} to move.`);
}
