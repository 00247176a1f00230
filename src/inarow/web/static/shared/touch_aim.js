// Touch on a large free board: the first tap aims, the second or "Place" plays. The aim is moved by
// dragging or by the arrows; a loupe shows what lies around it.

import { drawBoard } from "./board.js";
import { h, s, swap } from "./dom.js";
import { moveText } from "./link.js";

/** @typedef {import("./types.js").Play} Play */

const LEAST_CELL = 40;
const LOUPE_CELLS = 3.4;
/** @type {[string, string, number, number][]} */
const ARROWS = [
  ["←", "Aim left", 0, -1],
  ["→", "Aim right", 0, 1],
  ["↑", "Aim up", -1, 0],
  ["↓", "Aim down", 1, 0],
];

/** Whether a tap only aims: the pointer is coarse and the cells are small. @param {Play} play @param {SVGElement} board */
export function aims(play, board) {
  if (play.game.gravity || !matchMedia("(pointer: coarse)").matches) return false;
  return board.getBoundingClientRect().width / play.game.cols < LEAST_CELL;
}

export class TouchAim {
  /** @param {{place: (cell: number) => void, aim: (cell: number | null) => void}} act */
  constructor(act) {
    this.act = act;
    this.part = h("div", { class: "aim-part", hidden: true });
    this.loupe = s("svg", { class: "loupe", "aria-hidden": "true" });
  }

  /** @param {Play} play @param {number | null} cell */
  draw(play, cell) {
    this.part.hidden = cell === null;
    if (cell === null) return;
    const { cols, rows } = play.game;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    drawBoard(this.loupe, play, { aim: cell });
    this.loupe.removeAttribute("aria-label");
    const size = LOUPE_CELLS * 100;
    const [x, y] = [60 + col * 100 - size / 2, 60 + row * 100 - size / 2];
    this.loupe.setAttribute("viewBox", `${x} ${y} ${size} ${size}`);
    this.loupe.dataset.size = "";
    swap(
      this.part,
      this.loupe,
      h(
        "div",
        { class: "aim-words" },
        h("b", null, `Row ${row + 1}, column ${col + 1}`),
        h("p", { class: "small" }, "Tap again or Place. Drag to move the aim."),
        h(
          "div",
          { class: "row aim-arrows" },
          ARROWS.map(([text, name, down, right]) => {
            const [nextRow, nextCol] = [row + down, col + right];
            const able = nextRow >= 0 && nextRow < rows && nextCol >= 0 && nextCol < cols;
            return this.button(`aim-${text}`, text, name, "icon", () => able && this.act.aim(nextRow * cols + nextCol));
          }),
        ),
        h(
          "div",
          { class: "row" },
          this.button("aim-cancel", "Cancel", "", "", () => this.act.aim(null)),
          play.cells[cell] === "."
            ? this.button("aim-place", `Place ${moveText(play.game, cell)}`, "", "primary", () => this.act.place(cell))
            : null,
        ),
      ),
    );
  }

  /** @param {string} key @param {string} text @param {string} name @param {string} kind @param {() => void} click */
  button(key, text, name, kind, click) {
    return h(
      "button",
      { type: "button", class: `btn ${kind}`, "data-key": key, "aria-label": name || null, on: { click } },
      text,
    );
  }
}
