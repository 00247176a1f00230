// The line of cut-offs along a search: a slider from 0 to all of them, a tick for each.

import { s } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Cursor} Cursor */

const PAGE = 10; // ticks that Page Up and Page Down go

export class Scrubber {
  /** @param {(place: () => Cursor | null) => void} go to a place that is read when its turn comes */
  constructor(go) {
    this.go = go;
    /** @type {Search | null} */ this.search = null;
    this.svg = s("svg", {
      class: "scrubber",
      viewBox: "0 0 1000 36",
      preserveAspectRatio: "none",
      role: "slider",
      tabindex: "0",
      "aria-label": "Cut-offs along the search",
      "aria-valuemin": "0",
    });
    this.svg.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    this.svg.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)));
  }

  /** To the cut-off nearest to the pointer. @param {MouseEvent} event */
  clicked(event) {
    const ticks = this.search?.cuts.ticks ?? [];
    if (ticks.length === 0) return;
    const box = this.svg.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width;
    const nearest = ticks.reduce((best, tick) => (Math.abs(tick.at - at) < Math.abs(best.at - at) ? tick : best));
    this.go(() => nearest.cut);
  }

  /** The keys of a slider; a page is ten ticks. @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const start = { path: [], after: null };
    const on = () => this.search?.steps.cut ?? null;
    const back = () => this.search?.steps.cutBack ?? start;
    const end = () => this.search?.cuts.last ?? null;
    /** @type {Record<string, () => Cursor | null>} */
    const places = {
      ArrowRight: on,
      ArrowUp: on,
      ArrowLeft: back,
      ArrowDown: back,
      PageUp: () => this.away(PAGE) ?? end(),
      PageDown: () => this.away(-PAGE) ?? start,
      Home: () => start,
      End: end,
    };
    const place = places[event.key];
    if (!place) return;
    event.preventDefault();
    this.go(place);
  }

  /** The cut-off so many ticks away. @param {number} count */
  away(count) {
    if (!this.search) return null;
    const { ticks, here } = this.search.cuts;
    const passed = ticks.filter((tick) => tick.at <= here).length;
    return ticks[passed - 1 + count]?.cut ?? null;
  }

  /** @param {Search} search */
  draw(search) {
    this.search = search;
    const { cuts } = search;
    this.svg.setAttribute("aria-valuemax", String(cuts.count));
    this.svg.setAttribute("aria-valuenow", String(cuts.number));
    this.svg.setAttribute("aria-valuetext", `cut-off ${cuts.number} of ${cuts.count}`);
    this.svg.replaceChildren(
      s("rect", { x: 0, y: 16, width: 1000, height: 4, rx: 2, class: "track" }),
      s("rect", { x: 0, y: 16, width: 1000 * cuts.here, height: 4, class: "done" }),
      ...cuts.ticks.map((tick) => {
        const tall = 10 + 16 * tick.height;
        return s("rect", {
          x: 1000 * tick.at - 0.9,
          y: 18 - tall / 2,
          width: 1.8,
          height: tall,
          class: `tick${tick.at <= cuts.here ? " past" : ""}`,
        });
      }),
      s("rect", { x: 1000 * cuts.here - 2, y: 2, width: 4, height: 32, rx: 2, class: "done" }),
    );
  }
}
