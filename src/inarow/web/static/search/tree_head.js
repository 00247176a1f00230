// Above the tree: which of the two is shown, and the steps through it.

import { button } from "../shared/controls.js";
import { h, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Cursor} Cursor */

/** What the buttons with short signs are called. */
const NAMES = [
  ["step-back", "Step back"],
  ["step-on", "Step forward"],
  ["last-change", "‹ Best move before"],
  ["last-cut", "‹ Cut-off before"],
];

export class TreeHead {
  /** @param {{show: (name: string) => void, go: (cursor: Cursor | null) => void, both: (on: boolean) => void}} act */
  constructor(act) {
    this.act = act;
    this.both = false;
    this.which = h("div", { class: "which" });
    this.buttons = h("div", { class: "row step-buttons" });
    this.row = h("div", { class: "row tree-row" }, this.which, this.buttons);
  }

  /** @param {Search} search */
  draw(search) {
    this.drawWhich(search);
    this.drawSteps(search);
  }

  /** @param {Search} search */
  drawWhich(search) {
    /** @param {string} name @param {string} label */
    const choice = (name, label) => {
      const radio = h("input", {
        type: "radio",
        name: "which",
        "data-key": `which-${name}`,
        on: { change: () => this.act.show(name) },
      });
      radio.checked = search.show === name;
      return h("label", null, radio, h("span", null, label));
    };
    const both = h("input", {
      type: "checkbox",
      "data-key": "both",
      on: {
        change: () => {
          this.both = both.checked;
          this.act.both(this.both);
        },
      },
    });
    both.checked = this.both;
    swap(
      this.which,
      h(
        "span",
        { class: "seg", role: "group", "aria-label": "Tree" },
        choice("a", "Alpha-beta"),
        choice("m", "Minimax"),
      ),
      h("label", { class: "switch both-switch" }, both, "Both"),
    );
  }

  /** @param {Search} search */
  drawSteps({ steps }) {
    const step = (/** @type {string} */ key) => () => this.act.go(steps[key]);
    const cut = button("next-cut", "Next cut-off", step("cut"), steps.cut !== null, "no cut-off is left", ".");
    swap(
      this.buttons,
      button("step-back", "‹", step("back"), steps.back !== null, "this is the start"),
      button("step-on", "›", step("on"), steps.on !== null, "this is the end"),
      button("step-in", "In", step("into"), steps.into !== null, "no move is left to enter"),
      button("step-out", "Out", step("out"), steps.out !== null, "this is the root"),
      button("last-change", "‹ Best", step("changeBack"), steps.changeBack !== null, "there is no earlier best move"),
      button(
        "next-change",
        "Next best move",
        step("change"),
        steps.change !== null,
        "the best move does not change again",
      ),
      button("last-cut", "‹ Cut-off", step("cutBack"), steps.cutBack !== null, "there is no earlier cut-off"),
      cut,
    );
    for (const [key, label] of NAMES) {
      this.buttons.querySelector(`#do-${key}`)?.setAttribute("aria-label", label);
    }
  }
}
