// Above the sentence while a line beside the game is shown: which one, and the way back.

import { h } from "../shared/dom.js";
import { lineName, linesOf, shownLine } from "../shared/variations.js";

/**
 * @param {import("../shared/types.js").Link} link
 * @param {import("../shared/types.js").Play} play
 * @param {number} count of the game's moves
 * @param {() => void} back
 */
export function lineBar(link, play, count, back) {
  const line = linesOf(link)[shownLine(link)];
  if (!line) return null;
  const place = Math.max(0, play.at - line.from);
  const waits = Math.min(count, line.best ? line.from + 1 : line.from);
  return h(
    "div",
    { class: "line-bar" },
    h(
      "p",
      null,
      h("b", null, lineName(line, count)),
      `, move ${place} of ${line.moves.length}. `,
      h("span", null, waits === 0 ? "The game waits at its start." : `The game waits at move ${waits}.`),
    ),
    h(
      "button",
      { type: "button", class: "btn primary", "data-key": "leave-line", on: { click: back } },
      "Back to the game",
      h("kbd", null, "Esc"),
    ),
  );
}
