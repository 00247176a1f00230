// A depth-limited player of games that count lines on a full gravity board (MaxConnect4).
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace inarow::counted {

struct Choice {
  int move = -1;
  int value = 0;            // hundredths of a point, from the mover's view
  std::uint64_t nodes = 0;  // moves explored
  bool exact = false;       // the search reached the end of the game: value is 100 x the margin
};

// The best move by alpha-beta to `depth` moves ahead, or to the end of the game if that is nearer.
// The same position and depth always give the same answer. Throws std::invalid_argument unless the
// game counts on a gravity board with one stone a turn, no stone floats, the board is not full and
// the depth is at least 1.
Choice choose(const Position& pos, int depth);

namespace baseline {
Choice choose(const Position& pos, int depth);
}
namespace v3 {
Choice choose(const Position& pos, int depth);
}

}  // namespace inarow::counted
