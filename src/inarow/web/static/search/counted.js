// "My program counted …": the rules that give a program's column and count, and the first moment at
// which its search and the right one part, side by side.

import { Refusal, ask } from "../shared/api.js";
import { announce, grouped, h, swap } from "../shared/dom.js";
import { lineWords } from "../shared/link.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("../shared/types.js").Link} Link */
/**
 * @typedef {{where: string, right: string, wrong: string, right_lines: string[], wrong_lines: string[],
 *   path: number[], after: number | null, node: number | null, rules: Record<string, string>, link: string}} Begins
 * @typedef {{mistakes: {name: string, sentence: string, task: string, look_at: string}[],
 *   begins: Begins | null}} Cause
 * @typedef {{all_right: boolean, cases: {right: {column: number, nodes: number}}[], causes: Cause[]}} Told
 */

/** Words of a link that are not of its search: the cursor, and what a program counted. */
export const BESIDE = ["path", "after", "node", "to", "counted"];

export class Counted {
  /**
   * @param {() => Link | null} link
   * @param {(words: Record<string, string>) => Promise<void>} go
   * @param {() => void} redraw the rail, when the parting is known
   */
  constructor(link, go, redraw) {
    this.link = link;
    this.go = go;
    this.redraw = redraw;
    /** Where the program parts, and in which search. */
    this.parted = { of: "", nodes: "", number: /** @type {number | null} */ (null) };
    this.column = h("input", {
      class: "sel rule-input",
      inputmode: "numeric",
      id: "my-column",
      "data-key": "my-column",
    });
    this.nodes = h("input", { class: "sel rule-input", inputmode: "numeric", id: "my-nodes", "data-key": "my-nodes" });
    this.found = h("div", { class: "found" });
    this.parts = h("div", { class: "parts" });
    this.usual = h("span", { class: "small usual" });
    /** @type {AbortController | null} */ this.asking = null;
    /** The question of a link that was asked last. */ this.answered = "";
    this.panel = h(
      "section",
      { class: "counted", "aria-labelledby": "counted-title" },
      h(
        "div",
        null,
        h("h2", { id: "counted-title" }, "My program counted"),
        h(
          "form",
          {
            class: "row",
            on: {
              submit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void this.ask();
              },
            },
          },
          h("label", { class: "field" }, h("span", null, "Column"), this.column),
          h("label", { class: "field" }, h("span", null, "Nodes"), this.nodes),
          h("button", { class: "btn primary", id: "my-why", "data-key": "my-why" }, "Why?"),
          this.usual,
        ),
        this.found,
      ),
      this.parts,
    );
  }

  /** @param {Search} search */
  draw(search) {
    this.panel.hidden = search.command === null;
    this.base = search.base;
    const panel = search.show === "m" ? search.minimax : search.alphabeta;
    const changed = search.rules.some((rule) => rule.changed);
    this.usual.textContent = changed
      ? `these rules: ${panel.move ?? "no"} and ${panel.nodes}`
      : `reference: ${panel.move ?? "no"} and ${panel.nodes}`;
    if (!this.panel.hidden) this.askLink();
  }

  /** Puts what was counted into the link, so that it can be sent to a tutor. */
  async ask() {
    const counted = [this.column, this.nodes].map((field) => field.value.trim().replace(/[\s\u202f]/g, "")).join("-");
    this.answered = ""; // asks again where nothing has changed
    if (this.link()?.words.counted === counted) this.askLink();
    else await this.go({ counted });
  }

  /** Asks what a link says that a program counted, unless it was asked before. */
  askLink() {
    const { counted = "" } = this.link()?.words ?? {};
    const question = counted && `${this.of()} ${counted}`;
    if (question === this.answered) return;
    this.answered = question;
    if (!counted) return;
    [this.column.value, this.nodes.value = ""] = counted.split("-");
    void this.why();
  }

  async why() {
    const link = this.link();
    if (!link) return;
    this.asking?.abort();
    this.asking = new AbortController();
    const base = this.base ?? 1;
    const column = this.column.value.trim();
    const words = {
      ...lineWords(link),
      depth: link.words.depth,
      show: link.words.show,
      base,
      column: /^\d+$/.test(column) ? Number(column) - base : column,
      nodes: this.nodes.value.trim().replace(/[\s\u202f]/g, ""),
    };
    this.parted = { of: this.of(), nodes: grouped(Number(words.nodes)), number: null };
    this.redraw();
    swap(this.found, h("p", { class: "voice quiet" }, "Trying the known mistakes, alone and in pairs."));
    swap(this.parts);
    try {
      this.show(/** @type {Told} */ (await ask("why", words, this.asking.signal)), base);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      swap(this.found, h("p", { class: "voice" }, error.message));
    }
  }

  /** @param {Told} told @param {number} base */
  show(told, base) {
    const { right } = told.cases[0];
    const reference = `${right.column + base} and ${grouped(right.nodes)}`;
    if (told.all_right) swap(this.found, h("p", { class: "voice" }, h("b", null, `${reference} is right.`)));
    else if (told.causes.length === 0)
      swap(
        this.found,
        h(
          "p",
          { class: "voice" },
          h("b", null, "None of the mistakes I know gives this."),
          ` The reference gives ${reference}.`,
        ),
      );
    else this.showCauses(told.causes, reference);
    announce(this.found.textContent ?? "");
  }

  /** @param {Cause[]} causes @param {string} reference */
  showCauses(causes, reference) {
    const [first, ...others] = causes;
    swap(
      this.found,
      h(
        "p",
        { class: "voice" },
        "Consistent with: ",
        h("b", null, first.mistakes.map((mistake) => mistake.sentence).join(" ")),
        ` The reference gives ${reference}.`,
      ),
      first.mistakes.map((mistake) => h("p", { class: "small" }, `Look at ${mistake.look_at}. ${mistake.task}`)),
      others.length
        ? h(
            "details",
            { class: "change" },
            h(
              "summary",
              null,
              `${others.length} other ${others.length === 1 ? "cause gives" : "causes give"} the same`,
            ),
            h(
              "ul",
              null,
              others.map((cause) =>
                h("li", { class: "small" }, cause.mistakes.map((mistake) => mistake.sentence).join(" ")),
              ),
            ),
          )
        : null,
    );
    if (!first.begins) return;
    swap(this.parts, this.parting(first.begins));
    this.parted.number = first.begins.node;
    this.redraw();
  }

  /** The search that is asked about: everything of the link but the cursor. */
  of() {
    const link = this.link();
    const words = Object.entries({ show: "a", ...link?.words }).filter(([name]) => !BESIDE.includes(name));
    const rules = words.filter(([, value]) => value).sort();
    return JSON.stringify([link?.game, link?.moves, link?.from, link?.at, rules]);
  }

  /** @returns {import("./scrubber.js").Flag | null} */
  flag() {
    const { of, nodes, number } = this.parted;
    return number === null || of !== this.of() ? null : { number, words: `${nodes} parts at ${grouped(number)}` };
  }

  /** @param {Begins} begins */
  parting(begins) {
    /** @param {string} title @param {string} words @param {string[]} lines */
    const side = (title, words, lines) =>
      h(
        "div",
        { class: "side" },
        h("h3", null, title),
        h("p", null, words),
        lines.map((line) => h("code", null, line)),
      );
    const place = {
      path: begins.path.join(","),
      after: begins.after === null ? "" : String(begins.after),
      node: "",
      to: "",
    };
    return [
      h("h2", null, "First moment they part"),
      h("p", { class: "small" }, `${begins.where.charAt(0).toUpperCase()}${begins.where.slice(1)}.`),
      h(
        "div",
        { class: "sides" },
        side("The reference", begins.right, begins.right_lines),
        side("Your program", begins.wrong, begins.wrong_lines),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "btn", "data-key": "go-parting", on: { click: () => void this.go(place) } },
          begins.node === null ? "Go there" : `Go to node ${grouped(begins.node)}`,
        ),
        begins.link
          ? h(
              "a",
              { class: "btn quiet", href: begins.link, "data-link": "", "data-key": "go-wrong" },
              "See it in your program’s search",
            )
          : null,
      ),
    ];
  }
}
