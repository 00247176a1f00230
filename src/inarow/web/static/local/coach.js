// A game as its reader's coach tells it: the reader's move and the reply, and at the end what turned
// it. The twin of the server's teaching/game_review.py, for Connect Four.

import { bestOf, explain } from "./explain.js";
import { joined, listed, phrase, plain, said, sidesFor } from "./phrases.js";
import { MOST, markOf, pliesToEnd, resultOf } from "./verdicts.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {import("./engine.js").Found} Found */
/** @typedef {import("./line.js").Line} Line */
/** @typedef {(facts: Facts) => Found} Look */
/** @typedef {{number: number, player: number, had: string | null, got: string | null, mark: string, choice: boolean}} Step */

const MOST_TURNS = 3;
/** @type {Record<string, number>} */
const RANKS = { loss: 0, draw: 1, win: 2 };

/** The number of the reader's last move at or before the cursor; 0 if there is none. @param {Line} line @param {number} reader */
export function ownNumber(line, reader) {
  for (let number = line.at; number > 0; number -= 1) if (line.positions[number - 1].to_move === reader) return number;
  return 0;
}

/**
 * About the reader's last move and the reply to it, or else about the last move.
 * @param {Engine} engine
 * @param {Line} line
 * @param {{player: number, again: number}} reader
 * @param {Look} look
 * @param {Found | null} [after]
 * @returns {any}
 */
export function whyAnswer(engine, line, reader, look, after = null) {
  const own = reader.player ? ownNumber(line, reader.player) : 0;
  if (own === 0) return explain(engine, line, look(line.positions[line.at - 1]), { reader: reader.player, after });
  const replies = line.moves.slice(own, line.at);
  const told = explain(engine, { ...line, at: own }, look(line.positions[own - 1]), {
    reader: reader.player,
    replied: replies.length ? replies[0] : null,
    again: reader.again === own,
    after: own === line.at ? after : null,
  });
  if (replies.length === 0) return told;
  return { ...told, reply: replyWords(line, own, reader.player, look(line.positions[own])) };
}

/** @param {Line} line @param {number} own @param {number} reader @param {Found} before */
function replyWords(line, own, reader, before) {
  const sides = sidesFor(reader);
  const moves = line.moves.slice(own, line.at);
  const words = moves.map((move) => String(move + 1));
  const values = { side: sides[3 - reader], reader: sides[reader], move: listed(words) };
  const { outcome } = line.positions[line.at];
  if (outcome === "draw") return joined([phrase("answered, full", values)]);
  if (outcome !== "ongoing") return joined([phrase("answered, line", { k: "four", ...values })]);
  const played = before.moves.find((move) => move.move === moves[0]);
  const [had, has] = [resultOf(before), played ? resultOf(played) : null];
  if (words.length > 1 || !played || has === null || had === null) return joined([phrase("answered", values)]);
  const exact = played.lo === played.hi;
  let key = replyKey(before, had, has, played);
  const number = exact ? own + pliesToEnd(line.positions[own].stones, played.lo) : null;
  const by = number === null || played.lo === 0 ? "" : plain("by move", { number });
  if (key === "answered, quickest" && !by) key = "answered, wins";
  return joined([phrase(key, { by, number, ...values })]);
}

/** @param {Found} before @param {string} had @param {string} has @param {import("./engine.js").MoveBounds} played */
function replyKey(before, had, has, played) {
  if (RANKS[had] > RANKS[has]) return has === "draw" ? "answered, draw again" : "answered, win given";
  if (has === "win") {
    const best = Math.max(...before.moves.map((move) => move.lo));
    return played.lo === played.hi && played.lo >= best ? "answered, quickest" : "answered, wins";
  }
  return has === "draw" ? "answered, draws" : "answered, loses";
}

/** A move of a line, with the analysis of the position it met. @param {Line} line @param {number} number @param {Found} before @returns {Step} */
export function stepOf(line, number, before) {
  const played = before.moves.find((move) => move.move === line.moves[number - 1]);
  const [had, got] = [resultOf(before), played ? resultOf(played) : null];
  const known = had !== null && got !== null;
  const results = new Set(before.moves.map(resultOf));
  return {
    number,
    player: line.positions[number - 1].to_move,
    had: known ? had : null,
    got: known ? got : null,
    mark: markOf(before, line.moves[number - 1]),
    choice: known && !results.has(null) && results.size > 1,
  };
}

/**
 * The value after so many moves for Red, the mark of the move that was played next, and whether it had
 * a choice.
 * @param {Line} line
 * @param {number} number
 * @param {Found} found
 * @returns {import("../shared/types.js").Value}
 */
export function valueAnswer(line, number, found) {
  const red = line.positions[number].to_move === 1;
  const [lo, hi] = red ? [found.lo, found.hi] : [0 - found.hi, 0 - found.lo];
  const value = { at: number, lo, hi, most: MOST };
  if (number === line.moves.length) return { ...value, mark: "", choice: false };
  const { mark, choice } = stepOf(line, number + 1, found);
  return { ...value, mark, choice };
}

/** @param {Step} step */
function lost(step) {
  return step.mark === "?" || step.mark === "??";
}

/**
 * The end of a game; nothing while it goes on.
 * @param {Engine} engine
 * @param {Line} whole
 * @param {number} reader
 * @param {Look} look
 */
