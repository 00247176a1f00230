// The frame: which screen, which theme, back and forward, keys.

import { Refusal } from "./api.js";
import { byId } from "./dom.js";
import { listenToKeys, showKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { PlayScreen } from "./play.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {{show: (link: Link, acted: boolean) => Promise<void>, keys: () => import("./keys.js").KeyMap, leave: () => void}} Screen */

/** @type {Screen | null} */
let screen = null;
let shownName = "";
/** What came with the page: the menu, and the position of a play link.
 * @type {{menu: import("./setup.js").Menu, play?: import("./types.js").Play | null}} */
const first = JSON.parse(byId("first").textContent ?? "");

/** @param {string} text */
function problem(text) {
  const line = byId("problem");
  line.textContent = text;
  line.hidden = text === "";
}

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

/** @param {string} name @returns {Promise<Screen>} */
async function makeScreen(name) {
  if (name === "search") {
    const { SearchScreen } = await import("./search.js");
    return new SearchScreen(byId("screen"), navigate);
  }
  const play = first.play ?? null;
  first.play = null;
  return new PlayScreen(byId("screen"), navigate, first.menu, play);
}

/** @param {boolean} acted */
async function render(acted) {
  const link = readLink(location);
  try {
    if (shownName !== link.screen || !screen) {
      screen?.leave();
      shownName = link.screen;
      screen = await makeScreen(link.screen);
    }
    markTabs(link);
    await screen.show(link, acted);
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    problem(error instanceof Refusal ? error.message : "The page met a fault of its own: reload it.");
    document.documentElement.dataset.ready = "true";
    if (!(error instanceof Refusal)) throw error;
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
void render(false);
