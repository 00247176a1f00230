// Small helpers to build and change the page without losing the reader's focus.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Sets attributes; `on` holds event handlers, and null or false leaves an attribute out.
 * @param {Element} element
 * @param {Attributes | null} attributes
 */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) {
        element.addEventListener(event, /** @type {EventListener} */ (handler));
      }
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = null, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  fill(element, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = null, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, attributes);
  fill(element, children);
  return /** @type {SVGElement} */ (element);
}

/**
 * Replaces what a container holds; focus stays on the element with the same data-key.
 * @param {Element} container
 * @param {...(Child | Child[])} children
 */
export function swap(container, ...children) {
  const focused = document.activeElement;
  const key = focused && container.contains(focused) ? focused.getAttribute("data-key") : null;
  const fragment = document.createDocumentFragment();
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    fragment.append(child instanceof Node ? child : String(child));
  }
  container.replaceChildren(fragment);
  if (key !== null) {
    const again = container.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement || again instanceof SVGElement) again.focus();
  }
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * Says something to screen readers without moving anything.
 * @param {string} text
 */
export function announce(text) {
  byId("live").textContent = text;
}

/**
 * Shows a sentence about what went wrong; an empty one takes it away.
 * @param {string} text
 */
export function complain(text) {
  const line = byId("problem");
  line.textContent = text;
  line.hidden = text === "";
  line.classList.toggle("away", text.startsWith("Working without the server"));
}

/** Whether things may move. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A score with its sign and a true minus.
 * @param {number} value
 */
export function signed(value) {
  return value === 0 ? "0" : value > 0 ? `+${grouped(value)}` : `−${grouped(-value)}`;
}

/**
 * A count with narrow spaces between thousands.
 * @param {number} value
 */
export function grouped(value) {
  return String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/**
 * A chip on paper: red disc or yellow ring.
 * @param {number} player
 */
export function chip(player) {
  return h("i", { class: `chip ${player === 1 ? "r" : "y"}`, "aria-hidden": "true" });
}

/** @param {number} player */
export function sideName(player) {
  return player === 1 ? "Red" : "Yellow";
}

/** @type {Record<string, string>} */
const SHAPES = {
  win: "M5 0l5 9H0z",
  draw: "M0 2h10v2H0zM0 6h10v2H0z",
  loss: "M5 10L0 1h10z",
};

/**
 * The shape of a result: up, level or down.
 * @param {string} result
 */
export function shape(result) {
  return s("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, s("path", { d: SHAPES[result] }));
}
