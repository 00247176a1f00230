// A plain searcher of first-to-k free boards with one stone a turn, for sparring: alpha-beta by
// iterative deepening on the difference of window potentials (see free/window_counts.hpp), with
// chains of forced replies before each node's moves. No patterns, no transposition table, no
// reductions.
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace inarow {

struct WindowSearchChoice {
  int move = -1;
  int depth = 0;
  std::uint64_t nodes = 0;
};

// The game goes on. Throws std::invalid_argument for a game with gravity, more than one stone a
// turn or counting to the full board.
WindowSearchChoice choose_by_windows(const Position& pos, double time_s);

}  // namespace inarow
