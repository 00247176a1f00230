// Which puzzles there are, which set the reader wants, and how the reader has done. All of that but the
// list is kept in the browser.

import { ask } from "../shared/api.js";
import { h } from "../shared/dom.js";

/** @typedef {[string, string, number, number, string[]]} Entry game, goal, win in, grade, themes */

const KEPT = "inarow-puzzles";
const MOST_RECENT = 9;

export class PuzzleBook {
  constructor() {
    /** @type {Entry[]} */ this.entries = [];
    /** @type {Record<string, string>} */ this.themes = {};
    /** Of the games that have puzzles. @type {Record<string, string>} */ this.titles = {};
    const kept = stored();
    this.set = kept.set ?? "connect4";
    this.theme = kept.theme ?? "";
    this.streak = kept.streak ?? 0;
    this.best = kept.best ?? 0;
    /** The last that were judged, by number. @type {[number, boolean][]} */
    this.recent = (kept.recent ?? []).filter(Array.isArray);
    /** @type {number[]} */ this.solved = kept.solved ?? [];
  }

  async load() {
    if (this.entries.length) return;
    const found = await ask("puzzles", {});
    this.entries = found.puzzles;
    this.themes = found.themes;
    this.titles = found.titles;
  }

  /** Counts a puzzle; one of the last few is not counted again. @param {number} number @param {boolean} good */
  judged(number, good) {
    if (this.recent.some(([before]) => before === number)) return;
    this.streak = good ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.recent = [...this.recent, /** @type {[number, boolean]} */ ([number, good])].slice(-MOST_RECENT);
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

  /** Whether a puzzle is of the chosen set and theme. @param {Entry} entry */
  wanted(entry) {
    return this.inSet(entry) && (this.theme === "" || entry[4].includes(this.theme));
  }

  /** A puzzle that a link has opened brings the set of its game. @param {number} number */
  follow(number) {
    const entry = this.entries[number - 1];
    if (!entry || this.wanted(entry)) return;
    this.set = entry[0];
    this.theme = "";
    this.keep();
  }

  /** @param {Entry} entry */
  inSet([game, goal, win_in, grade]) {
    const [name, kind = ""] = this.set.split(" ");
    if (game !== name) return false;
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
      ...Object.entries(this.titles).filter(([game]) => game !== "connect4"),
    ];
    const shown = new Set(this.entries.filter((entry) => this.inSet(entry)).flatMap((entry) => entry[4]));
    const themes = [["", "any theme"], ...Object.entries(this.themes).filter(([theme]) => shown.has(theme))];
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
