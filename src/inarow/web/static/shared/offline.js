// Positions that were shown: while the server does not answer they can be walked through again, each as
// a position of any game that leads to it.

import { splitMoves } from "./variations.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").Move} Move */

const MOST_KEPT = 2000;
/** By the game, its start and the moves made until then. @type {Map<string, Play>} */
const kept = new Map();

/** @param {{name: string}} game @param {string} from @param {string[]} moves */
function keyOf(game, from, moves) {
  return `${game.name}|${from}|${moves.join(",")}`;
}

/** @param {Play} play */
export function keep(play) {
  const made = play.moves.slice(0, play.at).map((move) => move.text);
  const key = keyOf(play.game, play.from, made);
  kept.delete(key);
  kept.set(key, play);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/**
 * The position of a link, if it was shown before, within the game of the link.
 * @param {Link} link
 * @returns {Play | undefined}
 */
export function recalled(link) {
  const texts = splitMoves(link.moves, link.game);
  const at = link.at ?? texts.length;
  const game = { name: link.game };
  const found = kept.get(keyOf(game, link.from, texts.slice(0, at)));
  const moves = movesOf(game, link.from, texts);
  if (!found || !moves) return undefined;
  const end = kept.get(keyOf(game, link.from, texts));
  return { ...found, moves, at, movesText: link.moves, result: end?.resultHere ?? "", why: found.why };
}

/** The moves of a game, each from the position that it led to. @param {{name: string}} game @param {string} from @param {string[]} texts */
function movesOf(game, from, texts) {
  for (const play of kept.values()) {
    const same = play.game.name === game.name && play.from === from && play.moves.length >= texts.length;
    if (same && texts.every((text, number) => play.moves[number].text === text))
      return play.moves.slice(0, texts.length);
  }
  return null;
}
