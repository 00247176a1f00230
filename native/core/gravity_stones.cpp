#include "core/gravity_stones.hpp"

#include <string>

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

Position position_of(const Game& game, const Stones& stones, int to_move) {
  std::string cells;
  for (int row = game.rows - 1; row >= 0; --row) {
    for (int col = 0; col < game.cols; ++col) {
      const int bit = col * (game.rows + 1) + row;
      const bool mover = (stones.mover >> bit & 1) != 0;
      const bool opponent = (stones.opponent >> bit & 1) != 0;
      cells += mover ? "xo"[to_move] : opponent ? "ox"[to_move] : '.';
    }
    if (row > 0) cells += '/';
  }
  return Position(game, cells, to_move);
}

}  // namespace inarow
