// Internal errors, of the page, its worker or its server: each is shown above the page until the page
// is reloaded, and is in the browser's console.

import { h } from "./dom.js";

/** An error that its message describes fully: of the worker or of the server. */
export class InternalError extends Error {}

/** A search that was given up is no fault, nor is a size that the browser will see to in the next frame. */
const HARMLESS = /^(AbortError$|ResizeObserver loop)/;

/** @param {string} text */
function show(text) {
  const id = "fault";
  const line = document.getElementById(id) ?? h("p", { class: "problem fault", id, role: "alert" });
  line.textContent = text;
  if (!line.isConnected) (document.querySelector("main") ?? document.body).before(line);
}

/** @param {unknown} error @param {string} [message] where there is no error to read */
function take(error, message = String(error)) {
  if (HARMLESS.test(error instanceof Error || error instanceof DOMException ? error.name : message)) return;
  if (error instanceof InternalError) show(error.message);
  else {
    const text = error instanceof Error ? error.message : message;
    show(`Internal error in this page: ${text}. Reload the page; the browser's console has the details.`);
  }
}

/** Shows every error that nothing handles, from now on. */
export function showFaults() {
  addEventListener("error", ({ error, message }) => take(error, message));
  addEventListener("unhandledrejection", ({ reason }) => take(reason));
}
