#include "core/gravity_stones.hpp"

namespace inarow {

std::array<std::uint64_t, 2> gravity_stones(const Position& pos) {
  std::array<std::uint64_t, 2> stones{};
  const Game& game = pos.game();
  for (int row = 0; row < game.rows; ++row) {
    for (int col = 0; col < game.cols; ++col) {
      const std::uint64_t bit = std::uint64_t{1} << (col * (game.rows + 1) + game.rows - 1 - row);
      for (const int player : {0, 1}) {
        if (pos.stones(player).has(row * game.cols + col)) stones[player] |= bit;
      }
    }
  }
  return stones;
}

}  // namespace inarow
