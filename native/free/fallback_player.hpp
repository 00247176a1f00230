// A quick player for every free-placement game: it takes a win, blocks one, and otherwise searches
// a few stones ahead among the cells that do most for open lines of either side.
#pragma once

#include <cstdint>

#include "core/position.hpp"

namespace inarow {

// A line that the search saw come is worth this less the number of stones, of both sides, until it
// stands; a line of the opponent the negative of it. Every other value is far smaller.
constexpr std::int64_t kCertainWin = 1'000'000'000'000'000;

struct FallbackChoice {
  int move;
  std::int64_t value;  // from the mover's point of view, potential of its lines minus the other's
};

// Needs a free board on which the game goes on. The same position always gives the same choice.
FallbackChoice fallback_choice(const Position& pos);

}  // namespace inarow
