// Random positions for the tests, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/position.hpp"

namespace inarow::tests {

// A small generator with fixed output (splitmix64), unlike the distributions of <random>.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  int below(int limit) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<int>((z ^ (z >> 31)) % static_cast<std::uint64_t>(limit));
  }

 private:
  std::uint64_t state_;
};

// Stones of random colours: unbalanced, often with full columns, sometimes won or full.
inline Position random_position(const Game& game, Dice& dice) {
  std::string cells(static_cast<std::size_t>(game.cells()), '.');
  const int stones = dice.below(game.cells() + 1);
  for (int i = 0; i < stones; ++i) {
    const char stone = dice.below(2) == 0 ? 'x' : 'o';
    if (game.gravity) {
      const int col = dice.below(game.cols);
      for (int row = game.rows - 1; row >= 0; --row) {
        char& cell = cells[static_cast<std::size_t>(row * game.cols + col)];
        if (cell == '.') {
          cell = stone;
          break;
        }
      }
    } else {
      cells[static_cast<std::size_t>(dice.below(game.cells()))] = stone;
    }
  }
  std::string text;
  for (int row = 0; row < game.rows; ++row) {
    if (row > 0) text += '/';
    text += cells.substr(static_cast<std::size_t>(row * game.cols),
                         static_cast<std::size_t>(game.cols));
  }
  return Position(game, text, dice.below(2));
}

}  // namespace inarow::tests
