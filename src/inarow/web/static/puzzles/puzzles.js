// The puzzle book: a task, a verdict after each move, the streak, and the next one. Scores stay hidden.

import { Refusal, ask } from "../shared/api.js";
import { cellAt, drawBoard } from "../shared/board.js";
import { button } from "../shared/controls.js";
import { cellWords, stepped } from "../shared/cursor.js";
import { announce, chip, complain, h, motionAllowed, s, swap } from "../shared/dom.js";
import { joinMoves, moveText } from "../shared/link.js";
import { Sequence } from "../shared/sequence.js";
import { TouchAim, aims } from "../shared/touch_aim.js";
import { PuzzleBook } from "./book.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/**
 * @typedef {{number: number, count: number, player: number, task: string, how: string, grade: number, measure: string,
 *   line: number[], play: Play, last: number | null, state: {kind: string, words: string, reply: string | null},
 *   hint: string, themes: string[] | null, solution: string[] | null, link: string}} Puzzle
 */

const REPLY_MS = 500; // until the defence answers
const GRADES = 8;
/** @type {Record<string, string[]>} */
const TAGS = { right: ["win", "right"], wrong: ["loss", "not it"], solved: ["win", "solved"] };

export class PuzzleScreen {
  /**
   * @param {HTMLElement} root
   * @param {(link: Link, options?: {replace?: boolean, acted?: boolean}) => Promise<void>} navigate
   */
  constructor(root, navigate) {
    this.root = root;
    this.navigate = navigate;
    this.book = new PuzzleBook();
    this.steps = new Sequence();
    /** @type {Link | null} */ this.link = null;
    /** @type {Puzzle | null} */ this.puzzle = null;
    /** @type {number | null} */ this.cursor = null;
    /** Where a touch aims, and where a mouse points. @type {number | null} */ this.aimed = null;
    /** @type {number | null} */ this.pointed = null;
    this.aim = new TouchAim({
      place: (cell) => this.steps.add(() => this.drop(cell)),
      aim: (cell) => this.aimAt(cell),
    });
    this.hinted = false;
    this.notice = "";
    this.turn = 0;
    this.task = h("div", { class: "task" });
    this.board = s("svg", { class: "board", role: "application", tabindex: "0", "data-key": "board" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.rows = h("div", { class: "row-labels", "aria-hidden": "true" });
    this.frame = h("div", { class: "puzzle-board" }, this.rows, this.board, this.columns);
    this.foot = h("div", { class: "row puzzle-foot" });
    this.verdict = h("div", { class: "puzzle-verdict" });
    this.about = h("dl", { class: "puzzle-about" });
    root.replaceChildren(
      h("h1", { class: "vh" }, "Puzzles"),
      h(
        "div",
        { class: "puzzle" },
        h("div", null, this.task, this.frame, this.aim.part, this.foot),
        h("div", null, this.verdict, this.about),
      ),
    );
    this.board.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    for (const name of ["pointermove", "pointerdown", "pointerleave"])
      this.board.addEventListener(name, (event) => this.pointedAt(/** @type {PointerEvent} */ (event)));
    this.board.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {Link} link @param {boolean} acted whether the reader has made a move or given up */
  async show(link, acted) {
    const turn = ++this.turn;
    await this.book.load();
    const number = Number(link.game);
    if (!Number.isInteger(number)) {
      await this.navigate({ ...link, game: String(this.book.next(0)), moves: "" }, { replace: true });
      return;
    }
    const words = { number, moves: link.moves, give_up: link.words.give_up };
    const puzzle = /** @type {Puzzle} */ (await ask("puzzle", words));
    if (turn !== this.turn) return;
    if (this.puzzle?.number !== puzzle.number) this.hinted = false;
    this.book.follow(number);
    this.link = link;
    this.puzzle = puzzle;
    this.cursor = this.aimed = null;
    this.notice = "";
    complain("");
    document.title = `Puzzle ${number} – inarow`;
    if (acted) this.judge(puzzle);
    this.draw();
    announce(`${puzzle.task}. ${puzzle.state.words}`);
    if (puzzle.state.reply !== null) this.replyLater(turn, puzzle.state.reply);
  }

  /** Counts a verdict that ends a puzzle. @param {Puzzle} puzzle */
  judge(puzzle) {
    const { kind } = puzzle.state;
    if (kind !== "wrong" && kind !== "solved" && !puzzle.solution) return;
    this.book.judged(puzzle.number, kind === "solved" && !puzzle.solution);
  }

  /** @param {number} turn @param {string} reply */
  replyLater(turn, reply) {
    setTimeout(() => {
      if (turn === this.turn) this.steps.add(() => this.played(reply));
    }, REPLY_MS);
  }

  /** @param {string} text */
  async played(text) {
    const { puzzle, link } = this;
    if (!puzzle || !link) return;
    const texts = puzzle.play.moves.map((move) => move.text);
    await this.navigate({ ...link, moves: joinMoves(puzzle.play.game, [...texts, text]) }, { acted: true });
  }

  get open() {
    const { puzzle } = this;
    if (!puzzle || puzzle.solution || puzzle.play.toMove !== puzzle.player) return false;
    return puzzle.state.kind === "task" || puzzle.state.kind === "right";
  }

  /** @param {number} move */
  async drop(move) {
    const { puzzle } = this;
    if (!puzzle) return;
    if (!this.open) return this.refuse(closedWords(puzzle));
    const { game, legal } = puzzle.play;
    if (legal.includes(move)) {
      this.drawEarly(puzzle, move);
      return this.played(moveText(game, move));
    }
    this.refuse(game.gravity ? `Column ${move + 1} is full.` : `${moveText(game, move)} is taken.`);
  }

  /** Says why a move cannot be made, to eyes and ears. @param {string} words */
  refuse(words) {
    if (!this.puzzle || !words) return;
    this.notice = words;
    this.drawFoot(this.puzzle);
    announce(words);
  }

  /** The reader's stone, before the verdict is there. @param {Puzzle} puzzle @param {number} move */
  drawEarly({ play }, move) {
    const cell = play.game.gravity ? play.landing[move] : move;
    if (cell === null || cell === undefined) return;
    this.aimed = this.pointed = null;
    const cells = play.cells.slice(0, cell) + String(play.toMove) + play.cells.slice(cell + 1);
    const made = { text: moveText(play.game, move), move, player: play.toMove, cell };
    const moves = [...play.moves, made];
    drawBoard(this.board, { ...play, cells, moves, at: moves.length }, { drop: true });
  }

  /** @param {number | null} cell */
  aimAt(cell) {
    this.aimed = cell;
    this.drawBoard();
    const play = this.puzzle?.play;
    if (play && cell !== null) announce(cellWords(play, cell));
  }

  /** A mouse shows where its stone would lie, a finger drags the aim. @param {PointerEvent} event */
  pointedAt(event) {
    const play = this.puzzle?.play;
    if (!play) return;
    const cell = event.type === "pointerleave" ? null : cellAt(this.board, play, event);
    if (event.pointerType === "mouse") {
      const move =
        cell === null || !this.open || !motionAllowed() ? null : play.game.gravity ? cell % play.game.cols : cell;
      const ghost = move === null || !play.legal.includes(move) ? null : play.game.gravity ? play.landing[move] : move;
      if (ghost === this.pointed) return;
      this.pointed = ghost;
      this.drawBoard();
    } else if (event.type === "pointermove" && this.aimed !== null && cell !== null && cell !== this.aimed) {
      this.aimAt(cell);
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const play = this.puzzle?.play;
    const cell = play ? cellAt(this.board, play, event) : null;
    if (!play || cell === null) return;
    if (this.open && aims(play, this.board) && this.aimed !== cell) return this.aimAt(cell);
    this.steps.add(() => this.drop(play.game.gravity ? cell % play.game.cols : cell));
  }

  /** Arrows move over the board, Enter plays. @param {KeyboardEvent} event */
  pressed(event) {
    const play = this.puzzle?.play;
    if (!play || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepped(play, this.cursor, event.key);
    if (next !== null) {
      event.preventDefault();
      this.cursor = next;
      this.drawBoard();
      announce(cellWords(play, next));
    } else if (event.key === "Enter" && this.cursor !== null) {
      event.preventDefault();
      const cell = this.cursor;
      this.steps.add(() => this.drop(play.game.gravity ? cell % play.game.cols : cell));
    }
  }

  /** Another try, the next puzzle, or the answer. @param {Partial<Link>} change @param {boolean} [acted] */
  async go(change, acted = false) {
    const { link } = this;
    if (link) await this.navigate({ ...link, words: {}, ...change }, { acted });
  }

  async next() {
    await this.go({ game: String(this.book.next(this.puzzle?.number ?? 0)), moves: "" });
  }

  draw() {
    const { puzzle } = this;
    if (!puzzle) return;
    swap(
      this.task,
      h("h2", null, chip(puzzle.player), ` ${puzzle.task}`),
      h("p", { class: "small" }, `${puzzle.how} Scores are hidden; each move gets a verdict.`),
    );
    this.drawBoard();
    this.drawFoot(puzzle);
    this.drawVerdict(puzzle);
    this.drawAbout(puzzle);
  }

  /** @param {Puzzle} puzzle */
  drawFoot(puzzle) {
    const over = isOver(puzzle);
    swap(
      this.foot,
      h("span", null, h("b", null, puzzle.number), ` of ${puzzle.count}`),
      h(
        "span",
        { class: "row sp" },
        button("hint", "Hint", () => this.hint(), !over, "it is over", "h"),
        button("give-up", "Give up", () => void this.go({ words: { give_up: "1" } }, true), !over, "it is over"),
      ),
      this.notice ? h("span", { class: "small", id: "refused" }, this.notice) : null,
    );
  }

  drawBoard() {
    const { puzzle } = this;
    if (!puzzle) return;
    const { play } = puzzle;
    const numbers = new Map(play.moves.map((move, number) => [move.cell, number + 1]));
    drawBoard(this.board, play, { cursor: this.cursor, numbers, aim: this.aimed, ghost: this.pointed });
    this.aim.draw(play, this.aimed);
    if (puzzle.last !== null && play.moves.length === 0) {
      const [cx, cy] = [(puzzle.last % play.game.cols) * 100 + 60, Math.floor(puzzle.last / play.game.cols) * 100 + 60];
      this.board.lastElementChild?.append(s("circle", { cx, cy, r: 45, class: "last", "stroke-width": 5 }));
    }
    this.board.setAttribute("aria-label", `${play.twin} Arrows choose, Enter plays.`);
    const { cols, rows, gravity } = play.game;
    this.rows.hidden = gravity;
    this.frame.style.setProperty("--columns", String(cols));
    this.frame.style.setProperty("--rows", String(rows));
    swap(this.columns, labels(cols));
    swap(this.rows, labels(rows));
  }

  hint() {
    this.hinted = true;
    this.draw();
    if (this.puzzle) announce(`Hint: ${this.puzzle.hint}.`);
  }

  /** @param {Puzzle} puzzle */
  drawVerdict(puzzle) {
    const { state, play } = puzzle;
    const over = isOver(puzzle);
    const [kind, text] = TAGS[state.kind] ?? ["", ""];
    const wrong = state.kind === "wrong" && !over;
    const words = puzzle.solution ? `The solution is ${puzzle.solution.join(" ")}.` : state.words;
    swap(
      this.verdict,
      h(
        "div",
        { class: "verdict" },
        chip(puzzle.player),
        play.moves.length ? play.moves.map((move) => move.text).join(", ") : "Your first move",
        kind ? h("span", { class: `tag ${kind}`, id: "puzzle-tag" }, text) : null,
      ),
      h("p", { class: "voice" }, words),
      h("div", { class: "line-chips", role: "group", "aria-label": "The line" }, this.chips(puzzle)),
      this.hinted && !over ? h("p", { class: "small" }, `Hint: ${puzzle.hint}.`) : null,
      h(
        "div",
        { class: "row" },
        wrong ? button("again", "Try again", () => void this.go({ moves: "" }), true, "", "r") : null,
        over ? button("next", "Next puzzle", () => void this.next(), true, "", "n") : null,
        over ? h("a", { class: "btn", href: puzzle.link, "data-link": "", "data-key": "explore" }, "Explore it") : null,
      ),
    );
    this.verdict.querySelector("#do-next, #do-again")?.classList.add("primary");
  }

  /** The moves of the line, those to come as question marks. @param {Puzzle} puzzle */
  chips(puzzle) {
    const { play, line } = puzzle;
    const count = isOver(puzzle) ? play.moves.length : Math.max(line.length, play.moves.length);
    return Array.from({ length: count }, (_, number) => {
      const move = play.moves[number];
      const side = move ? move.player : line[number];
      return h("span", { class: move ? "line-chip" : "line-chip open" }, chip(side), ` ${move ? move.text : "?"}`);
    });
  }

  /** @param {Puzzle} puzzle */
  drawAbout(puzzle) {
    const { book } = this;
    /** @param {string} name @param {...(import("../shared/dom.js").Child | import("../shared/dom.js").Child[])} children */
    const row = (name, ...children) => [h("dt", null, name), h("dd", null, ...children)];
    const themes = puzzle.themes?.length ? puzzle.themes : [puzzle.themes ? "none" : "shown when solved"];
    swap(
      this.about,
      row(
        "Theme",
        themes.map((theme) => h("span", { class: "theme" }, theme)),
      ),
      row(
        "Grade",
        h("b", null, puzzle.grade),
        ` of ${GRADES} `,
        h(
          "span",
          { class: "bars", "aria-hidden": "true" },
          Array.from({ length: GRADES }, (_, number) => h("i", { class: number < puzzle.grade ? "on" : null })),
        ),
        h("span", { class: "small" }, ` ${puzzle.measure}`),
      ),
      row(
        "Streak",
        h(
          "span",
          { class: "streak", "aria-hidden": "true" },
          book.recent.map(([, good]) => h("i", { class: good ? "good" : "bad" }, good ? "✓" : "✕")),
        ),
        h("b", { id: "streak" }, book.streak),
        h("span", { class: "small" }, ` best ${book.best}`),
      ),
      row(
        "Set",
        book.choices(() => void this.next()),
      ),
    );
  }

  /** @returns {import("../shared/keys.js").KeyMap} */
  keys() {
    /** @type {import("../shared/keys.js").KeyMap} */
    const map = {
      h: () => this.hint(),
      n: () => this.steps.add(() => this.next()),
      r: () => this.steps.add(() => this.go({ moves: "" })),
    };
    const game = this.puzzle?.play.game;
    for (let col = 0; game?.gravity && col < Math.min(9, game.cols); col += 1)
      map[String(col + 1)] = () => this.steps.add(() => this.drop(col).catch(refused));
    return map;
  }

  leave() {
    this.turn += 1;
  }
}

/** From 1. @param {number} count */
function labels(count) {
  return Array.from({ length: count }, (_, number) => h("span", null, number + 1));
}

/** Why no move can be made; nothing while the defence answers. @param {Puzzle} puzzle */
function closedWords(puzzle) {
  if (isOver(puzzle)) return "This puzzle is over: n shows the next.";
  return puzzle.state.kind === "wrong" ? "This try was wrong: r tries again." : "";
}

/** Whether it is solved or given up. @param {Puzzle} puzzle */
function isOver(puzzle) {
  return puzzle.state.kind === "solved" || puzzle.solution !== null;
}

/** @param {unknown} error */
function refused(error) {
  if (!(error instanceof Refusal)) throw error;
  complain(error.message);
}
