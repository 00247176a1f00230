// The pseudo-code of the search, with the line that has just run, and its variables.

import { h } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Search} Search */

/** @param {Search} search */
export function codeLines({ code }) {
  return code.lines.map((text, number) =>
    h(
      "div",
      number + 1 === code.on ? { class: "on", "aria-current": "step" } : null,
      h("span", { class: "ln" }, number + 1),
      text,
    ),
  );
}

/** @param {Search} search */
export function watchParts({ watch }) {
  return [
    h("span", null, "best ", h("b", null, watch.best)),
    watch.alpha === null ? null : h("span", null, "alpha ", h("b", null, watch.alpha)),
    watch.beta === null ? null : h("span", null, "beta ", h("b", null, watch.beta)),
    h("span", { class: "at" }, `at ${watch.at}`),
  ];
}
