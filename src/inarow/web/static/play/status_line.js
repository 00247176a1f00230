// The line below the board: whose turn it is, or what is being worked on, with the button to stop it.

import { h, sideName, swap } from "../shared/dom.js";
import { PERFECT } from "./levels.js";

/** @typedef {import("../shared/types.js").Play} Play */

const SHORT_MS = 400;
const LONG_MS = 1600;

/** @param {string} key @param {string} text @param {() => void} click */
function smallButton(key, text, click) {
  return h("button", { type: "button", class: "btn small-btn", "data-key": key, on: { click } }, text);
}

export class StatusLine {
  /**
   * @param {import("./play_state.js").PlayState} state
   * @param {import("./play_view.js").Actions} act
   */
  constructor(state, act) {
    this.state = state;
    this.line = h("p", { class: "small status" });
    this.solved = h("span");
    this.stop = smallButton("stop", "Stop", act.stop);
    this.pause = smallButton("pause", "Pause", act.pause);
    this.giveUp = smallButton("give-up", "Stop", act.giveUp);
    this.letMove = smallButton("go-on", "Let inarow move", act.letMove);
    this.restore = smallButton("restore", "Undo", act.restore);
    this.timer = 0;
  }

  draw() {
    const { state } = this;
    const { play } = state;
    if (!play) return;
    if (!state.thinking) clearTimeout(this.timer);
    if (state.deleted) swap(this.line, "Line deleted. ", this.restore);
    else if (state.notice) swap(this.line, state.notice);
    else if (state.thinking) this.drawThinking(play);
    else if (state.searching) swap(this.line, `Looking for ${sideName(play.toMove)}’s best move. `, this.giveUp);
    else if (state.here?.solving && state.nodes > 0 && state.scoresShown) this.drawSolving();
    else if (state.retrying) swap(this.line, "Scores are hidden until you move.");
    else if (state.puzzling) swap(this.line, "Scores are hidden until the puzzle ends.");
    else swap(this.line, this.turn(play));
  }

  /** What lasts is told, a moment's thought is not; the button stays under the pointer while two engines play.
   * @param {Play} play */
  drawThinking(play) {
    const perfect = (play.toMove === 1 ? this.state.link?.red : this.state.link?.yellow) === PERFECT;
    const words = `${sideName(play.toMove)} is thinking. `;
    clearTimeout(this.timer);
    if (!this.state.watched) {
      swap(this.line);
      this.timer = setTimeout(() => {
        swap(this.line, words);
        if (perfect) this.timer = setTimeout(() => swap(this.line, words, "Perfect takes up to 10 s."), LONG_MS);
      }, SHORT_MS);
    } else if (this.pause.isConnected) this.line.firstChild?.replaceWith(words);
    else swap(this.line, words, this.pause);
  }

  /** The button stays under the pointer while the count runs. */
  drawSolving() {
    this.solved.textContent = `solving, ${(this.state.nodes / 1e6).toFixed(1)} million positions `;
    if (!this.stop.isConnected) swap(this.line, this.solved, this.stop);
  }

  /** Whose turn it is, with a button when a loaded game waits for the computer. @param {Play} play */
  turn(play) {
    const { link, here, scoresShown } = this.state;
    if (!link || play.outcome !== "ongoing") return `${play.resultHere}.`;
    const seat = play.toMove === 1 ? link.red : link.yellow;
    const left = play.left === 1 ? "1 stone" : `${play.left} stones`;
    const stones = Math.max(...play.game.stones) > 1 ? `, ${left}` : "";
    const turn = `${sideName(play.toMove)} to move${stones}`;
    const open = scoresShown && play.game.gravity && here?.moves.some((move) => move.result === null);
    const words = open && !here?.solving ? `${turn}. Not every column is solved.` : `${turn}.`;
    if (seat === "you" || play.at !== play.moves.length) return words;
    return h("span", null, `${words} `, this.letMove);
  }
}
