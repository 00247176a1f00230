#include "free/candidates.hpp"

#include <algorithm>
#include <cstdlib>

#include "free/defence.hpp"

namespace inarow::free {
namespace {

// Sorts by the upper bits of the keys, which carry the cell below.
struct KeyList {
  std::array<std::int32_t, Game::kMaxCells> keys;
  int size = 0;

  void add(int order, int cell) { keys[size++] = order * 512 + (511 - cell); }
  CellList best(int most) {
    const int kept = std::min(most, size);
    std::partial_sort(keys.begin(), keys.begin() + kept, keys.begin() + size,
                      [](int a, int b) { return a > b; });
    CellList cells;
    for (int i = 0; i < kept; ++i) cells.push_back(511 - (keys[i] & 511));
    return cells;
  }
};

}  // namespace

CellList best_cells(const Board& board, int side, int most) {
  KeyList list;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (!board.is_empty(cell)) continue;
    const int order = 5 * board.worth(side, cell) + 4 * board.worth(1 - side, cell);
    if (order > 0) list.add(order, cell);
  }
  if (list.size == 0) {
    const int rows = board.game().rows, cols = board.game().cols;
    for (int cell = 0; cell < board.cells(); ++cell) {
      if (!board.is_empty(cell)) continue;
      const int away =
          std::abs(2 * (cell / cols) - rows + 1) + std::abs(2 * (cell % cols) - cols + 1);
      list.add(100 - away, cell);
    }
  }
  return list.best(most);
}

CellList answers_to_threat(Board& board, int side) {
  CellList cells = defending_cells(board, 1 - side);
  CellList tempo;
  board.append_cells(side, Threat::OneAndOpenTwo, tempo);
  board.append_cells(side, Threat::One, tempo);
  for (const int cell : tempo) {
    if (!cells.contains(cell)) cells.push_back(cell);
  }
  return cells;
}

}  // namespace inarow::free
