#include "free/vcf.hpp"

#include <algorithm>

#include "free/cell_list.hpp"

namespace inarow::free {

Verdict VcfSolver::solve(int attacker, Budget& outer, std::uint64_t nodes) {
  outer_ = &outer;
  nodes_left_ = nodes;
  spent_ = false;
  line_.clear();
  if (wins(attacker)) {
    std::reverse(line_.begin(), line_.end());
    return Verdict::Proved;
  }
  return spent_ ? Verdict::Unknown : Verdict::Disproved;
}

bool VcfSolver::wins(int attacker) {
  const int defender = 1 - attacker;
  if (board_.count(attacker, Threat::Complete) > 0) {
    line_.push_back(board_.any_cell(attacker, Threat::Complete));
    return true;
  }
  const int must_block = board_.count(defender, Threat::Complete);
  if (must_block > 1) return false;
  if (must_block == 1) {
    const int block = board_.any_cell(defender, Threat::Complete);
    const Threat threat = board_.threat(attacker, block);
    if (threat == Threat::DoubleOne) {
      line_.push_back(block);
      return true;
    }
    return threat >= Threat::One && wins_after(block, attacker);
  }
  if (board_.count(attacker, Threat::DoubleOne) > 0) {
    line_.push_back(board_.any_cell(attacker, Threat::DoubleOne));
    return true;
  }
  CellList moves;
  board_.append_cells(attacker, Threat::OneAndOpenTwo, moves);
  board_.append_cells(attacker, Threat::One, moves);
  if (moves.empty()) return false;
  const std::uint64_t key = board_.hash() * 2 + static_cast<std::uint64_t>(attacker) + 1;
  std::uint64_t& slot = failed_[(key >> 8) % kFailedSlots];
  if (slot == key) return false;
  for (const int move : moves) {
    if (wins_after(move, attacker)) return true;
    if (spent_) return false;
  }
  slot = key;
  return false;
}

// The move is a One without a second completing cell.
bool VcfSolver::wins_after(int move, int attacker) {
  if (spent_ || nodes_left_ == 0 || !outer_->spend()) {
    spent_ = true;
    return false;
  }
  --nodes_left_;
  board_.put(move, attacker);
  const int reply = board_.any_cell(attacker, Threat::Complete);
  board_.put(reply, 1 - attacker);
  const bool won = wins(attacker);
  board_.take_back();
  board_.take_back();
  if (won) {
    line_.push_back(reply);
    line_.push_back(move);
  }
  return won;
}

}  // namespace inarow::free
