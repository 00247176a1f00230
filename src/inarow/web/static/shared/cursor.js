// The cursor that arrows move over a free board.

import { moveText } from "./link.js";

/** @typedef {import("./types.js").Play} Play */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, string>} */
const NAMES = { ".": "empty", 1: "red", 2: "yellow" };

/**
 * The cell that a key leads to, null for another key; the first one starts from the middle.
 * @param {Play} play
 * @param {number | null} cursor
 * @param {string} key
 */
export function stepped(play, cursor, key) {
  const step = STEPS[key];
  if (!step) return null;
  const { cols, rows } = play.game;
  const start = cursor ?? Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const [row, col] = [Math.floor(start / cols) + step[0], (start % cols) + step[1]];
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : start;
}

/** A cell in words: `8.9 empty`. @param {Play} play @param {number} cell */
export function cellWords(play, cell) {
  return `${moveText(play.game, cell)} ${NAMES[play.cells[cell]]}`;
}
