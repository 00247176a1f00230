// End values: scores from the mover's view that depend only on when the game
// ends and who wins: +m if the mover wins and m - 1 cells stay empty, -m if the opponent does, 0
// for a draw. A nearer win is larger. plies_to_end() and standard_score() convert.
#pragma once

#include <cstdlib>

namespace inarow::falling {

// Plies from a position with `stones` stones to the end of the game; for a draw, to a full board.
inline int plies_to_end(int end_value, int cells, int stones) {
  const int empty = cells - stones;
  return end_value == 0 ? empty : empty + 1 - std::abs(end_value);
}

// The usual score: half the cells (rounded up) plus one, minus the winner's stones at the end;
// negative if the opponent wins; 0 for a draw. 7 x 6: 22 minus the winner's stones. On an
// unbalanced board the winner counts as having laid half of all stones, rounded up, as it would in
// alternate play: so a win is always above 0, whoever has more stones.
inline int standard_score(int end_value, int cells) {
  if (end_value == 0) return 0;
  const int stones_at_end = cells + 1 - std::abs(end_value);
  const int score = (cells + 1) / 2 + 1 - (stones_at_end + 1) / 2;
  return end_value > 0 ? score : -score;
}

}  // namespace inarow::falling
