// Which cells a search looks at, best first.
#pragma once

#include "free/board.hpp"
#include "free/cell_list.hpp"

namespace inarow::free {

// At most `most` empty cells for the side to move, by a quarter more of its own worth plus the
// opponent's. Cells worth nothing to both are left out unless there are no others; then they come
// nearest the centre first. Never empty while the board is not full.
CellList best_cells(const Board& board, int side, int most);

// With one stone a turn and an opponent who threatens a DoubleOne: the cells that hold the threat
// and the Ones of the side to move, which is every move that does not lose at once. Perhaps empty.
CellList answers_to_threat(Board& board, int side);

}  // namespace inarow::free
