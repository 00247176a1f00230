// One of the two trees with its heading: how much of it has been searched, and which one the steps follow.

import { grouped, h, s, swap } from "../shared/dom.js";
import { MOST_SHOWN, childWords, drawTree } from "./tree.js";

const ROOMY = 740; // from so many pixels on the tree is drawn wide, so that its words keep their size
const WIDE = 808;
const NARROW = 596;

/** @typedef {import("./search_types.js").Cursor} Cursor */
/** @typedef {import("./search_types.js").Panel} Panel */
/** @typedef {import("./search_types.js").Here} Here */

export class TreePanel {
  /**
   * @param {"m" | "a"} name as links write it
   * @param {string} title
   * @param {{go: (cursor: Cursor) => void, follow: () => void}} act
   */
  constructor(name, title, act) {
    this.name = name;
    this.title = title;
    this.act = act;
    this.head = h("h2");
    this.svg = s("svg", { role: "group" });
    this.all = h("div", { class: "row all-moves" });
    this.note = h("p", { class: "small" });
    this.figure = h("figure", { class: "tree", "data-tree": name }, this.head, this.svg, this.all, this.note);
    /** Where the first child that is drawn stands among many; the search's place when undefined. */
    this.shown = { of: "", start: /** @type {number | undefined} */ (undefined) };
  }

  /** @param {Panel} panel @param {Here | null} here what the cursor is at, if the steps follow this tree */
  draw(panel, here) {
    const { name, figure } = this;
    const followed = here !== null;
    swap(
      this.head,
      h(
        "button",
        {
          type: "button",
          class: "btn quiet tree-name",
          "data-key": `follow-${name}`,
          "aria-pressed": String(followed),
          title: followed ? "The steps follow this tree" : "Let the steps follow this tree",
          on: { click: this.act.follow },
        },
        h("span", null, this.title),
        h("kbd", null, name),
      ),
      h(
        "span",
        { class: "num" },
        h("b", { id: `count-${name}` }, grouped(panel.count)),
        ` of ${grouped(panel.nodes)} nodes`,
      ),
    );
    const of = location.pathname + location.search;
    if (this.shown.of !== of) this.shown = { of, start: undefined };
    const width = figure.clientWidth >= ROOMY ? WIDE : NARROW;
    const across = drawTree(this.svg, panel, { width, here }, this.act.go, this.shown.start, (start) => {
      this.shown.start = start;
      this.draw(panel, here);
    });
    swap(this.all, this.allMoves(panel));
    figure.scrollLeft = across * figure.scrollWidth - figure.clientWidth / 2;
    this.note.textContent = missingWords(panel);
  }

  /** A list of all moves of the last state, where they are too many to be drawn. @param {Panel} panel */
  allMoves(panel) {
    const { children } = panel.levels[panel.levels.length - 1];
    if (children.length <= MOST_SHOWN) return [];
    const path = panel.levels
      .slice(0, -1)
      .flatMap((level) => level.children.filter((child) => child.state === "path").map((child) => child.move));
    const list = h(
      "select",
      { class: "sel", "data-key": `all-${this.name}`, "aria-label": `All ${children.length} moves` },
      children.map((child) => h("option", { value: child.move, selected: child.latest }, childWords(child))),
    );
    const open = () => this.act.go({ path: [...path, Number(list.value)], after: null });
    return [
      h("span", { class: "small" }, `${children.length} moves`),
      list,
      h("button", { type: "button", class: "btn", "data-key": `enter-${this.name}`, on: { click: open } }, "Enter"),
    ];
  }
}

/** Why a tree does not show the cursor. @param {Panel} panel */
function missingWords(panel) {
  if (!panel.missing) return "";
  const cut = /cuts this move off \(move (\d+)/.exec(panel.missing);
  const name = panel.algorithm === "alpha-beta" ? "Alpha-beta" : "Minimax";
  if (cut) return `${name} never gets here: it cut this path at move ${cut[1]}.`;
  return `Not at this place: ${panel.missing.replace(/^path: /, "")}.`;
}
