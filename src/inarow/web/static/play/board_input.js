// Mouse, finger and keys on the board.

import { cellAt } from "../shared/board.js";
import { cellWords, stepped } from "../shared/cursor.js";
import { announce } from "../shared/dom.js";
import { aims } from "../shared/touch_aim.js";

export class BoardInput {
  /** @param {import("./play.js").PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** Aims at a point of a large board, or at none. @param {number | null} cell */
  aim(cell) {
    const { state, view, play } = this.screen;
    state.aim = cell;
    view.drawBoard(false);
    if (play && cell !== null) announce(cellWords(play, cell));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { play, view, state, steps } = this.screen;
    if (!play) return;
    view.stage.board.blur(); // after a click the arrows stay the screen's: they step through the game
    const cell = cellAt(view.stage.board, play, event);
    if (cell === null) return;
    if (aims(play, view.stage.board) && state.aim !== cell) return this.aim(cell);
    steps.add(() => this.screen.drop(play.game.gravity ? cell % play.game.cols : cell));
  }

  /** A mouse shows where its stone would lie, a finger drags the aim. @param {PointerEvent} event */
  pointed(event) {
    const { play, state, view } = this.screen;
    if (!play) return;
    const cell = event.type === "pointerleave" ? null : cellAt(view.stage.board, play, event);
    if (event.pointerType === "mouse") {
      view.stage.pointing.at(cell === null ? null : play.game.gravity ? cell % play.game.cols : cell);
    } else if (event.type === "pointermove" && state.aim !== null && cell !== null && cell !== state.aim) {
      this.aim(cell);
    }
  }

  /** Arrows move a cursor over a free board. @param {KeyboardEvent} event */
  key(event) {
    const { play, state, view, steps } = this.screen;
    if (!play || play.game.gravity) return;
    const next = stepped(play, state.cursor, event.key);
    if (next !== null) {
      event.preventDefault();
      state.cursor = next;
      view.drawBoard(false);
      announce(cellWords(play, next));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { cursor } = state;
      if (cursor !== null) steps.add(() => this.screen.drop(cursor));
    }
  }
}
