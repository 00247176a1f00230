// The rail along a search: a slider from its first node to its last, a tick for each cut-off, and a flag
// where the program that was asked about parts from the right search.

import { grouped, h, s, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {{number: number, words: string}} Flag */

const PAGES = 20; // Page Up and Page Down go this share of the search

export class Scrubber {
  /**
   * @param {(number: number, replace: boolean) => Promise<void>} go to a node; Back skips the place that
   *   is left when it is replaced
   * @param {(step: () => Promise<void>) => void} queue takes a step when its turn comes
   */
  constructor(go, queue) {
    this.go = go;
    this.queue = queue;
    /** @type {Search | null} */ this.search = null;
    /** Where the pointer holds the knob. @type {number | null} */ this.held = null;
    /** @type {number | null} */ this.wanted = null;
    this.going = false;
    this.ticks = s("svg", { viewBox: "0 0 1000 34", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.knob = h("span", { class: "knob" });
    this.flag = h("span", { class: "flag", hidden: true });
    this.slider = h(
      "div",
      { class: "scrubber", role: "slider", tabindex: "0", "aria-label": "Node", "aria-valuemin": "1" },
      this.ticks,
      this.flag,
      this.knob,
    );
    this.ends = h("div", { class: "ends" });
    this.rail = h("div", { class: "rail" }, this.slider, this.ends);
    this.slider.addEventListener("pointerdown", (event) => this.grasped(event));
    this.slider.addEventListener("pointermove", (event) => this.dragged(event));
    for (const end of ["pointerup", "pointercancel"]) this.slider.addEventListener(end, () => this.released());
    this.slider.addEventListener("keydown", (event) => this.pressed(event));
  }

  get count() {
    return this.search?.node.count ?? 1;
  }

  /** How far along the rail a node is, from 0 to 1. @param {number} number */
  along(number) {
    return this.count > 1 ? (number - 1) / (this.count - 1) : 0;
  }

  /** The node at a place of the window. @param {number} x */
  numberAt(x) {
    const box = this.ticks.getBoundingClientRect();
    const along = Math.max(0, Math.min(1, (x - box.left) / box.width));
    return 1 + Math.round(along * (this.count - 1));
  }

  /** @param {PointerEvent} event */
  grasped(event) {
    if (event.button !== 0 || !this.search) return;
    this.slider.setPointerCapture(event.pointerId);
    this.held = this.numberAt(event.clientX);
    this.drag(false);
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    if (this.held === null) return;
    const number = this.numberAt(event.clientX);
    if (number === this.held) return;
    this.held = number;
    this.drag(true);
  }

  released() {
    this.held = null;
    if (this.search && !this.going) this.place(this.search.node.number);
  }

  /** The knob follows at once, the search as fast as it answers; what was passed meanwhile is left out.
   *  @param {boolean} replace */
  drag(replace) {
    this.wanted = this.held;
    this.place(this.held ?? 1);
    if (this.going) return;
    this.going = true;
    this.queue(async () => {
      try {
        for (let again = replace; this.wanted !== null; again = true) {
          const number = this.wanted;
          this.wanted = null;
          await this.go(number, again);
        }
      } finally {
        this.going = false;
      }
    });
  }

  /** The keys of a slider. @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.search) return;
    const page = Math.max(10, Math.round(this.count / PAGES));
    /** @type {Record<string, number>} */
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page };
    /** @type {Record<string, number>} */
    const to = { Home: 1, End: this.count };
    if (!(event.key in by) && !(event.key in to)) return;
    event.preventDefault();
    this.queue(async () => {
      if (!this.search) return;
      const { number } = this.search.node;
      const returned = this.search.cursor.after !== null; // one back from there is the node itself
      const next = to[event.key] ?? number + by[event.key] + (by[event.key] === -1 && returned ? 1 : 0);
      await this.go(Math.max(1, Math.min(this.count, next)), false);
    });
  }

  /** @param {number} number */
  place(number) {
    this.knob.style.setProperty("--part", String(this.along(number)));
  }

  /** @param {Search} search @param {Flag | null} flag */
  draw(search, flag) {
    this.search = search;
    const { cuts, node } = search;
    const cutting = search.show === "a";
    const cutWords = cutting ? `, cut-off ${cuts.number} of ${cuts.count}` : "";
    this.slider.setAttribute("aria-valuemax", String(node.count));
    this.slider.setAttribute("aria-valuenow", String(node.number));
    this.slider.setAttribute("aria-valuetext", `node ${node.number} of ${node.count}${cutWords}`);
    const passed = 1000 * this.along(node.number);
    this.ticks.replaceChildren(
      s("rect", { x: 0, y: 15, width: 1000, height: 4, class: "track" }),
      s("rect", { x: 0, y: 15, width: passed, height: 4, class: "done" }),
      ...(cutting ? cuts.ticks : []).map((tick) => {
        const tall = 10 + 16 * tick.height;
        const x = 1000 * this.along(tick.at * node.count);
        const past = tick.at <= cuts.here ? " past" : "";
        return s("rect", { x: x - 0.8, y: 17 - tall / 2, width: 1.6, height: tall, class: `tick${past}` });
      }),
    );
    this.place(this.held ?? node.number);
    this.flag.hidden = flag === null;
    this.rail.classList.toggle("flagged", flag !== null);
    const words = h("em", { hidden: flag === null }, flag?.words);
    for (const mark of [this.flag, words]) mark.style.setProperty("--part", String(flag ? this.along(flag.number) : 0));
    swap(this.ends, h("span", null, 1), words, h("span", null, grouped(node.count)));
  }
}
