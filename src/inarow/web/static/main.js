// The frame: which screen, which theme, back and forward, keys.

import { NO_ANSWER, NoAnswer, Refusal, ask, sentence } from "./shared/api.js";
import { currentAddress, setAddress } from "./shared/address.js";
import { isAlone, local } from "./local/client.js";
import { byId, complain } from "./shared/dom.js";
import { showFaults } from "./shared/faults.js";
import { listenToKeys, showKeys } from "./shared/keys.js";
import { onScreen, readLink, seatProblem, writeLink } from "./shared/link.js";
import { PlayScreen } from "./play/play.js";
import { PuzzleScreen } from "./puzzles/puzzles.js";
import { SearchScreen } from "./search/search.js";

/** @typedef {import("./shared/types.js").Link} Link */
/** @typedef {import("./shared/keys.js").KeyMap} KeyMap */
/**
 * @typedef {{show: (link: Link, acted: boolean) => Promise<void>, keys: () => KeyMap,
 *   leave: () => void}} Screen
 */

showFaults();
/** @type {Screen | null} */
let screen = null;
const PREPARE_MS = 1500; // after the first view: what follows is for a time without the server
let shownName = "";
let renders = 0;
/** The address of what is shown. */
let shownUrl = "";
let waiting = false;
const RETURN_MS = 2000;
/** What came with the page: the menu, and the position of a play link; where the link was wrong,
 * as much of it as could be read, and what was wrong.
 * @type {{menu: import("./play/setup.js").Menu, play?: import("./shared/types.js").Play | null, problem?: string}} */
const first = JSON.parse(byId("first").textContent ?? "");

/**
 * Goes to a link: the URL first, then the page.
 * @param {Link} link
 * @param {{replace?: boolean, acted?: boolean}} [options]
 * @returns {Promise<void>} when the page shows it
 */
export function navigate(link, options = {}) {
  setAddress(writeLink(link), options.replace ?? false);
  return render(options.acted ?? false);
}

/** @param {string} name @returns {Screen} */
function makeScreen(name) {
  if (name === "search") return new SearchScreen(byId("screen"), navigate);
  if (name === "puzzles") return new PuzzleScreen(byId("screen"), navigate);
  const play = first.play ?? null;
  first.play = null;
  return new PlayScreen(byId("screen"), navigate, first.menu, play);
}

/** @param {boolean} acted */
async function render(acted) {
  const number = ++renders;
  let link = readLink(currentAddress());
  let fresh = false;
  const wrong = first.problem || seatProblem(currentAddress());
  if (first.problem && first.play)
    link = { ...readLink(new URL(first.play.link, "http://localhost")), red: link.red, yellow: link.yellow };
  first.problem = "";
  try {
    if (shownName !== link.screen || !screen) {
      fresh = true;
      screen?.leave();
      shownName = link.screen;
      screen = makeScreen(link.screen);
    }
    markTabs(link);
    await screen.show(link, acted);
    if (number === renders) shownUrl = currentAddress().pathname + currentAddress().search;
    if (wrong && number === renders) complain(sentence(wrong));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!screen || !(error instanceof Refusal)) throw error; // shown as an internal error
    if (number !== renders) return;
    const problem = await showNearby(screen, link, fresh);
    if (number !== renders) return;
    complain(problem || error.message);
    if (error instanceof NoAnswer) {
      // What is shown stays, and its address with it.
      if (!fresh && shownUrl) setAddress(shownUrl, true);
      void noticeReturn();
    }
  } finally {
    document.documentElement.dataset.ready = "true";
  }
}

/** Takes the notice away and goes on once the server is back. */
async function noticeReturn() {
  if (waiting) return;
  waiting = true;
  for (let away = true; away;) {
    await new Promise((resolve) => setTimeout(resolve, RETURN_MS));
    away = await ask("nearest", { link: "" }).then(
      () => false,
      () => true,
    );
  }
  waiting = false;
  if (byId("problem").textContent === NO_ANSWER) void render(false);
}

/**
 * Shows as much of a refused link as can be read. One without fault (the server is away or busy)
 * leaves what is shown, but a screen is never empty.
 * @param {Screen} on
 * @param {Link} link
 * @param {boolean} empty whether the screen shows nothing yet
 * @returns {Promise<string>} what is wrong with the line of the link, if something is
 */
async function showNearby(on, link, empty) {
  const { near, problem } = await nearest(link);
  if (!problem && !empty) return "";
  const moves = near.moves.includes(",") ? near.moves.split(",").length : near.moves.length;
  const plain = { ...near, words: {} };
  const start = { ...plain, moves: "", at: null };
  const before = { ...plain, at: Math.max(0, moves - 1) };
  for (const close of [
    ...(problem ? [near] : []),
    plain,
    before,
    start,
    { ...start, from: "" },
    { ...start, from: "", game: "connect4" },
  ]) {
    try {
      await on.show(close, false);
      markTabs(close);
      break;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return problem;
}

/** The nearest link whose line can be read, and what is wrong with this one. @param {Link} link */
async function nearest(link) {
  try {
    const found = await ask("nearest", { link: currentAddress().pathname + currentAddress().search });
    const { game, moves, from, at } = readLink(new URL(found.link, "http://localhost"));
    return { near: { ...link, game, moves, from, at }, problem: found.problem ? sentence(found.problem) : "" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { near: link, problem: "" };
  }
}

/** @param {Link} link */
function markTabs(link) {
  const engine = link.red !== "you" || link.yellow !== "you";
  const start = { ...link, screen: "play", game: "connect4", moves: "", from: "", at: null, words: {} };
  const brand = /** @type {HTMLAnchorElement} */ (byId("brand"));
  brand.href = writeLink(engine ? start : { ...start, yellow: "4" });
  for (const name of ["play", "puzzles", "search"]) {
    const tab = /** @type {HTMLAnchorElement} */ (byId(`tab-${name}`));
    if (name === link.screen) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    tab.href = writeLink(onScreen(link, name));
  }
}

/** The reader's choice, kept in a cookie for the next page, or what the system asks for. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=strict`;
  nameTheme();
}

function nameTheme() {
  byId("theme-button").textContent = isDark() ? "Light" : "Dark";
}

/** @param {string} name */
function goTo(name) {
  byId(`tab-${name}`).click();
}

document.addEventListener("click", (event) => {
  const anchor = /** @type {HTMLElement} */ (event.target).closest("a[data-link]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (anchor instanceof HTMLAnchorElement && plain) {
    event.preventDefault();
    void navigate(readLink(new URL(anchor.getAttribute("href") ?? "", "http://localhost")));
  }
});
addEventListener("popstate", () => void render(false));
byId("theme-button").addEventListener("click", switchTheme);
byId("keys-button").addEventListener("click", showKeys);
listenToKeys(() => ({
  ...(screen?.keys() ?? {}),
  "?": showKeys,
  t: switchTheme,
  gp: () => goTo("play"),
  ...(isAlone() ? {} : { gs: () => goTo("search"), gz: () => goTo("puzzles") }),
}));
nameTheme();
/** What the worker needs to answer in the server's place. */
const known = { game: first.menu.games[0], levels: first.menu.levels };
if (isAlone()) {
  byId("tab-search").hidden = byId("tab-puzzles").hidden = true; // these are the server's
  void local.prepare(known);
} else setTimeout(() => void local.prepare(known), PREPARE_MS);
// The frame is painted first: it does not wait for the board. A page that nobody sees paints nothing.
if (document.hidden) void render(false);
else requestAnimationFrame(() => setTimeout(() => void render(false)));
