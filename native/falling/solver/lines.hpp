// Lines: who has one, where one more stone makes one, who can still make one.
//
// Shifts by multiples of a direction d bring the neighbours of a cell onto the cell:
//
//     p << d : the stone one step before      p >> d : the stone one step after
//
//     . o o o *     o o * o     o * o o     * o o o
//     L3            L2 & R1     L1 & R2     R3          (the * is a winning cell)
#pragma once

#include "falling/solver/shape.hpp"

namespace inarow::falling::INAROW_ARCH {

// Cells (taken or not, on the board or not) where a stone completes k in a row with the stones p
// in direction d. Word is u64 or V4.
template <class Word>
INAROW_INLINE Word winning_cells_4(const Word& p, int d) {
  const Word l1 = p << d, r1 = p >> d;
  const Word l2 = l1 & (p << (2 * d)), r2 = r1 & (p >> (2 * d));
  return (l2 & ((p << (3 * d)) | r1)) | (r2 & ((p >> (3 * d)) | l1));
}

template <class Word>
inline Word winning_cells_k(const Word& p, int d, int k) {
  // before[i]: the i cells before are all stones; after is built on the fly from the far end.
  Word before[64];
  before[0] = ~(p & ~p);
  Word shifted = p;
  int reach = 0;
  for (int i = 1; i < k; ++i) {
    if ((reach += d) > 63) {
      before[i] = p & ~p;
      continue;
    }
    shifted = p << reach;
    before[i] = before[i - 1] & shifted;
  }
  Word after = before[0], result = before[k - 1];
  reach = 0;
  for (int i = 1; i < k; ++i) {
    if ((reach += d) > 63) break;
    after = after & (p >> reach);
    result = result | (before[k - 1 - i] & after);
  }
  return result;
}

// All cells on which a stone completes a line with p, occupied cells included.
template <class Shape, class Word>
INAROW_INLINE Word winning_cells(const Shape& shape, const Word& p) {
  if constexpr (Shape::fixed) {
    return ((p << 1) & (p << 2) & (p << 3)) | winning_cells_4(p, 7) | winning_cells_4(p, 8) |
           winning_cells_4(p, 9);
  } else {
    if (shape.k > 63) return p & ~p;
    if (shape.k == 4 && 3 * (shape.stride + 1) < 64) {
      return ((p << 1) & (p << 2) & (p << 3)) | winning_cells_4(p, shape.stride - 1) |
             winning_cells_4(p, shape.stride) | winning_cells_4(p, shape.stride + 1);
    }
    return winning_cells_k(p, 1, shape.k) | winning_cells_k(p, shape.stride - 1, shape.k) |
           winning_cells_k(p, shape.stride, shape.k) |
           winning_cells_k(p, shape.stride + 1, shape.k);
  }
}

// Starts (lowest cell) of all lines of k cells inside p in direction d; not zero if there is one.
template <class Word>
INAROW_INLINE Word line_starts_4(const Word& p, int d) {
  const Word pair = p & (p >> d);
  return pair & (pair >> (2 * d));
}

inline u64 line_starts_k(u64 p, int d, int k) {
  u64 run = p;
  for (int i = 1; i < k && run; ++i) {
    if (i * d > 63) return 0;
    run &= p >> (i * d);
  }
  return run;
}

// Not zero exactly if the cells p contain a whole line.
template <class Shape>
INAROW_INLINE u64 lines_in(const Shape& shape, u64 p) {
  if constexpr (Shape::fixed) {
    return line_starts_4(p, 1) | line_starts_4(p, 7) | line_starts_4(p, 8) | line_starts_4(p, 9);
  } else {
    return line_starts_k(p, 1, shape.k) | line_starts_k(p, shape.stride - 1, shape.k) |
           line_starts_k(p, shape.stride, shape.k) | line_starts_k(p, shape.stride + 1, shape.k);
  }
}

}  // namespace inarow::falling::INAROW_ARCH
