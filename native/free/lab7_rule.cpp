#include "free/lab7_rule.hpp"

#include <vector>

namespace inarow {

int lab7_rule(const Position& pos) {
  const int mover = pos.to_move(), opponent = pos.opponent();
  std::vector<int> empty;
  for (int cell = 0; cell < pos.game().cells(); ++cell) {
    if (pos.landing(cell) >= 0) empty.push_back(cell);
  }
  // The stone on c changes nothing for the opponent but that c is taken: the best reply is the
  // longest line anywhere, or the second longest for the one cell that holds the longest.
  int longest = 0, second = 0, longest_cell = -1;
  for (int cell : empty) {
    const int length = pos.longest_line(cell, opponent);
    if (length > longest) {
      second = longest;
      longest = length;
      longest_cell = cell;
    } else if (length > second) {
      second = length;
    }
  }
  int best_cell = empty.front(), best = -Game::kMaxCells;
  for (int cell : empty) {
    const int worth = pos.longest_line(cell, mover) - (cell == longest_cell ? second : longest);
    if (worth > best) {
      best = worth;
      best_cell = cell;
    }
  }
  return best_cell;
}

}  // namespace inarow
