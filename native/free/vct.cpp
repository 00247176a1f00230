#include "free/vct.hpp"

#include <algorithm>
#include <array>

#include "free/defence.hpp"

namespace inarow::free {
namespace {

constexpr int kLongestLine = 120;

}  // namespace

Verdict VctSolver::solve(int attacker, Budget& budget) {
  const Numbers found = search(attacker, true, kInfinite, kInfinite, budget);
  return found.proof == 0      ? Verdict::Proved
         : found.disproof == 0 ? Verdict::Disproved
                               : Verdict::Unknown;
}

VctSolver::Numbers VctSolver::expand(int attacker, bool attacking, CellList& moves) {
  return attacking ? expand_attack(attacker, moves) : expand_defence(attacker, moves);
}

VctSolver::Numbers VctSolver::expand_attack(int attacker, CellList& moves) {
  constexpr Numbers kProved{0, kInfinite}, kDisproved{kInfinite, 0};
  const int defender = 1 - attacker;
  if (board_.count(attacker, Threat::Complete) > 0) return kProved;
  const int must_block = board_.count(defender, Threat::Complete);
  if (must_block > 1) return kDisproved;
  if (must_block == 1) {
    const int block = board_.any_cell(defender, Threat::Complete);
    if (board_.threat(attacker, block) == Threat::DoubleOne) return kProved;
    // The block need not threaten anything itself: a double threat may stand from before.
    moves.push_back(block);
    return {1, 1};
  }
  if (board_.count(attacker, Threat::DoubleOne) > 0) return kProved;
  board_.append_cells(attacker, Threat::OneAndOpenTwo, moves);
  board_.append_cells(attacker, Threat::One, moves);
  const bool has_ones = !moves.empty();
  // While the defender threatens to win himself, only Ones keep the initiative, or threats laid on
  // a cell that holds its own.
  if (board_.count(defender, Threat::DoubleOne) > 0) {
    for (const int cell : defending_cells(board_, defender)) {
      const Threat threat = board_.threat(attacker, cell);
      if (threat >= Threat::ClosedTwo && threat < Threat::One) moves.push_back(cell);
    }
  } else {
    board_.append_cells(attacker, Threat::DoubleOpenTwo, moves);
    board_.append_cells(attacker, Threat::OpenTwo, moves);
    // Closed twos threaten only across another line on which the attacker has a One to play.
    if (has_ones) {
      board_.append_cells(attacker, Threat::DoubleClosedTwo, moves);
      board_.append_cells(attacker, Threat::ClosedTwo, moves);
    }
  }
  if (moves.empty()) return kDisproved;
  return {1, static_cast<Number>(moves.size())};
}

VctSolver::Numbers VctSolver::expand_defence(int attacker, CellList& moves) {
  constexpr Numbers kProved{0, kInfinite}, kDisproved{kInfinite, 0};
  const int defender = 1 - attacker;
  if (board_.count(defender, Threat::Complete) > 0) return kDisproved;
  const int completions = board_.count(attacker, Threat::Complete);
  if (completions > 1) return kProved;
  if (completions == 1) {
    moves.push_back(board_.any_cell(attacker, Threat::Complete));
    return {1, 1};
  }
  if (board_.count(defender, Threat::DoubleOne) > 0) return kDisproved;
  if (board_.count(attacker, Threat::DoubleOne) == 0) return kDisproved;
  moves = defending_cells(board_, attacker);
  CellList tempo;
  board_.append_cells(defender, Threat::OneAndOpenTwo, tempo);
  board_.append_cells(defender, Threat::One, tempo);
  for (const int cell : tempo) {
    if (!moves.contains(cell)) moves.push_back(cell);
  }
  if (moves.empty()) return kProved;
  return {static_cast<Number>(moves.size()), 1};
}

// Numbers of the position after a move, `otherwise` where the table has none.
VctSolver::Numbers VctSolver::look_up(int move, int attacker, bool attacking, Numbers otherwise) {
  const int mover = attacking ? attacker : 1 - attacker;
  const std::uint64_t key = key_of(board_.hash_after(move, mover), attacker, !attacking);
  const Entry& entry = slot(key);
  return entry.key == key ? Numbers{entry.proof, entry.disproof} : otherwise;
}

void VctSolver::store(int attacker, bool attacking, Numbers numbers) {
  const std::uint64_t key = key_of(board_.hash(), attacker, attacking);
  slot(key) = {key, numbers.proof, numbers.disproof};
}

// Depth first until the numbers of this position reach a limit.
VctSolver::Numbers VctSolver::search(int attacker, bool attacking, Number proof_limit,
                                     Number disproof_limit, Budget& budget) {
  CellList moves;
  Numbers numbers = expand(attacker, attacking, moves);
  if (moves.empty() || !budget.spend()) {
    store(attacker, attacking, numbers);
    return numbers;
  }
  // What was found of each move, for the case that the table loses it: this position itself may
  // share the place of one that follows, and a move decided at sight costs no budget, so without
  // this memory the two could push each other out for ever.
  std::array<Numbers, Game::kMaxCells> found;
  std::fill_n(found.begin(), moves.size(), Numbers{1, 1});
  const int mover = attacking ? attacker : 1 - attacker;
  for (;;) {
    // The attacker needs one proof among the moves, the defender one disproof.
    Number least = kInfinite, second = kInfinite, other_of_best = 0;
    std::uint64_t sum = 0;
    int best = -1;
    std::size_t best_at = 0, at = 0;
    for (const int move : moves) {
      const Numbers child = look_up(move, attacker, attacking, found[at]);
      const Number mine = attacking ? child.proof : child.disproof;
      const Number other = attacking ? child.disproof : child.proof;
      sum += other;
      if (mine < least) {
        second = least;
        least = mine;
        best = move;
        best_at = at;
        other_of_best = other;
      } else if (mine < second) {
        second = mine;
      }
      ++at;
    }
    const auto total = static_cast<Number>(std::min<std::uint64_t>(sum, kInfinite));
    numbers = attacking ? Numbers{least, total} : Numbers{total, least};
    // Solved either way: the sum over nothing but solved children must not look open.
    if (least == 0) numbers = attacking ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
    if (total == 0) numbers = attacking ? Numbers{kInfinite, 0} : Numbers{0, kInfinite};
    store(attacker, attacking, numbers);
    if (numbers.proof >= proof_limit || numbers.disproof >= disproof_limit || budget.spent() ||
        best < 0) {
      return numbers;
    }
    const Number my_limit = attacking ? proof_limit : disproof_limit;
    const Number other_limit = attacking ? disproof_limit : proof_limit;
    // A little slack over the second best keeps the search from jumping between equals.
    const Number next_mine =
        std::min(my_limit, second >= kInfinite ? second : second + second / 4 + 1);
    const Number next_other =
        other_limit >= kInfinite ? kInfinite : other_limit - total + other_of_best;
    board_.put(best, mover);
    found[best_at] = search(attacker, !attacking, attacking ? next_mine : next_other,
                            attacking ? next_other : next_mine, budget);
    board_.take_back();
  }
}

std::vector<int> VctSolver::line(int attacker) {
  std::vector<int> line;
  bool attacking = true;
  while (static_cast<int>(line.size()) < kLongestLine) {
    const int mover = attacking ? attacker : 1 - attacker;
    int next = -1;
    if (attacking && board_.count(attacker, Threat::Complete) > 0) {
      next = board_.any_cell(attacker, Threat::Complete);
    } else if (attacking && board_.count(attacker, Threat::DoubleOne) > 0 &&
               board_.count(1 - attacker, Threat::Complete) == 0) {
      next = board_.any_cell(attacker, Threat::DoubleOne);
    } else if (attacking && board_.count(1 - attacker, Threat::Complete) == 1) {
      next = board_.any_cell(1 - attacker, Threat::Complete);
    } else {
      CellList moves;
      expand(attacker, attacking, moves);
      for (const int move : moves) {
        if (look_up(move, attacker, attacking, {1, 1}).proof == 0) {
          next = move;
          break;
        }
      }
    }
    if (next < 0) break;
    const Threat made = board_.threat(mover, next);
    line.push_back(next);
    board_.put(next, mover);
    attacking = !attacking;
    if (mover == attacker && made >= Threat::DoubleOne) break;
  }
  for (std::size_t i = 0; i < line.size(); ++i) board_.take_back();
  return line;
}

}  // namespace inarow::free
