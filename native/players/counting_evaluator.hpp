// What a board of a counting game promises, in hundredths of a point. Included inside an
// instruction-set namespace.
//
// A window (k cells in a line) is open for a player while the opponent has no stone in it. Every
// cell of the board will be filled, so the question is who fills the empty cells of an open window.
// Once all other columns are full, the two players fill the last one in turn and whoever lays the
// last stone of the game gets its top cell, the third from the top and so on:
//
//     top row | L |     L  the player who lays the last stone of the game
//             | o |     o  the other one
//             | L |
//             | o |     Whose turn it is and the number of empty cells tell who L is.
//
// A window whose empty cells all lie in its owner's rows of this picture counts extra.
#pragma once

#include "core/gravity_board.hpp"

namespace inarow::INAROW_ARCH {

// By the number of empty cells of an open window. A finished window is one point.
struct CountingWeights {
  int open[4] = {100, 15, 10, 8};
  int in_own_rows[4] = {0, 75, 60, 50};
};

template <class Shape>
class CountingEvaluator {
 public:
  explicit CountingEvaluator(const GravityGeometry<Shape>& geometry,
                             const CountingWeights& weights = {})
      : geometry_(geometry), weights_(weights) {
    for (int row = geometry.rows - 1; row >= 0; row -= 2) last_rows_ |= geometry.bottom << row;
  }

  // For the side to move, which owns `own` of the stones `mask`, minus the other side. On a full
  // board: 100 times the difference of the points.
  int operator()(Bits own, Bits mask) const {
    const Bits empty = geometry_.board & ~mask;
    const Bits last = empty & last_rows_, not_last = empty & ~last_rows_;
    const bool mover_is_last = (std::popcount(empty) & 1) != 0;
    return promise(own, empty, mover_is_last ? last : not_last) -
           promise(own ^ mask, empty, mover_is_last ? not_last : last);
  }

 private:
  // All windows of a direction at once; the bit of a window is that of its first cell. The empty
  // cells of each are counted in two bit planes, and `many` marks counts above 3.
  int promise(Bits own, Bits empty, Bits own_rows) const {
    int total = 0;
    for (int i = 0; i < 4; ++i) {
      Bits open = ~Bits{0}, sure = ~Bits{0}, ones = 0, twos = 0, many = 0;
      for (int j = 0; j < geometry_.k; ++j) {
        const int by = j * geometry_.direction(i);
        const Bits cell = shift_down(empty, by);
        open &= shift_down(own | empty, by);
        sure &= shift_down(own | own_rows, by);
        many |= twos & ones & cell;
        twos ^= ones & cell;
        ones ^= cell;
      }
      open &= ~many;
      const Bits by_empty[4] = {open & ~twos & ~ones, open & ~twos & ones, open & twos & ~ones,
                                open & twos & ones};
      for (int n = 0; n < 4; ++n) {
        total += std::popcount(by_empty[n]) * weights_.open[n];
        if (n > 0) total += std::popcount(by_empty[n] & sure) * weights_.in_own_rows[n];
      }
    }
    return total;
  }

  const GravityGeometry<Shape>& geometry_;
  CountingWeights weights_;
  Bits last_rows_ = 0;  // L in the picture above
};

}  // namespace inarow::INAROW_ARCH
