// Questions about alpha-beta: the search stops before a decision, and the reader decides.

import { Refusal, ask } from "../shared/api.js";
import { announce, complain, h, swap } from "../shared/dom.js";
import { lineWords } from "../shared/link.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("../shared/types.js").Link} Link */
/**
 * @typedef {{kind: string, path: number[], then: {path: number[], after: number | null}, child: number, words: string,
 *   options: {label: string, told: string}[], answer: number}} Question
 */

const KEYS = { cut: ["s", "x"], window: ["1", "2", "3"] };
const LARGEST_SEED = 999_999_999;

export class Quiz {
  /**
   * @param {() => Link | null} link
   * @param {(words: Record<string, string>) => Promise<void>} go
   * @param {() => void} redraw the tree, when another child is asked about
   */
  constructor(link, go, redraw) {
    this.link = link;
    this.go = go;
    this.redraw = redraw;
    this.panel = h("section", { class: "quiz", "aria-label": "Quiz" });
    /** @type {Question | null} */ this.question = null;
    /** What was guessed, or nothing yet. @type {number | null} */ this.guess = null;
    this.asked = 0;
    this.right = 0;
    this.draw();
  }

  async next() {
    const link = this.link();
    if (!link) return;
    try {
      const words = { ...lineWords(link), ...link.words, path: "", after: "", node: "", to: "", show: "a" };
      const seed = Math.floor(Math.random() * LARGEST_SEED);
      const found = /** @type {Question} */ (await ask("quiz", { ...words, seed }));
      this.question = found;
      this.guess = null;
      await this.go({ show: "a", node: "", to: "", path: found.path.join(","), after: "" });
      this.draw();
      announce(found.words);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      complain(error.message);
    }
  }

  /** @param {number} option */
  answer(option) {
    if (!this.question || this.guess !== null || option >= this.question.options.length) return;
    this.guess = option;
    this.asked += 1;
    if (option === this.question.answer) this.right += 1;
    const { path, after } = this.question.then;
    void this.go({ path: path.join(","), after: String(after ?? ""), node: "", to: "" });
    this.draw();
    announce(this.question.options[option].told);
  }

  end() {
    this.question = this.guess = null;
    this.asked = this.right = 0;
    this.draw();
    this.redraw();
  }

  /** The child that an open question is about. @returns {{path: number[], move: number} | null} */
  asking() {
    const { question } = this;
    return question && this.guess === null ? { path: question.then.path, move: question.child } : null;
  }

  /** Keys while a question is open, and for the next one. */
  keys() {
    /** @type {import("../shared/keys.js").KeyMap} */
    const map = {};
    const { question } = this;
    if (!question) return map;
    if (this.guess !== null) map.n = () => void this.next();
    else KEYS[/** @type {"cut"} */ (question.kind)].forEach((key, option) => (map[key] = () => this.answer(option)));
    return map;
  }

  draw() {
    const { question, guess } = this;
    /** @param {string} key @param {string} text @param {() => void} click @param {string} kind @param {string} [shortcut] */
    const act = (key, text, click, kind, shortcut) =>
      h(
        "button",
        { type: "button", class: kind, "data-key": key, id: `quiz-${key}`, on: { click } },
        text,
        shortcut ? h("kbd", null, shortcut) : null,
      );
    if (!question) {
      swap(
        this.panel,
        h(
          "div",
          { class: "row" },
          h("h2", null, "Quiz"),
          act("next", "Ask me", () => void this.next(), "btn"),
        ),
        h("p", { class: "small" }, "Will the next move be searched or cut? Which window is handed down?"),
      );
      return;
    }
    const keys = KEYS[/** @type {"cut"} */ (question.kind)];
    const told = guess === null ? null : question.options[guess].told;
    const good = guess === question.answer;
    const is = question.options[question.answer].label.toLowerCase();
    swap(
      this.panel,
      h(
        "div",
        { class: "row" },
        h("h2", null, "Quiz"),
        this.asked ? h("span", { class: "small", id: "quiz-score" }, `${this.right} of ${this.asked} right`) : null,
        h(
          "span",
          { class: "sp" },
          act("end", "End quiz", () => this.end(), "btn quiet"),
        ),
      ),
      h("p", { class: "voice" }, question.words),
      told === null
        ? h(
            "div",
            { class: "row answers" },
            question.options.map((option, number) =>
              act(`option-${number}`, option.label, () => this.answer(number), "btn", keys[number]),
            ),
            act("skip", "Skip", () => void this.next(), "btn quiet"),
          )
        : [
            h("span", { class: `tag ${good ? "win" : "loss"}` }, `${good ? "right:" : "no, it is"} ${is}`),
            h("p", { class: "voice" }, told),
            h(
              "div",
              { class: "row answers" },
              act("next", "Next question", () => void this.next(), "btn primary", "n"),
            ),
          ],
    );
  }
}
