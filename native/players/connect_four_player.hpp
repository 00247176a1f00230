// The strongest player of first-to-k gravity games that fits under a clock: perfect where the
// solver finishes in time, iterative deepening elsewhere, and always with a legal move in hand.
#pragma once

#include "core/position.hpp"
#include "players/gravity_player.hpp"
#include "solver/solver.hpp"

namespace inarow {

// The two stone sets of a position in the solver's layout, which is that of core/gravity_board.hpp.
SolverPosition solver_position(const Position& pos);

class ConnectFourPlayer {
 public:
  // Throws std::invalid_argument unless the game is first-to-k with gravity, one stone a turn.
  explicit ConnectFourPlayer(const Game& game);

  // The game goes on in pos, which is of this player's game. Value as in GravityChoice. Among equal
  // moves: win fastest, lose slowest, and otherwise leave the opponent the most ways to go wrong.
  GravityChoice choose(const Position& pos, const GravityLimits& limits);

 private:
  Game game_;
  Solver solver_;
};

}  // namespace inarow
