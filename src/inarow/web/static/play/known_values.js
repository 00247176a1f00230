// The values of a game's positions as far as they are known, by the number of moves made.

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Value} Value */

export class KnownValues {
  constructor() {
    this.start = "";
    /** @type {string[]} */ this.moves = [];
    /** @type {Map<number, Value>} */ this.values = new Map();
  }

  /** The values for a game; those of moves that it shares with the last one stay. @param {Play} play */
  of(play) {
    const start = `${play.game.name}/${play.from}`;
    const moves = play.moves.map((move) => move.text);
    const old = this.moves;
    let shared = 0;
    while (shared < Math.min(moves.length, old.length) && moves[shared] === old[shared]) shared += 1;
    if (start !== this.start || shared < moves.length || shared < old.length) {
      const kept = [...this.values].filter(([at]) => start === this.start && at <= shared);
      // The mark belongs to the next move, which is another one now.
      this.values = new Map(kept.map(([at, value]) => [at, at === shared ? { ...value, mark: "" } : value]));
    }
    this.start = start;
    this.moves = moves;
    return this.values;
  }
}
