// Replays a strategy for a counted game on a gravity board and says whether it holds a value.
//
// It is written to be read and shares nothing with the solver, not even a header. Whoever trusts
// this file and the game's rules need not trust anything else.
//
// The claim: "the holder (player 1 or 2), starting from the empty board with player 1 to move, ends
// with at least `target` points more than the other, whatever the other does", or the same after
// some moves that are given, the opening. The strategy is a
// list of replies. The checker walks through all positions that can arise:
//
//     holder to move   takes the next reply of the list, which must be a column with room
//     other to move    tries every column with room, from left to right
//
// and goes no further where it sees whether the holder gets what it still needs. Three things show
// that it does, and the first two, with the players in each other's place, that it does not:
//
// 1. Open windows. A window of k cells is open to a player if it has no stone of the other and at
//    least one empty cell. Nobody completes a window that is not open to it, so the other side
//    will not gain more points than windows are open to it.
// 2. Follow-up. The other is to move, and an even number of columns (at most four), paired somehow,
//    have an odd number of empty cells. The holder can answer a stone on the lowest empty cell of
//    such a column with the lowest empty cell of its partner, and any other stone with the cell
//    above it. Then the final board is known but for who gets which of two partners; the worst
//    case over these is what the holder has for certain.
// 3. Seen before. The same position was held before when as much or more was needed. Two positions
//    are the same if they have the same empty cells and differ only in stones through which no
//    window open to their owner runs: such a stone is an obstacle and nothing else, to both sides.
//
// With at most `endgame` empty cells the list has no replies: the checker tries all of the holder's
// moves itself, which is the fourth. At the end no reply may be left over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace inarow::counted::checker {

struct Claim {
  int rows, cols, k;         // at most 63 cells, k from 2 to 63
  int holder;                // 1 or 2
  int target;                // the holder's points minus the other's at the end
  int endgame;               // 0 to the number of cells
  std::string opening = "";  // columns from 0, a byte each, played before the claim begins
};

inline constexpr std::size_t kAllReplies = static_cast<std::size_t>(-1);

struct CheckResult {
  bool holds = false;
  std::string reason;           // why not
  std::uint64_t positions = 0;  // looked at
};

// Told now and then how many replies were replayed and how many positions that took; what it throws
// ends the check. May be empty.
using OnProgress = std::function<void(std::size_t replies, std::uint64_t positions)>;

CheckResult check_strategy(const Claim& claim, const std::string& replies, const OnProgress& watch);

// Replays the first `most` replies alone. That it holds is no proof of the claim, only that nothing
// speaks against it up to there: all that these replies lead to was played out, and was held.
CheckResult check_beginning(const Claim& claim, const std::string& replies, std::size_t most,
                            const OnProgress& watch);

// Told each of the replies where at least so many cells are empty: the stones of the two players,
// as cells numbered row by row from the bottom, and the column. What it throws ends the walk.
using OnReply = std::function<void(std::uint64_t first, std::uint64_t second, int column)>;

// Walks through the list, or the first `most` replies of it, and plays out no endgame: quick, and
// no check. What is noted of a list is as true as check_strategy finds the list.
CheckResult note_replies(const Claim& claim, const std::string& replies, std::size_t most,
                         int least_empty, const OnReply& note, const OnProgress& watch);

}  // namespace inarow::counted::checker
