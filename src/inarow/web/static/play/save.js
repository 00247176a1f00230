// Save as SVG, PNG or JSON; all three come from the link alone.

import { addressOf, ask } from "../shared/api.js";
import { h } from "../shared/dom.js";

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = h("a", { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Record<string, any>} words */
async function boardSvg(words) {
  const response = await fetch(addressOf("board.svg", words));
  return response.text();
}

/**
 * @param {Record<string, any>} words
 * @param {string} name
 */
export async function savePng(words, name) {
  const text = await boardSvg(words);
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
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob instanceof Blob) download(blob, name);
}

/**
 * The menu behind "Save as".
 * @param {() => Record<string, any>} words
 */
export function saveMenu(words) {
  const name = () => `inarow-${words().game}`;
  /** @param {string} label @param {() => Promise<void>} act */
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
      item("SVG", async () =>
        download(new Blob([await boardSvg(words())], { type: "image/svg+xml" }), `${name()}.svg`),
      ),
      item("PNG", () => savePng(words(), `${name()}.png`)),
      item("JSON", async () => {
        const game = await ask("game.json", words());
        download(new Blob([`${JSON.stringify(game, null, 1)}\n`], { type: "application/json" }), `${name()}.json`);
      }),
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
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
