// The search screen: minimax and alpha-beta at one moment of their search on a real position.

import { Refusal, ask } from "./api.js";
import { cellAt, drawBoard } from "./board.js";
import { button } from "./controls.js";
import { announce, chip, complain, grouped, h, s, sideName, swap } from "./dom.js";
import { joinMoves, lineWords, moveText } from "./link.js";
import { Sequence } from "./sequence.js";
import { rulesPart } from "./rules.js";
import { drawTree } from "./tree.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Cursor} Cursor */
/** @typedef {import("./search_types.js").Panel} Panel */

/** A command of the course, its position and its algorithm in bold. @param {string} command */
function commandParts(command) {
  return command.split(" ").flatMap((word, place) => [place === 1 || place === 3 ? h("b", null, word) : word, " "]);
}

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
    this.board = s("svg", { class: "board", role: "img" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.rows = h("div", { class: "row-labels", "aria-hidden": "true" });
    this.stage = h("div", { class: "stage" }, this.rows, this.board, this.columns);
    this.about = h("div");
    this.counts = h("div", { class: "counts" });
    this.which = h("div", { class: "which" });
    this.minimax = this.treePart("m");
    this.alphabeta = this.treePart("a");
    this.trees = h("div", { class: "trees" }, this.minimax.figure, this.alphabeta.figure);
    this.buttons = h("div", { class: "row" });
    this.scrubber = s("svg", { viewBox: "0 0 1000 36", preserveAspectRatio: "none", role: "img" });
    this.cutCount = h("span", { class: "cut-count" });
    this.words = h("div");
    this.code = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Pseudo-code" });
    this.watch = h("div", { class: "watch" });
    this.build();
  }

  build() {
    this.root.replaceChildren(
      h("h1", { class: "vh" }, "Search explorer"),
      h("div", { class: "query" }, this.stage, this.about, this.counts),
      this.which,
      this.trees,
      h("div", { class: "scrub" }, this.buttons, this.scrubber, this.cutCount),
      h("div", { class: "explain" }, this.words, h("div", null, this.code, this.watch)),
    );
    this.board.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    this.scrubber.addEventListener("click", (event) => this.scrubbed(/** @type {MouseEvent} */ (event)));
  }

  /** @param {"m" | "a"} name */
  treePart(name) {
    const head = h("h2");
    const svg = s("svg", { role: "group" });
    const note = h("p", { class: "small" });
    return { head, svg, note, figure: h("figure", { class: "tree", "data-tree": name }, head, svg, note) };
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
    announce(this.spoken(search));
  }

  /** @param {Search} search */
  spoken(search) {
    const words = search.cutWords ?? search.words;
    const panel = search.show === "m" ? search.minimax : search.alphabeta;
    return `${panel.count} of ${panel.nodes} nodes. ${words.flat().map((part) => part.text).join("")}`;
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
  place(change) {
    if (!this.link) return;
    void this.navigate({ ...this.link, ...change, words: { ...this.link.words, ...change.words, path: "", after: "" } });
  }

  /** A click on the small board drops a stone. @param {MouseEvent} event */
  clicked(event) {
    const { search } = this;
    if (!search) return;
    const { play } = search;
    const cell = cellAt(this.board, play, event);
    if (cell === null) return;
    const move = play.game.gravity ? cell % play.game.cols : cell;
    if (!play.legal.includes(move)) return;
    const texts = play.moves.slice(0, play.at).map((one) => one.text);
    this.place({ moves: joinMoves(play.game, [...texts, moveText(play.game, move)]), at: null });
  }

  /** @param {MouseEvent} event */
  scrubbed(event) {
    const { search } = this;
    if (!search || search.cuts.ticks.length === 0) return;
    const box = this.scrubber.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width;
    const nearest = search.cuts.ticks.reduce((best, tick) =>
      Math.abs(tick.at - at) < Math.abs(best.at - at) ? tick : best,
    );
    this.go(nearest.cut);
  }

  draw() {
    const { search } = this;
    if (!search) return;
    drawBoard(this.board, search.play);
    this.drawLabels(search);
    this.drawAbout(search);
    this.drawCounts(search);
    this.drawWhich(search);
    this.trees.dataset.show = search.show;
    this.drawPanel(this.minimax, "Minimax", "m", search.minimax, search);
    this.drawPanel(this.alphabeta, "Alpha-beta", "a", search.alphabeta, search);
    this.drawScrubber(search);
    this.drawWords(search);
    this.drawCode(search);
  }

  /** Numbers beside the small board; on a large one those that have room. @param {Search} search */
  drawLabels(search) {
    const { cols, rows, gravity } = search.play.game;
    /** @param {number} count @param {number} base */
    const labels = (count, base) =>
      Array.from({ length: count }, (_, number) =>
        h("span", null, count <= 9 || number === 0 || (number + 1) % 5 === 0 ? number + base : ""),
      );
    swap(this.columns, labels(cols, gravity ? search.base : 1));
    swap(this.rows, gravity ? [] : labels(rows, 1));
    this.rows.hidden = gravity;
    this.stage.style.setProperty("--columns", String(cols));
    this.stage.style.setProperty("--rows", String(rows));
  }

  /** @param {Search} search */
  drawAbout(search) {
    const { play } = search;
    const depth = h(
      "select",
      { class: "sel", "data-key": "depth", "aria-label": "Depth", id: "depth", on: { change: () => this.change({ depth: depth.value, path: "", after: "" }) } },
      Array.from({ length: 8 }, (_, number) => h("option", { value: number + 1, selected: number + 1 === search.depth }, `depth ${number + 1}`)),
    );
    swap(
      this.about,
      h("h2", { class: "ask" }, chip(play.toMove), `${sideName(play.toMove)} to move,`, depth),
      search.command ? h("p", { class: "cmd" }, commandParts(search.command)) : null,
      rulesPart(search, (words) => this.change({ ...words, path: "", after: "" }), (text) => this.open(text)),
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
      if (found.depth) words.depth = String(Math.min(found.depth, 8));
      if (found.algorithm) words.show = found.algorithm.toLowerCase();
      this.place({ game: found.game, moves: found.moves, from: found.from, at: null, words });
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
    swap(
      this.counts,
      h("span", { class: "big", id: "minimax-nodes" }, grouped(minimax.nodes)),
      h("span", null, "minimax nodes", h("br"), `plays ${name} ${minimax.move ?? "none"}`),
      h("span", { class: "big", id: "alphabeta-nodes" }, grouped(alphabeta.nodes)),
      h("span", null, "alpha-beta nodes", h("br"), `plays ${name} ${alphabeta.move ?? "none"}`),
      h("span", { class: "big share-saved" }, `${saved > 0 ? "+" : "−"}${Math.abs(saved)} %`),
      h("span", null, same ? "same move, same value" : "another move or value"),
    );
  }

  /** @param {Search} search */
  drawWhich(search) {
    /** @param {string} name @param {string} label */
    const choice = (name, label) => {
      const radio = h("input", { type: "radio", name: "which", "data-key": `which-${name}`, on: { change: () => this.change({ show: name }) } });
      radio.checked = search.show === name;
      return h("label", null, radio, label);
    };
    swap(this.which, h("span", { class: "seg", role: "group", "aria-label": "Tree" }, choice("m", "Minimax"), choice("a", "Alpha-beta")));
  }

  /**
   * @param {{head: HTMLElement, svg: SVGElement, note: HTMLElement, figure: HTMLElement}} part
   * @param {string} title @param {string} name @param {Panel} panel @param {Search} search
   */
  drawPanel(part, title, name, panel, search) {
    swap(
      part.head,
      title,
      " ",
      h("kbd", null, name),
      h("span", { class: "num" }, h("b", { id: `count-${name}` }, grouped(panel.count)), ` of ${grouped(panel.nodes)} nodes`),
    );
    const across = drawTree(part.svg, panel, (cursor) => this.go(cursor));
    part.figure.scrollLeft = across * part.figure.scrollWidth - part.figure.clientWidth / 2;
    part.note.textContent = panel.missing ? `Not at this place: ${panel.missing.replace(/^path: /, "")}.` : "";
  }

  /** @param {Search} search */
  drawScrubber(search) {
    const { cuts, steps } = search;
    const step = (/** @type {string} */ key) => () => this.go(steps[key]);
    swap(
      this.buttons,
      button("step-back", "‹", step("back"), steps.back !== null, "this is the start"),
      button("step-on", "›", step("on"), steps.on !== null, "this is the end"),
      button("step-in", "In", step("into"), steps.into !== null, "no move is left to enter"),
      button("step-out", "Out", step("out"), steps.out !== null, "this is the root"),
      button("next-change", "Next best move", step("change"), steps.change !== null, "the best move does not change again"),
      this.cutButton(search),
    );
    for (const [key, label] of [["step-back", "Step back"], ["step-on", "Step forward"]]) {
      this.buttons.querySelector(`#do-${key}`)?.setAttribute("aria-label", label);
    }
    this.scrubber.setAttribute("aria-label", `Cut-offs along the search: ${cuts.number} of ${cuts.count} so far`);
    this.scrubber.replaceChildren(
      s("rect", { x: 0, y: 16, width: 1000, height: 4, rx: 2, class: "track" }),
      s("rect", { x: 0, y: 16, width: 1000 * cuts.here, height: 4, class: "done" }),
      ...cuts.ticks.map((tick) => {
        const tall = 10 + 16 * tick.height;
        return s("rect", { x: 1000 * tick.at - 0.9, y: 18 - tall / 2, width: 1.8, height: tall, class: `tick${tick.at <= cuts.here ? " past" : ""}` });
      }),
      s("rect", { x: 1000 * cuts.here - 2, y: 2, width: 4, height: 32, rx: 2, class: "done" }),
    );
    const more = cuts.complete ? "" : " (the first ones)";
    swap(this.cutCount, "cut-off ", h("b", { id: "cut-number" }, grouped(cuts.number)), ` of ${grouped(cuts.count)}${more}`);
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
        h("p", { class: "voice" }, parts.map((part) => (part.bold ? h("b", null, part.text) : part.text))),
      ),
      h(
        "div",
        { class: "row what-if" },
        h("button", { type: "button", class: "btn", "data-key": "what-if", id: "what-if", on: { click: () => this.change({ [whatIf.rule]: whatIf.value, path: "", after: "" }) } }, whatIf.question),
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

  /** @returns {import("./keys.js").KeyMap} */
  keys() {
    const step = (/** @type {string} */ name) => () =>
      this.steps.add(() => this.go(this.search?.steps[name]));
    return {
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
  }

  leave() {
    this.asking?.abort();
  }
}
