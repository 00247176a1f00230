// The frame: which screen, which theme, back and forward, keys.

import { Refusal, ask } from "./api.js";
import { byId } from "./dom.js";
import { listenToKeys, showKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { PlayScreen } from "./play.js";

/** @typedef {import("./types.js").Link} Link */
/** @typedef {{show: (link: Link, acted: boolean) => Promise<void>, keys: () => import("./keys.js").KeyMap, leave: () => void}} Screen */

/** @type {Screen | null} */
let screen = null;
let shownName = "";
/** @type {import("./setup.js").Menu | null} */
let menu = null;

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
  menu ??= await ask("menu", {});
  const known = /** @type {import("./setup.js").Menu} */ (menu);
  if (name === "search") {
    const { SearchScreen } = await import("./search.js");
    return new SearchScreen(byId("screen"), navigate);
  }
  return new PlayScreen(byId("screen"), navigate, known);
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

function switchTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Without storage the choice holds for this page.
  }
  nameTheme();
}

function nameTheme() {
  byId("theme-button").textContent = document.documentElement.dataset.theme === "dark" ? "Light" : "Dark";
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
