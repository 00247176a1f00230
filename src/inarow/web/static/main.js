// The frame: which screen, which theme, back and forward, keys.

import { Refusal, sentence } from "./api.js";
import { byId, complain } from "./dom.js";
import { listenToKeys, showKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { PlayScreen } from "./play.js";
import { SearchScreen } from "./search.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {{show: (link: Link, acted: boolean) => Promise<void>, keys: () => import("./keys.js").KeyMap, leave: () => void}} Screen */

/** @type {Screen | null} */
let screen = null;
let shownName = "";
/** What came with the page: the menu, and the position of a play link; where the link was wrong,
 * as much of it as could be read, and what was wrong.
 * @type {{menu: import("./setup.js").Menu, play?: import("./types.js").Play | null, problem?: string}} */
const first = JSON.parse(byId("first").textContent ?? "");

/**
 * Goes to a link: the URL first, then the page.
 * @param {Link} link
 * @param {{replace?: boolean, acted?: boolean}} [options]
 * @returns {Promise<void>} when the page shows it
 */
export function navigate(link, options = {}) {
  const url = writeLink(link);
  if (options.replace || url === location.pathname + location.search) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  return render(options.acted ?? false);
}

/** @param {string} name @returns {Screen} */
function makeScreen(name) {
  if (name === "search") return new SearchScreen(byId("screen"), navigate);
  const play = first.play ?? null;
  first.play = null;
  return new PlayScreen(byId("screen"), navigate, first.menu, play);
}

/** @param {boolean} acted */
async function render(acted) {
  let link = readLink(location);
  let fresh = false;
  const wrong = first.problem;
  first.problem = "";
  if (wrong && first.play) link = { ...readLink(new URL(first.play.link, location.href)), red: link.red, yellow: link.yellow };
  try {
    if (shownName !== link.screen || !screen) {
      fresh = true;
      screen?.leave();
      shownName = link.screen;
      screen = makeScreen(link.screen);
    }
    markTabs(link);
    await screen.show(link, acted);
    if (wrong) complain(sentence(wrong));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (screen && fresh && error instanceof Refusal) await showNearby(screen, link);
    complain(error instanceof Refusal ? error.message : "The page met a fault of its own: reload it.");
    if (!(error instanceof Refusal)) throw error;
  } finally {
    document.documentElement.dataset.ready = "true";
  }
}

/**
 * Shows what comes nearest to a link that was refused, so that the page is never empty.
 * @param {Screen} on
 * @param {Link} link
 */
async function showNearby(on, link) {
  const moves = link.moves.includes(",") ? link.moves.split(",").length : link.moves.length;
  const plain = { ...link, words: {} };
  const start = { ...plain, moves: "", at: null };
  const before = { ...plain, at: Math.max(0, moves - 1) };
  for (const near of [plain, before, start, { ...start, from: "" }, { ...start, from: "", game: "connect4" }]) {
    try {
      await on.show(near, false);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** @param {Link} link */
function markTabs(link) {
  for (const name of ["play", "search"]) {
    const tab = /** @type {HTMLAnchorElement} */ (byId(`tab-${name}`));
    if (name === link.screen) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    const words = { ...link, screen: name, words: {} };
    tab.href = name === link.screen ? writeLink(link) : writeLink(words);
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
    void navigate(readLink(new URL(anchor.href)));
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
  gs: () => goTo("search"),
}));
nameTheme();
// The frame is painted first: it does not wait for the board. A page that nobody sees paints nothing.
if (document.hidden) void render(false);
else requestAnimationFrame(() => setTimeout(() => void render(false)));