export function summary(engine, whole, reader, look) {
  const line = { ...whole, at: whole.moves.length };
  if (line.positions[line.at].outcome === "ongoing" || line.moves.length === 0) return null;
  const analyses = line.positions.slice(0, -1).map(look);
  const steps = analyses.map((found, number) => stepOf(line, number + 1, found));
  const told = new Told(engine, line, reader, steps, analyses);
  const turns = steps.filter(lost);
  const own = turns.filter((step) => step.player === told.hero);
  const sentence = told.sentence();
  return {
    sentence,
    detail: told.detail(),
    hero: told.hero,
    kept: { 1: told.keptBy(1), 2: told.keptBy(2) },
    turns: turns.slice(-MOST_TURNS).map((step) => told.turn(step)),
    again: own.length ? own[own.length - 1].number : null,
  };
}

class Told {
  /**
   * @param {Engine} engine
   * @param {Line} line
   * @param {number} reader
   * @param {Step[]} steps
   * @param {Found[]} analyses
   */
  constructor(engine, line, reader, steps, analyses) {
    this.engine = engine;
    this.line = line;
    this.steps = steps;
    this.analyses = analyses;
    const { outcome } = line.positions[line.at];
    this.winner = outcome === "first" ? 1 : outcome === "second" ? 2 : 0;
    this.hero = reader || (this.winner ? 3 - this.winner : this.lastWinner() || 1);
    this.sides = sidesFor(reader);
    /** @type {Step | null} */ this.turning = null;
  }

  /** @param {number} player */
  keptBy(player) {
    return this.steps.filter((step) => step.choice && step.player === player).map((step) => !lost(step));
  }

  lastWinner() {
    const step = [...this.steps].reverse().find((one) => one.had === "win" || one.had === "loss");
    if (!step) return 0;
    return step.had === "win" ? step.player : 3 - step.player;
  }

  /** @param {number} player @param {string[]} had */
  givenBy(player, had) {
    const given = this.steps.filter((step) => step.player === player && lost(step) && had.includes(step.had ?? ""));
    return given.length ? given[given.length - 1] : null;
  }

  sentence() {
    const [side, other] = [this.sides[this.hero], this.sides[3 - this.hero]];
    const winner = this.winner ? this.sides[this.winner] : side;
    const [key, turning] = this.key();
    this.turning = turning;
    /** @type {number | null} */
    let number = turning ? turning.number : this.line.moves.length;
    if (key.startsWith("never in it")) number = this.lostSince();
    return said(key, { side, other, winner, number });
  }

  /** @returns {[string, Step | null]} */
  key() {
    const ownWin = this.givenBy(this.hero, ["win"]);
    const theirs = this.givenBy(3 - this.hero, ["win", "draw"]);
    if (!this.winner) {
      if (ownWin) return ["drawn, win missed", ownWin];
      const theirWin = this.givenBy(3 - this.hero, ["win"]);
      if (theirWin) return ["saved", theirWin];
      return [this.allKnown() ? "drawn" : "drawn, unknown", null];
    }
    if (this.winner === this.hero) {
      if (theirs) return ["win was given", theirs];
      return [this.allKnown() ? "never let go" : "no turn known", null];
    }
    if (ownWin) return ["was winning", ownWin];
    const ownDraw = this.givenBy(this.hero, ["draw"]);
    if (ownDraw) return ["held a draw", ownDraw];
    const since = this.lostSince();
    if (since === null) return ["no turn known", null];
    return [since === 0 ? "never in it, from the start" : "never in it", null];
  }

  allKnown() {
    return this.steps.every((step) => step.had !== null);
  }

  lostSince() {
    /** @type {number | null} */
    let since = null;
    for (const step of [...this.steps].reverse()) {
      if (step.had !== (step.player === this.hero ? "loss" : "win")) break;
      since = step.number - 1;
    }
    return since;
  }

  detail() {
    const step = this.turning;
    if (!step) return "";
    const holding = this.analyses[step.number - 1].moves.filter((move) => resultOf(move) === step.had);
    const best = bestOf(holding);
    const won = step.had === "win";
    const { stones } = this.line.positions[step.number - 1];
    const plies = won && best.lo === best.hi ? pliesToEnd(stones, best.lo) : 0;
    return said("turned", {
      number: step.number,
      side: this.sides[step.player],
      move: String(this.line.moves[step.number - 1] + 1),
      held: listed(holding.slice(0, 4).map((move) => String(move.move + 1))),
      kept: plain(won ? "turned, won" : "turned, held the draw"),
      by: plies ? plain("by move", { number: step.number - 1 + plies }) : "",
    });
  }

  /** A move that turned the game, as a small board shows it. @param {Step} step */
  turn(step) {
    const line = { ...this.line, at: step.number };
    const before = this.analyses[step.number - 1];
    const met = line.positions[step.number - 1];
    const reader = this.sides[this.hero]?.reader ? this.hero : 0;
    return {
      number: step.number,
      player: step.player,
      mark: step.mark,
      cells: line.positions[step.number].cells.replaceAll("/", ""),
      cell: met.landing[line.moves[step.number - 1]],
      held: met.landing[bestOf(before.moves).move],
      words: explain(this.engine, line, before, { reader }).head,
    };
  }
}
