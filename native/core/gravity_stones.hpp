// Stones of a gravity board as 64-bit words, in the layout of core/gravity_board.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"

namespace inarow {

struct Stones {
  std::uint64_t mover = 0;
  std::uint64_t opponent = 0;

  std::uint64_t taken() const { return mover | opponent; }
};

// The stones of the first and of the second player.
std::array<std::uint64_t, 2> gravity_stones(const Position& pos);

// The same by whose turn it is.
inline Stones mover_stones(const Position& pos) {
  const auto stones = gravity_stones(pos);
  return {stones[pos.to_move()], stones[pos.opponent()]};
}

// The position with these stones.
Position position_of(const Game& game, const Stones& stones, int to_move);

}  // namespace inarow
