// Forced play: a position is played on until its mover has a real choice or the game is decided.
//
// Let B be the side not to move and T the empty cells that complete a line of B.
//
//     forced  = playable & T        A must take it (two of them: A loses)
//     allowed = playable, not directly below a cell of T (else B takes that cell and wins)
//
// Precondition, kept by every step: A, to move, cannot complete a line at once. It holds after a
// step because A took an allowed cell: then B's next stone neither finds a T cell A failed to take
// nor one that A's stone made playable.
// Soundness: any move outside `allowed` (or besides the forced cell) loses to B's very next stone.
// If no allowed move exists A loses with stone st + 2, which is also the earliest B can win, so the
// value is exact. If one exists, its value is never below that of the losing ones.
#pragma once

#include "falling/solver/lines.hpp"

namespace inarow::falling::INAROW_ARCH {

// A position with a choice: mover a, other b, their winning cells (empty cells only), the moves
// that do not lose at once (at least two when `decided` is false).
struct Node {
  u64 a = 0, b = 0, a_wins = 0, b_wins = 0, moves = 0;
  int stones = 0;
  int sign = 1;          // +1 if a is the side the caller asks about
  bool decided = false;  // then `value` is the score of that side
  int value = 0;
};

template <class Shape>
INAROW_INLINE u64 allowed_moves(const Shape& shape, u64 mask, u64 b_wins) {
  const u64 next = playable(shape, mask);
  const u64 forced = next & b_wins;
  const u64 safe = next & ~(b_wins >> 1);
  if (!forced) return safe;
  return at_most_one(forced) ? forced & safe : 0;
}

// Plays on from a stance whose `moves` are already computed, until it has a choice or is decided.
template <class Shape>
INAROW_INLINE void collapse(const Shape& shape, Node& s) {
  while (at_most_one(s.moves)) {
    if (s.moves == 0) {
      s.decided = true;
      s.value = -s.sign * value_at(shape, s.stones + 2);
      if (s.stones == shape.cells) s.value = 0;
      return;
    }
    const u64 owner = s.a | s.moves;
    const u64 mask = owner | s.b;
    const u64 wins = winning_cells(shape, owner) & shape.board & ~mask;
    s.a = s.b;
    s.b = owner;
    s.a_wins = s.b_wins & ~mask;
    s.b_wins = wins;
    s.moves = allowed_moves(shape, mask, wins);
    s.sign = -s.sign;
    ++s.stones;
  }
}

}  // namespace inarow::falling::INAROW_ARCH
