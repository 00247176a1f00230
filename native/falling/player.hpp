// The strongest player of first-to-k gravity games that fits under a clock: it keeps the result
// where the solver finds it in time and the exact score where it finds that, judges by iterative
// deepening elsewhere, and always has a legal move in hand.
#pragma once

#include "core/position.hpp"
#include "falling/iterative_deepening.hpp"
#include "falling/solver/solver.hpp"

namespace inarow::falling {

class Player {
 public:
  // Throws std::invalid_argument unless the game is first-to-k with gravity, one stone a turn.
  explicit Player(const Game& game);

  // The game goes on in pos, which is of this player's game. Value as in Choice. Among equal
  // moves: win fastest, lose slowest, and otherwise leave the opponent the most ways to go wrong.
  Choice choose(const Position& pos, const Limits& limits);

 private:
  Game game_;
  Solver solver_;
};

}  // namespace inarow::falling
