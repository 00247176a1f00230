// Stones of a gravity board as 64-bit words, in the layout of core/gravity_board.hpp, for code that
// is compiled once.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"

namespace inarow {

// The stones of the first and of the second player.
std::array<std::uint64_t, 2> gravity_stones(const Position& pos);

// Whether the stones hold k in a row on a board of so many rows.
inline bool has_line(std::uint64_t stones, int rows, int k) {
  for (const int step : {1, rows, rows + 1, rows + 2}) {
    std::uint64_t line = stones;
    for (int i = 1; i < k && line != 0; ++i) line &= i * step < 64 ? stones >> (i * step) : 0;
    if (line != 0) return true;
  }
  return false;
}

}  // namespace inarow
