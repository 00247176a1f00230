// The fixed rule of the simplified Connect6 course (part 1): look one reply ahead, compare lines.
#pragma once

#include "core/position.hpp"

namespace inarow {

// For every empty cell c: Lc is the longest line of the mover's colour through c once a stone lies
// there, Lh the same for the opponent and a reply on another empty cell; c is worth the minimum of
// Lc - Lh over the replies. The answer is the first cell in row-major order of the greatest worth,
// or the last empty cell when there is only one. Wins are lines like any other.
//
// Needs a free board with an empty cell; the goal and the stones of a turn make no difference.
int lab7_rule(const Position& pos);

}  // namespace inarow
