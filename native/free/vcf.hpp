// Wins by a chain of Ones (closed fives for k = 6), one stone a turn: every move of the attacker
// leaves a single reply, so the search has no branching for the defender and goes deep cheaply.
//
//     attacker  One  -> defender's only reply -> One -> ... -> DoubleOne -> any -> Complete
//
// If the defender's reply is itself one short of a line, the attacker's next stone must take the
// completing cell and be a One as well. What the search calls won is won.
#pragma once

#include <vector>

#include "free/board.hpp"
#include "free/budget.hpp"

namespace inarow::free {

enum class Verdict : std::uint8_t { Unknown, Proved, Disproved };

class VcfSolver {
 public:
  explicit VcfSolver(Board& board) : board_(board), failed_(kFailedSlots, 0) {}

  // Whether the side to move wins by a chain; Disproved means that no chain wins. Looks at no more
  // than `nodes` positions, and never further than the outer budget allows.
  Verdict solve(int attacker, Budget& outer, std::uint64_t nodes);

  void forget() { failed_.assign(failed_.size(), 0); }

  // The chain of the last proof: attacker and defender in turn, ending with the DoubleOne or the
  // Complete stone of the attacker.
  const std::vector<int>& line() const { return line_; }

 private:
  static constexpr std::size_t kFailedSlots = std::size_t{1} << 16;

  bool wins(int attacker);
  bool wins_after(int move, int attacker);

  Board& board_;
  std::vector<std::uint64_t> failed_;  // hashes of positions without a winning chain
  std::vector<int> line_;              // built backwards while the recursion unwinds
  Budget* outer_ = nullptr;
  std::uint64_t nodes_left_ = 0;
  bool spent_ = false;
};

}  // namespace inarow::free
