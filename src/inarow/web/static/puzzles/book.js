// Which puzzles there are, which set the reader wants, and how the reader has done. All of that but the
// list is kept in the browser.

import { ask } from "../shared/api.js";
import { h } from "../shared/dom.js";

/** @typedef {[string, string, number, number, string[]]} Entry game, goal, win in, grade, themes */

const KEPT = "inarow-puzzles";
const MOST_RECENT = 9;
/** @type {Record<string, string>} */
const TITLES = { connect4: "Connect Four", maxconnect4: "MaxConnect4", gomoku: "Gomoku" };

export class PuzzleBook {
  constructor() {
    /** @type {Entry[]} */ this.entries = [];
    /** @type {Record<string, string>} */ this.themes = {};
    const kept = stored();
    this.set = kept.set ?? "connect4";
    this.theme = kept.theme ?? "";
    this.streak = kept.streak ?? 0;
    this.best = kept.best ?? 0;
    /** @type {boolean[]} */ this.recent = kept.recent ?? [];
    /** @type {number[]} */ this.solved = kept.solved ?? [];
  }

  async load() {
    if (this.entries.length) return;
    const found = await ask("puzzles", {});
    this.entries = found.puzzles;
    this.themes = found.themes;
  }

  /** @param {number} number @param {boolean} good */
  judged(number, good) {
    this.streak = good ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.recent = [...this.recent, good].slice(-MOST_RECENT);
    if (good && !this.solved.includes(number)) this.solved.push(number);
    this.keep();
  }

  keep() {
    const { set, theme, streak, best, recent, solved } = this;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ set, theme, streak, best, recent, solved }));
    } catch {
      // A browser that keeps nothing forgets the streak.
    }
  }

  /** Whether a puzzle is of the chosen set. @param {Entry} entry */
  wanted([game, goal, win_in, grade, themes]) {
    const [name, kind = ""] = this.set.split(" ");
    if (game !== name || (this.theme && !themes.includes(this.theme))) return false;
    if (kind.startsWith("g")) return grade === Number(kind.slice(1));
    return kind === "" || (kind === "draw" ? goal === "draw" : win_in === Number(kind));
  }

  /** The next one of the set that was not solved, behind a number, and round again. @param {number} number */
  next(number) {
    const all = this.entries.map((_, place) => place + 1);
    const order = [...all.slice(number), ...all.slice(0, number)];
    const wanted = order.filter((one) => this.wanted(this.entries[one - 1]));
    return wanted.find((one) => !this.solved.includes(one)) ?? wanted[0] ?? 1;
  }

  /** @param {() => void} changed */
  choices(changed) {
    const wins = [2, 3, 4, 5, 6, 7, 8].map((count) => [`connect4 ${count}`, `Connect Four, win in ${count}`]);
    const grades = [1, 2, 3, 4, 5, 6, 7, 8].map((grade) => [`connect4 g${grade}`, `Connect Four, grade ${grade}`]);
    const sets = [
      ["connect4", "Connect Four, all"],
      ...wins,
      ["connect4 draw", "Connect Four, save the draw"],
      ...grades,
      ...Object.entries(TITLES).slice(1),
    ];
    const themes = [["", "any theme"], ...Object.entries(this.themes)];
    return [
      this.choice("set", "Set", sets, this.set, (value) => {
        this.set = value;
        this.theme = "";
        this.keep();
        changed();
      }),
      this.choice("theme", "Theme", themes, this.theme, (value) => {
        this.theme = value;
        this.keep();
        changed();
      }),
    ];
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {string[][]} values
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  choice(key, label, values, chosen, choose) {
    const select = h(
      "select",
      {
        class: "sel",
        id: `puzzle-${key}`,
        "data-key": key,
        "aria-label": label,
        on: { change: () => choose(select.value) },
      },
      values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    );
    return select;
  }
}

/** @returns {any} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}
