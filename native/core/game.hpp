// A game of the in-a-row family, as a value.
//
// Gravity changes only which moves are legal and where a stone lands; the goal changes only the
// outcome and the score. Everything else in the package is written against this value.
#pragma once

#include <string>

namespace inarow {

enum class Goal {
  FirstToK,     // the first line of k or more wins (see exact), a full board draws
  CountToFull,  // the board is filled; whoever owns more windows of k equal cells wins
};

struct Game {
  int rows = 6;
  int cols = 7;
  int k = 4;
  bool gravity = true;
  Goal goal = Goal::FirstToK;
  int first_turn_stones = 1;  // stones the first player lays on the very first turn
  int turn_stones = 1;        // stones of every later turn
  bool exact = false;         // a line of more than k stones does not win (free boards only)

  // Largest boards: a gravity board must fit 64 bits with one spare bit on top of each column,
  // a free board has at most 19 rows and 19 columns.
  static constexpr int kMaxFreeSide = 19;
  static constexpr int kMaxCells = kMaxFreeSide * kMaxFreeSide;

  int cells() const { return rows * cols; }
  int move_count() const { return gravity ? cols : cells(); }

  // Empty when the game can be played, else one sentence that names the value and the rule.
  std::string problem() const {
    if (rows < 1 || cols < 1) return "a board needs at least one row and one column";
    if (gravity && (rows > 63 || cols > 32 || (rows + 1) * cols > 64)) {
      return "a gravity board of " + std::to_string(cols) + " columns and " + std::to_string(rows) +
             " rows does not fit: (rows + 1) x columns must be at most 64";
    }
    if (!gravity && (rows > kMaxFreeSide || cols > kMaxFreeSide)) {
      return "a free board of " + std::to_string(rows) + " rows and " + std::to_string(cols) +
             " columns is too large: at most 19 by 19";
    }
    if (k < 2 || k > 64) return "k is " + std::to_string(k) + ", expected 2 to 64";
    if (first_turn_stones < 1 || first_turn_stones > 9 || turn_stones < 1 || turn_stones > 9) {
      return "a turn lays 1 to 9 stones";
    }
    if (exact && (gravity || goal != Goal::FirstToK)) {
      return "exactly k is a rule of boards without gravity that the first line wins";
    }
    return {};
  }

  friend bool operator==(const Game&, const Game&) = default;
};

}  // namespace inarow
