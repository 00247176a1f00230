// The state at the cursor: how the path leads to it, and what a leaf's EVALUATION counts, each run lit
// on the board.

import { chip, h, s, sideName, signed, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Evaluation} Evaluation */

const CELL = 100;
const PAD = 10;

/** @param {number} cols @param {number} cell @returns {[number, number]} */
function centre(cols, cell) {
  return [PAD + ((cell % cols) + 0.5) * CELL, PAD + (Math.floor(cell / cols) + 0.5) * CELL];
}

/**
 * The numbers of the path's stones, and the runs that are lit, drawn over a board.
 * @param {Search} search
 * @param {{cells: number[], points: number}[]} lit
 */
export function stateMarks(search, lit) {
  const { cols } = search.play.game;
  const numbers = search.state.path.map((step, number) => {
    const [x, y] = centre(cols, step.cell);
    const inside = step.player === 1;
    return s(
      "text",
      { x, y: y + 12, class: `path-number ${inside ? "r" : "y"}`, "font-size": inside ? 36 : 27 },
      number + 1,
    );
  });
  const runs = lit.flatMap(({ cells, points }) => {
    const [x1, y1] = centre(cols, cells[0]);
    const [x2, y2] = centre(cols, cells[cells.length - 1]);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const width = 22 + 18 * String(points).length;
    return [
      s("line", { x1, y1, x2, y2, class: "run" }),
      s("rect", { x: x - width / 2, y: y - 18, width, height: 36, rx: 7, class: "run-label" }),
      s("text", { x, y: y + 10, class: "run-points" }, points),
    ];
  });
  return [...numbers, ...runs];
}

export class StatePanel {
  /** @param {() => void} redraw the board, when other runs are lit */
  constructor(redraw) {
    this.redraw = redraw;
    this.panel = h("div", { class: "state" });
    /** The cell of the table whose runs are lit. */
    this.chosen = "";
    /** @type {{cells: number[], points: number}[]} */ this.lit = [];
  }

  /** @param {Search} search */
  draw(search) {
    const { state, words, cutWords } = search;
    const { evaluation } = state;
    this.lit = evaluation ? this.runs(evaluation) : [];
    swap(
      this.panel,
      h(
        "p",
        { class: "crumbs", "aria-label": "The path" },
        "root",
        state.path.map((step) =>
          h(
            "span",
            { class: "crumb" },
            h("span", { "aria-hidden": "true" }, " → "),
            chip(step.player),
            ` ${step.label}`,
          ),
        ),
      ),
      (cutWords ?? words).map((parts) =>
        h(
          "p",
          { class: "voice" },
          parts.map((part) => (part.bold ? h("b", null, part.text) : part.text)),
        ),
      ),
      evaluation ? this.table(evaluation) : null,
    );
  }

  /** The runs of the chosen cell; at first those of the longest. @param {Evaluation} evaluation */
  runs(evaluation) {
    const cells = evaluation.rows.flatMap((row, number) =>
      row.sides.map((runs, side) => ({ key: `${row.name} ${side}`, runs, row, number })),
    );
    const filled = cells.filter((cell) => cell.runs.length > 0);
    const last = filled[filled.length - 1];
    const chosen = filled.find((cell) => cell.key === this.chosen) ?? last;
    this.chosen = chosen?.key ?? "";
    return chosen ? chosen.runs.map((run) => ({ cells: run, points: chosen.row.each })) : [];
  }

  /** @param {Evaluation} evaluation */
  table(evaluation) {
    /** @param {string} name @param {number} each @param {number[][]} runs @param {number} side */
    const cell = (name, each, runs, side) => {
      const key = `${name} ${side}`;
      if (runs.length === 0) return h("td", null, "–");
      const light = () => {
        if (this.chosen === key) return; // what is drawn anew lies under the pointer again
        this.chosen = key;
        this.redraw();
      };
      return h(
        "td",
        null,
        h(
          "button",
          {
            type: "button",
            class: "run-button",
            "data-key": `run ${key}`,
            "aria-pressed": String(this.chosen === key),
            on: { click: light, mouseenter: light },
          },
          h("span", { class: "vh" }, `${name} of ${sideName(side + 1)}: `),
          `${runs.length} × ${each} = ${runs.length * each}`,
        ),
      );
    };
    const [first, second] = evaluation.totals;
    return [
      h(
        "table",
        { class: "evaluation" },
        h("caption", { class: "vh" }, "What the evaluation counts"),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "Counted"),
            h("th", { scope: "col" }, chip(1), " Red"),
            h("th", { scope: "col" }, chip(2), " Yellow"),
          ),
        ),
        h(
          "tbody",
          null,
          evaluation.rows.map((row) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, row.name),
              row.sides.map((runs, side) => cell(row.name, row.each, runs, side)),
            ),
          ),
        ),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "row" }, "SCORE"),
            h("td", null, h("b", null, first)),
            h("td", null, h("b", null, second)),
          ),
        ),
      ),
      h(
        "p",
        { class: "small" },
        `Red’s minus Yellow’s: ${first} − ${second} = ${signed(first - second)}. Numbered stones are the path; lit are the runs of the chosen cell.`,
      ),
    ];
  }
}
