// What a file without a solver must know to keep the result of every board: which of the moves that
// do not lose at once keeps it.
//
// Boards come in an order from which their place can be told without listing them: by the heights
// of the columns, ascending from the left (of a board and its mirror image the larger heights),
// and then by which of the stones, from the bottom of the first column on, are the mover's:
//
//     heights 2 0 0 1 0 0 0, mover 1 of 3:    first stone, second, third
#pragma once

#include <cstdint>
#include <vector>

#include "falling/result_book.hpp"

namespace inarow::falling {

// For each board with so many stones, the mover having `ahead` more than the other side: how many
// moves before the one that keeps the result do not lose at once either, from the middle outwards.
// 0 where nothing is to be known: the game is over or lost, or a move wins, or only one does not
// lose at once. Throws std::invalid_argument if these boards are not the book's.
std::vector<std::uint8_t> result_move_ranks(ResultBook& book, int stones, int ahead);

}  // namespace inarow::falling
