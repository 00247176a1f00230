// The small board of the search screen: stones go in by pointer, or by arrows and Enter.

import { cellAt, drawBoard } from "../shared/board.js";
import { cellWords, stepped } from "../shared/cursor.js";
import { announce, h, s, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */

export class SmallBoard {
  /** @param {(move: number) => void} place puts a stone */
  constructor(place) {
    this.place = place;
    /** @type {Search | null} */ this.search = null;
    /** @type {SVGElement[]} */ this.marks = [];
    /** The cell that arrows have led to. @type {number | null} */ this.cursor = null;
    this.board = s("svg", { class: "board", role: "application", tabindex: "0" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.rows = h("div", { class: "row-labels", "aria-hidden": "true" });
    this.stage = h("div", { class: "stage" }, this.rows, this.board, this.columns);
    this.board.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    this.board.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)));
    this.board.addEventListener("blur", () => this.moveTo(null));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!this.search) return;
    const { play } = this.search;
    const cell = cellAt(this.board, play, event);
    if (cell !== null) this.place(play.game.gravity ? cell % play.game.cols : cell);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.search || event.ctrlKey || event.metaKey || event.altKey) return;
    const { play } = this.search;
    const next = stepped(play, this.cursor, event.key);
    if (next !== null) {
      event.preventDefault();
      this.moveTo(play.game.gravity ? this.landing(next % play.game.cols) : next);
      announce(this.cursorWords());
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.cursor !== null) this.place(play.game.gravity ? this.cursor % play.game.cols : this.cursor);
    }
  }

  /** Where a stone of a column would come to rest; the top of a full one. @param {number} column */
  landing(column) {
    return this.search?.play.landing[column] ?? column;
  }

  cursorWords() {
    const { search, cursor } = this;
    if (!search || cursor === null) return "";
    const { play } = search;
    if (!play.game.gravity) return cellWords(play, cursor);
    const column = cursor % play.game.cols;
    return `Column ${column + search.base}${play.legal.includes(column) ? "" : ", full"}`;
  }

  /** @param {number | null} cell */
  moveTo(cell) {
    if (cell === this.cursor || !this.search) return;
    this.cursor = cell;
    this.drawHere();
  }

  drawHere() {
    if (!this.search) return;
    const { play, state } = this.search;
    const here = state.path.length ? { ...play, cells: state.cells, at: 0, moves: [], lines: [], quads: [] } : play;
    drawBoard(this.board, here, { cursor: this.cursor });
    this.board.lastElementChild?.append(...this.marks);
  }

  /**
   * The position at the cursor of the search; stones are put at its root.
   * @param {Search} search
   * @param {SVGElement[]} marks drawn over it
   */
  draw(search, marks) {
    const { play } = search;
    const { cols, rows, gravity } = play.game;
    if (this.search?.play.game.name !== play.game.name) this.cursor = null;
    this.search = search;
    if (this.cursor !== null && gravity) this.cursor = this.landing(this.cursor % cols);
    this.marks = marks;
    this.drawHere();
    this.board.setAttribute(
      "aria-label",
      `${play.twin} ${pathWords(search)}Arrows choose ${gravity ? "a column" : "a point"}, Enter puts a stone there.`,
    );
    swap(this.columns, labels(cols, gravity ? search.base : 1));
    swap(this.rows, gravity ? [] : labels(rows, 1));
    this.rows.hidden = gravity;
    this.stage.classList.toggle("no-rows", gravity);
    this.stage.style.setProperty("--columns", String(cols));
    this.stage.style.setProperty("--rows", String(rows));
  }
}

/** @param {Search} search */
function pathWords({ state }) {
  return state.path.length ? `Then ${state.path.map((step) => step.label).join(", ")}. ` : "";
}

/** Numbers along a side; on a large board those that have room. @param {number} count @param {number} base */
function labels(count, base) {
  return Array.from({ length: count }, (_, number) =>
    h("span", null, count <= 9 || number === 0 || (number + 1) % 5 === 0 ? number + base : ""),
  );
}
