// Moves that the server chooses: the computer's own, and the best one for a reader who asks. One is
// sought at a time. It is played only if the page has shown nothing else meanwhile, and when it
// cannot be had the reader goes on.

import { Refusal, ask } from "../shared/api.js";
import { announce, complain, sideName } from "../shared/dom.js";
import { lineWords } from "../shared/link.js";

const LARGEST_SEED = 999_999_999;
const PERFECT = 9;
const PACE_MS = 400; // between the moves of two engines, so that a reader can follow

export class Opponent {
  /** @param {import("./play.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {AbortController | null} */ this.seeking = null;
  }

  /** Whether it is the computer's turn, at the end of the line. */
  get toMove() {
    const { play, link } = this.screen;
    if (!play || !link || play.at !== play.moves.length || play.outcome !== "ongoing") return false;
    return (play.toMove === 1 ? link.red : link.yellow) !== "you";
  }

  /** Nothing that was asked for will be played. */
  cancel() {
    this.seeking?.abort();
    this.seeking = null;
  }

  /** The computer's move, if it is its turn. */
  async answer() {
    const { view, play, link } = this.screen;
    if (!play || !link || !this.toMove) return;
    const level = Number(play.toMove === 1 ? link.red : link.yellow);
    const paced = view.watched && play.at > 0;
    view.thinking = true;
    view.seeking = false;
    view.drawStatus();
    await this.choose(level, Math.floor(Math.random() * LARGEST_SEED), paced ? PACE_MS : 0);
  }

  /** Plays a best move for the side to move, at once where it is known; otherwise the reader may
   * overtake it. */
  async best() {
    const { view, play } = this.screen;
    if (!play || play.outcome !== "ongoing" || view.seeking) return;
    if (view.thinking) return announce(`${sideName(play.toMove)} is thinking.`);
    const known = view.here?.best[0];
    if (known !== undefined) return this.screen.drop(known);
    this.sought(true);
    announce("The best move is being sought.");
    void this.choose(PERFECT, 0, 0);
  }

  /** The reader does not want the best move after all. */
  giveUp() {
    this.cancel();
    this.sought(false);
    announce("Stopped.");
  }

  /** @param {boolean} seeking */
  sought(seeking) {
    const { view } = this.screen;
    view.seeking = seeking;
    view.drawStatus();
    view.drawSteps();
  }

  /** @param {number} level @param {number} seed @param {number} pace_ms at least so long it takes */
  async choose(level, seed, pace_ms) {
    const { screen } = this;
    const { link } = screen;
    if (!link) return;
    this.cancel();
    const { signal } = (this.seeking = new AbortController());
    const pace = pace_ms > 0 ? new Promise((resolve) => setTimeout(resolve, pace_ms)) : null;
    let choice;
    try {
      choice = await ask("move", { ...lineWords(link), level, seed }, signal);
      if (pace) await pace;
    } catch (error) {
      if (signal.aborted) return;
      this.refused(error);
      return;
    }
    if (signal.aborted) return;
    this.seeking = null;
    screen.ahead = choice.play;
    await screen.playMove(choice.text);
  }

  /** It is the reader's turn to do something: let it be tried again, or move. @param {unknown} error */
  refused(error) {
    const { screen } = this;
    this.seeking = null;
    if (screen.view.thinking) screen.stay();
    else this.sought(false);
    if (!(error instanceof Refusal)) throw error;
    complain(error.message);
  }
}
