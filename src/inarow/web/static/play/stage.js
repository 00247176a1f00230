// The board with what stands around it: tiles or the result above, the bar or row numbers beside it, the
// columns below. Its size follows from the shape of the board, which the style sheet is told.

import { DROP_MS, drawBoard } from "../shared/board.js";
import { h, motionAllowed, s, swap } from "../shared/dom.js";
import { joinMoves, moveText } from "../shared/link.js";
import { click } from "../shared/sound.js";
import { TouchAim } from "../shared/touch_aim.js";
import { heatOf } from "./facts.js";
import { Pointing, ghostCell, lineStones } from "./pointing.js";
import { drawBar, tiles } from "./scores.js";
import { playerName } from "./summary.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Link} Link */

const REPLY_PAUSE_MS = 300;

/** Labels from 1. @param {number} count */
function numbers(count) {
  return Array.from({ length: count }, (_, number) => h("span", null, number + 1));
}

export class Stage {
  /**
   * @param {import("./play_state.js").PlayState} state
   * @param {import("./play_view.js").Actions} act
   */
  constructor(state, act) {
    this.state = state;
    this.act = act;
    /** Where the shape of the board is written for the style sheet. @type {HTMLElement | null} */
    this.frame = null;
    /** When the last stone has come to rest. */ this.restsAt = 0;
    /** A stone that was drawn before the server's answer. @type {{moves: string, cell: number} | null} */
    this.early = null;
    this.tiles = h("div", { class: "tiles", role: "group", "aria-label": "Columns" });
    this.bar = h(
      "div",
      { class: "eval", role: "img" },
      h("div", { class: "y" }),
      h("div", { class: "r" }),
      h("div", { class: "mid" }),
      h("span", { class: "v" }),
    );
    this.board = s("svg", { class: "board", role: "img", "data-key": "board" });
    this.columns = h("div", { class: "cols", "aria-hidden": "true" });
    this.rows = h("div", { class: "row-labels", "aria-hidden": "true" });
    this.part = h("div", { class: "stage" }, this.tiles, this.bar, this.rows, this.board, this.columns);
    this.pointing = new Pointing(state, () => this.draw(false));
    this.aim = new TouchAim({ place: (cell) => act.drop(cell), aim: (cell) => act.aim(cell) });
    this.listen();
  }

  /** Listeners for keys and focus stand on the part: on the board they would make it a stop of the Tab key. */
  listen() {
    const { board, part, act } = this;
    board.addEventListener("click", (event) => act.boardClick(/** @type {MouseEvent} */ (event)));
    for (const name of ["pointermove", "pointerdown", "pointerleave"])
      board.addEventListener(name, (event) => act.boardPointer(/** @type {PointerEvent} */ (event)));
    part.addEventListener("keydown", (event) => {
      if (event.target === board) act.boardKey(event);
    });
    part.addEventListener("focusout", (event) => {
      if (event.target !== board || this.state.cursor === null) return;
      this.state.cursor = null;
      this.draw(false);
    });
  }

  /** @param {boolean} moved whether the last stone has just been laid */
  draw(moved) {
    const { state } = this;
    const { play, here, scoresShown: shown } = state;
    if (!play) return;
    const why = state.why && state.why.number <= play.at && shown ? state.why : null;
    const last = play.at > 0 ? play.moves[play.at - 1] : null;
    const early = this.early?.moves === play.movesText && this.early.cell === last?.cell;
    if (moved && last) this.noteDrop(last.player, early);
    this.early = null;
    const line = shown && state.lineShown && state.pointed !== null ? lineStones(play, here, state.pointed) : [];
    drawBoard(this.board, play, {
      drop: moved && !early,
      cursor: state.cursor,
      aim: state.aim,
      ghost: state.thinking || line.length > 0 ? null : ghostCell(play, state.pointed),
      line,
      threats: shown && line.length === 0 ? (why?.threats.length ? why.threats : (play.free?.letters ?? [])) : [],
      suggest: this.hint() ?? (line.length === 0 ? (why?.suggest ?? null) : null),
      heat: shown ? heatOf(play, here) : [],
      highlight: state.highlight,
      numbers: state.inLine ? numbersOf(play, state.lineFrom) : new Map(),
      badge: why && why.mark.startsWith("?") ? { cell: play.moves[why.number - 1].cell, mark: why.mark } : null,
    });
    this.aim.draw(play, state.aim);
    this.drawFrame(play);
  }

