#include "free/defence.hpp"

namespace inarow::free {

CellList defending_cells(Board& board, int attacker) {
  CellList threats;
  board.append_cells(attacker, Threat::DoubleOne, threats);
  CellList common;
  bool first = true;
  for (const int threat : threats) {
    board.put(threat, attacker);
    CellList completions;
    board.append_cells(attacker, Threat::Complete, completions);
    board.take_back();
    CellList answers;
    answers.push_back(threat);
    if (completions.size() == 2) {
      for (const int cell : completions) answers.push_back(cell);
    }
    if (first) {
      common = answers;
      first = false;
      continue;
    }
    CellList both;
    for (const int cell : common) {
      if (answers.contains(cell)) both.push_back(cell);
    }
    common = both;
    if (common.empty()) break;
  }
  return common;
}

}  // namespace inarow::free
