// What the play screen shows: the elements, and how the state is drawn into them.

import { button, linkField, stepButtons } from "../shared/controls.js";
import { drawBoard } from "../shared/board.js";
import { complain, h, s, sideName, swap } from "../shared/dom.js";
import { freeParts, heatOf, pointsParts } from "./facts.js";
import { drawGraph } from "./graph.js";
import { carriedWords, lineWords, writeLink } from "../shared/link.js";
import { mistakeFrom, moveList } from "./moves.js";
import { saveMenu } from "./save.js";
import { drawBar, tiles } from "./scores.js";
import { isPuzzle, puzzleWords } from "./puzzle.js";
import { drawSetup } from "./setup.js";
import { StatusLine } from "./status_line.js";
import { whyParts } from "./why.js";

/** @typedef {import("../shared/types.js").Link} Link */

/**
 * What the reader can do; the screen behind the view does it.
 * @typedef {{go: (at: number) => void, step: (by: 1 | -1) => void, drop: (move: number) => void, undo: () => void,
 *   retry: () => void, best: () => void, giveUp: () => void, mistake: (direction: 1 | -1) => void,
 *   showLine: () => void, open: (text: string) => void, toggleScores: () => void,
 *   change: (change: Partial<Link>, replace?: boolean) => void, letMove: () => void,
 *   pause: () => void, puzzle: () => void, flip: () => void,
 *   stop: () => void, boardClick: (event: MouseEvent) => void,
 *   boardKey: (event: KeyboardEvent) => void}} Actions
 */

/** Labels from 1. @param {number} count */
function numbers(count) {
  return Array.from({ length: count }, (_, number) => h("span", null, number + 1));
}

