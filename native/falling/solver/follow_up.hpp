// Two static bounds: follow-up play (Y answers every move of X in a fixed way) and "no line left".
//
// Names: X is to move, Y is the other side. UP and LOW cells: see shape.hpp. A column with an even
// number of empty cells (EVEN) continues with a LOW cell, one with an odd number (ODD) with an UP
// cell. YT are the empty cells that complete a line of Y with the stones Y has now.
//
//     EVEN            EVEN, zone at t      ODD, safe          ODD, paired
//     UP   Y          UP   (never)         UP   (never)       UP   Y
//     LOW  X          LOW  (never)         LOW  t: Y wins     LOW  X
//     UP   Y          UP   t: Y wins       UP   X             UP   a: X or Y, see below
//     LOW  X          LOW  X               (stones)           (stones)
//
// The rule Y follows, decided from the current position only:
//  1. EVEN column: X plays its next cell (LOW), Y answers on top of it (UP). If t, the lowest YT on
//     an UP cell, is what Y's answer reaches, the game ends there: t and all above is a zone.
//  2. SAFE column: an ODD column with a YT on a LOW cell; t is the lowest. X plays UP, Y answers
//     LOW on top, until that answer is t and wins: also a zone. (The answer exists: t is above.)
//  3. The other ODD columns are paired: next cells a, b. X plays one of them, Y at once the other.
//     From then on both columns are EVEN and rule 1 holds there. So their number must be even.
//  4. If that number is odd, one column is treated differently to repair it, by choice of Y:
//     truncate: an EVEN column with a YT on LOW cell t below every UP threat: its next cell joins
//     the cells to be paired, and above it the column is SAFE (X gets UP, Y gets LOW up to t); or
//     drop: a SAFE column whose LOW threats are ignored, its next cell joins the paired ones.
//
// Soundness. Y always has the prescribed answer: in rule 1 X's stone leaves an odd number of empty
// cells in the column, in rule 2 the cell t is still above X's stone, so the cell on top of X's
// stone exists; in rule 3 the partner is playable because nobody has played in its column (X
// playing there is what triggers the answer). So after each answer the invariant holds again and X
// owns at most: its stones now, the LOW cells of EVEN and paired columns below their zones, the UP
// cells of SAFE columns below their zones (that set is S), and one cell of each pair. If no such
// set contains a line, X can never win, whatever X does; the cell just below a zone is in S, so X
// cannot win with that stone either. Y's stones may make further threats on the way; ignoring them
// costs Y nothing in a bound on X's score.
//  - With a zone X must, when nothing else is left, play just below one: the empty cells outside
//    the zones and not just below one (`free`, an even number by construction) are used up by then,
//    so Y wins at the latest with stone st + free + 2.
//  - Without a zone the board fills up unless Y wins earlier: the score of X is at most 0. Y then
//    owns all UP cells outside the pairs; if these contain a line with Y's stones, Y wins with the
//    last stone at the latest (the number of empty cells is even, so the last stone is Y's).
//  - If S with all pair cells contains no line, no pairing does: tested first. Else, with two or
//    four cells to pair, each way to pair is tested against every choice of X.
// Precondition: neither side can complete a line with its next stone (a node of the search), so no
// YT is playable and t is never the next cell itself.
#pragma once

#include "falling/solver/lines.hpp"

