// Save and share what is shown: a picture with its marks, the game with its lines as JSON, a line of
// text. All of it is made here, so that it works without the server.

import { announce, complain, h } from "../shared/dom.js";
import { writeLink } from "../shared/link.js";
import { lineName, linesOf, splitMoves } from "../shared/variations.js";
import { picture } from "./picture.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("./play_state.js").PlayState} PlayState */

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = h("a", { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The game and its lines, as `inarow` and this page read them (docs/json.md). @param {Link} link */
export function gameJson(link) {
  const moves = splitMoves(link.moves, link.game);
  return {
    game: link.game,
    ...(link.from ? { start: link.from.replace("+", " ") } : {}),
    moves,
    at: link.words.in ? moves.length : (link.at ?? moves.length),
    variations: linesOf(link).map((line) => ({ from: line.from, best: line.best, moves: line.moves })),
    link: writeLink(link),
  };
}

/**
 * The game as people read it: a line that can be opened again, the result, and the lines beside it.
 * @param {PlayState} state
 */
export function gameText({ link, play }) {
  if (!link || !play) return "";
  const start = link.from ? ` from=${link.from.replace(" ", "+")}` : "";
  const first = [link.game, link.moves].filter(Boolean).join(" ") + start;
  const moves = splitMoves(link.moves, link.game);
  const lines = linesOf(link).map((line) => `${lineName(line, moves.length)}: ${line.moves.join(" ")}`);
  return [first, ...(play.result && !link.words.in ? [`${play.result}.`] : []), ...lines].join("\n");
}

/** What the server reads of a saved game, without what follows from it. @param {string} text */
export function asRecord(text) {
  if (!text.startsWith("{")) return text;
  try {
    const data = JSON.parse(text);
    const { game, start, moves, at, variations } = data.record ?? data;
    return JSON.stringify({ game, start, moves, at, variations });
  } catch {
    return text;
  }
}

/** @param {string} text of an SVG picture */
async function asPng(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
  const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied.");
  } catch {
    complain("The browser does not let the page copy: use the link field.");
  }
}

/**
 * The menu behind "Save as".
 * @param {PlayState} state
 * @param {() => SVGElement} board
 */
export function saveMenu(state, board) {
  const name = () => `inarow-${(state.link?.game ?? "game").replace(":", "-")}`;
  /** @param {string} label @param {() => void | Promise<void>} act */
  const item = (label, act) =>
    h(
      "button",
      {
        type: "button",
        class: "btn quiet",
        on: {
          click: () => {
            menu.open = false;
            void act();
          },
        },
      },
      label,
    );
  const menu = h(
    "details",
    { class: "menu" },
    h("summary", { class: "btn quiet" }, "Save as…"),
    h(
      "div",
      { class: "items" },
      item("PNG", async () => {
        const blob = await asPng(picture(state, board()));
        if (blob instanceof Blob) download(blob, `${name()}.png`);
      }),
      item("SVG", () => download(new Blob([picture(state, board())], { type: "image/svg+xml" }), `${name()}.svg`)),
      item("JSON", () => {
        if (!state.link) return;
        const text = `${JSON.stringify(gameJson(state.link), null, 1)}\n`;
        download(new Blob([text], { type: "application/json" }), `${name()}.json`);
      }),
      item("Copy text", () => copy(gameText(state))),
    ),
  );
  closeElsewhere(menu);
  return menu;
}

/** A menu closes with Escape, and with a click anywhere else. @param {HTMLDetailsElement} menu */
function closeElsewhere(menu) {
  document.addEventListener("click", (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
