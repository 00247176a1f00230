// What is searched: the position and its depth, the rules, and what both searches count.

import { chip, grouped, h, sideName, swap } from "../shared/dom.js";
import { rulesPart } from "./rules.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Panel} Panel */

export const DEEPEST = 8;
/** The cursor of another search means nothing. */
const AT_START = { path: "", after: "", node: "", to: "" };

export class Heading {
  /**
   * @param {(words: Record<string, string>) => Promise<void>} change
   * @param {(text: string) => Promise<void>} open
   * @param {HTMLElement} tools
   */
  constructor(change, open, tools) {
    this.change = change;
    this.open = open;
    this.ask = h("h2", { class: "ask" });
    this.about = h("div", { class: "about", id: "about-search" });
    this.counts = h("div", { class: "counts" });
    this.query = h(
      "div",
      { class: "query" },
      this.ask,
      this.about,
      h("div", { class: "query-end" }, this.counts, tools),
    );
  }

  /** On a small screen the rules are folded away. @param {boolean} open */
  unfold(open) {
    this.query.classList.toggle("unfolded", open);
  }

  /** @param {Search} search */
  draw(search) {
    const { play } = search;
    const depth = h(
      "select",
      {
        class: "sel",
        "data-key": "depth",
        "aria-label": "Depth",
        id: "depth",
        on: { change: () => this.change({ depth: depth.value, ...AT_START }) },
      },
      Array.from({ length: DEEPEST }, (_, number) =>
        h("option", { value: number + 1, selected: number + 1 === search.depth }, `depth ${number + 1}`),
      ),
    );
    swap(this.ask, chip(play.toMove), `${sideName(play.toMove)} to move,`, depth);
    swap(
      this.about,
      search.command ? h("p", { class: "cmd" }, commandParts(search.command)) : null,
      rulesPart(
        search,
        (words) => this.change({ ...words, ...AT_START }),
        (text) => this.open(text),
      ),
    );
    this.drawCounts(search);
  }

  /** @param {Search} search */
  drawCounts({ minimax, alphabeta, play }) {
    const saved = Math.round((100 * (alphabeta.nodes - minimax.nodes)) / Math.max(minimax.nodes, 1));
    const same = minimax.move === alphabeta.move && minimax.value === alphabeta.value;
    const name = play.game.gravity ? "column" : "move";
    /** @param {string} id @param {string} title @param {Panel} panel */
    const part = (id, title, panel) => [
      h("span", { class: "big", id }, grouped(panel.nodes)),
      h("span", null, title, h("span", { class: "plays" }, panel.move === null ? "no move" : `${name} ${panel.move}`)),
    ];
    swap(
      this.counts,
      part("minimax-nodes", "minimax", minimax),
      part("alphabeta-nodes", "alpha-beta", alphabeta),
      h(
        "span",
        { class: "saved small" },
        `${saved > 0 ? "+" : "−"}${Math.abs(saved)} %, ${same ? "same move and value" : "another move or value"}`,
      ),
    );
  }
}

/** A command of the course, its position and its algorithm in bold. @param {string} command */
function commandParts(command) {
  return command.split(" ").flatMap((word, place) => [place === 1 || place === 3 ? h("b", null, word) : word, " "]);
}