namespace inarow::falling::INAROW_ARCH {

inline constexpr int kNoBound = 1000;

// True if X, owning `owned`, cannot make a line although X takes one cell of each pair; `cells` are
// the 2 or 4 cells to pair and Y chooses the pairing.
template <class Shape>
inline bool pairing_holds(const Shape& shape, u64 owned, u64 cells, int count) {
  const u64 a = lowest_bit(cells);
  cells ^= a;
  const u64 b = lowest_bit(cells);
  cells ^= b;
  if (count == 2) return !lines_in(shape, owned | a) && !lines_in(shape, owned | b);
  const u64 c = lowest_bit(cells), d = cells ^ c;
  const auto one_of_each = [&](u64 p, u64 q, u64 r, u64 s) {
    return !lines_in(shape, owned | p | r) && !lines_in(shape, owned | p | s) &&
           !lines_in(shape, owned | q | r) && !lines_in(shape, owned | q | s);
  };
  return one_of_each(a, b, c, d) || one_of_each(a, c, b, d) || one_of_each(a, d, b, c);
}

// An upper bound <= target for X's score (X: stones x, to move), or kNoBound. `repair`: rule 4 is
// used.
template <class Shape>
inline int follow_up_bound(const Shape& shape, u64 x, u64 y, u64 y_wins, int stones, int target,
                           bool repair) {
  const u64 mask = x | y;
  const u64 empty = shape.board & ~mask;
  const u64 next = playable(shape, mask);
  u64 safe = 0;
  u64 pairs = next & shape.up;
  if (pairs) {
    const u64 odd = whole_columns(shape, pairs);
    safe = whole_columns(shape, y_wins & shape.low & odd);
    pairs &= ~safe;
    if (popcount(pairs) & 1) {
      if (!repair) return kNoBound;
      const u64 zones = y_wins & shape.up & ~safe;
      const u64 low_threats = y_wins & shape.low & ~odd & below_lowest(shape, zones);
      if (low_threats) {
        const u64 column = whole_columns(shape, lowest_bit(low_threats));
        safe |= column;
        pairs |= next & column;
      } else if (safe) {
        const u64 cell = lowest_bit(next & safe);
        safe &= ~whole_columns(shape, cell);
        pairs |= cell;
      } else {
        return kNoBound;
      }
    }
  }
  const u64 zones = (y_wins & shape.up & ~safe) | (y_wins & shape.low & safe);
  int bound = 0;
  u64 reach = empty;
  if (zones) {
    const u64 below = below_lowest(shape, zones);
    reach &= below;
    // Higher threats of a zone's column have their lower neighbour inside the zone.
    const u64 just_below = (zones >> 1) & below;
    bound = -value_at(shape, stones + popcount(reach & ~just_below) + 2);
    if (bound > target) return kNoBound;
  } else if (target < 0) {
    if (target < -1) return kNoBound;
    if (!lines_in(shape, y | (empty & shape.up & ~pairs))) return kNoBound;
    bound = -1;
  }
  const u64 owned = x | (reach & ((shape.low & ~safe) | (shape.up & safe)));
  if (!lines_in(shape, owned | pairs)) return bound;
  const int count = popcount(pairs);
  if ((count != 2 && count != 4) || lines_in(shape, owned)) return kNoBound;
  return pairing_holds(shape, owned, pairs, count) ? bound : kNoBound;
}

// A quick look at four positions at once (lane i: X stones x, Y stones y, winning cells of Y
// y_wins): clear bits are lanes for which follow_up_bound is certain to fail, because X's cells
// without any pair cell contain a line already, or because an odd column is left over and Y has no
// LOW threat to repair it. Bits 4 .. 7 tell which lanes have zones, for lanes without a leftover
// column. The same steps as there, on vectors; only for the fixed shape (8 bits per column).
INAROW_INLINE unsigned follow_up_candidates(const FixedShape& shape, const V4& x, const V4& y,
                                            const V4& y_wins) {
  const V4 mask = x | y;
  const V4 odd_cells = (mask + shape.bottom) & shape.up;
  const V4 odd_hit = (odd_cells + shape.board) & shape.markers;
  const V4 odd = odd_hit - (odd_hit >> 6);
  const V4 low_threats = y_wins & shape.low;
  const V4 safe_hit = ((low_threats & odd) + shape.board) & shape.markers;
  const V4 safe = safe_hit - (safe_hit >> 6);
  // Parity of the number of columns to pair: fold their markers onto one byte.
  V4 parity = odd_hit ^ safe_hit;
  parity ^= parity >> 32;
  parity ^= parity >> 16;
  parity ^= parity >> 8;
  const V4 leftover = ~lanes_zero(parity & 0x40);
  const V4 zones = (y_wins & shape.up & ~safe) | (low_threats & safe);
  const V4 below = ~zones & ((zones | shape.markers) - shape.bottom) & shape.board;
  const V4 cells = below & ~mask & ((shape.low & ~safe) | (shape.up & safe));
  const V4 owned = x | cells;
  const V4 lines = line_starts_4(owned, 1) | line_starts_4(owned, 7) | line_starts_4(owned, 8) |
                   line_starts_4(owned, 9);
  const V4 no_line = lanes_zero(lines);
  const V4 repairable = ~lanes_zero(low_threats);
  const V4 possible = (leftover & repairable) | (~leftover & no_line);
  return lane_mask(possible) | (lane_mask(leftover | ~lanes_zero(zones)) << 4);
}

// True if no line fits into the stones of a side plus the empty cells: that side can never win.
template <class Shape>
INAROW_INLINE bool no_line_left(const Shape& shape, u64 other_stones) {
  return lines_in(shape, shape.board & ~other_stones) == 0;
}

}  // namespace inarow::falling::INAROW_ARCH
