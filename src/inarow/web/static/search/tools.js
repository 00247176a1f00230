// The course's sample in a click, the link, and the tree as a picture.

import { wholeAddress } from "../shared/address.js";
import { h, swap } from "../shared/dom.js";
import { copyButton, download } from "../shared/files.js";
import { writeLink } from "../shared/link.js";
import { treePicture } from "./tree_picture.js";

/** The sample of the COMP3308 assignment: minimax 2084 nodes, alpha-beta 297. */
const SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo x";

export class Tools {
  /** @param {import("./search.js").SearchScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** Whether the rules are unfolded on a small screen. */
    this.unfolded = false;
    this.bar = h("div", { class: "row tools" });
  }

  /** @param {import("./search_types.js").Search} search */
  draw(search) {
    const { screen } = this;
    const words = { base: "0", depth: "4", show: "a" };
    const sample = () => void screen.place({ game: "connect4", moves: "", from: SAMPLE, at: null, words });
    const address = () => (screen.link ? wholeAddress(writeLink(screen.link)) : "");
    const rules = this.button("rules", "Rules", () => {
      this.unfolded = !this.unfolded;
      screen.heading.unfold(this.unfolded);
      rules.setAttribute("aria-expanded", String(this.unfolded));
    });
    rules.setAttribute("aria-expanded", String(this.unfolded));
    rules.setAttribute("aria-controls", "about-search");
    swap(
      this.bar,
      rules,
      this.button("sample", "Course sample", sample),
      copyButton("copy-search", address, "Link"),
      this.button("save", "Save picture", () => this.save(search)),
    );
  }

  /** @param {string} key @param {string} text @param {() => void} click */
  button(key, text, click) {
    return h("button", { type: "button", class: "btn", id: `do-${key}`, "data-key": key, on: { click } }, text);
  }

  /** @param {import("./search_types.js").Search} search */
  save(search) {
    const panel = search.show === "m" ? this.screen.minimax : this.screen.alphabeta;
    const tree = panel.figure.querySelector("svg");
    if (!tree) return;
    const caption = `${search.command ?? document.title}. ${this.screen.announcement(search)}`;
    const picture = treePicture(/** @type {SVGElement} */ (tree), caption);
    download(new Blob([picture], { type: "image/svg+xml" }), `search-node-${search.node.number}.svg`);
  }
}
