// The search screen: minimax and alpha-beta at one moment of their search on a real position.

import { Refusal, ask } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { announce, chip, complain, grouped, h, sideName, swap } from "../shared/dom.js";
import { joinMoves, lineWords, moveText } from "../shared/link.js";
import { Sequence } from "../shared/sequence.js";
import { rulesPart } from "./rules.js";
import { Scrubber } from "./scrubber.js";
import { SmallBoard } from "./small_board.js";
import { TreePanel } from "./tree_panel.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Cursor} Cursor */
/** @typedef {import("./search_types.js").Panel} Panel */

/** A command of the course, its position and its algorithm in bold. @param {string} command */
function commandParts(command) {
  return command.split(" ").flatMap((word, place) => [place === 1 || place === 3 ? h("b", null, word) : word, " "]);
}

const DEEPEST = 8;
/** What the buttons with short signs are called. */
const NAMES = [
  ["to-start", "To the start"],
  ["step-back", "Step back"],
  ["step-on", "Step forward"],
  ["last-change", "‹ Best move before"],
  ["last-cut", "‹ Cut-off before"],
];

export class SearchScreen {
  /**
   * @param {HTMLElement} root
   * @param {(link: Link, options?: {replace?: boolean, acted?: boolean}) => Promise<void>} navigate
   */
  constructor(root, navigate) {
    this.root = root;
    this.navigate = navigate;
    /** @type {Link | null} */ this.link = null;
    /** @type {Search | null} */ this.search = null;
    /** @type {AbortController | null} */ this.asking = null;
    this.steps = new Sequence();
    this.board = new SmallBoard((move) => void this.steps.add(() => this.put(move)));
    this.about = h("div");
    this.counts = h("div", { class: "counts" });
    this.which = h("div", { class: "which" });
    this.minimax = this.treePanel("m", "Minimax");
    this.alphabeta = this.treePanel("a", "Alpha-beta");
    this.trees = h("div", { class: "trees" }, this.minimax.figure, this.alphabeta.figure);
    this.buttons = h("div", { class: "row" });
    this.scrubber = new Scrubber((place) => void this.steps.add(() => this.go(place())));
    this.cutCount = h("span", { class: "cut-count" });
    this.words = h("div");
    this.code = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Pseudo-code" });
    this.watch = h("div", { class: "watch" });
    this.build();
  }

  build() {
    this.root.replaceChildren(
      h("h1", { class: "vh" }, "Search explorer"),
      h("div", { class: "query" }, this.board.stage, this.about, this.counts),
      this.which,
      this.trees,
      h("div", { class: "scrub" }, this.buttons, this.scrubber.svg, this.cutCount),
      h("div", { class: "explain" }, this.words, h("div", null, this.code, this.watch)),
    );
  }

  /** @param {"m" | "a"} name @param {string} title */
  treePanel(name, title) {
    return new TreePanel(name, title, {
      go: (cursor) => void this.go(cursor),
      follow: () => void this.change({ show: name }),
    });
  }

  /** @param {Link} link */
  async show(link) {
    this.asking?.abort();
    this.asking = new AbortController();
    const words = { ...lineWords(link), ...link.words };
    const search = /** @type {Search} */ (await ask("search", words, this.asking.signal));
    this.link = link;
    this.search = search;
    complain("");
    document.title = `Search, depth ${search.depth} – inarow`;
    this.draw();
    announce(this.announcement(search));
  }

  /** @param {Search} search */
  announcement(search) {
    const words = search.cutWords ?? search.words;
    const panel = search.show === "m" ? search.minimax : search.alphabeta;
    return `${panel.count} of ${panel.nodes} nodes. ${words
      .flat()
      .map((part) => part.text)
      .join("")}`;
  }

  /** Changes words of the link; an empty one is left out. @param {Record<string, string>} words */
  async change(words) {
    if (!this.link) return;
    await this.navigate({ ...this.link, words: { ...this.link.words, ...words } });
  }

  /** @param {Cursor | null | undefined} cursor */
  async go(cursor) {
    if (!cursor) return;
    await this.change({ path: cursor.path.join(","), after: cursor.after === null ? "" : String(cursor.after) });
  }

