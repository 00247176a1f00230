// A tree as a picture that needs no page: its colours written out, with a caption below.

import { s } from "../shared/dom.js";

const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-weight",
  "font-size",
  "text-anchor",
];
const WIDTH = 1440;
const LETTER = 0.52; // of the size of a text, the usual width of its letters

/**
 * @param {SVGElement} tree
 * @param {string} caption
 * @returns {string} an SVG document
 */
export function treePicture(tree, caption) {
  const [, , width, height] = (tree.getAttribute("viewBox") ?? "0 0 1000 500").split(" ").map(Number);
  const size = width / 26;
  const lines = wrapped(caption, Math.floor((width - size) / (size * LETTER)));
  const total = height + (lines.length ? size * (0.8 + 1.35 * lines.length) : 0);
  const drawn = /** @type {SVGElement} */ (tree.cloneNode(true));
  writeOut(tree, drawn);
  const picture = s("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${Math.round(total)}`,
    width: WIDTH,
    height: Math.round((WIDTH * total) / width),
    role: "img",
  });
  picture.append(
    s("title", null, caption),
    s("rect", { width, height: total, fill: "#ffffff" }),
    ...drawn.childNodes,
    ...lines.map((line, number) =>
      s(
        "text",
        {
          x: size / 2,
          y: height + size * 1.35 * (number + 1),
          "font-size": size,
          "font-family": "serif",
          fill: "#14201c",
        },
        line,
      ),
    ),
  );
  return new XMLSerializer().serializeToString(picture);
}

/** The looks that style sheets give are written into the copy. @param {Element} from @param {Element} to */
function writeOut(from, to) {
  const look = getComputedStyle(from);
  for (const name of LOOKS) to.setAttribute(name, look.getPropertyValue(name));
  if (from.tagName === "text") to.setAttribute("font-family", "sans-serif");
  to.removeAttribute("class");
  [...from.children].forEach((child, number) => writeOut(child, to.children[number]));
}

/** @param {string} text @param {number} letters @returns {string[]} */
function wrapped(text, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
