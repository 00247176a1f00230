// The board as a picture of its own: with the marks that are on it, the scores above, and below it the
// sentence about the move. Its colours are written out, so that it looks the same anywhere.

/** @typedef {import("./play_state.js").PlayState} PlayState */

const TEXT = { top: 96, line: 42, size: 30, font: "system-ui,sans-serif", lines: 5 };
const SHOWN_WIDTH = 720;
/** By the classes of board.js; the names are the colours of style.css. @type {Record<string, string>} */
// prettier-ignore
const STYLE = {
  ".face": "fill:board", ".plane,.hole,.holes circle": "fill:hole", ".red": "fill:red",
  ".yellow": "fill:none;stroke:yellow", ".grid path": "fill:none;stroke:grid;stroke-width:3", ".grid .star": "fill:grid",
  ".last,.ring,.cursor": "fill:none;stroke:#fff", ".ring": "stroke-width:4",
  ".arrow": "fill:none;stroke:#fff;stroke-width:6", ".threat": "fill:none;stroke-width:5;stroke-dasharray:14.1 8.5",
  ".threat.r": "stroke:red", ".threat.y": "stroke:yellow", ".line": "stroke:#fff;stroke-width:9;stroke-linecap:round",
  ".line.thin": "stroke-width:4;opacity:.75", ".heat": "fill:#fff;opacity:.22", ".ghost": "display:none",
  ".letter": "fill:#fff", ".stone-number.r": "fill:#14201c", ".stone-number.y": "fill:#fff",
  ".badge": "fill:surface;stroke:loss;stroke-width:5", ".badge-text": "fill:loss",
  "text": `font-family:${TEXT.font};font-weight:700;text-anchor:middle`,
  ".caption": "fill:ink;font-weight:400;text-anchor:start", ".score": "fill:ink", ".paper": "fill:paper",
};

/** The colours of the theme as they are shown. @param {string[]} names */
function colours(names) {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = new Map();
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    found.set(name, getComputedStyle(probe).color);
  }
  probe.remove();
  return found;
}

function styleText() {
  const names = ["board", "hole", "red", "yellow", "grid", "surface", "loss", "ink", "paper"];
  const known = colours(names);
  return Object.entries(STYLE)
    .map(([selector, rules]) => {
      const filled = rules.replace(/:([a-z]+)(?=;|$)/g, (whole, name) =>
        known.has(name) ? `:${known.get(name)}` : whole,
      );
      return `${selector}{${filled}}`;
    })
    .join("");
}

/** What is said of the move, as lines of text that fit a width. @param {PlayState} state @param {number} width */
function caption({ play, why, summary, scoresShown, ended }, width) {
  if (!play) return [];
  const parts = scoresShown ? (why?.paragraphs[0] ?? []) : [];
  const told = parts.map((part) => part.letter ?? part.text ?? "").join("");
  const words = ended
    ? `${play.resultHere}. ${summary?.sentence ?? ""}`
    : `${play.at} of ${play.moves.length}. ${told}`;
  const ruler = document.createElement("canvas").getContext("2d");
  if (ruler) ruler.font = `${TEXT.size}px ${TEXT.font}`;
  const fits = (/** @type {string} */ text) => (ruler?.measureText(text).width ?? 0) <= width;
  /** @type {string[]} */
  const lines = [];
  for (const word of words.trim().split(/\s+/)) {
    const longer = `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, TEXT.lines);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

/**
 * The text of an SVG file.
 * @param {PlayState} state
 * @param {SVGElement} board as it is shown
 */
export function picture(state, board) {
  const [, , width, height] = (board.getAttribute("viewBox") ?? "0 0 720 620").split(" ").map(Number);
  const lines = caption(state, width);
  const tiles = [...document.querySelectorAll(".tiles .tile b")].map((tile) => tile.textContent ?? "");
  const top = state.scoresShown && tiles.length > 0 && !state.ended ? TEXT.top : 20;
  const total = top + height + 50 + TEXT.line * lines.length;
  const scores =
    top === 20
      ? []
      : tiles.map(
          (text, col) => `<text class="score" x="${60 + col * 100}" y="64" font-size="44">${escaped(text)}</text>`,
        );
  const drawn = [...board.children].map((child) => new XMLSerializer().serializeToString(child)).join("");
  const words = lines.map(
    (line, number) =>
      `<text class="caption" x="10" y="${top + height + 50 + TEXT.line * number}" font-size="${TEXT.size}">${escaped(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 ${width + 40} ${total}" width="${SHOWN_WIDTH}" height="${Math.round((SHOWN_WIDTH * total) / (width + 40))}">`,
    `<title>${escaped(state.play?.twin ?? "")}</title><style>${styleText()}</style>`,
    `<rect class="paper" x="-20" width="${width + 40}" height="${total}"/>`,
    ...scores,
    `<g transform="translate(0 ${top})">${drawn}</g>`,
    ...words,
    "</svg>\n",
  ].join("\n");
}
