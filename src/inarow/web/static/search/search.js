// The search screen: minimax and alpha-beta at one moment of their search on a real position.

import { Refusal, ask } from "../shared/api.js";
import { announce, complain, grouped, h, swap } from "../shared/dom.js";
import { joinMoves, lineWords, moveText } from "../shared/link.js";
import { Sequence } from "../shared/sequence.js";
import { codeLines, watchParts } from "./code.js";
import { BESIDE, Counted } from "./counted.js";
import { DEEPEST, Heading } from "./heading.js";
import { Quiz } from "./quiz.js";
import { Scrubber } from "./scrubber.js";
import { SmallBoard } from "./small_board.js";
import { StatePanel, stateMarks } from "./state_panel.js";
import { Tools } from "./tools.js";
import { Transport } from "./transport.js";
import { TreeHead } from "./tree_head.js";
import { TreePanel } from "./tree_panel.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Cursor} Cursor */

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
    this.minimax = this.treePanel("m", "Minimax");
    this.alphabeta = this.treePanel("a", "Alpha-beta");
    this.trees = h("div", { class: "trees" }, this.minimax.figure, this.alphabeta.figure);
    const queue = (/** @type {() => Promise<void>} */ step) => this.steps.add(step);
    this.treeHead = new TreeHead({
      show: (name) => void this.change({ show: name, node: "", to: "" }),
      go: (cursor) => void this.go(cursor),
      both: (on) => {
        this.trees.classList.toggle("both", on);
        this.drawTrees();
      },
    });
    this.transport = new Transport((words, replace) => this.change(words, replace), queue);
    this.scrubber = new Scrubber((number, replace) => this.transport.go({ node: String(number) }, replace), queue);
    this.state = new StatePanel(
      () => this.drawBoard(),
      (path) => void this.go({ path, after: null }),
    );
    this.quiz = new Quiz(
      () => this.link,
      (words) => this.change(words),
      () => this.drawTrees(),
    );
    this.counted = new Counted(
      () => this.link,
      (words) => this.change(words),
      () => this.drawRail(),
    );
    this.tools = new Tools(this);
    this.heading = new Heading(
      (words) => this.change(words),
      (text) => this.open(text),
      this.tools.bar,
    );
    this.whatIf = h("div", { class: "row what-if" });
    this.code = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Pseudo-code" });
    this.watch = h("div", { class: "watch" });
    this.explorer = h(
      "div",
      { class: "explorer" },
      h("div", { class: "state-side" }, this.board.stage, this.state.panel),
      h(
        "div",
        { class: "tree-side" },
        this.treeHead.row,
        this.trees,
        h(
          "div",
          { class: "under" },
          h("div", null, this.quiz.panel, this.whatIf),
          h("div", null, this.code, this.watch),
        ),
      ),
    );
    this.build();
  }

  build() {
    this.root.replaceChildren(
      h("h1", { class: "vh" }, "Search explorer"),
      h(
        "div",
        { class: "search-screen" },
        this.heading.query,
        h("div", { class: "scrub" }, this.transport.bar, this.scrubber.rail),
        this.explorer,
        this.counted.panel,
      ),
    );
    let width = 0;
    const resized = new ResizeObserver(() => {
      this.fit();
      if (width === this.trees.clientWidth) return;
      width = this.trees.clientWidth;
      this.drawTrees();
    });
    for (const part of [this.trees, this.heading.query, this.scrubber.rail]) resized.observe(part);
    addEventListener("resize", () => this.fit());
  }

  /** Lets the board know what stands above it: it takes what is left of the window. */
  fit() {
    const above = this.board.board.getBoundingClientRect().top + scrollY;
    this.explorer.style.setProperty("--above", `${Math.round(above)}px`);
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
    // What a program counted was counted in one search.
    /** @type {Record<string, string>} */
    const kept = Object.keys(words).every((name) => BESIDE.includes(name)) ? {} : { counted: "" };
    await this.navigate({ ...this.link, words: { ...this.link.words, ...kept, ...words } }, { replace });
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
      words: { ...this.link.words, ...change.words, path: "", after: "", node: "", to: "", counted: "" },
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
    this.state.draw(search);
    this.drawBoard();
    this.heading.draw(search);
    this.tools.draw(search);
    this.treeHead.draw(search);
    this.drawTrees();
    this.transport.draw(search);
    this.counted.draw(search);
    this.drawRail();
    this.drawWhatIf(search);
    swap(this.code, codeLines(search));
    swap(this.watch, watchParts(search));
    this.fit();
  }

  /** The trees alone: their room, or the child that the quiz asks about, may be another. */
  drawTrees() {
    const { search } = this;
    if (!search) return;
    this.trees.dataset.show = search.show;
    const asked = this.quiz.asking();
    const number = search.node.number;
    this.minimax.draw(search.minimax, search.show === "m" ? { number, asked: null } : null);
    this.alphabeta.draw(search.alphabeta, search.show === "a" ? { number, asked } : null);
  }

  /** The rail; a program's parting may be known since. */
  drawRail() {
    if (this.search) this.scrubber.draw(this.search, this.counted.flag());
  }

  /** The board; other runs may be lit since. */
  drawBoard() {
    const { search } = this;
    if (!search) return;
    const { cols, rows } = search.play.game;
    this.explorer.style.setProperty("--shape", String((100 * cols + 20) / (100 * rows + 20)));
    this.board.draw(search, stateMarks(search, this.state.lit));
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
