// Wins by chains of double threats when two stones are laid a turn (true Connect6).
//
// A threat is a line that two further stones complete, so the empty cells of class One or stronger
// are the cells that matter for it. A pair of stones whose threats cannot be met with one stone
// binds both stones of the reply; if two stones cannot meet them either, it wins.
//
// The defender is given more than the rules allow: it takes EVERY cell that could meet a threat,
// all at once. More stones never hurt their owner, so a win against this reply is a win against
// each.
#pragma once

#include <vector>

#include "free/board.hpp"
#include "free/budget.hpp"
#include "free/cell_list.hpp"
#include "free/vcf.hpp"

namespace inarow::free {

class PairThreatSolver {
 public:
  explicit PairThreatSolver(Board& board) : board_(board) {}

  // Whether the attacker, who lays `left` stones now (1 or 2), wins by double threats. Unknown is
  // not a disproof: the pairs tried are the most promising ones.
  Verdict solve(int attacker, int left, Budget& outer, std::uint64_t nodes);
  // Whether the attacker has laid its pair and wins so whatever the defender, who lays `left`
  // stones now, replies.
  Verdict solve_reply(int attacker, int left, Budget& outer, std::uint64_t nodes);

  // The attacker's pairs of the last proof, in order; the replies between them are left out.
  const std::vector<int>& line() const { return line_; }

 private:
  static constexpr int kFirstStones = 10, kSecondStones = 8;

  Verdict proved(bool found);
  bool wins(int attacker);
  bool wins_after(int attacker, int most);
  bool reply_loses(int attacker, int left);
  CellList promising(int attacker, int most) const;

  Board& board_;
  std::vector<int> line_;
  Budget* outer_ = nullptr;
  std::uint64_t nodes_left_ = 0;
};

// Cells that matter for the attacker's threats to win with two stones.
CellList threat_cells(const Board& board, int attacker);
// Whether `stones` stones (0, 1 or 2) of the defender on these cells can meet every threat.
bool can_meet(Board& board, int attacker, const CellList& cells, int stones);

}  // namespace inarow::free
