// Things that leave the page: files and the clipboard.

import { announce, h } from "./dom.js";

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * A button that copies a text, and says whether it did.
 * @param {string} key
 * @param {() => string} text
 * @param {string} what is copied, as a reader calls it
 */
export function copyButton(key, text, what) {
  const button = h("button", { type: "button", class: "btn", "data-key": key }, "Copy");
  button.addEventListener("click", async () => {
    let done = true;
    await navigator.clipboard.writeText(text()).catch(() => (done = false));
    button.textContent = done ? "Copied" : "Not allowed";
    announce(done ? `${what} copied.` : `The browser does not let the page copy.`);
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  return button;
}
