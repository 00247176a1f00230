// Dead stones: positions that differ only in stones that can matter to nobody share a table entry.
//
//     A stone of M is dead if every line through it is spoilt for both sides without it:
//
//        M M O x      <- a line of four through x: contains an O and another M
//
// D is the set of such stones of M. In a second pass D keeps only stones whose lines all contain a
// stone of M outside D. The key then shows the stones of D as stones of O.
//
// Soundness. Take a stone d of the final D and a line through it. The line contains an O stone, so
// M can never complete it, whatever the colour of d. It contains an M stone outside the first D,
// hence outside the final D, which keeps its colour in the key: O can never complete the line, in
// the real position as in the recoloured one. Lines without a stone of D are the same in both. So
// both positions have the same legal moves and the same ends of the game, move by move, and equal
// scores. Two positions with one key are both equal in score to the recoloured position.
// Without the second pass the blocking M stone may itself be recoloured: unsound, and small boards
// show it.
#pragma once

#include "falling/solver/lines.hpp"

namespace inarow::falling::INAROW_ARCH {

// The cells of all lines with these starts, lane i for direction i.
template <class Shape>
INAROW_INLINE u64 cells_of_lines(const Shape& shape, const V4& starts) {
  V4 cells = starts;
  for (int j = 1; j < shape.k; ++j) cells |= starts << shape.direction_steps(j);
  return cells[0] | cells[1] | cells[2] | cells[3];
}

// All four directions at once, one per lane; lines that do not fit on the board have no start, so
// that shifts clamped to 63 for them do no harm.
template <class Shape>
inline u64 dead_stones(const Shape& shape, u64 mover, u64 other) {
  const V4 starts = shape.line_starts();
  V4 any_other = spread(other), any = spread(mover), two = spread(0);
  for (int j = 1; j < shape.k; ++j) {
    const V4 by = shape.direction_steps(j);
    const V4 m = spread(mover) >> by;
    any_other |= spread(other) >> by;
    two |= any & m;
    any |= m;
  }
  const u64 first = mover & ~cells_of_lines(shape, starts & ~(any_other & two));
  if (!first) return 0;
  V4 kept = spread(mover & ~first);
  for (int j = 1; j < shape.k; ++j) kept |= spread(mover & ~first) >> shape.direction_steps(j);
  return first & ~cells_of_lines(shape, starts & ~kept);
}

}  // namespace inarow::falling::INAROW_ARCH
