// Walking through a search: play and pause, the speed, by which step, and the node one is at.

import { BACK, FIRST, LAST, ON, icon } from "../shared/controls.js";
import { h, grouped, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {"node" | "leaf" | "cut"} Stride */
/** @typedef {Record<string, string>} Words of a link, empty ones left out */

const SPEEDS = [1, 4, 16, 64];
/** So many views a second are drawn; a higher speed leaves nodes out. */
const MOST_VIEWS = 16;

const ICONS = {
  first: FIRST,
  back: BACK,
  on: ON,
  last: LAST,
  play: "M5 3l10 6-10 6z",
  pause: "M5 3v12M13 3v12",
};

export class Transport {
  /**
   * @param {(words: Words, replace: boolean) => Promise<void>} change goes to another place of the search
   * @param {(step: () => Promise<void>) => void} queue takes a step when its turn comes
   */
  constructor(change, queue) {
    this.change = change;
    this.queue = queue;
    /** @type {Search | null} */ this.search = null;
    /** @type {Stride} */ this.stride = "node";
    this.speed = 4;
    this.playing = false;
    this.stepping = false; // a step of playing is under way
    this.running = false; // play() has not ended
    this.bar = h("div", { class: "transport" });
  }

  /** @param {Search} search */
  draw(search) {
    this.search = search;
    const { number, count } = search.node;
    const start = number <= 1 && search.cursor.after === null;
    const end = this.onward() === null;
    /** @param {string} key @param {string} label @param {keyof typeof ICONS} shape @param {boolean} able @param {() => Promise<void>} act */
    const step = (key, label, shape, able, act) =>
      h(
        "button",
        {
          type: "button",
          class: "btn icon",
          "data-key": key,
          id: `do-${key}`,
          "aria-label": label,
          "aria-disabled": able ? null : "true",
          on: { click: () => able && this.queue(act) },
        },
        icon(ICONS[shape]),
      );
    // A pause is drawn when the last step has arrived: before, the bar would change once more, under a click.
    const moves = this.playing || this.stepping;
    const play = h(
      "button",
      {
        type: "button",
        class: "btn primary play-button",
        "data-key": "play",
        id: "do-play",
        "aria-pressed": String(moves),
        on: { click: () => this.toggle() },
      },
      icon(ICONS[moves ? "pause" : "play"]),
      moves ? "Pause" : "Play",
      h("kbd", null, "space"),
    );
    swap(
      this.bar,
      h(
        "div",
        { class: "group" },
        step("to-start", "To the start", "first", !start, () => this.go({})),
        step("node-back", `Back one ${this.noun}`, "back", !start, () => this.back()),
        play,
        step("node-on", `On one ${this.noun}`, "on", !end, () => this.on()),
        step("to-end", "To the end", "last", number < count, () => this.go({ node: String(count) })),
      ),
      this.choices(
        "Speed",
        "speed",
        SPEEDS.map((one) => [String(one), String(one)]),
        String(this.speed),
        (value) => {
          this.speed = Number(value);
        },
      ),
      this.choices(
        "Step by",
        "stride",
        [
          ["node", "node"],
          ["leaf", "leaf"],
          ["cut", "cut-off"],
        ],
        this.stride,
        (value) => {
          this.stride = /** @type {Stride} */ (value);
          if (this.search) this.draw(this.search);
        },
      ),
      h(
        "span",
        { class: "node-count", id: "node-count" },
        h("span", { class: "unit" }, "node "),
        h("b", null, grouped(number)),
        ` of ${grouped(count)}`,
        search.show === "a"
          ? h(
              "span",
              { class: "cuts" },
              ", ",
              h("span", { id: "cut-number" }, grouped(search.cuts.number)),
              ` of ${search.cuts.complete ? "" : "the first "}${grouped(search.cuts.count)} cut-offs`,
            )
          : null,
      ),
    );
  }

  get noun() {
    return this.stride === "cut" ? "cut-off" : this.stride;
  }

  /**
   * @param {string} label
   * @param {string} name
   * @param {string[][]} values
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  choices(label, name, values, chosen, choose) {
    return h(
      "fieldset",
      { class: "group" },
      h("legend", { class: "small" }, label),
      h(
        "span",
        { class: "seg" },
        values.map(([value, words]) => {
          const radio = h("input", {
            type: "radio",
            name,
            value,
            "data-key": `${name}-${value}`,
            on: { change: () => choose(value) },
          });
          radio.checked = value === chosen;
          return h("label", null, radio, h("span", null, words));
        }),
      ),
    );
  }

  /** Where one stride on leads, or nothing at the end. @returns {Words | null} */
  onward() {
    const { search } = this;
    if (!search) return null;
    const { number, count } = search.node;
    if (this.stride === "cut") return search.steps.cut ? cursorWords(search.steps.cut) : null;
    if (number >= count) return null;
    return this.stride === "leaf" ? { node: String(number), to: "leaf" } : { node: String(number + 1) };
  }

  /** @param {Words} words @param {boolean} [replace] */
  async go(words, replace = false) {
    await this.change({ path: "", after: "", node: "", to: "", ...words }, replace);
  }

  async on() {
    const words = this.onward();
    if (words) await this.go(words);
  }

  async back() {
    const { search } = this;
    if (!search) return;
    const { number } = search.node;
    if (this.stride === "cut") await this.go(search.steps.cutBack ? cursorWords(search.steps.cutBack) : {});
    else if (this.stride === "leaf") await this.go({ node: String(number), to: "leaf-back" });
    else await this.go({ node: String(search.cursor.after === null ? Math.max(1, number - 1) : number) });
  }

  toggle() {
    if (!this.running) {
      void this.play();
      return;
    }
    this.playing = !this.playing;
    if (this.search && !this.stepping) this.draw(this.search);
  }

  /** Goes on until the end, a pause, or until another place was gone to. */
  async play() {
    if (!this.search) return;
    this.running = true;
    try {
      if (this.onward() === null) await this.go({});
      this.playing = true;
      this.draw(this.search);
      while (this.playing) {
        const due = performance.now() + 1000 / Math.min(this.speed, MOST_VIEWS);
        const words = this.strideWords();
        if (!words) break;
        this.stepping = true;
        await this.go(words, true);
        this.stepping = false;
        if (!this.playing) this.draw(this.search);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      }
    } finally {
      this.playing = this.stepping = this.running = false;
      this.draw(this.search);
    }
  }

  /** The next view while playing. */
  strideWords() {
    const next = this.onward();
    const skipped = Math.ceil(this.speed / MOST_VIEWS);
    if (!next || this.stride !== "node" || skipped === 1 || !this.search) return next;
    const { number, count } = this.search.node;
    return { node: String(Math.min(count, number + skipped)) };
  }

  /** @param {number} by 1 faster, -1 slower */
  faster(by) {
    const place = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
    if (this.search) this.draw(this.search);
  }
}

/** @param {import("./search_types.js").Cursor} cursor @returns {Words} */
function cursorWords(cursor) {
  return { path: cursor.path.join(","), after: cursor.after === null ? "" : String(cursor.after) };
}
