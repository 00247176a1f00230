// Who plays whom, in a line; behind "Change…" the game, the seats and the level. It is open before the
// first move where there is room.

import { chip, h, s, swap } from "../shared/dom.js";
import { readerOf } from "../shared/link.js";
import { PERFECT } from "./levels.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {{games: import("../shared/types.js").Game[], levels: {level: number, words: string}[]}} Menu */

/** @param {string} seat */
export function seatName(seat) {
  return seat === "you" ? "You" : seat === PERFECT ? "inarow, Perfect" : `inarow, level ${seat}`;
}

/** A seat within a sentence. @param {string} seat */
function seatWord(seat) {
  return seat === "you" ? "you" : seat === PERFECT ? "Perfect" : `level ${seat}`;
}

/**
 * @param {HTMLElement} container
 * @param {{menu: Menu, link: Link, play: Play, scores: boolean, sound: boolean, open: boolean}} state
 * @param {{game: (name: string) => void, seat: (side: "red" | "yellow", seat: string) => void,
 *   flip: () => void, level: (level: string) => void, scores: (shown: boolean) => void,
 *   sound: (on: boolean) => void, fold: () => void}} act
 */
export function drawSetup(container, state, act) {
  const { menu, link, play, scores, sound, open } = state;
  const level = engineLevel(link);
  const words = menu.levels.find((one) => String(one.level) === level)?.words ?? "Two people play";
  swap(
    container,
    h(
      "div",
      { class: "brief" },
      h(
        "p",
        { class: "brief-words" },
        h("span", { class: play.game.name === "connect4" ? "usual" : null }, h("b", null, briefTitle(play.game)), ", "),
        h("span", null, whoPlays(link)),
        " ",
        h(
          "button",
          {
            type: "button",
            class: "linkish",
            "data-key": "brief",
            "aria-expanded": String(open),
            "aria-controls": "setup",
            on: { click: act.fold },
          },
          open ? "Done" : "Change…",
        ),
      ),
      toggle("Scores", scores, act.scores, "scores"),
    ),
    h("p", { class: "small rule-line" }, play.game.rule),
    h(
      "form",
      {
        class: `setup${open ? " open" : ""}`,
        id: "setup",
        on: { submit: (/** @type {Event} */ e) => e.preventDefault() },
      },
      gameField(menu, play, act.game),
      h(
        "div",
        { class: "seats" },
        seatField("red", link, act.seat),
        flipButton(act.flip),
        seatField("yellow", link, act.seat),
      ),
      levelField(menu, level, words, act.level),
      toggle("Sound", sound, act.sound, "sound"),
    ),
  );
}

/** Who plays whom, with their chips; the reader first. @param {Link} link */
function whoPlays(link) {
  const reader = readerOf(link);
  if (!reader && link.red === "you") return h("span", { class: "who-plays" }, "two players");
  const first = reader || 1;
  /** @param {number} player */
  const seat = (player) => seatWord(player === 1 ? link.red : link.yellow);
  return h(
    "span",
    { class: "who-plays" },
    seat(first),
    " ",
    chip(first),
    " against ",
    seat(3 - first),
    " ",
    chip(3 - first),
  );
}

/**
 * The line has room for the size only where it is not the usual one.
 * @param {import("../shared/types.js").Game} game
 */
function briefTitle(game) {
  return game.name.includes(":") ? game.title : game.title.replace(/, \d+ × \d+$/, "");
}

/** The level of the computer's seat, Yellow's first; empty when two people play. @param {Link} link */
export function engineLevel(link) {
  if (link.yellow !== "you") return link.yellow;
  return link.red !== "you" ? link.red : "";
}

/** @param {string} text @param {boolean} on @param {(on: boolean) => void} act @param {string} key */
function toggle(text, on, act, key) {
  const box = h("input", {
    type: "checkbox",
    "data-key": key,
    on: { change: () => act(box.checked) },
  });
  box.checked = on;
  return h("label", { class: "switch" }, box, text);
}

/** @param {Menu} menu @param {Play} play @param {(name: string) => void} act */
function gameField(menu, play, act) {
  const listed = menu.games.some((game) => game.name === play.game.name) ? menu.games : [...menu.games, play.game];
  const select = h(
    "select",
    { class: "sel", "data-key": "game", id: "game", on: { change: () => act(select.value) } },
    listed.map((game) => h("option", { value: game.name, selected: game.name === play.game.name }, game.title)),
  );
  return h("label", { class: "field" }, h("span", null, "Game"), select);
}

/**
 * @param {"red" | "yellow"} side
 * @param {Link} link
 * @param {(side: "red" | "yellow", seat: string) => void} act
 */
function seatField(side, link, act) {
  const player = side === "red" ? 1 : 2;
  const seats = ["you", "1", "2", "3", "4", "5", "6", "7", "8", PERFECT];
  const select = h(
    "select",
    { class: "sel", "data-key": `seat-${side}`, id: `seat-${side}`, on: { change: () => act(side, select.value) } },
    seats.map((seat) => h("option", { value: seat, selected: seat === link[side] }, seatName(seat))),
  );
  return h(
    "label",
    { class: "field half" },
    h("span", null, chip(player), side === "red" ? " Red" : " Yellow"),
    select,
  );
}

/** @param {() => void} act */
function flipButton(act) {
  return h(
    "button",
    {
      type: "button",
      class: "btn icon",
      id: "do-flip",
      "data-key": "flip",
      "aria-label": "Swap sides",
      title: "Swap sides",
      on: { click: act },
    },
    s(
      "svg",
      {
        width: 18,
        height: 18,
        viewBox: "0 0 18 18",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 1.6,
        "aria-hidden": "true",
      },
      s("path", { d: "M2 6h13l-4-4M16 12H3l4 4" }),
    ),
  );
}

/**
 * @param {Menu} menu
 * @param {string} level
 * @param {string} words
 * @param {(level: string) => void} act
 */
function levelField(menu, level, words, act) {
  return h(
    "fieldset",
    { class: "field lv" },
    h("legend", { class: "vh" }, "Level"),
    h("span", { id: "level-words" }, words),
    h(
      "span",
      { class: "seg" },
      menu.levels.map((one) => {
        const value = String(one.level);
        const radio = h("input", {
          type: "radio",
          name: "level",
          value,
          "data-key": `level-${value}`,
          "aria-describedby": "level-words",
          on: { change: () => act(value) },
        });
        radio.checked = value === level;
        return h("label", null, radio, h("span", null, value === PERFECT ? "Perfect" : value));
      }),
    ),
  );
}
