// What a move kept or gave up, in sentences that say no more than is proven. The twin of the server's
// teaching/move_review.py, for Connect Four; a test compares what both say.

import { joined, listed, phrase, plain, sidesFor } from "./phrases.js";
import { LosingMove } from "./reasons.js";
import { markOf, pliesToEnd, resultOf } from "./verdicts.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {import("./engine.js").Found} Found */
/** @typedef {import("./engine.js").MoveBounds} MoveBounds */
/** @typedef {import("./line.js").Line} Line */
/** @typedef {import("./phrases.js").Part} Part */

/** @type {Record<string, string>} */
const DOES = { loss: "loses", draw: "only draws", win: "wins" };
const MOST_HELD = 6;
const NAMES = ["", "Red", "Yellow"];

/** The best of some moves, of equal ones the first. @param {MoveBounds[]} moves */
export function bestOf(moves) {
  return moves.reduce((best, move) => (move.lo > best.lo ? move : best));
}

/** @param {MoveBounds} move */
function isExactMove(move) {
  return move.lo === move.hi;
}

/**
 * @param {Engine} engine
 * @param {Line} line
 * @param {Found} before
 * @param {{reader?: number, replied?: number | null, again?: boolean, after?: Found | null}} [about]
 */
export function explain(engine, line, before, about = {}) {
  const facts = line.positions[line.at - 1];
  const move = line.moves[line.at - 1];
  const played = before.moves.find((one) => one.move === move);
  const writer = new Writer(engine, line, before, about);
  const mark = markOf(before, move);
  const had = resultOf(before);
  const has = played ? resultOf(played) : null;
  if (!played || has === null || had === null) writer.unknown(played);
  else if (about.again && writer.secondTry(played, had, has, mark)) {
    // judged by whether it holds
  } else if (mark === "?" || mark === "??") writer.mistake(played, had, has);
  else writer.kept(played, has, mark === "only");
  return {
    player: facts.to_move,
    side: NAMES[facts.to_move],
    number: line.at,
    mark,
    tag: writer.tag,
    head: joined(writer.paragraphs[0].slice(0, 1)),
    paragraphs: writer.paragraphs.filter((sentences) => sentences.length > 0).map(joined),
    threats: writer.letters,
    suggest: writer.suggest,
    line: writer.line,
    line_from: writer.lineFrom,
  };
}

class Writer {
  /**
   * @param {Engine} engine
   * @param {Line} line
   * @param {Found} before
   * @param {{reader?: number, replied?: number | null, after?: Found | null}} about
   */
  constructor(engine, line, before, { reader = 0, replied = null, after = null }) {
    this.engine = engine;
    this.gameLine = line;
    this.facts = line.positions[line.at - 1];
    this.then = line.positions[line.at];
    this.move = line.moves[line.at - 1];
    this.before = before;
    this.after = after;
    this.replied = replied;
    this.sides = sidesFor(reader);
    this.mover = this.sides[this.facts.to_move];
    this.winnerAfter = this.sides[3 - this.facts.to_move];
    /** @type {Part[][][]} */ this.paragraphs = [];
    /** @type {import("./reasons.js").Letter[]} */ this.letters = [];
    /** @type {{kind: string, text: string} | null} */ this.tag = null;
    /** @type {number | null} */ this.suggest = null;
    /** @type {number[]} */ this.line = [];
    this.lineFrom = line.at - 1;
    this.word = String(this.move + 1);
    this.named = `column ${this.word}`;
    this.k = "four";
  }

  /** @param {...Part[]} sentences */
  say(...sentences) {
    this.paragraphs.push(sentences.filter((sentence) => sentence.length > 0));
  }

  // The kinds of move.

  /** @param {MoveBounds | undefined} played */
  unknown(played) {
    if (this.saidTheEnd()) return;
    const told = phrase("played", { mover: this.mover, move: this.word });
    const result = this.after ? resultOf(this.after) : null;
    if (result === "win" || result === "loss") {
      const next = this.then.to_move;
      this.say(told, phrase("proven after", { side: this.sides[result === "loss" ? 3 - next : next] }));
      return;
    }
    this.say(told);
    if (played && result === null) this.say(phrase("unfinished"));
  }

  /** @param {MoveBounds} played @param {string} had @param {string} has @param {string} mark */
  secondTry(played, had, has, mark) {
    if (had === "loss" || this.then.outcome !== "ongoing") return false;
    this.tag = { kind: has, text: `${had} to ${has}` };
    this.line = played.line.slice(1);
    this.lineFrom = this.gameLine.at;
    if (mark === "?" || mark === "??") {
      this.say(phrase("second try, wrong", { move: this.named, does: DOES[has] }));
      this.line = bestOf(this.before.moves).line;
      this.lineFrom = this.gameLine.at - 1;
    } else {
      this.tag.text = `${has} kept`;
      this.say(phrase("second try", { move: this.named }), this.byMove(played));
    }
    return true;
  }

