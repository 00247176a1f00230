// What is known of a position and of its moves, in the shape of docs/json.md: the twin of the
// server's analysis/verdict.py and web/analysis.py, for Connect Four.

import { CELLS } from "./engine.js";
import { positionText } from "./line.js";
import { said, sidesFor } from "./phrases.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {import("./engine.js").Found} Found */

export const MOST = CELLS / 2 + 1;
const KEPT = 2000;
const BOOK_STONES = 8;
/** With so few cells left lines are by the first of equal moves, as the server has them. */
const FEW_LEFT = 9;

/** @param {{lo: number, hi: number}} bounds @returns {"win" | "draw" | "loss" | null} */
export function resultOf({ lo, hi }) {
  if (lo > 0) return "win";
  if (hi < 0) return "loss";
  return lo === hi ? "draw" : null;
}

/** Plies to the end of the game under best play. @param {number} stones @param {number} score */
export function pliesToEnd(stones, score) {
  if (score === 0) return CELLS - stones;
  const plies = 2 * (MOST - Math.abs(score)) - stones;
  const moversPly = plies % 2 === 1;
  return moversPly === score > 0 ? plies : plies - 1;
}

/** @param {Found} found */
export function isExact(found) {
  return found.lo === found.hi && found.moves.every((move) => move.lo === move.hi);
}

export class Analyst {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Map<string, Found>} */ this.kept = new Map();
  }

  /** Without a search: the end of the game, the book, what was found before. @param {Facts} facts */
  atOnce(facts) {
    if (facts.outcome !== "ongoing") return final(facts);
    const early = facts.stones < BOOK_STONES ? this.search(facts, 0.001) : null;
    return this.kept.get(facts.position) ?? early ?? open(facts);
  }

  /** @param {Facts} facts @param {number} seconds @returns {Found} */
  searched(facts, seconds) {
    const known = this.atOnce(facts);
    return isExact(known) || seconds <= 0 ? known : this.search(facts, seconds);
  }

  /** @param {Facts} facts @param {number} seconds @returns {Found} */
  search(facts, seconds) {
    const kept = this.kept.get(facts.position);
    if (kept) return kept;
    const found = this.engine.analyse(facts, seconds);
    if (!isExact(found)) return found;
    if (CELLS - facts.stones <= FEW_LEFT)
      for (const move of found.moves) move.line = [move.move, ...this.firstBest(this.engine.play(facts, move.move))];
    this.kept.set(facts.position, found);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    return found;
  }

  /** Best play to the end, of equal moves the first. @param {Facts} facts @returns {number[]} */
  firstBest(facts) {
    if (facts.outcome !== "ongoing") return [];
    const found = this.engine.analyse(facts, 60);
    const best = found.moves.find((move) => move.lo === found.lo);
    return best ? [best.move, ...this.firstBest(this.engine.play(facts, best.move))] : [];
  }
}

/** @param {Facts} facts @returns {Found} */
function final(facts) {
  const winner = facts.outcome === "draw" ? 0 : facts.outcome === "first" ? 1 : 2;
  const worth = MOST - Math.floor((facts.stones + 1) / 2);
  const value = winner === 0 ? 0 : winner === facts.to_move ? worth : -worth;
  return { lo: value, hi: value, source: "rules", nodes: 0, moves: [] };
}

/** Nothing is known. @param {Facts} facts @returns {Found} */
function open(facts) {
  const moves = facts.legal.map((move) => ({ move, lo: -MOST, hi: MOST, line: [] }));
  return { lo: -MOST, hi: MOST, source: "none", nodes: 0, moves };
}

/** The moves that are proven to be as good as any. @param {Found} found */
export function bestMoves(found) {
  const most = Math.min(found.hi, found.moves.length ? Math.max(...found.moves.map((move) => move.hi)) : 0);
  return found.moves.filter((move) => move.lo >= most);
}

/** @param {Facts} facts @param {{lo: number, hi: number}} bounds @param {string} source @param {number[]} line */
function known(facts, { lo, hi }, source, line) {
  const exact = lo === hi;
  return {
    lo,
    hi,
    exact,
    score: exact ? lo : null,
    result: resultOf({ lo, hi }),
    plies: source === "rules" ? 0 : exact ? pliesToEnd(facts.stones, lo) : null,
    words: wordsOf(facts, lo, hi, source),
    source,
    line: line.map((move) => String(move + 1)),
  };
}

/** @param {Facts} facts @param {number} lo @param {number} hi @param {string} source */
function wordsOf(facts, lo, hi, source) {
  if (lo === 0 && hi === 0) return "draw";
  if (lo <= 0 && hi >= 0) return lo === 0 ? "at least a draw" : hi === 0 ? "at most a draw" : "not known";
  const kind = lo > 0 ? "win" : "loss";
  if (source === "rules") return kind;
  const plies = pliesToEnd(facts.stones, lo);
  if (lo === hi) return `${kind} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  return lo > 0 ? `win in at most ${plies} plies` : `loss, but not before ${plies} plies`;
}

/**
 * @param {Facts} facts
 * @param {Found} found
 * @param {number} reader
 * @param {boolean} [solving]
 * @returns {import("../shared/types.js").Here}
 */
export function hereAnswer(facts, found, reader, solving = false) {
  const best = bestMoves(found);
  const line = best.find((move) => move.line.length)?.line ?? [];
  return {
    game: "connect4",
    position: positionText(facts),
    to_move: facts.to_move,
    unit: "score",
    ...known(facts, found, found.source, line),
    nodes: found.nodes,
    seconds: 0,
    moves: found.moves.map((move) => ({
      move: String(move.move + 1),
      ...known(facts, move, found.source, move.line),
    })),
    best: best.map((move) => String(move.move + 1)),
    findings: null,
    last_mistake: null,
    most: MOST,
    solving,
    task: task(facts, found, reader),
  };
}

/** What a puzzle asks of the side to move, empty where it is none: one move alone wins. @param {Facts} facts @param {Found} found @param {number} reader */
function task(facts, found, reader) {
  const winning = found.moves.filter((move) => move.lo > 0);
  if (!isExact(found) || winning.length !== 1) return "";
  const count = Math.floor((pliesToEnd(facts.stones, winning[0].lo) + 1) / 2);
  if (reader === facts.to_move) return said("puzzle, yours", { colour: reader === 1 ? "Red" : "Yellow", count });
  return said("puzzle", { side: sidesFor(0)[facts.to_move], count });
}

const RANKS = { loss: 0, draw: 1, win: 2 };

/** The mark of a played move. @param {Found} before @param {number} played */
export function markOf(before, played) {
  const move = before.moves.find((one) => one.move === played);
  const had = resultOf(before);
  const has = move ? resultOf(move) : null;
  if (had === null || has === null) return "";
  const lost = RANKS[had] - RANKS[has];
  if (lost > 0) return lost === 1 ? "?" : "??";
  const results = before.moves.map(resultOf);
  const keeping = results.filter((result) => result === had).length;
  return !results.includes(null) && keeping === 1 && results.length > 1 && had !== "loss" ? "only" : "";
}
