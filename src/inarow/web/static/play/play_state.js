// What the play screen knows and does at the moment. The view draws it; nothing here touches the page.

import { readerOf } from "../shared/link.js";
import { settings } from "../shared/settings.js";
import { linesOf, shownLine } from "../shared/variations.js";
import { KnownValues } from "./known_values.js";
import { isTask } from "./puzzle.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */
/** @typedef {import("../shared/types.js").Why} Why */
/** @typedef {import("../shared/types.js").Value} Value */
/** @typedef {import("../shared/types.js").Summary} Summary */

export class PlayState {
  constructor() {
    const { scores, sound } = settings();
    /** @type {Link | null} */ this.link = null;
    /** @type {Play | null} */ this.play = null;
    /** @type {Here | null} */ this.here = null;
    /** @type {Why | null} */ this.why = null;
    /** Of the game that is shown, once it is over. @type {Summary | null} */ this.summary = null;
    /** The game itself, also while a line beside it is shown. @type {Play["moves"]} */ this.gameMoves = [];
    /** Its values. @type {Map<number, Value>} */ this.gameValues = new Map();
    this.known = new KnownValues();
    /** Of the game that is shown. @type {Map<number, Value>} */ this.values = new Map();
    this.scores = scores;
    this.sound = sound;
    /** The scores are hidden until a move is made. */ this.retrying = false;
    /** The computer chooses its own move. */ this.thinking = false;
    /** The best move for the reader is being searched for. */ this.searching = false;
    /** The reader has stopped the solver here. */ this.stopped = false;
    /** Positions that the solver has looked at. */ this.nodes = 0;
    /** The cell of the keyboard on a free board. @type {number | null} */ this.cursor = null;
    /** The point that a touch aims at on a free board. @type {number | null} */ this.aim = null;
    /** @type {number[] | null} */ this.highlight = null;
    /** The column or point under the pointer. @type {number | null} */ this.pointed = null;
    /** The line of the pointed column is shown. */ this.lineShown = false;
    /** The best move was asked for. */ this.hinted = false;
    /** Why nothing happened, until something does. */ this.notice = "";
    /** The link with a line that was deleted, while it can be had back. @type {Link | null} */ this.deleted = null;
  }

  /**
   * Another position, as far as it is known.
   * @param {Link} link
   * @param {Play} play
   * @param {boolean} thinking whether the computer moves now
   */
  show(link, play, thinking) {
    const sameGame = this.play !== null && this.play.movesText === play.movesText && this.play.from === play.from;
    if (!sameGame || this.play?.game.name !== play.game.name) this.summary = null;
    this.link = link;
    this.play = play;
    this.here = play.here;
    this.why = play.why;
    this.values = this.known.of(play);
    if (!this.inLine) {
      this.gameMoves = play.moves;
      this.gameValues = this.values;
    }
    this.highlight = this.pointed = this.aim = null;
    this.lineShown = this.hinted = false;
    this.notice = "";
    this.deleted = null;
    this.retrying = isTask(link, play);
    this.nodes = 0;
    this.stopped = this.searching = false;
    this.thinking = thinking;
  }

  /** Nothing is being chosen or searched for: the reader can go on. */
  idle() {
    this.thinking = this.searching = this.stopped = false;
  }

  /** What is not solved is not being solved any more. */
  stopSolving() {
    const { play, here } = this;
    if (play && here?.solving) this.here = play.here = { ...here, solving: false };
  }

  /** Whether two engines play. */
  get watched() {
    return this.link !== null && this.link.red !== "you" && this.link.yellow !== "you";
  }

  /** The player that the reader has against an engine, or 0. */
  get reader() {
    return this.link ? readerOf(this.link) : 0;
  }

  /** A puzzle is under way: the scores stay hidden to its end. */
  get puzzling() {
    const { link, play } = this;
    return link?.words.puzzle === "1" && !this.inLine && play !== null && play.outcome === "ongoing";
  }

  get scoresShown() {
    return this.scores && !this.retrying && !this.puzzling;
  }

  /** Whether a line beside the game is shown. */
  get inLine() {
    return this.link !== null && shownLine(this.link) >= 0;
  }

  /** After so many moves the line that is shown leaves the game. */
  get lineFrom() {
    return this.link && this.inLine ? linesOf(this.link)[shownLine(this.link)].from : 0;
  }

  /** The end of a game with its summary. */
  get ended() {
    const { play } = this;
    return !this.inLine && play !== null && play.outcome !== "ongoing" && play.at === play.moves.length && play.at > 0;
  }
}
