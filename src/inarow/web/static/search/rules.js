// The rules of a search as tags, the controls to change each of them, and the entry of a position.

import { fileButton } from "../shared/controls.js";
import { h } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */
/** @typedef {import("./search_types.js").Rule} Rule */

let rulesOpen = false;
let entryOpen = false;

/**
 * @param {Search} search
 * @param {(words: Record<string, string>) => void} change
 * @param {(text: string) => void} open
 */
export function rulesPart(search, change, open) {
  const { base } = search;
  const { cols, gravity } = search.play.game;
  const shown = search.rules.filter((rule) => rule.always || rule.changed);
  const course = search.command !== null;
  return [
    h(
      "div",
      { class: "rules" },
      shown.map(tag),
      gravity
        ? h(
            "span",
            { class: "rule" },
            "columns ",
            h("b", null, `${base}–${cols - 1 + base}`),
            base === 0 && course ? ", as COMP3308 prints" : "",
          )
        : null,
      details("Change a rule…", rulesOpen, (now) => (rulesOpen = now), [
        ...search.rules.map((rule) => ruleField(rule, change, search)),
        numbersField(base, change),
      ]),
      details("Another position…", entryOpen, (now) => (entryOpen = now), [entry(open)]),
    ),
  ];
}

/** @param {Rule} rule */
function tag(rule) {
  return h("span", { class: `rule${rule.changed ? " changed" : ""}` }, `${rule.tag} `, h("b", null, rule.words));
}

/**
 * @param {string} title @param {boolean} open @param {(now: boolean) => void} keep
 * @param {Node[]} content
 */
function details(title, open, keep, content) {
  const part = h(
    "details",
    { class: "change", open, on: { toggle: () => keep(part.open) } },
    h("summary", { "data-key": title }, title),
    h("div", { class: "grid-fields" }, content),
  );
  return part;
}

/**
 * @param {Rule} rule
 * @param {(words: Record<string, string>) => void} change
 * @param {Search} search
 */
function ruleField(rule, change, search) {
  /** @param {string} value */
  const set = (value) => change({ [rule.rule]: value === rule.usual ? "" : value });
  if (rule.choices.length > 0) {
    const select = h(
      "select",
      { class: "sel", "data-key": `rule-${rule.rule}`, on: { change: () => set(select.value) } },
      rule.choices.map(({ value, words }) => h("option", { value, selected: value === rule.value }, words)),
    );
    return h("label", { class: "field" }, h("span", null, rule.name), select);
  }
  const numbers = rule.rule === "order" && search.play.game.gravity ? columnNumbers(search) : PLAIN;
  const input = h("input", {
    class: "sel rule-input",
    value: numbers.shown(rule.value),
    placeholder: rule.words,
    "data-key": `rule-${rule.rule}`,
    on: { change: () => set(numbers.read(input.value.trim())) },
  });
  return h("label", { class: "field" }, h("span", null, rule.name), input);
}

/** @typedef {{shown: (value: string) => string, read: (text: string) => string}} Numbers */
/** A rule's text as links have it. @type {Numbers} */
const PLAIN = { shown: (value) => value, read: (text) => text };

/**
 * Columns as the page counts them; links count from 0. Digits may stand together.
 * @param {Search} search
 * @returns {Numbers}
 */
function columnNumbers({ base, play }) {
  /** @param {string} text @param {number} by */
  const moved = (text, by) => text.replace(/\d+/g, (number) => String(Number(number) + by));
  const together = new RegExp(`^\\d{${Math.min(play.game.cols, 10)}}$`);
  return {
    shown: (value) => moved(value, base),
    read: (text) => moved(together.test(text) ? [...text].join(",") : text.replace(/[\s,]+/g, ","), -base),
  };
}

/** @param {number} base @param {(words: Record<string, string>) => void} change */
function numbersField(base, change) {
  const select = h(
    "select",
    {
      class: "sel",
      "data-key": "base",
      on: { change: () => change({ base: select.value === "1" ? "" : select.value }) },
    },
    [1, 0].map((from) => h("option", { value: from, selected: from === base }, `from ${from}`)),
  );
  return h("label", { class: "field" }, h("span", null, "columns counted"), select);
}

/** @param {(text: string) => void} open */
function entry(open) {
  const input = h("input", {
    id: "position-text",
    "data-key": "position-text",
    "aria-label": "A course string, a MaxConnect4 file’s rows, or moves",
    placeholder: ".ryyrry,.rryry.,… red A 4",
    spellcheck: "false",
    on: {
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && input.value.trim()) open(input.value.trim());
      },
    },
  });
  return h(
    "div",
    { class: "entry" },
    input,
    h(
      "button",
      {
        type: "button",
        class: "btn",
        "data-key": "open-text",
        id: "open-text",
        on: { click: () => input.value.trim() && open(input.value.trim()) },
      },
      "Open",
    ),
    fileButton(open),
  );
}
