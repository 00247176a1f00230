// Why a move loses: what the reply does, each fact checked on the board, and how it ends. The twin of
// the server's teaching/reasons.py, for Connect Four.

import { COLS, ROWS } from "./engine.js";
import { phrase, plain } from "./phrases.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {import("./engine.js").MoveBounds} MoveBounds */
/** @typedef {import("./phrases.js").Part} Part */
/** @typedef {{letter: string, cell: number, player: number, ending?: boolean}} Letter */

/** The cells where a player would win that a stone can reach at once. @param {Facts} facts @param {number} player */
function readyThreats(facts, player) {
  return facts.winning[player - 1].filter((cell) => facts.landing.includes(cell));
}

/** @param {number} cell */
function placeOf(cell) {
  return { col: (cell % COLS) + 1, row: ROWS - Math.floor(cell / COLS) };
}

/** Squares that a sentence names; each becomes a letter on the board. */
class Squares {
  constructor() {
    /** @type {Letter[]} */ this.letters = [];
  }

  /** @param {number[]} cells @param {number} player @param {string} [last] @returns {Part[]} */
  named(cells, player, last = " and ") {
    return cells.flatMap((cell, number) => {
      const between = number ? [{ text: number === cells.length - 1 ? last : ", " }] : [];
      return [...between, ...this.one(cell, player)];
    });
  }

  /** @param {number} cell @param {number} player @param {boolean} [ending] @returns {Part[]} */
  one(cell, player, ending = false) {
    const { col, row } = placeOf(cell);
    let known = this.letters.find((letter) => letter.cell === cell);
    if (!known) {
      known = { letter: "ABCDEFGH"[this.letters.length], cell, player };
      this.letters.push(ending ? { ...known, ending: true } : known);
    }
    const named = { letter: known.letter, player: known.player, place: `column ${col}, row ${row}` };
    return ending ? [named] : [named, { text: ` in column ${col}`, of_letter: true }];
  }
}

export class LosingMove {
  /**
   * @param {Engine} engine
   * @param {Facts} before
   * @param {MoveBounds} played
   * @param {any[]} sides
   * @param {boolean} answered
   */
  constructor(engine, before, played, sides, answered) {
    this.engine = engine;
    this.before = before;
    this.played = played;
    this.after = engine.play(before, played.move);
    this.loser = before.to_move;
    this.winner = 3 - before.to_move;
    this.sides = sides;
    this.answered = answered;
    this.squares = new Squares();
    const reply = played.line[1];
    /** @type {number | null} */
    this.reply = reply !== undefined && this.after.landing[reply] >= 0 ? reply : null;
  }

  /** Whether the reply completes a line. */
  get atOnce() {
    if (this.reply === null || this.after.outcome !== "ongoing") return false;
    return ["first", "second"].includes(this.engine.play(this.after, this.reply).outcome);
  }

  winningSquare() {
    const reply = this.reply ?? 0;
    const cell = this.after.landing[reply];
    if (!this.answered) return phrase("on square", { square: this.squares.named([cell], this.winner) });
    return phrase("in column", { word: String(reply + 1) });
  }

  /** What the reply does, or nothing where the board does not show it. @returns {Part[]} */
  reason() {
    if (this.reply === null || this.after.outcome !== "ongoing") return [];
    const then = this.engine.play(this.after, this.reply);
    if (then.outcome !== "ongoing" || readyThreats(then, this.loser).length) return [];
    const words = { lead: this.lead(this.reply), winner: this.sides[this.winner], loser: this.sides[this.loser] };
    const ready = readyThreats(then, this.winner);
    if (ready.length >= 2)
      return phrase("two threats", { squares: this.squares.named(ready.slice(0, 3), this.winner), ...words });
    return ready.length === 1 ? this.oneThreat(then, ready[0], words) : this.squaresLeft(then, this.reply, words);
  }

  /** @param {number} reply */
  lead(reply) {
    const winner = this.sides[this.winner];
    const word = String(reply + 1);
    if (this.answered) return plain("reply taken", { winner, reply: word });
    return plain("reply now", { winner, plays: winner.formatted("drops in/drop in"), reply: word });
  }

  /** @param {Facts} then @param {number} cell @param {Record<string, any>} words */
  oneThreat(then, cell, words) {
    const above = cell - COLS;
    if (above >= 0) {
      const blocked = this.engine.play(then, cell % COLS);
      if (blocked.winning[this.winner - 1].includes(above)) {
        const squares = this.squares.named([cell], this.winner);
        return phrase("block opens", { squares, above: this.squares.named([above], this.winner), ...words });
      }
    }
    return phrase("forcing", { squares: this.squares.named([cell], this.winner), ...words });
  }

  /** @param {Facts} then @param {number} reply @param {Record<string, any>} words */
  squaresLeft(then, reply, words) {
    const known = this.after.winning[this.winner - 1];
    const made = then.winning[this.winner - 1].filter((cell) => !known.includes(cell));
    if (made.length === 0) return phrase("reply alone", words);
    const row = Math.floor(this.after.landing[reply] / COLS);
    const bothEnds =
      made.length === 2 && made.every((cell) => Math.floor(cell / COLS) === row) && made[1] - made[0] === 4;
    if (bothEnds) {
      const squares = this.squares.named(made, this.winner);
      return phrase("open line", { count: "three", row: placeOf(made[0]).row, squares, ...words });
    }
    return phrase("squares left", { squares: this.squares.named(made.slice(0, 3), this.winner, " or "), ...words });
  }

  /** Where one line of best play ends. @param {number | null} number @returns {Part[]} */
  ending(number) {
    const by = number === null ? "" : plain("by move", { number });
    const [winner, loser] = [this.sides[this.winner], this.sides[this.loser]];
    const found = this.end();
    if (found.cell === null || this.played.line.length <= 3) {
      if (number === null) return [];
      return phrase("wins by", { winner, number }).map((part) => ({ ...part, result: true }));
    }
    const square = this.squares.one(found.cell, this.winner, true);
    if (found.beneath) return phrase("line ends beneath", { loser, winner, square, by });
    return phrase("line ends on", { winner, square, by });
  }

  /** The winning stone of the line, and whether the loser made room for it. */
  end() {
    let facts = this.before;
    let last = -1;
    let beneath = false;
    /** @type {number | null} */ let cell = null;
    for (const move of this.played.line) {
      const landing = facts.landing[move];
      if (facts.outcome !== "ongoing" || landing < 0) break;
      facts = this.engine.play(facts, move);
      if (facts.outcome === "first" || facts.outcome === "second") {
        cell = landing;
        beneath = last === landing + COLS;
      }
      last = landing;
    }
    return { cell, beneath };
  }
}