  /** @param {Play} play */
  drawFrame({ game }) {
    const free = !game.gravity;
    this.part.classList.toggle("free", free);
    this.part.classList.toggle("in-line", this.state.inLine);
    this.frame?.classList.toggle("on-free", free);
    this.frame?.classList.toggle("on-usual", game.name === "connect4");
    if (free) this.board.setAttribute("tabindex", "0");
    else this.board.removeAttribute("tabindex");
    this.board.setAttribute("role", free ? "application" : "img");
    const shape = (game.cols * 100 + 20) / (game.rows * 100 + 20);
    for (const [name, value] of Object.entries({ "--columns": game.cols, "--rows": game.rows, "--shape": shape }))
      (this.frame ?? this.part).style.setProperty(name, String(value));
    swap(this.columns, numbers(game.cols));
    this.rows.hidden = !free;
    this.bar.hidden = free;
    swap(this.rows, free ? numbers(game.rows) : []);
  }

  drawScores() {
    const { play, link, here, reader, scoresShown, ended } = this.state;
    if (!play || !link) return;
    const { game } = play;
    this.tiles.hidden = !game.gravity;
    this.tiles.classList.toggle("many", game.cols > 7);
    this.tiles.classList.toggle("crowded", game.cols > 9);
    this.tiles.classList.toggle("ended", ended);
    if (ended) swap(this.tiles, h("p", { class: "ended-words" }, endWords(link, play)));
    else if (game.gravity) {
      const point = (/** @type {number | null} */ move) => this.pointing.at(move, true);
      swap(this.tiles, tiles(play, here, scoresShown, reader, this.act.drop, point));
      const scores = [...this.tiles.querySelectorAll("b:not(.bound)")];
      const wide = scores.some((score) => (score.textContent ?? "").length > 2);
      this.tiles.classList.toggle("wide", wide); // all of them in one size
    }
    drawBar(this.bar, here, scoresShown, { counted: game.counted, reader, toMove: play.toMove });
  }

  /** The best move, where it was asked for and is known. */
  hint() {
    const { hinted, here, play } = this.state;
    const best = hinted ? here?.best[0] : undefined;
    if (!play || best === undefined) return null;
    return play.legal.find((move) => moveText(play.game, move) === best) ?? null;
  }

  /** A stone begins to fall: when it rests, and its sound. @param {number} player @param {boolean} early */
  noteDrop(player, early) {
    if (!early) this.restsAt = motionAllowed() ? performance.now() + DROP_MS : 0;
    const left = Math.max(0, this.restsAt - performance.now());
    if (this.state.sound && motionAllowed()) setTimeout(() => click(player), left);
  }

  /** Draws a stone of the reader's before the server has answered. @param {number} move */
  drawEarly(move) {
    const { play } = this.state;
    if (!play || !motionAllowed()) return;
    const cell = play.game.gravity ? play.landing[move] : move;
    if (cell === null || cell === undefined) return;
    const moves = play.moves.slice(0, play.at);
    moves.push({ text: moveText(play.game, move), move, player: play.toMove, cell });
    const cells = play.cells.slice(0, cell) + String(play.toMove) + play.cells.slice(cell + 1);
    this.restsAt = performance.now() + DROP_MS;
    drawBoard(this.board, { ...play, cells, moves, at: moves.length, lines: [] }, { drop: true });
    const texts = moves.map((one) => one.text);
    this.early = { moves: joinMoves(play.game, texts), cell };
  }

  /** Resolves when the last stone has come to rest, and a moment later. */
  landed() {
    const wait = this.restsAt + REPLY_PAUSE_MS - performance.now();
    return this.restsAt > 0 && wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve();
  }
}

/** The stones of a line beside the game by their numbers. @param {Play} play @param {number} from */
function numbersOf(play, from) {
  const made = play.moves
    .slice(0, play.at)
    .map((move, number) => /** @type {[number, number]} */ ([move.cell, number + 1]));
  return new Map(made.slice(from));
}

/** How a game ended, by the names of those who played. @param {Link} link @param {Play} play */
function endWords(link, play) {
  return play.resultHere.replace(/^(Red|Yellow)/, (side) => playerName(link, side === "Red" ? 1 : 2));
}
