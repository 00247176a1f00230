// All windows of k cells at once: one 64-bit lane for each direction, one bit for each window at
// its first (lowest, leftmost) cell.
//
//     lane  direction            step           7 x 6, k = 4: where rising windows start
//     0     | up                 1                   . . . . . . .
//     1     - right              rows + 1            . . . . . . .
//     2     / right and up       rows + 2            . . . . . . .
//     3     \ right and down     rows                # # # # . . .
//                                                    # # # # . . .
//                                                    # # # # . . .
#pragma once

#include "core/gravity_board.hpp"

namespace inarow::counted::INAROW_ARCH {

using namespace inarow::INAROW_ARCH;

using Lanes = Bits __attribute__((vector_size(32)));

inline Lanes splat(Bits bits) { return Lanes{bits, bits, bits, bits}; }
inline Bits any(const Lanes& lanes) { return lanes[0] | lanes[1] | lanes[2] | lanes[3]; }
inline int count(const Lanes& lanes) {
  return std::popcount(lanes[0]) + std::popcount(lanes[1]) + std::popcount(lanes[2]) +
         std::popcount(lanes[3]);
}

template <class Shape>
struct WindowGeometry : GravityGeometry<Shape> {
  explicit constexpr WindowGeometry(const Shape& shape) : GravityGeometry<Shape>(shape) {
    const int rows = Shape::rows, cols = Shape::cols, k = Shape::k;
    constexpr int kRight[] = {0, 1, 1, 1}, kUp[] = {1, 0, 1, -1};
    Bits first[4] = {0, 0, 0, 0};
    for (int d = 0; d < 4; ++d) {
      for (int col = 0; col < cols; ++col) {
        for (int row = 0; row < rows; ++row) {
          const int last_col = col + kRight[d] * (k - 1), last_row = row + kUp[d] * (k - 1);
          if (last_col < cols && last_row >= 0 && last_row < rows) {
            first[d] |= Bits{1} << (col * this->stride() + row);
          }
        }
      }
    }
    starts = Lanes{first[0], first[1], first[2], first[3]};
    // A step of 64 or more belongs to a direction without windows; any legal shift will do there.
    for (int i = 0; i < k; ++i) {
      Bits by[4] = {0, 0, 0, 0};
      for (int d = 0; d < 4; ++d) {
        const int shift = i * this->direction(d);
        by[d] = shift < 64 ? static_cast<Bits>(shift) : 63;
      }
      steps[i] = Lanes{by[0], by[1], by[2], by[3]};
    }
    for (int cell = 0; cell < 64; ++cell) {
      Bits hit[4] = {0, 0, 0, 0};
      for (int d = 0; d < 4; ++d) {
        for (int i = 0; i < k; ++i) {
          const int start = cell - i * this->direction(d);
          if (start >= 0) hit[d] |= first[d] & (Bits{1} << start);
        }
      }
      through[cell] = Lanes{hit[0], hit[1], hit[2], hit[3]};
    }
    for (int i = 0; (1 << i) < rows; ++i) {
      for (int col = 0; col < cols; ++col) {
        for (int row = 0; row + (1 << i) < rows; ++row) {
          reached_by[i] |= Bits{1} << (col * this->stride() + row);
        }
      }
    }
    for (int col = 0; col < cols; ++col) {
      top |= Bits{1} << (col * this->stride() + rows - 1);
      for (int row = rows - 1; row >= 0; row -= 2) {
        even_from_top |= Bits{1} << (col * this->stride() + row);
      }
    }
  }

  // The windows all of whose cells are in the set.
  Lanes within(Bits cells) const {
    const Lanes all = splat(cells);
    Lanes windows = starts & all;
    for (int i = 1; i < Shape::k; ++i) windows &= all >> steps[i];
    return windows;
  }
  // The cells of these windows.
  Bits cells_of(const Lanes& windows) const {
    Lanes cells = windows;
    for (int i = 1; i < Shape::k; ++i) cells |= windows << steps[i];
    return any(cells);
  }

  // These cells and all cells below them.
  Bits with_cells_below(Bits cells) const {
    for (int i = 0; (1 << i) < Shape::rows; ++i) cells |= (cells >> (1 << i)) & reached_by[i];
    return cells;
  }

  Lanes starts{};
  Lanes steps[64]{};
  Lanes through[64]{};   // the windows through a cell
  Bits reached_by[6]{};  // cells that have a cell 1, 2, 4, ... rows above them
  Bits top = 0;
  Bits even_from_top = 0;  // the top row, the third from the top, ...
};

}  // namespace inarow::counted::INAROW_ARCH
