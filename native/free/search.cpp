#include "free/search.hpp"

#include <algorithm>
#include <vector>

#include "free/candidates.hpp"

namespace inarow::free {
namespace {

// Chains looked at in the tree: longer ones near the root.
constexpr std::uint64_t kInnerVcfNodes = 200, kLeafVcfNodes = 40;
constexpr std::uint64_t kPairNodes = 60;

// Values of wins count stones from the root; in the table they count from the position.
int to_table(int value, int ply) {
  return value >= kLeastWin ? value + ply : value <= -kLeastWin ? value - ply : value;
}
int from_table(int value, int ply) {
  return value >= kLeastWin ? value - ply : value <= -kLeastWin ? value + ply : value;
}

}  // namespace

bool Search::iterative_deepening(std::vector<RootMove>& moves, int side, int left, int depth,
                                 Budget& budget) {
  budget_ = &budget;
  root_side_ = side;
  int best = -kInfinity;
  std::size_t searched = 0;
  for (; searched < moves.size(); ++searched) {
    RootMove& move = moves[searched];
    int found;
    if (searched == 0) {
      found = child_value(move.cell, -kInfinity, kInfinity, depth - 1, 0, side, left);
    } else {
      const int reduction = searched >= 6 && depth >= 3 ? 1 : 0;
      found = child_value(move.cell, best, best + 1, depth - 1 - reduction, 0, side, left);
      if (found > best && !budget.spent()) {
        found = child_value(move.cell, best, kInfinity, depth - 1, 0, side, left);
      }
    }
    if (budget.spent()) break;
    move.value = found;
    best = std::max(best, found);
  }
  // Later moves that only failed to beat the best keep their order behind it.
  std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(searched),
                   [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
  return searched == moves.size();
}

int Search::child_value(int cell, int alpha, int beta, int depth, int ply, int side, int left) {
  board_.put(cell, side);
  const int found =
      left > 1 ? value(alpha, beta, depth, ply + 1, side, left - 1)
               : -value(-beta, -alpha, depth, ply + 1, 1 - side, board_.game().stones.later);
  board_.take_back();
  return found;
}

std::uint64_t Search::key(int side, int left) const {
  return board_.hash() ^ (static_cast<std::uint64_t>(2 * left + side + 1) * 0xD6E8FEB86659FD93u);
}

int Search::evaluate(int side) const {
  const int mine = board_.total_value(side), theirs = board_.total_value(1 - side);
  const int bias = settings.attack_bias;
  const int slant = side == root_side_ ? bias * mine / 100 : -bias * theirs / 100;
  return mine - theirs + mine / 8 + slant;
}

bool Search::decided_at_sight(int side, int left, int ply, int& decided) const {
  const int opponent = 1 - side;
  if (board_.count(side, Threat::Complete) > 0) {
    decided = kWin - (ply + 1);
    return true;
  }
  if (left > 1 && board_.count_from(side, Threat::One) > 0) {
    decided = kWin - (ply + 2);
    return true;
  }
  if (board_.empty_count() == 0) {
    decided = 0;
    return true;
  }
  if (!one_stone()) return false;
  const int must_block = board_.count(opponent, Threat::Complete);
  if (must_block > 1) {
    decided = -(kWin - (ply + 2));
    return true;
  }
  if (must_block == 0 && board_.count(side, Threat::DoubleOne) > 0) {
    decided = kWin - (ply + 3);
    return true;
  }
  // Nothing can be completed by anyone any more.
  if (board_.total_value(0) == 0 && board_.total_value(1) == 0) {
    decided = 0;
    return true;
  }
  return false;
}

bool Search::chain_wins(int side, int left, int depth) {
  if (one_stone()) {
    if (board_.count(side, Threat::One) + board_.count(side, Threat::OneAndOpenTwo) == 0) {
      return false;
    }
    return vcf_.solve(side, *budget_, depth > 0 ? kInnerVcfNodes : kLeafVcfNodes) ==
           Verdict::Proved;
  }
  return left == 2 && depth >= 2 &&
         pair_threats_.solve(side, 2, *budget_, kPairNodes) == Verdict::Proved;
}

int Search::value(int alpha, int beta, int depth, int ply, int side, int left) {
  if (!budget_->spend()) return 0;
  int decided = 0;
  if (decided_at_sight(side, left, ply, decided)) return decided;
  const int opponent = 1 - side;

  const bool must_block = one_stone() ? board_.count(opponent, Threat::Complete) > 0
                                      : board_.count_from(opponent, Threat::One) > 0;
  if (ply >= kDeepestPly) return evaluate(side);
  if (must_block && one_stone()) {
    // The only move, and no depth for it.
    return child_value(board_.any_cell(opponent, Threat::Complete), alpha, beta, depth, ply, side,
                       left);
  }

  const std::uint64_t key = this->key(side, left);
  int table_move = -1;
  if (const Table::Entry* entry = table_.find(key)) {
    if (entry->move >= 0 && entry->move < board_.cells() && board_.is_empty(entry->move)) {
      table_move = entry->move;
    }
    if (entry->depth >= depth) {
      const int known = from_table(entry->value, ply);
      if (entry->bound == Bound::Exact || (entry->bound == Bound::Lower && known >= beta) ||
          (entry->bound == Bound::Upper && known <= alpha)) {
        return known;
      }
    }
  }

  const bool threatened = one_stone() && board_.count(opponent, Threat::DoubleOne) > 0;
  const bool forced = threatened || must_block;
  // A leaf that is good enough as it stands needs no chain to be better.
  if (depth <= 0 && !forced) {
    if (const int standing = evaluate(side); standing >= beta) return standing;
  }
  if (!must_block && chain_wins(side, left, depth)) {
    const int length =
        static_cast<int>(one_stone() ? vcf_.line().size() : pair_threats_.line().size());
    const int found = kWin - std::min(ply + length + 2, 900);
    table_.store(key, to_table(found, ply), -1, 100, Bound::Lower);
    return found;
  }
  if (depth <= 0 && !(forced && depth > -6)) return evaluate(side);

  // Passing is never better than the best move.
  if (!forced && depth >= 3 && left == board_.game().stones.later && beta < kLeastWin &&
      evaluate(side) >= beta) {
    const int passed =
        -value(-beta, -beta + 1, depth - 3, ply + 1, opponent, board_.game().stones.later);
    if (budget_->spent()) return 0;
    if (passed >= beta && passed < kLeastWin) return passed;
  }

  CellList moves;
  if (threatened) {
    moves = answers_to_threat(board_, side);
    if (moves.empty()) return -(kWin - (ply + 4));
  } else if (must_block) {
    moves = threat_cells(board_, opponent);
  } else {
    const int width =
        ply < 3 ? settings.width : std::max(settings.least_width, settings.width - 2 * (ply - 2));
    moves = best_cells(board_, side, width);
  }
  if (table_move >= 0 && !forced) {
    if (auto* at = std::find(moves.begin(), moves.end(), table_move); at != moves.end()) {
      std::rotate(moves.begin(), at, at + 1);
    }
  }

  const int start = alpha;
  int best = -kInfinity, best_move = -1;
  for (int i = 0; i < moves.size(); ++i) {
    const int cell = moves[i];
    const int full = depth - 1;
    int found;
    if (i == 0) {
      found = child_value(cell, alpha, beta, full, ply, side, left);
    } else {
      int reduction = 0;
      if (!forced && depth >= 3 && i >= 4 && board_.threat(side, cell) < Threat::OpenTwo) {
        reduction = i >= 10 ? 2 : 1;
      }
      found = child_value(cell, alpha, alpha + 1, full - reduction, ply, side, left);
      if (found > alpha && reduction > 0 && !budget_->spent()) {
        found = child_value(cell, alpha, alpha + 1, full, ply, side, left);
      }
      if (found > alpha && found < beta && !budget_->spent()) {
        found = child_value(cell, alpha, beta, full, ply, side, left);
      }
    }
    if (budget_->spent()) return 0;
    if (found > best) {
      best = found;
      best_move = cell;
    }
    alpha = std::max(alpha, found);
    if (alpha >= beta) break;
  }
  const Bound bound = best >= beta ? Bound::Lower : best > start ? Bound::Exact : Bound::Upper;
  table_.store(key, to_table(best, ply), best_move, std::max(depth, 0), bound);
  return best;
}

}  // namespace inarow::free
