// The search screen: minimax and alpha-beta at one moment of their search on a real position.

import { Refusal, ask } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { announce, chip, complain, grouped, h, sideName, swap } from "../shared/dom.js";
import { joinMoves, lineWords, moveText } from "../shared/link.js";
import { Sequence } from "../shared/sequence.js";
import { codeLines, watchParts } from "./code.js";
import { Counted } from "./counted.js";
import { Quiz } from "./quiz.js";
import { rulesPart } from "./rules.js";
import { Scrubber } from "./scrubber.js";
import { SmallBoard } from "./small_board.js";
import { StatePanel, stateMarks } from "./state_panel.js";
import { Tools } from "./tools.js";
import { Transport } from "./transport.js";
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
    this.both = false;
    this.minimax = this.treePanel("m", "Minimax");
    this.alphabeta = this.treePanel("a", "Alpha-beta");
    this.trees = h("div", { class: "trees" }, this.minimax.figure, this.alphabeta.figure);
    this.buttons = h("div", { class: "row step-buttons" });
    this.scrubber = new Scrubber((place) => void this.steps.add(() => this.go(place())));
    this.transport = new Transport((words, replace) => this.change(words, replace));
    this.state = new StatePanel(() => this.drawState());
    this.quiz = new Quiz(
      () => this.link,
      (words) => this.change(words),
    );
    this.counted = new Counted(
      () => this.link,
      (words) => this.change(words),
    );
    this.tools = new Tools(this);
    this.whatIf = h("div", { class: "row what-if" });
    this.code = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Pseudo-code" });
    this.watch = h("div", { class: "watch" });
    this.build();
  }

  build() {
    this.root.replaceChildren(
      h("h1", { class: "vh" }, "Search explorer"),
      h("div", { class: "query" }, this.about, h("div", { class: "query-end" }, this.counts, this.tools.bar)),
      h("div", { class: "scrub" }, this.transport.bar, this.scrubber.svg),
      h(
        "div",
        { class: "explorer" },
        h("div", { class: "state-side" }, this.board.stage, this.state.panel),
        h(
          "div",
          { class: "tree-side" },
          h("div", { class: "row tree-row" }, this.which, this.buttons),
          this.trees,
          h(
            "div",
            { class: "under" },
            h("div", null, this.quiz.panel, this.whatIf),
            h("div", null, this.code, this.watch),
          ),
        ),
      ),
      this.counted.panel,
    );
  }

  /** @param {"m" | "a"} name @param {string} title */
  treePanel(name, title) {
    return new TreePanel(name, title, {
      go: (cursor) => void this.go(cursor),
      follow: () => void this.change({ show: name, node: "", to: "" }),
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

  /**
   * Changes words of the link; an empty one is left out.
   * @param {Record<string, string>} words
   * @param {boolean} [replace] whether Back skips the place that is left
   */
  async change(words, replace = false) {
    if (!this.link) return;
    await this.navigate({ ...this.link, words: { ...this.link.words, ...words } }, { replace });
  }

  /** @param {Cursor | null | undefined} cursor */
  async go(cursor) {
    if (!cursor) return;
    const after = cursor.after === null ? "" : String(cursor.after);
    await this.change({ path: cursor.path.join(","), after, node: "", to: "" });
  }

  /** Another position: the cursor of the old one means nothing there. @param {Partial<Link>} change */
  async place(change) {
    if (!this.link) return;
    await this.navigate({
      ...this.link,
      ...change,
      words: { ...this.link.words, ...change.words, path: "", after: "", node: "", to: "" },
    });
  }

  /** Puts a stone on the small board. @param {number} move */
  async put(move) {
    if (!this.search) return;
    const { play } = this.search;
    if (!play.legal.includes(move)) return;
    if (this.search.state.path.length > 0) {
      complain("Stones are put at the start of the search: go back to it first.");
      return;
    }
    const texts = play.moves.slice(0, play.at).map((one) => one.text);
    await this.place({ moves: joinMoves(play.game, [...texts, moveText(play.game, move)]), at: null });
  }

  draw() {
    const { search } = this;
    if (!search) return;
    this.drawState();
    this.drawAbout(search);
    this.tools.draw(search);
    this.drawCounts(search);
    this.drawWhich(search);
    this.trees.dataset.show = search.show;
    this.minimax.draw(search.minimax, search.show === "m");
    this.alphabeta.draw(search.alphabeta, search.show === "a");
    this.transport.draw(search);
    this.drawSteps(search);
    this.drawWhatIf(search);
    swap(this.code, codeLines(search));
    swap(this.watch, watchParts(search));
    this.counted.draw(search);
  }

  /** The board and its words; other runs may be lit since. */
  drawState() {
    const { search } = this;
    if (!search) return;
    this.state.draw(search);
    this.board.draw(search, stateMarks(search, this.state.lit));
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
        on: { change: () => this.change({ depth: depth.value, path: "", after: "", node: "", to: "" }) },
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
        (words) => this.change({ ...words, path: "", after: "", node: "", to: "" }),
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
        on: { change: () => this.change({ show: name, node: "", to: "" }) },
      });
      radio.checked = search.show === name;
      return h("label", null, radio, label);
    };
    const both = h("input", {
      type: "checkbox",
      "data-key": "both",
      on: {
        change: () => {
          this.both = both.checked;
          this.trees.classList.toggle("both", this.both);
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
  drawSteps(search) {
    const { steps } = search;
    const step = (/** @type {string} */ key) => () => this.go(steps[key]);
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
      this.cutButton(search),
    );
    for (const [key, label] of NAMES) {
      this.buttons.querySelector(`#do-${key}`)?.setAttribute("aria-label", label);
    }
    this.scrubber.draw(search);
  }

  /** @param {Search} search */
  cutButton(search) {
    const able = search.steps.cut !== null;
    const made = button("next-cut", "Next cut-off", () => this.go(search.steps.cut), able, "no cut-off is left", ".");
    made.classList.add("primary");
    return made;
  }

  /** @param {Search} search */
  drawWhatIf({ whatIf }) {
    swap(
      this.whatIf,
      h(
        "button",
        {
          type: "button",
          class: "btn",
          "data-key": "what-if",
          id: "what-if",
          on: { click: () => this.change({ [whatIf.rule]: whatIf.value, path: "", after: "", node: "", to: "" }) },
        },
        whatIf.question,
      ),
      h("span", { class: "small" }, `${grouped(whatIf.nodes)} nodes instead of ${grouped(whatIf.now)}`),
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
      m: () => this.steps.add(() => this.change({ show: "m", node: "", to: "" })),
      a: () => this.steps.add(() => this.change({ show: "a", node: "", to: "" })),
      " ": () => this.transport.toggle(),
      "+": () => this.transport.faster(1),
      "-": () => this.transport.faster(-1),
    };
    // A stone falls by the number that its column shows.
    const { search } = this;
    for (let col = 0; search?.play.game.gravity && col < search.play.game.cols; col += 1) {
      const name = String(col + search.base);
      if (name.length === 1) map[name] = () => this.steps.add(() => this.put(col));
    }
    Object.assign(map, this.quiz.keys());
    return map;
  }

  leave() {
    this.transport.playing = false;
    this.asking?.abort();
  }
}