  /** Another position: the cursor of the old one means nothing there. @param {Partial<Link>} change */
  async place(change) {
    if (!this.link) return;
    await this.navigate({
      ...this.link,
      ...change,
      words: { ...this.link.words, ...change.words, path: "", after: "" },
    });
  }

  /** Puts a stone on the small board. @param {number} move */
  async put(move) {
    if (!this.search) return;
    const { play } = this.search;
    if (!play.legal.includes(move)) return;
    const texts = play.moves.slice(0, play.at).map((one) => one.text);
    await this.place({ moves: joinMoves(play.game, [...texts, moveText(play.game, move)]), at: null });
  }

  draw() {
    const { search } = this;
    if (!search) return;
    this.board.draw(search);
    this.drawAbout(search);
    this.drawCounts(search);
    this.drawWhich(search);
    this.trees.dataset.show = search.show;
    this.minimax.draw(search.minimax, search.show === "m");
    this.alphabeta.draw(search.alphabeta, search.show === "a");
    this.drawScrubber(search);
    this.drawWords(search);
    this.drawCode(search);
  }

  /** @param {Search} search */
  drawAbout(search) {
    const { play } = search;
    const depth = h(
      "select",
      {
        class: "sel",
        "data-key": "depth",
        "aria-label": "Depth",
        id: "depth",
        on: { change: () => this.change({ depth: depth.value, path: "", after: "" }) },
      },
      Array.from({ length: DEEPEST }, (_, number) =>
        h("option", { value: number + 1, selected: number + 1 === search.depth }, `depth ${number + 1}`),
      ),
    );
    swap(
      this.about,
      h("h2", { class: "ask" }, chip(play.toMove), `${sideName(play.toMove)} to move,`, depth),
      search.command ? h("p", { class: "cmd" }, commandParts(search.command)) : null,
      rulesPart(
        search,
        (words) => this.change({ ...words, path: "", after: "" }),
        (text) => this.open(text),
      ),
    );
  }

