// A position of the counted solver, reduced to what the rest of the game depends on.
//
//     own   stones of the side to move          # mask  - stones and closed cells
//     rival stones of the other side            o, x    - coloured stones
//                                               *       - a stone whose colour no longer matters
//     column    . . .     spare bit, always 0
//               # . .  <- closed from the top: worthless cells, played out in pairs
//               # # .  <- the lowest empty cell is where a stone lands
//               . . o
//               x * x     The empty cells of a column are always contiguous.
//
// The value searched is the FUTURE difference: windows completed from here on, mover's minus the
// other's. So the points made so far are no part of a position.
//
// Reductions, none of which changes the value:
//  dead stones  A stone matters to its owner only through windows that it can still complete,
//               and to the other side as an obstacle. If no such window runs through it, it is an
//               obstacle to both, whatever its colour.
//  dead tops    Let the two topmost empty cells of a column lie in no open window of either side.
//               Whoever plays the rest by a strategy of the smaller game answers a stone on the
//               lower of the two with the upper one: both sides keep what they have in the smaller
//               game, where the two do not exist. So they can be closed.
//  spare moves  A column whose empty cells are all worthless is, by the above, at most one spare
//               move. Two spare moves cancel: a strategy for the game without them answers one
//               with the other. So only their parity counts, and one stands for all.
#pragma once

#include "counted/rules.hpp"
#include "counted/table.hpp"
#include "counted/windows.hpp"

namespace inarow::counted::INAROW_ARCH {

struct State {
  Bits own = 0, rival = 0, mask = 0;
};

// The windows that each side can still complete: none of the other's stones (nor closed cells), and
// at least one empty cell.
struct OpenWindows {
  Lanes own, rival;
};

template <class Geometry>
inline OpenWindows open_windows(const Geometry& geometry, const State& state) {
  const Bits empty = geometry.board & ~state.mask;
  return {geometry.within(state.own | empty) & ~geometry.within(state.own),
          geometry.within(state.rival | empty) & ~geometry.within(state.rival)};
}

// The cell of each column where a stone lands.
template <class Geometry>
inline Bits landing_cells(const Geometry& geometry, Bits mask) {
  return (mask + geometry.bottom) & ~mask & geometry.board;
}

// Before: state is any position, open its open windows. After: the reduced position, with the same
// value and the same open windows.
template <class Geometry>
inline void reduce(const Geometry& geometry, const Rules& rules, const OpenWindows& open,
                   State& state) {
  const Bits own_cells = geometry.cells_of(open.own), rival_cells = geometry.cells_of(open.rival);
  if (rules.dead_stones) {
    state.own &= own_cells;
    state.rival &= rival_cells;
  }
  if (!rules.dead_tops) return;
  const Bits empty = geometry.board & ~state.mask;
  const Bits worthless = empty & ~geometry.with_cells_below((own_cells | rival_cells) & empty);
  if (worthless == 0) return;
  // The run of worthless cells on top of a column is odd if its lowest cell is an even number of
  // cells below the top one; closed cells come in pairs and do not change that.
  const Bits single = worthless & ~(worthless << 1) & geometry.even_from_top;
  state.mask |= worthless & ~single;
  if (!rules.spare_moves) return;
  Bits spare = single & landing_cells(geometry, state.mask);
  if (spare == 0) return;
  state.mask |= spare;
  if ((std::popcount(spare) & 1) == 0) return;
  // One spare move is left; it stands at the top of the first of those columns.
  const Bits not_below = geometry.top & ~((spare & -spare) - 1);
  state.mask &= ~(not_below & -not_below);
}

// The key of a reduced position: in each column of `first` the highest bit marks the lowest empty
// cell (the spare bit if there is none) and the bits below are the mover's stones; `second` are the
// other side's. Stones of neither are dead ones. Which cells are closed follows: reduce() closes
// all worthless pairs, and what is worthless depends on the stones alone.
//
//     column, top first   . (spare)      first 0     second 0
//                         #  closed            0            0
//                         #                    0            0
//                         .  lands here        1            0
//                         o  rival             0            1
//                         x  own               1            0
template <class Geometry>
inline Key key_of(const Geometry& geometry, const State& state) {
  return {state.own | ((state.mask + geometry.bottom) & ~state.mask), state.rival};
}

template <class Geometry>
inline State mirrored(const Geometry& geometry, const State& state) {
  return {geometry.mirror(state.own), geometry.mirror(state.rival), geometry.mirror(state.mask)};
}

}  // namespace inarow::counted::INAROW_ARCH
