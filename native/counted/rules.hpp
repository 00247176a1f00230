// The ideas of the counted solver, each with a switch so that a test can turn it off. None of them
// changes a value; state.hpp and bounds.hpp say why.
#pragma once

namespace inarow::counted {

struct Rules {
  bool table = true;         // remember bounds of positions
  bool open_windows = true;  // bound a value by the windows that are still open
  bool dead_stones = true;   // forget the colour of stones in no open window of their owner
  bool dead_tops = true;     // play out pairs of worthless cells on top of a column
  bool spare_moves =
      true;               // columns of worthless cells are moves in hand: only their parity counts
  bool follow_up = true;  // bound a value by answering in the same column
  bool mirror = true;     // a position and its mirror image share an entry
  bool ordering = true;   // look at promising moves first
};

}  // namespace inarow::counted
