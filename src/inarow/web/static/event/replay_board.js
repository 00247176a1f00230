// The board of a stored game after any of its turns.

import { drawBoard } from "../shared/board.js";
import { h, s, sideName, swap } from "../shared/dom.js";

/** @typedef {import("./event_types.js").EventGame} EventGame */

/** The cells after so many turns. @param {EventGame} game @param {number} shown */
export function cellsAfter(game, shown) {
  const cells = Array.from(game.start);
  for (const step of game.steps.slice(0, shown)) {
    for (const cell of step.cells ?? []) cells[cell] = String(step.player);
  }
  return cells.join("");
}

export class ReplayBoard {
  constructor() {
    this.board = s("svg", { class: "board", role: "img" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.element = h("div", { class: "stage" }, this.board, this.columns);
  }

  /**
   * @param {EventGame} game
   * @param {number} shown turns
   * @param {boolean} drop whether the last stone falls
   */
  draw(game, shown, drop) {
    const last = shown > 0 ? (game.steps[shown - 1].cells ?? []) : [];
    const ended = shown === game.steps.length;
    const cell = last.length ? last[last.length - 1] : null;
    const step = shown > 0 ? game.steps[shown - 1] : null;
    const twin = step
      ? `After turn ${shown} of ${game.steps.length}: ${sideName(step.player)} ${step.text ?? "nothing"}.`
      : "The start.";
    const lines = ended ? game.lines : [];
    drawBoard(
      this.board,
      /** @type {any} */ ({
        game: game.game,
        twin,
        cells: cellsAfter(game, shown),
        at: cell === null ? 0 : 1,
        moves: cell === null ? [] : [{ cell }],
        lines: game.game.counted ? [] : lines,
        quads: game.game.counted ? lines.map((cells) => ({ player: 0, cells })) : [],
        landing: [],
        toMove: 0,
      }),
      { drop },
    );
    const { cols } = game.game;
    const every = cols <= 9 ? 1 : 5;
    this.element.style.setProperty("--columns", String(cols));
    swap(
      this.columns,
      Array.from({ length: cols }, (_, number) =>
        h("span", null, number === 0 || (number + 1) % every === 0 ? number + game.base : ""),
      ),
    );
  }
}
