// The play screen: one link in, the board, scores, sentences, moves and the graph out.

import { Refusal, ask, listen } from "./api.js";
import { cellAt, drawBoard } from "./board.js";
import { announce, byId, h, s, sideName, swap } from "./dom.js";
import { drawGraph } from "./graph.js";
import { joinMoves, lineWords, writeLink } from "./link.js";
import { linkField, stepButtons } from "./controls.js";
import { mistakeFrom, moveList } from "./moves.js";
import { judgedParts, pointsParts } from "./facts.js";
import { saveMenu } from "./save.js";
import { drawBar, tiles } from "./scores.js";
import { drawSetup } from "./setup.js";
import { whyParts } from "./why.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Here} Here */
/** @typedef {import("./types.js").Why} Why */
/** @typedef {import("./types.js").Value} Value */

const LARGEST_SEED = 999_999_999;

export class PlayScreen {
  /**
   * @param {HTMLElement} root
   * @param {(link: Link, options?: {replace?: boolean, acted?: boolean}) => void} navigate
   * @param {import("./setup.js").Menu} menu
   */
  constructor(root, navigate, menu) {
    this.root = root;
    this.navigate = navigate;
    this.menu = menu;
    /** @type {Link | null} */ this.link = null;
    /** @type {Play | null} */ this.play = null;
    /** @type {Here | null} */ this.here = null;
    /** @type {Why | null} */ this.why = null;
    /** @type {Map<number, Value>} */ this.values = new Map();
    this.valuesOf = "";
    this.scores = true;
    this.retrying = false;
    this.setupOpen = false;
    /** @type {number | null} */ this.cursor = null;
    /** @type {number[] | null} */ this.highlight = null;
    this.nodes = 0;
    this.stopAnalysis = () => {};
    /** @type {AbortController | null} */ this.thinking = null;
    this.turn = 0;
    this.build();
  }

