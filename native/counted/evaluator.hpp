// What the open windows of a counted game promise, in hundredths of a point.
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
// What a window promises depends on its empty cells: how many there are, how many of them lie in
// its owner's rows of this picture, and on how many a stone can land at once; and on whether the
// owner is to move, and is L.
#pragma once

#include "counted/state.hpp"
#include "counted/weights.hpp"

namespace inarow::counted::INAROW_ARCH {

template <class Geometry>
class Evaluator {
 public:
  explicit Evaluator(const Geometry& geometry) : geometry_(geometry) {}

  // For the side to move minus the other side. open: the open windows of a position with this mask
  // of stones that are not complete.
  int operator()(const OpenWindows& open, Bits mask) const {
    const Bits empty = geometry_.board & ~mask;
    const bool mover_is_last = (std::popcount(empty) & 1) != 0;
    const Bits last = geometry_.even_from_top;
    const Numbers empties = cells_in_windows(empty);
    const Numbers movers = cells_in_windows(empty & (mover_is_last ? last : ~last));
    const Numbers landing = cells_in_windows(landing_cells(geometry_, mask));
    const Weights& mover = kWeights[mover_is_last][true];
    const Weights& rival = kWeights[!mover_is_last][false];
    int total = 0;
    for (int n = 1; n <= 3; ++n) {
      const Lanes size = empties.equal(n);
      for (int m = 0; m <= n; ++m) {
        const Lanes here = size & movers.equal(m);
        for (int now = 0; now <= std::min(n, 2); ++now) {
          const Lanes windows = here & (now < 2 ? landing.equal(now) : landing.twos);
          total += count(windows & open.own) * mover.promise[n - 1][m][now] -
                   count(windows & open.rival) * rival.promise[n - 1][n - m][now];
        }
      }
    }
    return total;
  }

 private:
  // A number for each window, in two bit planes; those above 3 are marked in `many`.
  struct Numbers {
    Lanes ones{}, twos{}, many{};

    Lanes equal(int number) const {
      return (number & 1 ? ones : ~ones) & (number & 2 ? twos : ~twos) & ~many;
    }
  };

  // How many of these cells lie in each window.
  Numbers cells_in_windows(Bits cells) const {
    Numbers numbers;
    for (int i = 0; i < geometry_.k; ++i) {
      const Lanes cell = splat(cells) >> geometry_.steps[i];
      numbers.many |= numbers.ones & numbers.twos & cell;
      numbers.twos ^= numbers.ones & cell;
      numbers.ones ^= cell;
    }
    return numbers;
  }

  const Geometry& geometry_;
};

}  // namespace inarow::counted::INAROW_ARCH
