// A game as it is saved: with its lines as JSON, as a line of text, and its picture as PNG. All of it is
// made here, so that it works without the server.

import { h } from "../shared/dom.js";
import { writeLink } from "../shared/link.js";
import { lineName, linesOf, splitMoves } from "../shared/variations.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("./play_state.js").PlayState} PlayState */

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
export async function asPng(text) {
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
