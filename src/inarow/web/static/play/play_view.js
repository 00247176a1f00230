// What the play screen shows: the elements, and how the state is drawn into them.

import { button, linkField, stepButtons } from "../shared/controls.js";
import { drawBoard } from "../shared/board.js";
import { complain, h, s, sideName, swap } from "../shared/dom.js";
import { freeParts, heatOf, pointsParts } from "./facts.js";
import { drawGraph } from "./graph.js";
import { elsewhere, lineWords, writeLink } from "../shared/link.js";
import { mistakeFrom, moveList } from "./moves.js";
import { saveMenu } from "./save.js";
import { drawBar, tiles } from "./scores.js";
import { isPuzzle, puzzleWords } from "./puzzle.js";
import { drawSetup } from "./setup.js";
import { whyParts } from "./why.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */
/** @typedef {import("../shared/types.js").Why} Why */
/** @typedef {import("../shared/types.js").Value} Value */

/**
 * What the reader can do; the screen behind the view does it.
 * @typedef {{go: (at: number) => void, step: (by: 1 | -1) => void, drop: (move: number) => void, undo: () => void,
 *   retry: () => void, best: () => void, giveUp: () => void, mistake: (direction: 1 | -1) => void,
 *   showLine: () => void, open: (text: string) => void, toggleScores: () => void,
 *   change: (change: Partial<Link>, replace?: boolean) => void, letMove: () => void, pause: () => void, puzzle: () => void, flip: () => void,
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
   * @param {Actions} act
   * @param {import("./setup.js").Menu} menu
   */
  constructor(root, act, menu) {
    this.root = root;
    this.act = act;
    this.menu = menu;
    /** @type {Link | null} */ this.link = null;
    /** @type {Play | null} */ this.play = null;
    /** @type {Here | null} */ this.here = null;
    /** @type {Why | null} */ this.why = null;
    /** @type {Map<number, Value>} */ this.values = new Map();
    this.scores = true;
    this.retrying = false;
    /** The computer seeks its own move. */ this.thinking = false;
    /** The best move for the reader is sought. */ this.seeking = false;
    /** The reader has stopped the solver here. */ this.stopped = false;
    this.setupOpen = false;
    /** @type {number | null} */ this.cursor = null;
    /** @type {number[] | null} */ this.highlight = null;
    this.nodes = 0;
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
    this.status = h("p", { class: "small status" });
    this.solved = h("span");
    this.stop = h("button", { type: "button", class: "btn small-btn", "data-key": "stop", on: { click: act.stop } }, "Stop");
    this.pauseButton = h("button", { type: "button", class: "btn small-btn", "data-key": "pause", on: { click: act.pause } }, "Pause");
    this.giveUp = h("button", { type: "button", class: "btn small-btn", "data-key": "give-up", on: { click: act.giveUp } }, "Stop");
    this.steps = h("div", { class: "steps" });
    this.linkPart = h("div", { class: "sec link" });
    this.whyPart = h("div", { class: "why" });
    this.facts = h("div", { class: "facts" });
    this.movesHead = h("div", { class: "sec-h" });
    this.moves = h("ol", { class: "moves" });
    this.gameButtons = h("span", { class: "row tight" });
    this.save = saveMenu(() => (this.link ? lineWords(this.link) : { game: "connect4" }));
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
        h("div", { class: "left" }, this.stage, this.status, this.steps, this.linkPart),
        h(
          "div",
          { class: "right" },
          this.whyPart,
          this.facts,
          h("div", { class: "sec moves-part" }, h("div", { class: "sec-top" }, this.movesHead, this.movesActions), this.moves),
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
      if (this.cursor !== null) {
        this.cursor = null;
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
    const { play, link } = this;
    if (!play || !link) return;
    swap(this.linkPart, linkField(writeLink(link), (text) => this.act.open(text)));
    complain(play.problems.length > 0 ? `About this position: ${play.problems.join("; ")}.` : "");
  }

  /** Whether two engines play. */
  get watched() {
    return this.link !== null && this.link.red !== "you" && this.link.yellow !== "you";
  }

  get scoresShown() {
    return this.scores && !this.retrying;
  }

  /** Whether a part is to be drawn again. @param {Element} part @param {unknown[]} from what it is drawn from */
  changed(part, from) {
    const text = JSON.stringify(from);
    const changed = this.drawn.get(part) !== text;
    this.drawn.set(part, text);
    return changed;
  }

  drawSetup() {
    const { play, link } = this;
    if (!play || !link) return;
    if (!this.changed(this.setup, [play.game.name, link.red, link.yellow, this.scores, this.setupOpen])) return;
    const state = { menu: this.menu, link, play, scores: this.scores, open: this.setupOpen };
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
    const { play } = this;
    if (!play) return;
    const shown = this.scoresShown;
    const why = this.why && this.why.number === play.at && shown ? this.why : null;
    drawBoard(this.board, play, {
      drop,
      cursor: this.cursor,
      threats: shown ? (why?.threats.length ? why.threats : play.judged?.threats ?? []) : [],
      suggest: why?.suggest ?? null,
      heat: shown ? heatOf(play, this.here) : [],
      highlight: this.highlight,
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
    const { play } = this;
    if (!play) return;
    this.tiles.hidden = !play.game.gravity;
    this.tiles.classList.toggle("many", play.game.cols > 7);
    this.tiles.classList.toggle("crowded", play.game.cols > 9);
    if (play.game.gravity) swap(this.tiles, tiles(play, this.here, this.scoresShown, (move) => this.act.drop(move)));
    drawBar(this.bar, this.here, this.scoresShown, play.game.counting);
    this.drawStatus();
  }

  drawStatus() {
    const { play, here } = this;
    if (!play) return;
    const parts = [];
    if (this.thinking) {
      parts.push(`${sideName(play.toMove)} is thinking. `, this.watched ? this.pauseButton : null);
      if (this.pauseButton.isConnected && this.watched) {
        this.status.firstChild?.replaceWith(`${sideName(play.toMove)} is thinking. `);
        return; // it stays under the pointer while two engines play
      }
    } else if (this.seeking) {
      parts.push(`Looking for ${sideName(play.toMove)}’s best move. `, this.giveUp);
    } else if (here?.solving && this.nodes > 0 && this.scoresShown) {
      this.solved.textContent = `solving, ${(this.nodes / 1e6).toFixed(1)} million positions `;
      if (this.stop.isConnected) return; // it stays under the pointer while the count runs
      parts.push(this.solved, this.stop);
    } else if (this.retrying) {
      parts.push("Scores are hidden until you move.");
    } else {
      parts.push(this.waiting(play));
    }
    swap(this.status, parts);
  }

  /** A line about whose turn it is, with a button when a loaded game waits for the computer. @param {Play} play */
  waiting(play) {
    const { link } = this;
    if (!link || play.outcome !== "ongoing") return `${play.resultHere}.`;
    const seat = play.toMove === 1 ? link.red : link.yellow;
    const stones = Math.max(...play.game.stones) > 1 ? `, ${play.left === 1 ? "1 stone" : `${play.left} stones`}` : "";
    const turn = `${sideName(play.toMove)} to move${stones}`;
    const open = this.scoresShown && play.game.gravity && this.here?.moves.some((move) => move.result === null);
    const words = open && !this.here?.solving ? `${turn}. Not every column is solved.` : `${turn}.`;
    if (seat === "you" || play.at !== play.moves.length) return words;
    return h(
      "span",
      null,
      `${words} `,
      h("button", { type: "button", class: "btn small-btn", "data-key": "go-on", on: { click: this.act.letMove } }, "Let inarow move"),
    );
  }

  drawWhy() {
    const { play } = this;
    if (!play) return;
    const why = this.retrying ? null : this.why;
    const actions = { retry: this.act.retry, showLine: this.act.showLine };
    const task = this.link && isPuzzle(this.link, play) ? puzzleWords(play, this.here) : "";
    if (this.retrying) swap(this.whyPart, h("p", { class: "voice" }, task || `${sideName(play.toMove)} to move. Find a better move.`));
    else swap(this.whyPart, whyParts(play, why, actions, this.stopped));
  }

  drawFacts() {
    const { play } = this;
    if (!play) return;
    /** @param {number[] | null} cells */
    const highlight = (cells) => {
      this.highlight = cells;
      this.drawBoard(false);
    };
    if (this.retrying) this.drawWhy(); // the task of a puzzle follows from the scores
    swap(this.facts, pointsParts(play, this.here, highlight), freeParts(play, this.here, this.scoresShown));
  }

  drawMoves() {
    const { play } = this;
    if (!play) return;
    const values = this.scoresShown ? this.values : new Map();
    const marks = play.moves.map((_, number) => values.get(number)?.mark ?? "");
    if (!this.changed(this.moves, [play.game.name, play.from, play.movesText, play.at, play.result, marks])) return;
    swap(this.movesHead, h("h2", null, "Moves"), h("span", { class: "small" }, play.result));
    const fresh = () => this.act.change({ moves: "", from: "", at: null, words: { ...elsewhere(this.link?.words ?? {}), puzzle: "" } });
    swap(
      this.gameButtons,
      button("undo", "Undo", this.act.undo, play.at > 0, "nothing to take back"),
      play.game.name === "connect4" ? button("puzzle", "Puzzle", this.act.puzzle, true, "") : null,
      button("fresh", "New game", fresh, play.moves.length > 0 || play.from !== "", "this is a new game"),
    );
    swap(this.moves, moveList(play, values, this.act.go));
  }

  drawSteps() {
    const { play } = this;
    if (!play) return;
    const known = (/** @type {1 | -1} */ direction) => mistakeFrom(play, this.values, direction) !== null;
    const mistakes = { earlier: known(-1), later: known(1) };
    if (!this.changed(this.steps, [play.at, play.moves.length, play.outcome, mistakes, this.seeking])) return;
    swap(this.steps, stepButtons(play, this.act, mistakes, this.seeking));
  }

  drawGraph() {
    const { play } = this;
    if (!play) return;
    const mark = this.values.get(play.at - 1)?.mark ?? "";
    swap(
      this.graphHead,
      h("h2", null, "The game, exactly"),
      h(
        "span",
        { class: "small" },
        play.game.counting ? "Higher: Red ends further ahead. Lower: Yellow does. " : "Higher: Red wins sooner. Lower: Yellow wins sooner. ",
        mark.startsWith("?") ? [h("span", { class: "lost-word" }, `${play.at}${mark}`), " gave away the result."] : null,
      ),
    );
    const known = [...this.values.values()].some((value) => value.lo === value.hi || value.lo > 0 || value.hi < 0);
    this.figure.hidden = !known && !play.game.gravity;
    if (this.graphWidth === 0) return; // drawn as soon as its width is known
    drawGraph(this.graph, play, this.scoresShown ? this.values : new Map(), this.graphWidth, this.act.go);
  }
}
