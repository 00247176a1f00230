// What the reader does with lines beside the game: nothing of the game is ever lost by it.

import { announce } from "../shared/dom.js";
import { carriedWords, joinMoves, moveText } from "../shared/link.js";
import {
  branched,
  enter,
  leftLine,
  linesOf,
  shownLine,
  shownMoves,
  splitMoves,
  triedAgain,
  withLines,
  withoutLine,
} from "../shared/variations.js";
import { isRetry } from "./puzzle.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */

const UNDO_MS = 8000;

export class LineActions {
  /** @param {import("./play.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /**
   * Where a move leads: on in the game, on in a line beside it, or into a new one. A second try goes on in
   * the game, and what was played before stays as a line.
   * @param {Link} link
   * @param {Play} play
   * @param {string} text
   * @param {boolean} reply
   * @returns {Link}
   */
  linkAfter(link, play, text, reply) {
    const words = carriedWords(link.words);
    if (isRetry(link, play) && play.at < play.moves.length)
      return triedAgain({ ...link, words: { ...words, again: String(play.at + 1) } }, play.at, text);
    const beside = branched({ ...link, words }, play.at, text);
    if (beside) return beside;
    const moves = joinMoves(play.game, [...play.moves.map((move) => move.text), text]);
    const again = isRetry(link, play) ? String(play.at + 1) : reply ? (link.words.again ?? "") : "";
    return { ...link, moves, at: null, words: { ...words, again } };
  }

  /** The game itself, where a link has opened a line beside it. @param {Link} link @param {number} turn */
  async findGame(link, turn) {
    const { screen } = this;
    const { state } = screen;
    const known = state.gameMoves.map((move) => move.text).join() === splitMoves(link.moves, link.game).join();
    if (!state.inLine || known) return;
    const game = await screen.positions.ask(withLines(link, [], -1, null));
    if (turn !== screen.turn) return;
    state.gameMoves = game.moves;
    state.gameValues = new Map();
    screen.view.drawMoves();
    screen.view.drawWhy();
  }

  /** Back from a line to the game. */
  leave() {
    const { link, state } = this.screen;
    if (link && state.inLine) void this.screen.navigate(leftLine(link));
  }

  /** A line goes; for a while it can be had back. @param {number} number */
  drop(number) {
    const { link, state, view } = this.screen;
    if (!link) return;
    void this.screen.navigate(withoutLine(link, number)).then(() => {
      state.deleted = link;
      view.drawStatus();
      announce("Line deleted.");
      setTimeout(() => {
        if (state.deleted !== link) return;
        state.deleted = null;
        view.drawStatus();
      }, UNDO_MS);
    });
  }

  /** The line behind the sentence. */
  show() {
    const { play, link } = this.screen;
    const { why } = this.screen.state;
    if (!play || !link || !why || why.line.length === 0) return;
    const texts = play.moves.slice(0, why.line_from).map((move) => move.text);
    const line = why.line.map((move) => moveText(play.game, move));
    const words = carriedWords(link.words);
    void this.screen.navigate(enter({ ...link, words }, [...texts, ...line], true, why.line_from + 1));
  }

  /** Shows a line at one of its moves. @param {number} number @param {number} at */
  async go(number, at) {
    const { link } = this.screen;
    if (!link) return;
    await this.screen.navigate(withLines({ ...link, words: carriedWords(link.words) }, linesOf(link), number, at));
  }

  /** Shows a position of the game itself. @param {number} at */
  async goInGame(at) {
    const { link } = this.screen;
    if (!link) return;
    const count = this.screen.state.gameMoves.length;
    const words = carriedWords(link.words);
    await this.screen.navigate(withLines({ ...link, words }, linesOf(link), -1, at >= count ? null : at));
  }

  /** Takes back the last move of a line; its first one takes the line away. @param {Link} link @param {Play} play */
  async undo(link, play) {
    const number = shownLine(link);
    const lines = linesOf(link);
    const moves = shownMoves(link).slice(lines[number].from, play.at - 1);
    if (moves.length === 0) return this.drop(number);
    const shorter = lines.map((line, other) => (other === number ? { ...line, moves } : line));
    await this.screen.navigate(withLines(link, shorter, number, play.at - 1));
  }
}
