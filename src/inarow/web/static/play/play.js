// The play screen: one link in, the board, scores, sentences, moves and the graph out.

import { Refusal, ask } from "../shared/api.js";
import { setAddress } from "../shared/address.js";
import { announce, complain, sideName } from "../shared/dom.js";
import { carriedWords, joinMoves, moveText } from "../shared/link.js";
import { Sequence } from "../shared/sequence.js";
import { remember } from "../shared/settings.js";
import { analyse } from "./analysis.js";
import { announcement } from "./announcement.js";
import { BoardInput } from "./board_input.js";
import { LineActions } from "./line_actions.js";
import { mistakeFrom } from "./moves.js";
import { Opponent, computerMoves } from "./opponent.js";
import { asRecord } from "./save.js";
import { PlayState } from "./play_state.js";
import { PlayView } from "./play_view.js";
import { Positions } from "./positions.js";
import { puzzleLink } from "./puzzle.js";
import { canRetry } from "./why.js";

/** @typedef {import("../shared/types.js").Link} Link @typedef {import("../shared/types.js").Play} Play */

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
    this.state = new PlayState();
    this.view = new PlayView(root, this.state, this.actions(), menu);
    this.stopAnalysis = () => {};
    this.opponent = new Opponent(this);
    this.turn = 0;
    this.steps = new Sequence();
    this.positions = new Positions(first);
    this.lines = new LineActions(this);
    this.input = new BoardInput(this);
    /** Who sat there before a puzzle. */ this.seats = { red: "you", yellow: "4" };
  }

  /** @returns {import("./play_view.js").Actions} */
  actions() {
    return {
      go: (at) => this.steps.add(() => this.go(at)),
      step: (by) => this.step(by),
      drop: (move) => this.steps.add(() => this.drop(move)),
      undo: () => this.steps.add(() => this.undo()),
      retry: (number) => this.steps.add(() => this.retry(number)),
      hint: () => this.hint(),
      fresh: () => this.fresh(),
      best: () => this.steps.add(() => this.opponent.best()),
      giveUp: () => this.opponent.giveUp(),
      mistake: (direction) => this.mistake(direction),
      showLine: () => this.lines.show(),
      leaveLine: () => this.lines.leave(),
      dropLine: (number) => this.lines.drop(number),
      goInLine: (number, at) => this.steps.add(() => this.lines.go(number, at)),
      goInGame: (at) => this.steps.add(() => this.lines.goInGame(at)),
      restore: () => {
        if (this.state.deleted) void this.navigate(this.state.deleted);
      },
      open: (text) => void this.open(text),
      toggleScores: () => this.toggleScores(),
      toggleSound: () => this.toggleSound(),
      aim: (cell) => this.input.aim(cell),
      change: (change, replace = false) => {
        if (this.link) void this.navigate({ ...this.link, ...change }, { acted: true, replace });
      },
      letMove: () => void this.opponent.answer(),
      pause: () => this.pause(),
      puzzle: () => void this.puzzle(),
      flip: () => this.flip(),
      stop: () => {
        this.stopAnalysis();
        this.state.stopped = true;
        this.state.stopSolving();
        this.view.drawScores();
        this.view.drawWhy();
      },
      boardClick: (event) => this.input.clicked(event),
      boardPointer: (event) => this.input.pointed(event),
      boardKey: (event) => this.input.key(event),
    };
  }

  get link() {
    return this.state.link;
  }

  get play() {
    return this.state.play;
  }

  /**
   * Shows a link. `acted`: the reader did something, so that the computer may answer.
   * @param {Link} link
   * @param {boolean} acted
   */
  async show(link, acted) {
    const turn = ++this.turn;
    this.stopAnalysis();
    this.opponent.cancel();
    const { positions } = this;
    let play;
    try {
      const found = positions.take(link);
      play = found instanceof Promise ? await found : found;
    } catch (error) {
      if (turn === this.turn) this.stay();
      throw error;
    }
    if (turn !== this.turn) return;
    positions.shown(play);
    document.title = `${play.game.title} – inarow`;
    const moved = acted && play.at === play.moves.length && play.at > 0;
    const thinking = acted && computerMoves(link, play);
    this.state.show(link, play, thinking);
    this.view.draw(moved);
    announce(announcement(link, play));
    if (thinking) void this.opponent.answer();
    else this.analyse();
    await this.lines.findGame(link, turn);
  }

  /** The position that is shown stays, and its reader can go on. */
  stay() {
    this.stopAnalysis();
    this.state.idle();
    this.view.drawBoard(false);
    this.view.drawStatus();
    this.view.drawSteps();
    this.analyse();
  }

  analyse() {
    this.stopAnalysis = analyse(this.state, this.view);
  }

  /** Two engines wait until they are let move again. */
  pause() {
    this.opponent.cancel();
    this.stay();
    announce("Paused.");
  }

  async puzzle() {
    if (this.link) await this.navigate(puzzleLink(this.link));
  }

  // What the reader can do.

  /** @param {string} text the move as the URL writes it @param {{replace?: boolean}} [options] */
  async playMove(text, options = {}) {
    const { play, link } = this;
    if (!play || !link) return;
    const next = this.lines.linkAfter(link, play, text, options.replace ?? false);
    this.stopAnalysis();
    this.positions.request(next);
    await this.navigate(next, { acted: true, ...options });
  }

  /** @param {number} move */
  async drop(move) {
    const { play } = this;
    if (!play) return;
    if (this.state.thinking) return announce(`${sideName(play.toMove)} is thinking.`);
    if (!play.legal.includes(move)) return this.refuse(move);
    this.view.stage.drawEarly(move);
    await this.playMove(moveText(play.game, move));
  }

  /** Says why a move cannot be made, to eyes and ears. @param {number} move */
  refuse(move) {
    const { play, state, view } = this;
    if (!play) return;
    const place = play.game.gravity ? `Column ${move + 1} is full` : `${moveText(play.game, move)} is taken`;
    state.notice = play.outcome === "ongoing" ? `${place}.` : "The game is over.";
    view.drawStatus();
    announce(state.notice);
  }

  /** Shows the best move on the board without playing it. */
  hint() {
    const { state, view, play } = this;
    if (!play || play.outcome !== "ongoing" || state.thinking) return;
    state.hinted = true;
    const best = state.here?.best[0];
    state.notice = best === undefined ? "No best move is known here yet." : `Hint: ${best}.`;
    view.drawBoard(false);
    view.drawStatus();
    announce(state.notice);
  }

  /** A new game in the same seats, or in those before a puzzle. */
  fresh() {
    const { link } = this;
    if (!link) return;
    const seats = link.words.puzzle === "1" ? this.seats : {};
    const words = { ...carriedWords(link.words), puzzle: "", lines: "", in: "" };
    void this.navigate({ ...link, ...seats, moves: "", from: "", at: null, words }, { acted: true });
  }

  /** @param {number} at */
  async go(at) {
    const { play, link } = this;
    if (!play || !link) return;
    const bounded = Math.max(0, Math.min(play.moves.length, at));
    if (bounded === play.at) return;
    const at_end = bounded === play.moves.length && !this.state.inLine;
    await this.navigate({ ...link, at: at_end ? null : bounded, words: carriedWords(link.words) });
  }

  /** Steps from where the steps before it have led. @param {number} by */
  step(by) {
    this.steps.add(() => this.go((this.play?.at ?? 0) + by));
  }

  /** Takes back the reader's last move, and the computer's answer to it. */
  async undo() {
    const { play, link } = this;
    if (!play || !link || play.at === 0) return;
    if (this.state.inLine) return this.lines.undo(link, play);
    let count = play.at - 1;
    const own = (/** @type {number} */ player) => (player === 1 ? link.red : link.yellow) === "you";
    while (count > 0 && !own(play.moves[count].player)) count -= 1;
    const texts = play.moves.slice(0, count).map((move) => move.text);
    await this.navigate({ ...link, moves: joinMoves(play.game, texts), at: null, words: carriedWords(link.words) });
  }

  /** Back before a move that gave something up, with the scores hidden until another is made.
   * @param {number} [number] of the move; otherwise the one that the panel is about */
  async retry(number) {
    const { play, link } = this;
    const { why, summary, ended } = this.state;
    if (!play || !link) return;
    const own = ended && summary ? summary.again : canRetry(link, why) ? (why?.number ?? null) : null;
    const tried = number ?? own;
    if (tried === null) return announce("Nothing was given up here.");
    await this.navigate({ ...link, at: tried - 1, words: { ...carriedWords(link.words), retry: "1" } });
  }

  /** @param {1 | -1} direction */
  mistake(direction) {
    if (!this.play) return;
    const at = mistakeFrom(this.play, this.state.values, direction);
    if (at === null) announce(direction > 0 ? "No later mistake is known." : "No earlier mistake is known.");
    else void this.go(at);
  }

  flip() {
    if (this.link) void this.navigate({ ...this.link, red: this.link.yellow, yellow: this.link.red }, { acted: true });
  }

  toggleSound() {
    this.state.sound = !this.state.sound;
    remember({ sound: this.state.sound });
    this.view.drawSetup();
  }

  toggleScores() {
    this.state.scores = !this.state.scores;
    remember({ scores: this.state.scores });
    this.view.draw(false);
    announce(this.state.scores ? "Scores shown." : "Scores hidden.");
  }

  /** Opens a link, a course string, rows or moves. @param {string} text */
  async open(text) {
    const { link, turn } = this;
    if (!link) return;
    if (/^(https?:\/\/[^/]+)?\/(play|search)\//.test(text)) {
      setAddress(text.replace(/^https?:\/\/[^/]+/, ""), false);
      dispatchEvent(new PopStateEvent("popstate"));
      return;
    }
    try {
      const found = await ask("position", { text: asRecord(text), game: link.game });
      const { game, moves, from, at = null, lines = "" } = found;
      if (turn === this.turn) await this.navigate({ ...link, game, moves, from, at, words: { lines } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      complain(error.message);
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
      r: () => this.steps.add(() => this.retry()),
      h: () => this.hint(),
      Escape: () => this.lines.leave(),
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