  build() {
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
    this.stage = h("div", { class: "stage" }, this.tiles, this.bar, this.board, this.columns);
    this.status = h("p", { class: "small status" });
    this.steps = h("div", { class: "steps" });
    this.linkPart = h("div", { class: "sec link" });
    this.whyPart = h("div", { class: "why" });
    this.facts = h("div", { class: "facts" });
    this.movesHead = h("div", { class: "sec-h" });
    this.moves = h("ol", { class: "moves" });
    this.save = saveMenu(() => this.words());
    this.graph = s("svg", { class: "chart", role: "img" });
    this.graphHead = h("div", { class: "sec-h" });
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
          h("div", { class: "sec moves-part" }, h("div", { class: "sec-top" }, this.movesHead, this.save), this.moves),
        ),
      ),
      h("figure", { class: "graph" }, this.graphHead, this.graph),
    );
    this.board.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    this.board.addEventListener("keydown", (event) => this.boardKey(/** @type {KeyboardEvent} */ (event)));
    this.board.addEventListener("blur", () => {
      if (this.cursor !== null) {
        this.cursor = null;
        this.drawBoard(false);
      }
    });
  }

  words() {
    return this.link ? lineWords(this.link) : { game: "connect4" };
  }

  /**
   * Shows a link. `acted` tells that the reader did something, so that the computer may answer.
   * @param {Link} link
   * @param {boolean} acted
   */
  async show(link, acted) {
    const turn = ++this.turn;
    this.stopAnalysis();
    this.thinking?.abort();
    const play = /** @type {Play} */ (await ask("play", lineWords(link)));
    if (turn !== this.turn) return;
    const moved = acted && play.at === play.moves.length && play.at > 0;
    this.link = link;
    this.play = play;
    this.here = play.here;
    this.why = play.why;
    this.highlight = null;
    this.nodes = 0;
    const game = `${link.game}/${link.from}/${play.movesText}`;
    if (game !== this.valuesOf) {
      this.keepValues(play);
      this.valuesOf = game;
    }
    document.title = `${play.game.title} – inarow`;
    this.draw(moved);
    announce(this.spoken(play));
    this.analyse();
    if (acted) void this.answer(turn);
  }

  /** Values of moves that the new game shares with the old one stay. @param {Play} play */
  keepValues(play) {
    const texts = play.moves.map((move) => move.text);
    const old = this.oldMoves ?? [];
    let shared = 0;
    while (shared < texts.length && shared < old.length && texts[shared] === old[shared]) shared += 1;
    const sameStart = this.oldStart === `${play.game.name}/${play.from}`;
    const kept = new Map();
    for (const [at, value] of this.values) {
      if (sameStart && at <= shared) kept.set(at, at === shared ? { ...value, mark: "" } : value);
    }
    this.values = kept;
    this.oldMoves = texts;
    this.oldStart = `${play.game.name}/${play.from}`;
  }

  /** @param {Play} play */
  spoken(play) {
    const last = play.at > 0 ? play.moves[play.at - 1] : null;
    const done = last ? `${sideName(last.player)} ${last.text}. ` : "";
    return done + (play.resultHere ? `${play.resultHere}.` : `${sideName(play.toMove)} to move.`);
  }

  analyse() {
    if (!this.link) return;
    this.stopAnalysis = listen("analysis", this.words(), {
      here: (here) => {
        this.here = here;
        this.drawScores();
      },
      progress: (data) => {
        this.nodes = data.nodes;
        this.drawStatus();
      },
      why: (why) => {
        this.why = why;
        this.drawWhy();
        this.drawBoard(false);
      },
      judged: (judged) => {
        if (this.play) this.play.judged = judged;
        this.drawFacts();
        this.drawBoard(false);
      },
      value: (value) => {
        this.values.set(value.at, value);
        this.queueValues();
      },
      done: () => this.queueValues(),
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

  /** The computer's move, if it is its turn at the end of the line. @param {number} turn */
  async answer(turn) {
    const { play, link } = this;
    if (!play || !link || play.at !== play.moves.length || play.outcome !== "ongoing") return;
    const seat = play.toMove === 1 ? link.red : link.yellow;
    if (seat === "you") return;
    this.thinking = new AbortController();
    this.drawStatus();
    try {
      const seed = Math.floor(Math.random() * LARGEST_SEED);
      const words = { ...lineWords(link), level: seat, seed };
      const choice = await ask("move", words, this.thinking.signal);
      if (turn === this.turn) this.thinking = null;
      if (turn === this.turn) this.playMove(choice.text);
    } catch (error) {
      if (error instanceof Refusal) this.say(error.message);
    }
  }

  /** @param {string} text */
  say(text) {
    const problem = byId("problem");
    problem.textContent = text;
    problem.hidden = text === "";
  }

  // What the reader can do.

  /** @param {string} text the move as the URL writes it */
  playMove(text) {
    const { play, link } = this;
    if (!play || !link) return;
    const texts = play.moves.slice(0, play.at).map((move) => move.text);
    const moves = joinMoves(play.game, [...texts, text]);
    this.retrying = false;
    this.navigate({ ...link, moves, at: null }, { acted: true });
  }

  /** @param {number} move */
  drop(move) {
    const { play } = this;
    if (!play || !play.legal.includes(move)) return;
    const { cols, gravity } = play.game;
    const text = gravity ? String(move + 1) : `${Math.floor(move / cols) + 1}.${(move % cols) + 1}`;
    this.playMove(text);
  }

  /** @param {number} at */
  go(at) {
    const { play, link } = this;
    if (!play || !link) return;
    const bounded = Math.max(0, Math.min(play.moves.length, at));
    if (bounded === play.at) return;
    this.retrying = false;
    this.navigate({ ...link, at: bounded === play.moves.length ? null : bounded });
  }

  /** Takes back the reader's last move, and the computer's answer to it. */
  undo() {
    const { play, link } = this;
    if (!play || !link || play.at === 0) return;
    let count = play.at - 1;
    const own = (/** @type {number} */ player) => (player === 1 ? link.red : link.yellow) === "you";
    while (count > 0 && !own(play.moves[count].player)) count -= 1;
    const texts = play.moves.slice(0, count).map((move) => move.text);
    this.navigate({ ...link, moves: joinMoves(play.game, texts), at: null });
  }

  /** Back before the move at the cursor, with the scores hidden until another is made. */
  retry() {
    const { play, link } = this;
    if (!play || !link || play.at === 0) return;
    this.retrying = true;
    this.navigate({ ...link, at: play.at - 1 });
    announce(`Try move ${play.at} again: scores are hidden until you move.`);
  }

  async best() {
    const { play, link } = this;
    if (!play || !link || play.outcome !== "ongoing") return;
    const known = this.here?.best[0];
    if (known !== undefined) {
      this.drop(known);
      return;
    }
    try {
      const choice = await ask("move", { ...lineWords(link), level: 9, seed: 0 });
      this.playMove(choice.text);
    } catch (error) {
      if (error instanceof Refusal) this.say(error.message);
    }
  }

  /** @param {1 | -1} direction */
  mistake(direction) {
    if (!this.play) return;
    const at = mistakeFrom(this.play, this.values, direction);
    if (at === null) announce(direction > 0 ? "No later mistake is known." : "No earlier mistake is known.");
    else this.go(at);
  }

  showLine() {
    const { play, link, why } = this;
    if (!play || !link || !why || why.line.length === 0) return;
    const texts = play.moves.slice(0, why.lineFrom).map((move) => move.text);
    const { cols, gravity } = play.game;
    const line = why.line.map((move) =>
      gravity ? String(move + 1) : `${Math.floor(move / cols) + 1}.${(move % cols) + 1}`,
    );
    const moves = joinMoves(play.game, [...texts, ...line]);
    this.navigate({ ...link, moves, at: why.lineFrom + 1, red: "you", yellow: "you" });
  }

  flip() {
    if (this.link) this.navigate({ ...this.link, red: this.link.yellow, yellow: this.link.red }, { acted: true });
  }

  toggleScores() {
    this.scores = !this.scores;
    this.draw(false);
    announce(this.scores ? "Scores shown." : "Scores hidden.");
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { play } = this;
    if (!play) return;
    const cell = cellAt(this.board, play, event);
    if (cell === null) return;
    this.drop(play.game.gravity ? cell % play.game.cols : cell);
  }

  /** Arrows move a cursor over a free board. @param {KeyboardEvent} event */
  boardKey(event) {
    const { play } = this;
    if (!play || play.game.gravity) return;
    const { cols, rows } = play.game;
    const start = this.cursor ?? Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    const [row, col] = [Math.floor(start / cols), start % cols];
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = moves[event.key];
    if (step) {
      event.preventDefault();
      const next = [row + step[0], col + step[1]];
      const inside = next[0] >= 0 && next[0] < rows && next[1] >= 0 && next[1] < cols;
      this.cursor = inside ? next[0] * cols + next[1] : start;
      this.drawBoard(false);
      const names = { ".": "empty", 1: "red", 2: "yellow" };
      const [r, c] = [Math.floor(this.cursor / cols), this.cursor % cols];
      const cell = /** @type {"." | "1" | "2"} */ (play.cells[this.cursor]);
      announce(`${r + 1}.${c + 1} ${names[cell]}`);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.cursor !== null) this.drop(this.cursor);
    }
  }

  // Drawing.

  /** @param {boolean} moved */
  draw(moved) {
    this.drawSetup();
    this.drawBoard(moved);
    this.drawScores();
    this.drawWhy();
    this.drawFacts();
    this.drawMoves();
    this.drawSteps();
    this.drawGraph();
    const { play, link } = this;
    if (!play || !link) return;
    swap(this.linkPart, linkField(writeLink(link), (text) => this.open(text)));
    this.say(play.problems.length > 0 ? `About this position: ${play.problems.join("; ")}.` : "");
  }

  /** Opens a link, a course string, rows or moves. @param {string} text */
  async open(text) {
    const { link } = this;
    if (!link) return;
    if (/^(https?:\/\/[^/]+)?\/(play|search)\//.test(text)) {
      history.pushState(null, "", text.replace(/^https?:\/\/[^/]+/, ""));
      dispatchEvent(new PopStateEvent("popstate"));
      return;
    }
    try {
      const found = await ask("position", { text, game: link.game });
      this.navigate({ ...link, game: found.game, moves: found.moves, from: found.from, at: null });
    } catch (error) {
      if (error instanceof Refusal) this.say(error.message);
    }
  }

  get scoresShown() {
    return this.scores && !this.retrying;
  }

  drawSetup() {
    const { play, link } = this;
    if (!play || !link || !this.setup) return;
    const state = { menu: this.menu, link, play, scores: this.scores, open: this.setupOpen };
    drawSetup(this.setup, state, {
      game: (name) => this.navigate({ ...link, game: name, moves: "", from: "", at: null }, { acted: true }),
      seat: (side, seat) => this.navigate({ ...link, [side]: seat }, { acted: true, replace: true }),
      level: (level) => {
        const side = link.red !== "you" && link.yellow === "you" ? "red" : "yellow";
        this.navigate({ ...link, [side]: level }, { acted: true, replace: true });
      },
      scores: () => this.toggleScores(),
      fold: () => {
        this.setupOpen = !this.setupOpen;
        this.drawSetup();
      },
      fresh: () => this.navigate({ ...link, moves: "", from: "", at: null }, { acted: true }),
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
      threats: why?.threats ?? (shown ? play.judged?.threats : []) ?? [],
      suggest: why?.suggest ?? null,
      heat: shown ? play.judged?.heat : [],
      highlight: this.highlight,
    });
    this.stage?.classList.toggle("free", !play.game.gravity);
    if (play.game.gravity) {
      this.board.removeAttribute("tabindex");
      this.board.setAttribute("role", "img");
    } else {
      this.board.setAttribute("tabindex", "0");
      this.board.setAttribute("role", "application");
    }
    this.stage?.style.setProperty("--columns", String(play.game.cols));
    const labels = Array.from({ length: play.game.cols }, (_, col) => h("span", null, col + 1));
    if (this.columns) swap(this.columns, labels);
  }

  drawScores() {
    const { play } = this;
    if (!play || !this.tiles || !this.bar) return;
    this.tiles.hidden = !play.game.gravity;
    if (play.game.gravity) swap(this.tiles, tiles(play, this.here, this.scoresShown, (move) => this.drop(move)));
    drawBar(this.bar, this.here, this.scoresShown, play.game.counting);
    this.drawStatus();
  }

  drawStatus() {
    const { play, here } = this;
    if (!play || !this.status) return;
    const parts = [];
    if (this.thinking) {
      parts.push(`${sideName(play.toMove)} is thinking. `);
    } else if (here?.solving && this.nodes > 0 && this.scoresShown) {
      parts.push(`solving, ${(this.nodes / 1e6).toFixed(1)} million positions `);
      parts.push(this.stopButton());
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
    const turn = `${sideName(play.toMove)} to move`;
    if (seat === "you" || play.at !== play.moves.length) return `${turn}.`;
    const go = () => this.answer(this.turn);
    return h(
      "span",
      null,
      `${turn}. `,
      h("button", { type: "button", class: "btn small-btn", "data-key": "go-on", on: { click: go } }, "Let inarow move"),
    );
  }

  stopButton() {
    const stop = () => {
      this.stopAnalysis();
      if (this.here) this.here = { ...this.here, solving: false };
      this.drawScores();
    };
    return h("button", { type: "button", class: "btn small-btn", "data-key": "stop", on: { click: stop } }, "Stop");
  }

  drawWhy() {
    const { play } = this;
    if (!play || !this.whyPart) return;
    const why = this.retrying ? null : this.why;
    const actions = { retry: () => this.retry(), showLine: () => this.showLine() };
    if (this.retrying) swap(this.whyPart, h("p", { class: "voice" }, `${sideName(play.toMove)} to move. Find a better move.`));
    else swap(this.whyPart, whyParts(play, why, actions));
  }

  drawFacts() {
    const { play } = this;
    if (!play || !this.facts) return;
    /** @param {number[] | null} cells */
    const highlight = (cells) => {
      this.highlight = cells;
      this.drawBoard(false);
    };
    swap(this.facts, pointsParts(play, this.here, highlight), judgedParts(play, this.scoresShown));
  }

  drawMoves() {
    const { play } = this;
    if (!play || !this.moves || !this.movesHead) return;
    swap(this.movesHead, h("h2", null, "Moves"), h("span", { class: "small" }, play.result));
    const values = this.scoresShown ? this.values : new Map();
    swap(this.moves, moveList(play, values, (at) => this.go(at)));
  }

  drawSteps() {
    const { play } = this;
    if (!play || !this.steps) return;
    swap(this.steps, stepButtons(play, {
      go: (at) => this.go(at),
      undo: () => this.undo(),
      mistake: () => this.mistake(1),
      best: () => void this.best(),
    }, mistakeFrom(play, this.values, 1) !== null));
  }

  drawGraph() {
    const { play } = this;
    if (!play || !this.graphHead) return;
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
    drawGraph(this.graph, play, this.scoresShown ? this.values : new Map(), (at) => this.go(at));
  }

  /** @returns {import("./keys.js").KeyMap} */
  keys() {
    /** @type {import("./keys.js").KeyMap} */
    const map = {
      ArrowLeft: () => this.go((this.play?.at ?? 0) - 1),
      ArrowRight: () => this.go((this.play?.at ?? 0) + 1),
      Home: () => this.go(0),
      End: () => this.go(this.play?.moves.length ?? 0),
      " ": () => void this.best(),
      n: () => this.mistake(1),
      p: () => this.mistake(-1),
      s: () => this.toggleScores(),
      r: () => this.retry(),
      u: () => this.undo(),
      f: () => this.flip(),
      c: () => this.root.querySelector(/** @type {"button"} */ ("#copy"))?.click(),
    };
    if (this.play?.game.gravity) {
      for (let col = 0; col < Math.min(9, this.play.game.cols); col += 1) {
        map[String(col + 1)] = () => this.drop(col);
      }
    }
    return map;
  }

  leave() {
    this.turn += 1;
    this.stopAnalysis();
    this.thinking?.abort();
  }
}
