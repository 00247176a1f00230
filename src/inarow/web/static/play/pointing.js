// What pointing at a column shows: the stone that a click would lay, and after a moment the line that
// its score comes from. Nothing of it moves or appears for readers who want no motion.

import { motionAllowed } from "../shared/dom.js";
import { moveText } from "../shared/link.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */

const PAUSE_MS = 250;
const MOST_STONES = 9;

export class Pointing {
  /**
   * @param {import("./play_state.js").PlayState} state
   * @param {() => void} draw
   */
  constructor(state, draw) {
    this.state = state;
    this.draw = draw;
    this.timer = 0;
  }

  /** @param {number | null} move a column or a point, null for none @param {boolean} [line] whether its line may follow */
  at(move, line = false) {
    const { state } = this;
    if (!motionAllowed() || matchMedia("(hover: none)").matches) return;
    clearTimeout(this.timer);
    if (state.pointed === move && state.lineShown === line) return;
    state.pointed = move;
    state.lineShown = false;
    this.draw();
    if (move === null || !line) return;
    this.timer = setTimeout(() => {
      state.lineShown = true;
      this.draw();
    }, PAUSE_MS);
  }
}

/** The cell where a stone would come to lie, or null. @param {Play} play @param {number | null} move */
export function ghostCell(play, move) {
  if (move === null || !play.legal.includes(move)) return null;
  return play.game.gravity ? play.landing[move] : move;
}

/**
 * The stones of the line behind a column's score, numbered from the next move.
 * @param {Play} play
 * @param {Here | null} here
 * @param {number} move
 * @returns {import("../shared/board.js").LineStone[]}
 */
export function lineStones(play, here, move) {
  const known = here?.moves.find((one) => one.move === moveText(play.game, move));
  if (!known || !play.game.gravity) return [];
  const landing = [...play.landing];
  /** @type {import("../shared/board.js").LineStone[]} */
  const stones = [];
  for (const text of known.line.slice(0, MOST_STONES)) {
    const column = Number(text) - 1;
    const cell = landing[column];
    if (cell === null || cell === undefined || cell < 0) break;
    const player = stones.length % 2 === 0 ? play.toMove : 3 - play.toMove;
    stones.push({ cell, player, number: play.at + stones.length + 1 });
    landing[column] = cell - play.game.cols;
  }
  return stones;
}
