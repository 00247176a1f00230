#include "free/pair_threats.hpp"

#include <algorithm>

namespace inarow::free {

CellList threat_cells(const Board& board, int attacker) {
  CellList cells;
  for (const Threat threat :
       {Threat::Complete, Threat::DoubleOne, Threat::OneAndOpenTwo, Threat::One}) {
    board.append_cells(attacker, threat, cells);
  }
  return cells;
}

bool can_meet(Board& board, int attacker, const CellList& cells, int stones) {
  if (board.count_from(attacker, Threat::One) == 0) return true;
  if (stones == 0) return false;
  for (const int cell : cells) {
    if (!board.is_empty(cell) || board.threat(attacker, cell) < Threat::One) continue;
    board.put(cell, 1 - attacker);
    const bool met = can_meet(board, attacker, cells, stones - 1);
    board.take_back();
    if (met) return true;
  }
  return false;
}

Verdict PairThreatSolver::solve(int attacker, int left, Budget& outer, std::uint64_t nodes) {
  outer_ = &outer;
  nodes_left_ = nodes;
  line_.clear();
  if (left > 1) return proved(wins(attacker));
  if (board_.count_from(1 - attacker, Threat::One) > 0) return Verdict::Unknown;
  return proved(wins_after(attacker, kFirstStones));
}

Verdict PairThreatSolver::solve_reply(int attacker, int left, Budget& outer, std::uint64_t nodes) {
  outer_ = &outer;
  nodes_left_ = nodes;
  line_.clear();
  const Threat own = left > 1 ? Threat::One : Threat::Complete;
  if (board_.count_from(1 - attacker, own) > 0) return Verdict::Unknown;
  return proved(reply_loses(attacker, left));
}

Verdict PairThreatSolver::proved(bool found) {
  if (!found) return Verdict::Unknown;
  std::reverse(line_.begin(), line_.end());
  return Verdict::Proved;
}

bool PairThreatSolver::wins(int attacker) {
  if (board_.count(attacker, Threat::Complete) > 0) {
    line_.push_back(board_.any_cell(attacker, Threat::Complete));
    return true;
  }
  const CellList winning = threat_cells(board_, attacker);
  if (!winning.empty()) {
    const int first = winning[0];
    board_.put(first, attacker);
    line_.push_back(board_.any_cell(attacker, Threat::Complete));
    line_.push_back(first);
    board_.take_back();
    return true;
  }
  if (board_.count_from(1 - attacker, Threat::One) > 0) return false;
  for (const int first : promising(attacker, kFirstStones)) {
    board_.put(first, attacker);
    const bool won = wins_after(attacker, kSecondStones);
    board_.take_back();
    if (won) {
      line_.push_back(first);
      return true;
    }
    if (nodes_left_ == 0) return false;
  }
  return false;
}

// The attacker lays the last stone of its turn, and no line of the defender is two short.
bool PairThreatSolver::wins_after(int attacker, int most) {
  for (const int last : promising(attacker, most)) {
    if (nodes_left_ == 0 || !outer_->spend()) {
      nodes_left_ = 0;
      return false;
    }
    --nodes_left_;
    board_.put(last, attacker);
    const bool won = reply_loses(attacker, 2);
    board_.take_back();
    if (won) {
      line_.push_back(last);
      return true;
    }
  }
  return false;
}

// The attacker has just laid its pair; the defender, who cannot complete a line, lays `left`
// stones.
bool PairThreatSolver::reply_loses(int attacker, int left) {
  const CellList cells = threat_cells(board_, attacker);
  if (cells.empty() || can_meet(board_, attacker, cells, left - 1)) return false;
  if (!can_meet(board_, attacker, cells, left)) return true;
  for (const int cell : cells) board_.put(cell, 1 - attacker);
  const bool won = wins(attacker);
  for (int i = 0; i < cells.size(); ++i) board_.take_back();
  return won;
}

// The cells worth most to the attacker among those that bring a line to three or two short.
CellList PairThreatSolver::promising(int attacker, int most) const {
  CellList cells;
  for (const Threat threat :
       {Threat::One, Threat::OneAndOpenTwo, Threat::DoubleOne, Threat::DoubleOpenTwo,
        Threat::OpenTwo, Threat::DoubleClosedTwo, Threat::ClosedTwo, Threat::OpenThree}) {
    board_.append_cells(attacker, threat, cells);
  }
  const int kept = std::min(most, cells.size());
  std::partial_sort(cells.begin(), cells.begin() + kept, cells.end(), [&](int a, int b) {
    const int worth_a = board_.worth(attacker, a), worth_b = board_.worth(attacker, b);
    return worth_a != worth_b ? worth_a > worth_b : a < b;
  });
  cells.truncate(most);
  return cells;
}

}  // namespace inarow::free
