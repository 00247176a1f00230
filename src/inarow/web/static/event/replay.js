// One stored game that is stepped through by buttons, arrows, bars and the list of its turns.

import { announce, chip, h, sideName, swap } from "../shared/dom.js";
import { ReplayBoard } from "./replay_board.js";
import { drawBars, timeWords } from "./time_bars.js";
import { drawValues } from "./value_graph.js";

/** @typedef {import("./event_types.js").EventGame} EventGame */

/** @param {Element} section @param {string} name @returns {HTMLElement} */
function part(section, name) {
  const found = section.querySelector(`.${name}`);
  if (!(found instanceof HTMLElement)) throw new Error(`the game has no part ${name}`);
  return found;
}

export class Replay {
  /**
   * @param {Element} section
   * @param {EventGame} game
   * @param {(replay: Replay) => void} used is told of every step that the reader makes
   */
  constructor(section, game, used) {
    this.section = section;
    this.game = game;
    this.used = used;
    this.shown = game.steps.length;
    this.fresh = true;
    this.board = new ReplayBoard();
    this.count = h("span", { class: "pos" });
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "btn icon", "aria-label": label, on: { click: act } }, text);
    const steps = h(
      "div",
      { class: "steps" },
      button("«", "Start", () => this.go(0)),
      button("‹", "One turn back", () => this.step(-1)),
      button("›", "One turn on", () => this.step(1)),
      button("»", "End", () => this.go(game.steps.length)),
      this.count,
    );
    swap(part(section, "turning"), this.board.element, steps);
    this.draw(false);
  }

  /** @param {number} turns */
  go(turns) {
    const shown = Math.max(0, Math.min(this.game.steps.length, turns));
    const on = shown === this.shown + 1;
    this.fresh = false;
    this.shown = shown;
    this.draw(on);
    this.used(this);
    announce(`Turn ${shown} of ${this.game.steps.length}`);
  }

  /** @param {number} turns */
  step(turns) {
    this.go(this.shown + turns);
  }

  /** The turn with which the record has so many moves. @param {number} moves */
  goToMove(moves) {
    const index = this.game.steps.findIndex((step) => step.at >= moves);
    this.go(index < 0 ? this.game.steps.length : index + 1);
  }

  /** @param {boolean} drop */
  draw(drop) {
    const { game, shown } = this;
    const choose = (/** @type {number} */ turn) => this.go(turn);
    this.board.draw(game, shown, drop);
    this.count.textContent = `${shown} of ${game.steps.length}`;
    drawBars(part(this.section, "bars"), game, shown, choose);
    drawValues(part(this.section, "values"), game, shown, choose);
    this.say();
    this.list();
  }

  /** What happened in the turn that is shown; before the first step all that was forfeited. */
  say() {
    const { game, shown } = this;
    const steps = this.fresh
      ? game.steps.filter((step) => step.fault)
      : game.steps.slice(Math.max(shown - 1, 0), shown);
    /** @type {Map<string, {step: import("./event_types.js").Step, times: number}>} */
    const alike = new Map();
    for (const step of steps) {
      const key = JSON.stringify([step.sentences, step.raw]);
      alike.set(key, { step, times: (alike.get(key)?.times ?? 0) + 1 });
    }
    const parts = [...alike.values()]
      .slice(0, 4)
      .map(({ step, times }) => [
        ...(step.sentences ?? []).map((sentence) => h("p", { class: "voice" }, sentence)),
        step.raw ? h("pre", { class: "raw" }, step.raw) : null,
        times > 1 ? h("p", { class: "small" }, `${times} times in this game`) : null,
      ]);
    swap(part(this.section, "now"), ...parts.flat());
  }

  list() {
    const rows = this.game.steps.map((step, number) => {
      const words = step.opening ? "opening" : step.took_ms === undefined ? "" : timeWords(step.took_ms);
      return h(
        "li",
        null,
        h(
          "button",
          {
            type: "button",
            class: "mv",
            "data-key": `turn-${number + 1}`,
            "aria-current": number + 1 === this.shown ? "true" : null,
            "aria-label": `Turn ${number + 1}, ${sideName(step.player)} ${step.text ?? "nothing"}`,
            on: { click: () => this.go(number + 1) },
          },
          h("span", { class: "n" }, number + 1),
          chip(step.player),
          h("span", null, step.text ?? "–"),
          step.mark ? h("span", { class: "k", title: step.change ?? "" }, step.mark) : null,
          step.fault ? h("span", { class: "k" }, step.fault) : null,
          h("span", { class: "small" }, words),
        ),
      );
    });
    swap(part(this.section, "turns"), rows);
  }
}
