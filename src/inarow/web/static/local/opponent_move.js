// The computer's move at a level, as the server's players/levels.py chooses it.

import { Unfit } from "./engine.js";
import { bestMoves } from "./verdicts.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {import("./verdicts.js").Analyst} Analyst */
/** @typedef {{level: number, words: string, slip: number, depth: number | null}} Level */

const PERFECT_S = 10;
const MOVE_S = 1;
const SLIP_DEPTH = 3;
const FALL = 0.5;
const DEEPEST = 12; // plies, where the solver does not come to an end
const SURE = 1e9;

/** Numbers from 0 to 1 that follow from a seed. @param {number} seed */
export function drawnFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {Analyst} analyst
 * @param {Facts} facts
 * @param {Level} level
 * @param {() => number} draw
 * @returns {{move: number, proven: boolean}}
 */
export function chosenMove(analyst, facts, level, draw) {
  if (facts.outcome !== "ongoing") throw new Unfit("the game is over in this position");
  if (draw() < level.slip) return { move: slip(analyst.engine, facts, draw), proven: false };
  if (level.depth !== null) return { move: analyst.engine.choose(facts, level.depth).move, proven: false };
  const best = bestMoves(analyst.searched(facts, level.slip === 0 ? PERFECT_S : MOVE_S));
  if (best.length) return { move: best[Math.floor(draw() * best.length)].move, proven: true };
  return { move: analyst.engine.choose(facts, DEEPEST).move, proven: false };
}

/** Another move than the one judged best, the likelier the better it is judged. @param {Engine} engine @param {Facts} facts @param {() => number} draw */
function slip(engine, facts, draw) {
  const judged = facts.legal.map((move) => ({ move, value: judge(engine, facts, move) }));
  judged.sort((one, other) => other.value - one.value);
  if (judged.length === 1) return judged[0].move;
  const others = judged.slice(1);
  const weights = others.map((_, rank) => FALL ** rank);
  let left = draw() * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = weights.findIndex((weight) => (left -= weight) < 0);
  return others[chosen < 0 ? 0 : chosen].move;
}

/** @param {Engine} engine @param {Facts} facts @param {number} move */
function judge(engine, facts, move) {
  const after = engine.play(facts, move);
  if (after.outcome === "draw") return 0;
  if (after.outcome !== "ongoing") return SURE;
  return -engine.choose(after, SLIP_DEPTH).value;
}
