// Keys, and the page that lists them. No key needs a modifier; every one has a button too.

import { byId, h, swap } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const HELP = [
  [
    "Play",
    [
      ["1 – 9", "drop in a column"],
      ["← →", "one move back or on"],
      ["Home End", "first or last position"],
      ["Space", "play the best move"],
      ["n p", "next or previous mistake"],
      ["s", "scores on or off"],
      ["r", "try this move again"],
      ["u", "undo"],
      ["h", "a hint"],
      ["f", "swap sides"],
      ["c", "copy the link"],
      ["Esc", "back from a line to the game"],
    ],
  ],
  [
    "Search",
    [
      ["m a", "minimax or alpha-beta"],
      ["→ ←", "step on or back"],
      ["↓ ↑", "step in or out"],
      [". ,", "next or previous cut-off"],
      ["1 – 9", "put a stone in a column"],
      ["Home", "the start of the search"],
      ["v b", "next or previous change of the best move"],
      ["Space", "play or pause"],
      ["+ −", "faster or slower"],
      ["s x n", "in the quiz: searched, cut, next question"],
      ["Enter", "open the chosen node"],
    ],
  ],
  [
    "Puzzles",
    [
      ["1 – 9", "drop in a column"],
      ["h", "a hint"],
      ["r", "try again"],
      ["n", "next puzzle"],
    ],
  ],
  [
    "Everywhere",
    [
      ["?", "this page"],
      ["t", "light or dark"],
      ["g then p, z or s", "Play, Puzzles or Search"],
    ],
  ],
];

/** @typedef {Record<string, () => void>} KeyMap */

/** @param {() => KeyMap} current keys of the screen that is shown */
export function listenToKeys(current) {
  // A button that was clicked with the pointer gives its keys back: Space stays the screen's.
  document.addEventListener("click", (event) => {
    const clicked = /** @type {HTMLElement} */ (event.target).closest("button, input[type=radio]");
    if (event.detail > 0 && clicked instanceof HTMLElement && !clicked.closest("dialog")) clicked.blur();
  });
  let going = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=radio]):not([type=checkbox]), select, textarea, dialog")) return;
    const onButton = target.closest("button, summary, a, input") !== null;
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    if (target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
    if (event.defaultPrevented) return;
    const key = going ? `g${event.key}` : event.key;
    going = event.key === "g" && !going;
    const act = current()[key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
}

export function showKeys() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("keys"));
  swap(
    dialog,
    h("h2", { id: "keys-title" }, "Keys"),
    h(
      "div",
      { class: "key-groups" },
      HELP.map(([title, rows]) =>
        h(
          "section",
          null,
          h("h3", null, title),
          h(
            "dl",
            null,
            rows.map(([keys, words]) => [h("dt", null, h("kbd", null, keys)), h("dd", null, words)]).flat(),
          ),
        ),
      ),
    ),
    h("button", { type: "button", class: "btn primary", on: { click: () => dialog.close() } }, "Close"),
  );
  dialog.showModal();
}