export class PlayView {
  /**
   * @param {HTMLElement} root
   * @param {import("./play_state.js").PlayState} state
   * @param {Actions} act
   * @param {import("./setup.js").Menu} menu
   */
  constructor(root, state, act, menu) {
    this.root = root;
    this.state = state;
    this.act = act;
    this.menu = menu;
    this.setupOpen = false;
    this.queued = false;
    /** What buttons were drawn from: they stay under the pointer until that changes. @type {Map<Element, string>} */
    this.drawn = new Map();
    this.setup = h("div");
    this.tiles = h("div", { class: "tiles", role: "group", "aria-label": "Columns" });
    this.bar = h(
      "div",
      { class: "eval", role: "img" },
      h("div", { class: "y" }),
      h("div", { class: "r" }),
      h("div", { class: "mid" }),
      h("span", { class: "v" }),
    );
    this.board = s("svg", { class: "board", role: "img", "data-key": "board" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.rows = h("div", { class: "row-labels", "aria-hidden": "true" });
    this.stage = h("div", { class: "stage" }, this.tiles, this.bar, this.rows, this.board, this.columns);
    this.status = new StatusLine(state, act);
    this.steps = h("div", { class: "steps" });
    this.linkPart = h("div", { class: "sec link" });
    this.whyPart = h("div", { class: "why" });
    this.facts = h("div", { class: "facts" });
    this.movesHead = h("div", { class: "sec-h" });
    this.moves = h("ol", { class: "moves" });
    this.gameButtons = h("span", { class: "row tight" });
    this.save = saveMenu(() => (this.state.link ? lineWords(this.state.link) : { game: "connect4" }));
    this.movesActions = h("span", { class: "row tight" }, this.gameButtons, this.save);
    this.graph = s("svg", { class: "chart", role: "img" });
    this.graphHead = h("div", { class: "sec-h" });
    this.figure = h("figure", { class: "graph" }, this.graphHead, this.graph);
    this.graphWidth = 0;
    this.build();
  }

  build() {
    this.root.replaceChildren(
      h("h1", { class: "vh" }, "Play and analyse"),
      this.setup,
      h(
        "div",
        { class: "play" },
        h("div", { class: "left" }, this.stage, this.status.line, this.steps, this.linkPart),
        h(
          "div",
          { class: "right" },
          this.whyPart,
          this.facts,
          h(
            "div",
            { class: "sec moves-part" },
            h("div", { class: "sec-top" }, this.movesHead, this.movesActions),
            this.moves,
          ),
        ),
      ),
      this.figure,
    );
    this.board.addEventListener("click", (event) => this.act.boardClick(/** @type {MouseEvent} */ (event)));
    this.board.addEventListener("keydown", (event) => this.act.boardKey(/** @type {KeyboardEvent} */ (event)));
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width === this.graphWidth) return;
      this.graphWidth = width;
      this.drawGraph();
    }).observe(this.figure);
    this.board.addEventListener("blur", () => {
      if (this.state.cursor !== null) {
        this.state.cursor = null;
        this.drawBoard(false);
      }
    });
  }

  queueValues() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.drawMoves();
      this.drawGraph();
      this.drawSteps();
    });
  }

  /** @param {boolean} moved */
  draw(moved) {
    this.drawSetup();
    this.drawBoard(moved);
    this.drawScores();
    this.drawWhy();
    this.drawFacts();
    this.drawMoves();
    this.drawSteps();
    requestAnimationFrame(() => this.drawGraph());
    const { play, link } = this.state;
    if (!play || !link) return;
    swap(
      this.linkPart,
      linkField(writeLink(link), (text) => this.act.open(text)),
    );
    complain(play.problems.length > 0 ? `About this position: ${play.problems.join("; ")}.` : "");
  }

  /** Whether a part is to be drawn again. @param {Element} part @param {unknown[]} from what it is drawn from */
  changed(part, from) {
    const text = JSON.stringify(from);
    const changed = this.drawn.get(part) !== text;
    this.drawn.set(part, text);
    return changed;
  }

  drawSetup() {
    const { play, link } = this.state;
    if (!play || !link) return;
    if (!this.changed(this.setup, [play.game.name, link.red, link.yellow, this.state.scores, this.setupOpen])) return;
    const state = { menu: this.menu, link, play, scores: this.state.scores, open: this.setupOpen };
    drawSetup(this.setup, state, {
      game: (name) => this.act.change({ game: name, moves: "", from: "", at: null, words: {} }),
      seat: (side, seat) => this.act.change({ [side]: seat }, true),
      level: (level) => {
        const side = link.red !== "you" && link.yellow === "you" ? "red" : "yellow";
        this.act.change({ [side]: level }, true);
      },
      flip: () => this.act.flip(),
      scores: () => this.act.toggleScores(),
      fold: () => {
        this.setupOpen = !this.setupOpen;
        this.drawSetup();
      },
    });
  }

  /** @param {boolean} drop */
  drawBoard(drop) {
    const { play } = this.state;
    if (!play) return;
    const shown = this.state.scoresShown;
    const why = this.state.why && this.state.why.number === play.at && shown ? this.state.why : null;
    drawBoard(this.board, play, {
      drop,
      cursor: this.state.cursor,
      threats: shown ? (why?.threats.length ? why.threats : (play.free?.letters ?? [])) : [],
      suggest: why?.suggest ?? null,
      heat: shown ? heatOf(play, this.state.here) : [],
      highlight: this.state.highlight,
    });
    this.stage.classList.toggle("free", !play.game.gravity);
    if (play.game.gravity) {
      this.board.removeAttribute("tabindex");
      this.board.setAttribute("role", "img");
    } else {
      this.board.setAttribute("tabindex", "0");
      this.board.setAttribute("role", "application");
    }
    this.stage.style.setProperty("--columns", String(play.game.cols));
    this.stage.style.setProperty("--rows", String(play.game.rows));
    swap(this.columns, numbers(play.game.cols));
    const free = !play.game.gravity;
    this.rows.hidden = !free;
    this.bar.hidden = free;
    swap(this.rows, free ? numbers(play.game.rows) : []);
  }

  drawScores() {
    const { play } = this.state;
    if (!play) return;
    this.tiles.hidden = !play.game.gravity;
    this.tiles.classList.toggle("many", play.game.cols > 7);
    this.tiles.classList.toggle("crowded", play.game.cols > 9);
    if (play.game.gravity)
      swap(
        this.tiles,
        tiles(play, this.state.here, this.state.scoresShown, (move) => this.act.drop(move)),
      );
    drawBar(this.bar, this.state.here, this.state.scoresShown, play.game.counted);
    this.drawStatus();
  }

  drawStatus() {
    this.status.draw();
  }

  drawWhy() {
    const { play } = this.state;
    if (!play) return;
    const why = this.state.retrying ? null : this.state.why;
    const actions = { retry: this.act.retry, showLine: this.act.showLine };
    const task = this.state.link && isPuzzle(this.state.link, play) ? puzzleWords(play, this.state.here) : "";
    if (this.state.retrying)
      swap(this.whyPart, h("p", { class: "voice" }, task || `${sideName(play.toMove)} to move. Find a better move.`));
    else swap(this.whyPart, whyParts(play, why, actions, this.state.stopped));
  }

  drawFacts() {
    const { play } = this.state;
    if (!play) return;
    /** @param {number[] | null} cells */
    const highlight = (cells) => {
      this.state.highlight = cells;
      this.drawBoard(false);
    };
    if (this.state.retrying) this.drawWhy(); // the task of a puzzle follows from the scores
    swap(
      this.facts,
      pointsParts(play, this.state.here, highlight),
      freeParts(play, this.state.here, this.state.scoresShown),
    );
  }

  drawMoves() {
    const { play } = this.state;
    if (!play) return;
    const values = this.state.scoresShown ? this.state.values : new Map();
    const marks = play.moves.map((_, number) => values.get(number)?.mark ?? "");
    if (!this.changed(this.moves, [play.game.name, play.from, play.movesText, play.at, play.result, marks])) return;
    swap(this.movesHead, h("h2", null, "Moves"), h("span", { class: "small" }, play.result));
    const fresh = () =>
      this.act.change({
        moves: "",
        from: "",
        at: null,
        words: { ...carriedWords(this.state.link?.words ?? {}), puzzle: "" },
      });
    swap(
      this.gameButtons,
      button("undo", "Undo", this.act.undo, play.at > 0, "nothing to take back"),
      play.game.name === "connect4" ? button("puzzle", "Puzzle", this.act.puzzle, true, "") : null,
      button("fresh", "New game", fresh, play.moves.length > 0 || play.from !== "", "this is a new game"),
    );
    swap(this.moves, moveList(play, values, this.act.go));
  }

  drawSteps() {
    const { play } = this.state;
    if (!play) return;
    const known = (/** @type {1 | -1} */ direction) => mistakeFrom(play, this.state.values, direction) !== null;
    const mistakes = { earlier: known(-1), later: known(1) };
    if (!this.changed(this.steps, [play.at, play.moves.length, play.outcome, mistakes, this.state.searching])) return;
    swap(this.steps, stepButtons(play, this.act, mistakes, this.state.searching));
  }

  drawGraph() {
    const { play } = this.state;
    if (!play) return;
    const mark = this.state.values.get(play.at - 1)?.mark ?? "";
    swap(
      this.graphHead,
      h("h2", null, "The game, exactly"),
      h(
        "span",
        { class: "small" },
        play.game.counted
          ? "Higher: Red ends further ahead. Lower: Yellow does. "
          : "Higher: Red wins sooner. Lower: Yellow wins sooner. ",
        mark.startsWith("?")
          ? [h("span", { class: "lost-word" }, `${play.at}${mark}`), " gave away the result."]
          : null,
      ),
    );
    const known = [...this.state.values.values()].some(
      (value) => value.lo === value.hi || value.lo > 0 || value.hi < 0,
    );
    this.figure.hidden = !known && !play.game.gravity;
    if (this.graphWidth === 0) return; // drawn as soon as its width is known
    drawGraph(this.graph, play, this.state.scoresShown ? this.state.values : new Map(), this.graphWidth, this.act.go);
  }
}