  /** Opens a course string, the rows of a file, or moves. @param {string} text */
  async open(text) {
    if (!this.link) return;
    try {
      const found = await ask("position", { text, game: this.link.game });
      /** @type {Record<string, string>} */
      const words = {};
      if (found.base === 0) words.base = "0";
      if (found.depth) words.depth = String(Math.min(found.depth, DEEPEST));
      if (found.algorithm) words.show = found.algorithm.toLowerCase();
      await this.place({ game: found.game, moves: found.moves, from: found.from, at: found.at ?? null, words });
      if (found.depth > DEEPEST)
        complain(`Depth ${found.depth} is deeper than can be explored: this is depth ${DEEPEST}.`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      complain(error.message);
    }
  }

  /** @param {Search} search */
  drawCounts(search) {
    const { minimax, alphabeta } = search;
    const saved = Math.round((100 * (alphabeta.nodes - minimax.nodes)) / Math.max(minimax.nodes, 1));
    const same = minimax.move === alphabeta.move && minimax.value === alphabeta.value;
    const name = search.play.game.gravity ? "column" : "move";
    /** @param {Panel} panel */
    const plays = (panel) => (panel.move === null ? "accepts no move" : `plays ${name} ${panel.move}`);
    swap(
      this.counts,
      h("span", { class: "big", id: "minimax-nodes" }, grouped(minimax.nodes)),
      h("span", null, "minimax nodes", h("br"), plays(minimax)),
      h("span", { class: "big", id: "alphabeta-nodes" }, grouped(alphabeta.nodes)),
      h("span", null, "alpha-beta nodes", h("br"), plays(alphabeta)),
      h("span", { class: "big share-saved" }, `${saved > 0 ? "+" : "−"}${Math.abs(saved)} %`),
      h("span", null, same ? "same move, same value" : "another move or value"),
    );
  }

  /** @param {Search} search */
  drawWhich(search) {
    /** @param {string} name @param {string} label */
    const choice = (name, label) => {
      const radio = h("input", {
        type: "radio",
        name: "which",
        "data-key": `which-${name}`,
        on: { change: () => this.change({ show: name }) },
      });
      radio.checked = search.show === name;
      return h("label", null, radio, label);
    };
    swap(
      this.which,
      h(
        "span",
        { class: "seg", role: "group", "aria-label": "Tree" },
        choice("m", "Minimax"),
        choice("a", "Alpha-beta"),
      ),
    );
  }

  /** @param {Search} search */
  drawScrubber(search) {
    const { cuts, steps } = search;
    const start = { path: [], after: null };
    const moved = search.cursor.path.length > 0 || search.cursor.after !== null;
    const step = (/** @type {string} */ key) => () => this.go(steps[key]);
    swap(
      this.buttons,
      button("to-start", "«", () => this.go(start), moved, "this is the start"),
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
      this.cutButton(search),
    );
    for (const [key, label] of NAMES) {
      this.buttons.querySelector(`#do-${key}`)?.setAttribute("aria-label", label);
    }
    this.scrubber.draw(search);
    const more = cuts.complete ? "" : " (the first ones)";
    swap(
      this.cutCount,
      "cut-off ",
      h("b", { id: "cut-number" }, grouped(cuts.number)),
      ` of ${grouped(cuts.count)}${more}`,
    );
  }

  /** @param {Search} search */
  cutButton(search) {
    const able = search.steps.cut !== null;
    const made = button("next-cut", "Next cut-off", () => this.go(search.steps.cut), able, "no cut-off is left", ".");
    made.classList.add("primary");
    return made;
  }

  /** @param {Search} search */
  drawWords(search) {
    const { whatIf } = search;
    const words = search.cutWords ?? search.words;
    swap(
      this.words,
      words.map((parts) =>
        h(
          "p",
          { class: "voice" },
          parts.map((part) => (part.bold ? h("b", null, part.text) : part.text)),
        ),
      ),
      h(
        "div",
        { class: "row what-if" },
        h(
          "button",
          {
            type: "button",
            class: "btn",
            "data-key": "what-if",
            id: "what-if",
            on: { click: () => this.change({ [whatIf.rule]: whatIf.value, path: "", after: "" }) },
          },
          whatIf.question,
        ),
        h("span", { class: "small" }, `${grouped(whatIf.nodes)} nodes instead of ${grouped(whatIf.now)}`),
      ),
    );
  }

  /** @param {Search} search */
  drawCode(search) {
    const { code, watch } = search;
    swap(
      this.code,
      code.lines.map((text, number) =>
        h(
          "div",
          number + 1 === code.on ? { class: "on", "aria-current": "step" } : null,
          h("span", { class: "ln" }, number + 1),
          text,
        ),
      ),
    );
    swap(
      this.watch,
      h("span", null, "best ", h("b", null, watch.best)),
      watch.alpha === null ? null : h("span", null, "alpha ", h("b", null, watch.alpha)),
      watch.beta === null ? null : h("span", null, "beta ", h("b", null, watch.beta)),
      h("span", { class: "at" }, `at ${watch.at}`),
    );
  }

  /** @returns {import("../shared/keys.js").KeyMap} */
  keys() {
    const step = (/** @type {string} */ name) => () => this.steps.add(() => this.go(this.search?.steps[name]));
    /** @type {import("../shared/keys.js").KeyMap} */
    const map = {
      ArrowRight: step("on"),
      ArrowLeft: step("back"),
      ArrowDown: step("into"),
      ArrowUp: step("out"),
      ".": step("cut"),
      ",": step("cutBack"),
      v: step("change"),
      b: step("changeBack"),
      Home: () => this.steps.add(() => this.go({ path: [], after: null })),
      m: () => this.steps.add(() => this.change({ show: "m" })),
      a: () => this.steps.add(() => this.change({ show: "a" })),
    };
    // A stone falls by the number that its column shows.
    const { search } = this;
    for (let col = 0; search?.play.game.gravity && col < search.play.game.cols; col += 1) {
      const name = String(col + search.base);
      if (name.length === 1) map[name] = () => this.steps.add(() => this.put(col));
    }
    return map;
  }

  leave() {
    this.asking?.abort();
  }
}
