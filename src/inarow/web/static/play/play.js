// The play screen: one link in, the board, scores, sentences, moves and the graph out.

import { Refusal, ask, keepPlay, listen } from "../shared/api.js";
import { cellAt } from "../shared/board.js";
import { cellWords, stepped } from "../shared/cursor.js";
import { announce, complain, sideName } from "../shared/dom.js";
import { elsewhere, isOf, joinMoves, lineWords, moveText, writeLink } from "../shared/link.js";
import { mistakeFrom } from "./moves.js";
import { Opponent } from "./opponent.js";
import { PlayView } from "./play_view.js";
import { isTask, puzzleLink } from "./puzzle.js";
import { Sequence } from "../shared/sequence.js";
import { spoken } from "./spoken.js";
import { untilHeard } from "./unheard.js";

/** @typedef {import("../shared/types.js").Link} Link @typedef {import("../shared/types.js").Play} Play */

/** Whether an answer tells nothing new: then nothing is drawn again. @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

export class PlayScreen {
  /**
   * @param {HTMLElement} root
   * @param {(link: Link, options?: {replace?: boolean, acted?: boolean}) => Promise<void>} navigate
   * @param {import("./setup.js").Menu} menu
   * @param {Play | null} first the position of the first link, where it came with the page
   */
  constructor(root, navigate, menu, first) {
    this.root = root;
    this.navigate = navigate;
    this.view = new PlayView(root, this.actions(), menu);
    this.valuesOf = "";
    /** @type {string[]} */ this.oldMoves = [];
    this.oldStart = "";
    this.stopAnalysis = () => {};
    this.opponent = new Opponent(this);
    this.turn = 0;
    this.steps = new Sequence();
    /** Came before it was asked for, with the page or the computer's move. @type {Play | null} */
    this.ahead = first;
    /** Asked for while the URL still changes. @type {{link: string, play: Promise<Play>} | null} */
    this.early = null;
  }

  /** @returns {import("./play_view.js").Actions} */
  actions() {
    return {
      go: (at) => this.steps.add(() => this.go(at)),
      step: (by) => this.step(by),
      drop: (move) => this.steps.add(() => this.drop(move)),
      undo: () => this.steps.add(() => this.undo()),
      retry: () => this.retry(),
      best: () => this.steps.add(() => this.opponent.best()),
      giveUp: () => this.opponent.giveUp(),
      mistake: (direction) => this.mistake(direction),
      showLine: () => this.showLine(),
      open: (text) => void this.open(text),
      toggleScores: () => this.toggleScores(),
      change: (change, replace = false) => {
        if (this.link) void this.navigate({ ...this.link, ...change }, { acted: true, replace });
      },
      letMove: () => void this.opponent.answer(),
      pause: () => this.pause(),
      puzzle: () => void this.puzzle(),
      flip: () => this.flip(),
      stop: () => {
        this.stopAnalysis();
        this.view.stopped = true;
        if (this.view.here) this.view.here = { ...this.view.here, solving: false };
        this.view.drawScores();
        this.view.drawWhy();
      },
      boardClick: (event) => this.clicked(event),
      boardKey: (event) => this.boardKey(event),
    };
  }

  get link() {
    return this.view.link;
  }

  get play() {
    return this.view.play;
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
    this.opponent.cancel();
    const { ahead, early, view } = this;
    this.ahead = null;
    this.early = null;
    const asked = () => (early?.link === writeLink(link) ? early.play : ask("play", lineWords(link)));
    let play = ahead && isOf(ahead, link) ? ahead : null;
    try {
      play ??= /** @type {Play} */ (await asked());
    } catch (error) {
      if (turn === this.turn) this.stay();
      throw error;
    }
    if (turn !== this.turn) return;
    keepPlay(lineWords(link), play);
    const moved = acted && play.at === play.moves.length && play.at > 0;
    view.link = link;
    view.play = play;
    view.here = play.here;
    view.why = play.why;
    view.highlight = null;
    view.retrying = isTask(link, play);
    view.nodes = 0;
    view.stopped = false;
    view.seeking = false;
    view.thinking = acted && this.opponent.toMove;
    const game = `${link.game}/${link.from}/${play.movesText}`;
    if (game !== this.valuesOf) {
      this.keepValues(play);
      this.valuesOf = game;
    }
    document.title = `${play.game.title} – inarow`;
    view.draw(moved);
    announce(spoken(link, play));
    if (view.thinking) void this.opponent.answer();
    else this.analyse();
  }

  /** The position that is shown stays, and its reader can go on. */
  stay() {
    const { view } = this;
    this.stopAnalysis();
    view.thinking = view.seeking = view.stopped = false;
    view.drawStatus();
    view.drawSteps();
    this.analyse();
  }

  /** Values of moves that the new game shares with the old one stay. @param {Play} play */
  keepValues(play) {
    const texts = play.moves.map((move) => move.text);
    const old = this.oldMoves;
    let shared = 0;
    while (shared < texts.length && shared < old.length && texts[shared] === old[shared]) shared += 1;
    const sameStart = this.oldStart === `${play.game.name}/${play.from}`;
    const kept = new Map();
    for (const [at, value] of this.view.values) {
      if (sameStart && at <= shared) kept.set(at, at === shared ? { ...value, mark: "" } : value);
    }
    this.view.values = kept;
    this.oldMoves = texts;
    this.oldStart = `${play.game.name}/${play.from}`;
  }

  analyse() {
    const { view, play } = this;
    if (!this.link || !play) return;
    this.stopAnalysis = listen("analysis", this.words(), {
      here: (here) => {
        if (same(here, view.here)) return;
        view.here = play.here = here;
        view.drawScores();
        view.drawFacts();
      },
      progress: (data) => {
        view.nodes = data.nodes;
        view.drawStatus();
      },
      why: (why) => {
        if (same(why, view.why)) return;
        view.why = play.why = why;
        view.drawWhy();
        view.drawBoard(false);
      },
      judged: (judged) => {
        play.judged = judged;
        view.drawFacts();
        view.drawBoard(false);
      },
      value: (value) => {
        if (same(value, view.values.get(value.at))) return;
        view.values.set(value.at, value);
        view.queueValues();
      },
    }, untilHeard(view, play));
  }

  /** Two engines wait until they are let move again. */
  pause() {
    this.opponent.cancel();
    this.stay();
    announce("Paused.");
  }

  async puzzle() {
    const { link, turn } = this;
    if (!link) return;
    try {
      const found = await puzzleLink(link);
      if (turn === this.turn) await this.navigate(found);
    } catch (error) {
      if (error instanceof Refusal) complain(error.message);
    }
  }

  // What the reader can do.

  /** @param {string} text the move as the URL writes it */
  async playMove(text) {
    const { play, link } = this;
    if (!play || !link) return;
    const texts = play.moves.slice(0, play.at).map((move) => move.text);
    const moves = joinMoves(play.game, [...texts, text]);
    const next = { ...link, moves, at: null, words: elsewhere(link.words) };
    this.stopAnalysis();
    if (!this.ahead) this.early = { link: writeLink(next), play: ask("play", lineWords(next)) };
    this.early?.play.catch(() => {}); // told where it is shown
    await this.navigate(next, { acted: true });
  }

  /** @param {number} move */
  async drop(move) {
    const { play } = this;
    if (!play || !play.legal.includes(move)) return;
    if (this.view.thinking) {
      announce(`${sideName(play.toMove)} is thinking.`);
      return;
    }
    await this.playMove(moveText(play.game, move));
  }

  /** @param {number} at */
  async go(at) {
    const { play, link } = this;
    if (!play || !link) return;
    const bounded = Math.max(0, Math.min(play.moves.length, at));
    if (bounded === play.at) return;
    await this.navigate({ ...link, at: bounded === play.moves.length ? null : bounded, words: elsewhere(link.words) });
  }

  /** Steps from where the steps before it have led. @param {number} by */
  step(by) {
    this.steps.add(() => this.go((this.play?.at ?? 0) + by));
  }

  /** Takes back the reader's last move, and the computer's answer to it. */
  async undo() {
    const { play, link } = this;
    if (!play || !link || play.at === 0) return;
    let count = play.at - 1;
    const own = (/** @type {number} */ player) => (player === 1 ? link.red : link.yellow) === "you";
    while (count > 0 && !own(play.moves[count].player)) count -= 1;
    const texts = play.moves.slice(0, count).map((move) => move.text);
    await this.navigate({ ...link, moves: joinMoves(play.game, texts), at: null, words: elsewhere(link.words) });
  }

  /** Back before the move at the cursor, with the scores hidden until another is made. */
  retry() {
    const { play, link } = this;
    if (!play || !link || play.at === 0) return;
    void this.navigate({ ...link, at: play.at - 1, words: { ...elsewhere(link.words), retry: "1" } });
  }

  /** @param {1 | -1} direction */
  mistake(direction) {
    if (!this.play) return;
    const at = mistakeFrom(this.play, this.view.values, direction);
    if (at === null) announce(direction > 0 ? "No later mistake is known." : "No earlier mistake is known.");
    else void this.go(at);
  }

  showLine() {
    const { play, link } = this;
    const { why } = this.view;
    if (!play || !link || !why || why.line.length === 0) return;
    const texts = play.moves.slice(0, why.lineFrom).map((move) => move.text);
    const line = why.line.map((move) => moveText(play.game, move));
    const moves = joinMoves(play.game, [...texts, ...line]);
    void this.navigate({ ...link, moves, at: why.lineFrom + 1, red: "you", yellow: "you", words: elsewhere(link.words) });
  }

  flip() {
    if (this.link) void this.navigate({ ...this.link, red: this.link.yellow, yellow: this.link.red }, { acted: true });
  }

  toggleScores() {
    this.view.scores = !this.view.scores;
    this.view.draw(false);
    announce(this.view.scores ? "Scores shown." : "Scores hidden.");
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { play } = this;
    if (!play) return;
    const cell = cellAt(this.view.board, play, event);
    if (cell === null) return;
    this.steps.add(() => this.drop(play.game.gravity ? cell % play.game.cols : cell));
  }

  /** Arrows move a cursor over a free board. @param {KeyboardEvent} event */
  boardKey(event) {
    const { play, view } = this;
    if (!play || play.game.gravity) return;
    const next = stepped(play, view.cursor, event.key);
    if (next !== null) {
      event.preventDefault();
      view.cursor = next;
      view.drawBoard(false);
      announce(cellWords(play, next));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { cursor } = view;
      if (cursor !== null) this.steps.add(() => this.drop(cursor));
    }
  }

  /** Opens a link, a course string, rows or moves. @param {string} text */
  async open(text) {
    const { link, turn } = this;
    if (!link) return;
    if (/^(https?:\/\/[^/]+)?\/(play|search)\//.test(text)) {
      history.pushState(null, "", text.replace(/^https?:\/\/[^/]+/, ""));
      dispatchEvent(new PopStateEvent("popstate"));
      return;
    }
    try {
      const found = await ask("position", { text, game: link.game });
      if (turn === this.turn) await this.navigate({ ...link, game: found.game, moves: found.moves, from: found.from, at: null, words: {} });
    } catch (error) {
      if (error instanceof Refusal) complain(error.message);
    }
  }

  /** @returns {import("../shared/keys.js").KeyMap} */
  keys() {
    /** @type {import("../shared/keys.js").KeyMap} */
    const map = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.steps.add(() => this.go(0)),
      End: () => this.steps.add(() => this.go(this.play?.moves.length ?? 0)),
      " ": () => this.steps.add(() => this.opponent.best()),
      n: () => this.mistake(1),
      p: () => this.mistake(-1),
      s: () => this.toggleScores(),
      r: () => this.retry(),
      u: () => this.steps.add(() => this.undo()),
      f: () => this.flip(),
      c: () => this.root.querySelector(/** @type {"button"} */ ("#copy"))?.click(),
    };
    if (this.play?.game.gravity) {
      for (let col = 0; col < Math.min(9, this.play.game.cols); col += 1) {
        map[String(col + 1)] = () => this.steps.add(() => this.drop(col));
      }
    }
    return map;
  }

  leave() {
    this.turn += 1;
    this.stopAnalysis();
    this.opponent.cancel();
  }
}
