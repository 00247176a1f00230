// A player of first-to-k gravity games under a clock: iterative deepening on any position of any
// size. It never guesses that a position is decided: a value that it calls exact is proven.
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace inarow {

struct FallingLimits {
  double time_s = 0.5;
  int max_depth = 64;
};

struct FallingChoice {
  int move = -1;
  // From the mover's point of view. A proven win that is completed on the n-th ply from here is
  // kFallingWin - n, a proven loss its negative, everything else an estimate of small size.
  int value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  bool exact = false;
};

constexpr int kFallingWin = 10000;

// The game goes on in this position. Throws std::invalid_argument if it does not, or if the game
// is not a first-to-k gravity game with one stone a turn.
FallingChoice deepen(const Position& pos, const FallingLimits& limits);

namespace baseline {
FallingChoice deepen(const Position& pos, const FallingLimits& limits);
}
namespace v3 {
FallingChoice deepen(const Position& pos, const FallingLimits& limits);
}

}  // namespace inarow
