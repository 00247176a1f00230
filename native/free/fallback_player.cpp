#include "free/fallback_player.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "free/window_counts.hpp"

namespace inarow {
namespace {

constexpr int kDepth = 4;           // stones looked ahead, forced ones not counted
constexpr int kForcedDepth = 16;    // stones looked ahead, forced ones counted
constexpr std::size_t kWidth = 10;  // cells tried where nothing is forced
constexpr int kNodeBudget = 3000;   // bounds the time of a move

// Negamax with alpha-beta over the most urgent cells. A side with several stones a turn simply
// moves again.
class FreeSearch {
 public:
  explicit FreeSearch(const Position& pos)
      : board_(pos),
        line_wins_(pos.game().goal == Goal::FirstToK),
        turn_stones_(pos.game().stones.later) {}

  FallbackChoice choose(int player, int left) {
    const Candidates moves = candidates(player, left);
    if (moves.kind == Kind::Win) {
      return {moves.cells.front(), kCertainWin - least_missing(player, left)};
    }
    if (board_.untouched()) return {board_.centre_first().front(), 0};
    FallbackChoice best{moves.cells.front(), -kCertainWin};
    for (int cell : moves.cells) {
      const auto value = value_of(cell, player, left, kDepth - 1, 1, best.value, kCertainWin);
      if (value > best.value) best = {cell, value};
    }
    return best;
  }

 private:
  enum class Kind { Win, Forced, Quiet };
  struct Candidates {
    Kind kind;
    std::vector<int> cells;  // the most urgent first, none only on a full board
  };

  Candidates candidates(int player, int left) const {
    Candidates found{Kind::Quiet, {}};
    if (wins(player, left)) {
      found = {Kind::Win, board_.completing_cells(player, least_missing(player, left))};
    } else if (wins(1 - player, turn_stones_)) {
      found = {Kind::Forced, board_.completing_cells(1 - player, turn_stones_)};
    } else {
      for (int cell : board_.centre_first()) {
        if (board_.empty(cell)) found.cells.push_back(cell);
      }
    }
    std::vector<std::pair<std::int64_t, int>> ranked;
    for (int cell : found.cells) ranked.emplace_back(-board_.urgency(cell, player), cell);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (found.kind == Kind::Quiet && ranked.size() > kWidth) ranked.resize(kWidth);
    found.cells.clear();
    for (const auto& [urgency, cell] : ranked) found.cells.push_back(cell);
    return found;
  }

  bool wins(int player, int stones) const {
    return line_wins_ && board_.can_complete(player, stones);
  }

  // The stones that the player's nearest line still needs, when it has one within this many.
  int least_missing(int player, int stones) const {
    int missing = 1;
    while (missing < stones && !board_.can_complete(player, missing)) ++missing;
    return missing;
  }

  // The value for the player of laying a stone on a cell with this many left in its turn.
  std::int64_t value_of(int cell, int player, int left, int depth, int ply, std::int64_t alpha,
                        std::int64_t beta) {
    board_.place(cell, player);
    const auto value = left > 1 ? search(player, left - 1, depth, ply, alpha, beta)
                                : -search(1 - player, turn_stones_, depth, ply, -beta, -alpha);
    board_.remove(cell, player);
    return value;
  }

  std::int64_t search(int player, int left, int depth, int ply, std::int64_t alpha,
                      std::int64_t beta) {
    ++nodes_;
    if (wins(player, left)) return kCertainWin - ply - least_missing(player, left);
    const bool forced = wins(1 - player, turn_stones_);
    const bool deep = forced ? ply >= kForcedDepth : depth <= 0;
    if (board_.empty_count() == 0 || deep || nodes_ > kNodeBudget) {
      return board_.potential(player) - board_.potential(1 - player);
    }
    std::int64_t best = -kCertainWin;
    for (int cell : candidates(player, left).cells) {
      const auto value = value_of(cell, player, left, forced ? depth : depth - 1, ply + 1,
                                  std::max(alpha, best), beta);
      best = std::max(best, value);
      if (best >= beta) break;
    }
    return best;
  }

  WindowCounts board_;
  bool line_wins_;
  int turn_stones_;
  int nodes_ = 0;
};

}  // namespace

FallbackChoice fallback_choice(const Position& pos) {
  return FreeSearch(pos).choose(pos.to_move(), pos.left());
}

}  // namespace inarow
