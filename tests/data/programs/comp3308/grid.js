'use strict';

const ROWS = 6, COLS = 7;
const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]];

class Grid {
  constructor(state) {
    this.rows = state.split(',').map((row) => [...row]);
  }
  at(row, col) {
    return this.rows[row]?.[col];
  }
  landing(col) {
    return this.rows.findIndex((row) => row[col] === '.');
  }
  // The numbers of runs of exactly two, exactly three, and four or more; stones in [0].
  runs(who) {
    const found = [0, 0, 0, 0];
    for (let row = 0; row < ROWS; row++)
      for (let col = 0; col < COLS; col++) {
        if (this.at(row, col) !== who) continue;
        found[0]++;
        for (const [down, right] of LINES) {
          if (this.at(row - down, col - right) === who) continue;
          let length = 1;
          while (this.at(row + length * down, col + length * right) === who) length++;
          if (length >= 2) found[Math.min(length, 4) - 1]++;
        }
      }
    return found;
  }
}

module.exports = { Grid, COLS };
