// The stage: one game after the other, each turn at the pace of a room, then the points so far.

import { chip, h, swap } from "../shared/dom.js";
import { ReplayBoard } from "./replay_board.js";
import { timeWords } from "./time_bars.js";

/** @typedef {import("./event_types.js").StagedGame} StagedGame */
/** @typedef {{title: string, finished: boolean, games: StagedGame[]}} StageData */

const TURN_MS = 1100;
const OPENING_MS = 300;
const END_MS = 6000;

export class Stage {
  /** @param {HTMLElement} place @param {StageData} data @param {number} [pace] times as fast */
  constructor(place, data, pace = 1) {
    this.place = place;
    this.data = data;
    this.pace = pace;
    this.number = 0;
    this.shown = 0;
    this.table = false;
    this.paused = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.board = new ReplayBoard();
    this.draw(false);
    this.wait();
  }

  /** More games have ended. @param {StageData} data */
  update(data) {
    const waiting = this.number >= this.data.games.length;
    this.data = data;
    if (waiting) {
      this.draw(false);
      this.wait();
    }
  }

  get game() {
    return this.data.games[this.number];
  }

  wait() {
    clearTimeout(this.timer);
    if (this.paused || !this.game) return;
    const ended = this.shown >= this.game.steps.length;
    const opening = this.game.steps[this.shown]?.opening ?? false;
    const pause = ended || this.table ? END_MS : opening ? OPENING_MS : TURN_MS;
    this.timer = setTimeout(() => this.step(1), pause / this.pace);
  }

  /** @param {number} turns */
  step(turns) {
    if (!this.game) return;
    const count = this.game.steps.length;
    let drop = false;
    if (turns < 0) {
      this.table = false;
      this.shown = Math.max(0, this.shown - 1);
    } else if (this.table) {
      this.table = false;
      this.number += 1;
      this.shown = 0;
    } else if (this.shown >= count) {
      this.table = true;
    } else {
      this.shown += 1;
      drop = true;
    }
    this.draw(drop);
    this.wait();
  }

  toggle() {
    this.paused = !this.paused;
    this.draw(false);
    this.wait();
  }

  /** @param {boolean} drop */
  draw(drop) {
    this.place.dataset.shown = `${this.number}:${this.shown}${this.table ? ":table" : ""}`;
    if (!this.game) {
      const words = this.data.finished ? "That was the last game." : "Waiting for the next game to end.";
      swap(this.place, h("h1", null, this.data.title), this.points(this.number), h("p", { class: "voice" }, words));
      return;
    }
    if (this.table) {
      swap(
        this.place,
        h("h1", null, `After ${this.number + 1} of ${this.data.games.length} games`),
        this.points(this.number + 1),
      );
      return;
    }
    const { game, shown } = this;
    const step = shown > 0 ? game.steps[shown - 1] : null;
    const ended = shown === game.steps.length;
    this.board.draw(game, shown, drop);
    const side = (/** @type {number} */ player) =>
      h(
        "p",
        { class: `seat${step?.player === player ? " turn" : ""}` },
        chip(player),
        h("b", null, game.names[player - 1]),
        h("span", { class: "num" }, this.lastTime(player)),
      );
    const said = ended ? game.summary : (step?.sentences ?? []);
    swap(
      this.place,
      h("div", { class: "stage-left" }, this.board.element),
      h(
        "div",
        { class: "stage-right" },
        h(
          "p",
          { class: "sub" },
          `${this.data.title}, ${game.stage}, game ${this.number + 1} of ${this.data.games.length}`,
        ),
        side(1),
        side(2),
        h(
          "p",
          { class: "result" },
          ended ? game.result : `${shown} of ${game.steps.length}${this.paused ? ", paused" : ""}`,
        ),
        said.map((sentence) => h("p", { class: "voice" }, sentence)),
      ),
    );
  }

  /** @param {number} player */
  lastTime(player) {
    const steps = this.game.steps.slice(0, this.shown).filter((step) => step.player === player);
    const last = steps[steps.length - 1];
    return last?.took_ms === undefined ? "" : timeWords(last.took_ms);
  }

  /** Points in the games that the room has seen. @param {number} games */
  points(games) {
    /** @type {Map<string, number>} */
    const points = new Map();
    for (const game of this.data.games.slice(0, games)) {
      game.names.forEach((name, side) => points.set(name, (points.get(name) ?? 0) + game.points[side]));
    }
    const rows = [...points].sort((a, b) => b[1] - a[1]);
    return h(
      "table",
      { class: "stage-table" },
      h(
        "tbody",
        null,
        rows.map(([name, value]) => h("tr", null, h("td", null, name), h("td", { class: "rt num" }, value))),
      ),
    );
  }
}
