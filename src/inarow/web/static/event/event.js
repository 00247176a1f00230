// The pages of an event: theme, replays, stage, news. They work from a disk as from a server.

import { byId, h } from "../shared/dom.js";
import { showFaults } from "../shared/faults.js";
import { followNews } from "./news.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";

/** @typedef {import("./event_types.js").EventGame} EventGame */

showFaults();
const root = document.documentElement;
const THEME = "theme";

/** What the reader chose before; nothing where a browser keeps nothing for pages on a disk. */
function keptTheme() {
  try {
    return localStorage.getItem(THEME) ?? "";
  } catch {
    return "";
  }
}

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function nameTheme() {
  byId("theme-button").textContent = isDark() ? "Light" : "Dark";
}

function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  root.dataset.theme = theme;
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // it is chosen for this page only
  }
  if (root.dataset.live) document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=strict`;
  nameTheme();
}

/** @type {Map<string, Replay>} */
const replays = new Map();
/** @type {Replay | null} */
let active = null;
/** @type {Stage | null} */
let stage = null;

/** @param {Document} page @returns {any} */
function dataOf(page) {
  return JSON.parse(page.getElementById("data")?.textContent ?? "null");
}

/** Makes the games of the page step; those that stepped before stay where they are. */
function makeReplays() {
  const games = /** @type {EventGame[]} */ (dataOf(document)?.games ?? []);
  for (const game of games) {
    const section = document.getElementById(`g${game.key}`);
    if (!section) continue;
    const before = replays.get(game.key);
    const replay = new Replay(section, game, (used) => {
      active = used;
    });
    if (before && !before.fresh) replay.go(before.shown);
    replays.set(game.key, replay);
    active ??= replay;
  }
}

/** `#g12.1@25` is move 25 of game 12.1. */
function openHash() {
  const [, key, move] = location.hash.match(/^#g([\d.]+)(?:@(\d+))?$/) ?? [];
  const replay = key ? replays.get(key) : undefined;
  if (!replay) return;
  if (move) replay.goToMove(Number(move));
  active = replay;
  replay.section.scrollIntoView();
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const onButton = target.closest("button, a, input") !== null;
  /** @type {Record<string, () => void>} */
  const keys = { t: switchTheme };
  if (stage) {
    const shown = stage;
    keys.ArrowRight = () => shown.step(1);
    keys.ArrowLeft = () => shown.step(-1);
    if (!onButton) keys[" "] = () => shown.toggle();
    keys.f = () => void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
  } else if (active) {
    const shown = active;
    keys.ArrowRight = () => shown.step(1);
    keys.ArrowLeft = () => shown.step(-1);
    keys.Home = () => shown.go(0);
    keys.End = () => shown.go(shown.game.steps.length);
  }
  const act = keys[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

/** Puts a new page in place of the old one: never under the pointer. @param {Document} page */
function takeNews(page) {
  if (stage) {
    stage.update(dataOf(page));
    return;
  }
  const main = byId("main");
  const swapIn = () => {
    const fresh = page.getElementById("main");
    const data = page.getElementById("data");
    if (!fresh || fresh.innerHTML === main.dataset.source) return;
    const same = document.getElementById("data")?.textContent === data?.textContent;
    if (data && same) return;
    main.dataset.source = fresh.innerHTML;
    main.replaceChildren(...document.importNode(fresh, true).childNodes);
    if (data) document.getElementById("data")?.replaceWith(document.importNode(data, true));
    makeReplays();
  };
  const table = main.querySelector(".standings");
  if (table?.matches(":hover")) table.addEventListener("mouseleave", swapIn, { once: true });
  else swapIn();
}

/** @param {number} seconds @param {string} reason */
function sayLost(seconds, reason) {
  let line = document.getElementById("lost");
  if (!seconds) {
    line?.remove();
    return;
  }
  line ??= h("p", { class: "problem", id: "lost", role: "status" });
  line.textContent = `${reason || "The server does not answer."} Last heard ${seconds} s ago, trying again.`;
  if (!line.isConnected) byId("main").before(line);
}

function begin() {
  byId("theme-button").addEventListener("click", switchTheme);
  nameTheme();
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", openHash);
  const place = document.getElementById("stage");
  if (place) stage = new Stage(place, dataOf(document), Number(new URLSearchParams(location.search).get("pace")) || 1);
  makeReplays();
  openHash();
  if (root.dataset.live) followNews(root.dataset.up ?? "", takeNews, sayLost);
  root.dataset.ready = "true";
}

if (!root.dataset.theme && keptTheme()) root.dataset.theme = keptTheme();
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
