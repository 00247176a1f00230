// Moves that the server chooses: the computer's own, and the best one for a reader who asks. There is one
// request at a time. Its move is played only if the page has shown nothing else meanwhile, and when it
// cannot be had the reader goes on.

import { Refusal, ask } from "../shared/api.js";
import { announce, complain, sideName } from "../shared/dom.js";
import { lineWords } from "../shared/link.js";
import { shownLink } from "../shared/variations.js";
import { PERFECT, randomSeed } from "./levels.js";

const PACE_MS = 400; // between the moves of two engines, so that a reader can follow

/**
 * Whether it is the computer's turn, at the end of the line.
 * @param {import("../shared/types.js").Link} link
 * @param {import("../shared/types.js").Play} play
 */
export function computerMoves(link, play) {
  if (play.at !== play.moves.length || play.outcome !== "ongoing" || link.words.in) return false;
  return (play.toMove === 1 ? link.red : link.yellow) !== "you";
}

export class Opponent {
  /** @param {import("./play.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {AbortController | null} */ this.request = null;
  }

  /** Nothing that was asked for will be played. */
  cancel() {
    this.request?.abort();
    this.request = null;
  }

  /** The computer's move, if it is its turn. */
  async answer() {
    const { state, view, play, link } = this.screen;
    if (!play || !link || !computerMoves(link, play)) return;
    const level = play.toMove === 1 ? link.red : link.yellow;
    const paced = state.watched && play.at > 0;
    state.thinking = true;
    state.searching = false;
    view.drawStatus();
    await this.choose(level, randomSeed(), paced ? PACE_MS : 0, !state.watched);
  }

  /** Plays a best move for the side to move, at once where it is known; otherwise the reader may
   * overtake it. */
  async best() {
    const { state, play } = this.screen;
    if (!play || play.outcome !== "ongoing" || state.searching) return;
    if (state.thinking) return announce(`${sideName(play.toMove)} is thinking.`);
    const known = state.here?.best[0];
    if (known !== undefined) return this.screen.playMove(known);
    this.showSearch(true);
    announce("Looking for the best move.");
    void this.choose(PERFECT, 0, 0, false);
  }

  /** The reader does not want the best move after all. */
  giveUp() {
    this.cancel();
    this.showSearch(false);
    announce("Stopped.");
  }

  /** @param {boolean} searching */
  showSearch(searching) {
    const { state, view } = this.screen;
    state.searching = searching;
    view.drawStatus();
    view.drawSteps();
  }

  /**
   * @param {string} level
   * @param {number} seed
   * @param {number} pace_ms at least so long it takes
   * @param {boolean} reply whether it answers the reader: Back then leads before the move that it answers
   */
  async choose(level, seed, pace_ms, reply) {
    const { screen } = this;
    const { link } = screen;
    if (!link) return;
    this.cancel();
    const { signal } = (this.request = new AbortController());
    const pace = pace_ms > 0 ? new Promise((resolve) => setTimeout(resolve, pace_ms)) : null;
    let choice;
    try {
      choice = await ask("move", { ...lineWords(shownLink(link)), level, seed }, signal);
      if (pace) await pace;
      if (reply) await screen.view.stage.landed();
    } catch (error) {
      if (signal.aborted) return;
      this.refused(error);
      return;
    }
    if (signal.aborted) return;
    this.request = null;
    screen.positions.deliver(choice.play);
    await screen.playMove(choice.text, { replace: reply });
  }

  /** It is the reader's turn to do something: let it be tried again, or move. @param {unknown} error */
  refused(error) {
    const { screen } = this;
    this.request = null;
    if (screen.state.thinking) screen.stay();
    else this.showSearch(false);
    if (!(error instanceof Refusal)) throw error;
    complain(error.message);
  }
}