  /** @param {MoveBounds} played @param {string} had @param {string} has */
  mistake(played, had, has) {
    this.tag = { kind: has, text: `${had} to ${has}` };
    const holding = this.before.moves.filter((move) => resultOf(move) === had);
    const best = bestOf(holding);
    const held = this.heldWords(holding);
    const lost = new LosingMove(this.engine, this.facts, played, this.sides, this.answeredBy(played));
    const atOnce = has === "loss" && lost.atOnce;
    let head;
    if (had === "win" && this.plies(best) === 1)
      head = phrase("line missed", { move: this.named, does: DOES[has], missed: this.missedLine(best) });
    else if (atOnce)
      head = phrase("loses at once", {
        move: this.named,
        winner: this.winnerAfter,
        k: this.k,
        where: lost.winningSquare(),
        held,
        won: had === "win" ? plain("and won") : "",
      });
    else {
      const alike = holding.every((move) => isExactMove(move) && move.lo === best.lo);
      const by = alike && had === "win" ? this.byWords(best) : "";
      head = phrase(`${had} to ${has}`, { move: this.named, held, by });
    }
    if (has !== "loss") {
      this.line = best.line;
      this.say(head);
      return;
    }
    this.line = played.line.slice(1);
    this.lineFrom = this.gameLine.at;
    const shown = this.replied === null || this.answeredBy(played);
    const reason = shown && !atOnce ? lost.reason() : [];
    if (shown) this.suggest = this.replied !== null ? null : lost.reply;
    this.say(head, reason);
    if (!atOnce && shown) this.say(lost.ending(this.endNumber(played)));
    this.letters = lost.squares.letters;
  }

  /** Whether the reply that the line shows has been made. @param {MoveBounds} played */
  answeredBy(played) {
    return played.line.length > 1 && this.replied === played.line[1];
  }

  /** @param {MoveBounds} played @param {string} has @param {boolean} only */
  kept(played, has, only) {
    this.tag = { kind: has, text: has };
    if (this.saidTheEnd()) return;
    this.line = played.line.slice(1);
    this.lineFrom = this.gameLine.at;
    if (has === "loss") {
      this.say(...this.lostAnyway(played));
      return;
    }
    this.tag.text = `${has} kept`;
    const better = this.better(played);
    if (better && has === "win") this.say(this.slower(played, better));
    else if (only) this.say(phrase("only", { move: this.word, result: has }), this.byMove(played));
    else this.say(phrase("kept", { move: this.named, result: has }), this.byMove(played));
  }

  // Sentences.

  saidTheEnd() {
    const { outcome } = this.then;
    if (outcome === "ongoing") return false;
    if (outcome === "draw") this.say(phrase("board full", { move: this.named }));
    else {
      const winner = this.sides[outcome === "first" ? 1 : 2];
      this.say(phrase("line made", { move: this.named, k: this.k, mover: winner }));
    }
    return true;
  }

  /** @param {MoveBounds[]} holding */
  heldWords(holding) {
    const others = this.before.moves.filter((move) => move.move !== this.move);
    if (holding.length === others.length && others.length > 2) return plain("every other", { kind: "column" });
    if (holding.length > MOST_HELD) return `${bestOf(holding).move + 1} and ${holding.length - 1} other moves`;
    return listed(holding.map((move) => String(move.move + 1)));
  }

  /** @param {MoveBounds} move */
  plies(move) {
    return isExactMove(move) ? pliesToEnd(this.facts.stones, move.lo) : null;
  }

  /** @param {MoveBounds} move */
  endNumber(move) {
    const plies = this.plies(move);
    return plies === null || move.lo === 0 ? null : this.gameLine.at - 1 + plies;
  }

  /** @param {MoveBounds} best */
  byWords(best) {
    const number = this.endNumber(best);
    return number === null ? "" : plain("by move", { number });
  }

  /** @param {MoveBounds} played @returns {Part[]} */
  byMove(played) {
    const number = this.endNumber(played);
    if (number === null) return [];
    const winner = played.lo > 0 ? this.mover : this.winnerAfter;
    return phrase("wins by", { winner, number }).map((part) => ({ ...part, result: true }));
  }

  /** A move that wins sooner or loses later. @param {MoveBounds} played */
  better(played) {
    const better = this.before.moves.filter((move) => isExactMove(move) && isExactMove(played) && move.lo > played.lo);
    return better.length ? bestOf(better) : null;
  }

  /** @param {MoveBounds} best */
  missedLine(best) {
    return plain("missed", { best: String(best.move + 1), k: this.k });
  }

  /** @param {MoveBounds} played @param {MoveBounds} best */
  slower(played, best) {
    const word = String(best.move + 1);
    if (this.plies(best) === 1)
      return phrase("slower than a line", { move: this.named, missed: this.missedLine(best) });
    const [number, early] = [this.endNumber(played), this.endNumber(best)];
    return phrase("slower", { move: this.named, number, best: word, early });
  }

  /** @param {MoveBounds} played @returns {Part[][]} */
  lostAnyway(played) {
    const best = this.better(played);
    const number = this.endNumber(played);
    if (number === null) return [phrase("lost anyway")];
    const longest = this.before.moves.filter((move) => isExactMove(move) && move.lo === (best ?? played).lo);
    const several = longest.length > 1;
    const key = best
      ? `lost anyway, shorter${several ? " than several" : ""}`
      : `lost anyway, ${several ? "as long" : "longest"}`;
    const names = listed(longest.map((move) => String(move.move + 1)));
    return [phrase(key, { move: this.word, number, best: names, late: best && this.endNumber(best) })];
  }
}
