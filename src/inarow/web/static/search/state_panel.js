// The state at the cursor: how the path leads to it, and what a leaf's EVALUATION counts, each run lit
// on the board.

import { chip, h, s, sideName, signed, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Evaluation} Evaluation */

const CELL = 100;
const PAD = 10;
const LABEL = 38; // the height of a run's points, with a rim
const ALONG = [0.5, 0.25, 0.75, 0.38, 0.62, 0, 1]; // parts of a run at which they may stand

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
  const stones = search.state.path.map((step) => ({ ...step, place: centre(cols, step.cell) }));
  const numbers = stones.map(({ player, place: [x, y] }, number) => {
    const inside = player === 1;
    return s(
      "text",
      { x, y: y + 12, class: `path-number ${inside ? "r" : "y"}`, "font-size": inside ? 36 : 27 },
      number + 1,
    );
  });
  const runs = lit.map(({ cells }) => {
    const [x1, y1] = centre(cols, cells[0]);
    const [x2, y2] = centre(cols, cells[cells.length - 1]);
    return s("line", { x1, y1, x2, y2, class: "run" });
  });
  /** @type {[number, number][]} */
  const taken = stones.map((stone) => stone.place);
  const labels = lit.flatMap(({ cells, points }) => {
    const width = 22 + 18 * String(points).length;
    const [x, y] = labelPlace(centre(cols, cells[0]), centre(cols, cells[cells.length - 1]), taken, width);
    taken.push([x, y]);
    return [
      s("rect", { x: x - width / 2, y: y - 18, width, height: 36, rx: 7, class: "run-label" }),
      s("text", { x, y: y + 10, class: "run-points" }, points),
    ];
  });
  return [...runs, ...numbers, ...labels];
}

/**
 * Where a run's points stand: at its middle, or along it where another label or number stands there.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {[number, number][]} taken
 * @param {number} width
 * @returns {[number, number]}
 */
function labelPlace([x1, y1], [x2, y2], taken, width) {
  const places = ALONG.map((part) => /** @type {[number, number]} */ ([x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]));
  const free = places.find(([x, y]) => taken.every(([a, b]) => Math.abs(a - x) >= width || Math.abs(b - y) >= LABEL));
  return free ?? places[0];
}

export class StatePanel {
  /**
   * @param {() => void} redraw the board alone, when other runs are lit
   * @param {(path: number[]) => void} go to a state of the path
   */
  constructor(redraw, go) {
    this.redraw = redraw;
    this.go = go;
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
      this.crumbs(search),
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

  /** The path, each of its states a button that leads back to it. @param {Search} search */
  crumbs({ state }) {
    const last = state.path.length;
    /** @param {number} length @param {...import("../shared/dom.js").Child} words */
    const crumb = (length, ...words) =>
      h(
        "button",
        {
          type: "button",
          class: "crumb",
          "data-key": `crumb-${length}`,
          "aria-current": length === last ? "step" : null,
          on: { click: () => this.go(state.path.slice(0, length).map((step) => step.move)) },
        },
        ...words,
      );
    return h(
      "nav",
      { class: "crumbs", "aria-label": "The path" },
      crumb(0, "root"),
      state.path.flatMap((step, number) => [
        h("span", { "aria-hidden": "true" }, "→"),
        crumb(number + 1, chip(step.player), step.label),
      ]),
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

  /** Lights the runs of a cell; the table stays as it is, for a finger may be on it.
   *  @param {string} key @param {Evaluation} evaluation */
  light(key, evaluation) {
    if (this.chosen === key) return;
    this.chosen = key;
    this.lit = this.runs(evaluation);
    for (const button of this.panel.querySelectorAll(".run-button"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-key") === `run ${key}`));
    this.redraw();
  }

  /** @param {Evaluation} evaluation */
  table(evaluation) {
    /** @param {string} name @param {number} each @param {number[][]} runs @param {number} side */
    const cell = (name, each, runs, side) => {
      const key = `${name} ${side}`;
      if (runs.length === 0) return h("td", null, "–");
      const light = () => this.light(key, evaluation);
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
