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
  std::uint64_t lines = 0;
  for (const int step : {1, rows, rows + 1, rows + 2}) {
    // Starts of runs of `length` stones; a run of twice the length is two of them end to end.
    std::uint64_t runs = stones;
    for (int length = 1; length < k;) {
      const int more = length < k - length ? length : k - length;
      runs &= more * step < 64 ? runs >> (more * step) : 0;
      length += more;
    }
    lines |= runs;
  }
  return lines != 0;
}

}  // namespace inarow
