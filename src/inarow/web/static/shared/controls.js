// Buttons below the board: steps through the game, and the link.

import { wholeAddress } from "./address.js";
import { announce, complain, h, s } from "./dom.js";

/** @typedef {import("./types.js").Play} Play */

/** @param {string} d */
export function icon(d) {
  return s(
    "svg",
    {
      width: 18,
      height: 18,
      viewBox: "0 0 18 18",
      fill: "currentColor",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    s("path", { d }),
  );
}

export const FIRST = "M4 3v12M14 4L8 9l6 5z";
export const BACK = "M12 4L6 9l6 5z";
export const ON = "M6 4l6 5-6 5z";
export const LAST = "M14 3v12M4 4l6 5-6 5z";

/**
 * @param {Play} play
 * @param {{go: (at: number) => void, step: (by: 1 | -1) => void, hint: () => void, undo: () => void,
 *   retry: () => void, mistake: (direction: 1 | -1) => void, best: () => void}} act
 * @param {{earlier: boolean, later: boolean, searching: boolean, coached: boolean, retry: number | null}} state
 *   whether a mistake is known on either side, whether the best move is being searched for, whether the
 *   reader plays an engine, and the number of the move to try again
 */
export function stepButtons(play, act, state) {
  const count = play.moves.length;
  const over = play.outcome !== "ongoing";
  const reason = over ? "the game is over" : "the search is under way";
  /** @param {string} key @param {string} label @param {string} d @param {() => void} go @param {boolean} able */
  const step = (key, label, d, go, able) =>
    h(
      "button",
      {
        type: "button",
        class: "btn icon",
        "data-key": key,
        "aria-label": label,
        "aria-disabled": able ? null : "true",
        on: { click: () => able && go() },
      },
      icon(d),
    );
  return [
    step("first", "First position", FIRST, () => act.go(0), play.at > 0),
    step("back", "Back one move", BACK, () => act.step(-1), play.at > 0),
    step("on", "Forward one move", ON, () => act.step(1), play.at < count),
    step("last", "Last position", LAST, () => act.go(count), play.at < count),
    h("span", { class: "pos" }, `${play.at} of ${count}`),
    h(
      "span",
      { class: "sp wide" },
      state.coached && !over && play.at === count
        ? [
            button("hint", "Hint", act.hint, !state.searching, reason, "h"),
            button("undo", "Undo", act.undo, play.at > 0, "nothing to take back", "u"),
          ]
        : [
            button(
              "mistake-back",
              "‹",
              () => act.mistake(-1),
              state.earlier,
              "no earlier one is known",
              "",
              "Previous mistake",
            ),
            button("mistake", "Next mistake", () => act.mistake(1), state.later, "no later one is known"),
            button("best", "Play best", act.best, !over && !state.searching, reason, "space"),
          ],
      state.retry === null
        ? null
        : h(
            "button",
            { type: "button", class: "btn primary beside-steps", "data-key": "retry-step", on: { click: act.retry } },
            `Try ${state.retry} again`,
          ),
    ),
  ];
}

/**
 * A button that stays focusable while it cannot act, with the reason.
 * @param {string} key
 * @param {string} text
 * @param {() => void} act
 * @param {boolean} able
 * @param {string} reason
 * @param {string} [shortcut]
 * @param {string} [name] what it does, where the text alone does not tell
 */
export function button(key, text, act, able, reason, shortcut, name) {
  return h(
    "button",
    {
      type: "button",
      class: "btn",
      "data-key": key,
      id: `do-${key}`,
      "aria-disabled": able ? null : "true",
      "aria-label": name,
      title: able ? name : reason,
      on: { click: () => (able ? act() : announce(`${name ?? text}: ${reason}.`)) },
    },
    text,
    shortcut ? h("kbd", null, shortcut) : null,
  );
}

/**
 * The link, which also takes a link, a course string, rows or moves to open.
 * @param {string} link
 * @param {(text: string) => void} open
 */
export function linkField(link, open) {
  const input = h("input", {
    id: "url",
    value: link,
    spellcheck: "false",
    autocomplete: "off",
    "data-key": "url",
    title: "Press Enter to open another link, a course string, rows or moves",
    on: {
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && input.value.trim() !== "") open(input.value.trim());
      },
      focus: () => input.select(),
    },
  });
  const copy = h("button", { type: "button", class: "btn", id: "copy", "data-key": "copy" }, "Copy");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(wholeAddress(link));
      copy.textContent = "Copied";
      announce("Link copied.");
    } catch {
      input.focus();
      input.select();
      copy.textContent = "Press Ctrl C";
    }
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  });
  return [
    h(
      "div",
      { class: "sec-top" },
      h(
        "span",
        null,
        h("label", { class: "cap", for: "url" }, "Link to this position"),
        LOOPBACK.test(location.hostname) ? h("span", { class: "small" }, " opens on this machine only") : null,
      ),
      h("span", { class: "tight" }, fileButton(open)),
    ),
    h("div", { class: "share" }, input, copy),
  ];
}

const LOOPBACK = /^(127\.|localhost$|\[::1\]$)/;
const LONGEST_FILE = 20_000;

/**
 * Opens the contents of a file as if they had been typed. The file stays in the browser.
 * @param {(text: string) => void} open
 */
export function fileButton(open) {
  const file = h("input", {
    type: "file",
    hidden: true,
    "aria-label": "A saved game, moves, or a file of MaxConnect4",
    on: {
      change: async () => {
        const chosen = file.files?.[0];
        file.value = "";
        if (!chosen) return;
        if (chosen.size > LONGEST_FILE)
          return complain(`${chosen.name} has ${chosen.size} bytes, of a game at most ${LONGEST_FILE} are read.`);
        const text = (await chosen.text()).trim();
        const strange = text.search(/[^\t\n\r -~]/);
        if (strange < 0) open(text);
        else complain(`${chosen.name}: letter ${strange + 1} is none that a position is written with.`);
      },
    },
  });
  return h(
    "span",
    null,
    h(
      "button",
      {
        type: "button",
        class: "btn",
        "data-key": "open-file",
        title: "A saved game, a list of moves, a file of MaxConnect4, or any text with a position",
        on: { click: () => file.click() },
      },
      "Open file…",
    ),
    file,
  );
}
