// What the play screen knows and does at the moment. The view draws it; nothing here touches the page.

import { KnownValues } from "./known_values.js";
import { isTask } from "./puzzle.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */
/** @typedef {import("../shared/types.js").Why} Why */
/** @typedef {import("../shared/types.js").Value} Value */

export class PlayState {
  constructor() {
    /** @type {Link | null} */ this.link = null;
    /** @type {Play | null} */ this.play = null;
    /** @type {Here | null} */ this.here = null;
    /** @type {Why | null} */ this.why = null;
    this.known = new KnownValues();
    /** Of the game that is shown. @type {Map<number, Value>} */ this.values = new Map();
    this.scores = true;
    /** The scores are hidden until a move is made. */ this.retrying = false;
    /** The computer chooses its own move. */ this.thinking = false;
    /** The best move for the reader is being searched for. */ this.searching = false;
    /** The reader has stopped the solver here. */ this.stopped = false;
    /** Positions that the solver has looked at. */ this.nodes = 0;
    /** The cell of the keyboard on a free board. @type {number | null} */ this.cursor = null;
    /** @type {number[] | null} */ this.highlight = null;
  }

  /**
   * Another position, as far as it is known.
   * @param {Link} link
   * @param {Play} play
   * @param {boolean} thinking whether the computer moves now
   */
  show(link, play, thinking) {
    this.link = link;
    this.play = play;
    this.here = play.here;
    this.why = play.why;
    this.values = this.known.of(play);
    this.highlight = null;
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

  get scoresShown() {
    return this.scores && !this.retrying;
  }
}
