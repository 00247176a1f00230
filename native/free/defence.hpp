// Which replies can hold a threat, when one stone is laid a turn.
//
// The attacker threatens to win with a stone on w, a cell of class DoubleOne: after it two cells or
// more would complete a line, and the defender can take only one. Every window that such a stone
// would leave one short has two empty cells now, w and the completing cell, so a stone elsewhere
// changes nothing. With two completing cells a and b
//
//     . x x x x . .        w = 5th cell: a = 1st, b = 6th for k = 6: the replies are w, a and b
//     a         w b
//
// and with three or more only w itself holds. The one other way out is to move with tempo: a One of
// the defender's, which the attacker must answer (or a win of the defender's).
#pragma once

#include "free/board.hpp"
#include "free/cell_list.hpp"

namespace inarow::free {

// The cells where one stone stops every DoubleOne threat of the attacker: the answers that all of
// them share, perhaps none. The attacker has such a threat and no Complete cell.
// The board is unchanged on return.
CellList defending_cells(Board& board, int attacker);

}  // namespace inarow::free
