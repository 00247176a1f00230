// A player of first-to-k gravity games under a clock: iterative deepening on any position of any
// size. It never guesses that a position is decided: a value that it calls exact is proven.
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace inarow::falling {

struct Limits {
  double time_s = 0.5;
  int max_depth = 64;
};

struct Choice {
  int move = -1;
  // From the mover's point of view. A proven win that is completed on the n-th ply from here is
  // kWin - n, a proven loss its negative, everything else an estimate of small size.
  int value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  bool exact = false;
};

constexpr int kWin = 10000;

// The game goes on in this position. Throws std::invalid_argument if it does not, or if the game
// is not a first-to-k gravity game with one stone a turn.
Choice iterative_deepening(const Position& pos, const Limits& limits);

namespace baseline {
Choice iterative_deepening(const Position& pos, const Limits& limits);
}
namespace v3 {
Choice iterative_deepening(const Position& pos, const Limits& limits);
}

}  // namespace inarow::falling
