#include "window_searcher.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/move_clock.hpp"
#include "free/window_counts.hpp"

namespace inarow {
namespace {

using Clock = MoveClock;

constexpr std::int64_t kWon = 1'000'000'000'000'000;
constexpr int kWidth = 12;
constexpr int kDeepest = 30;
constexpr int kVcfNodes = 60;
constexpr int kChainDepth = 12;

class WindowSearch {
 public:
  WindowSearch(const Position& pos, double time_s)
      : board_(pos),
        rows_(pos.game().rows),
        cols_(pos.game().cols),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(time_s))) {
    for (int cell = 0; cell < rows_ * cols_; ++cell) {
      if (!board_.empty(cell)) crowd(cell, +1);
    }
  }

  WindowSearchChoice choose(int player) {
    WindowSearchChoice choice;
    if (board_.untouched()) {
      choice.move = board_.centre_first().front();
      return choice;
    }
    if (board_.can_complete(player, 1)) {
      choice.move = board_.completing_cells(player, 1).front();
      return choice;
    }
    if (board_.can_complete(1 - player, 1)) {
      choice.move = board_.completing_cells(1 - player, 1).front();
      return choice;
    }
    chain_left_ = 100 * kVcfNodes;
    if (int first = -1; chain_wins(player, kChainDepth, first)) {
      choice.move = first;
      return choice;
    }
    std::vector<int> moves = candidates(player);
    choice.move = moves.front();
    for (int depth = 1; depth <= kDeepest && !late(); ++depth) {
      std::int64_t best = -kWon - 1;
      int best_move = -1;
      for (const int cell : moves) {
        const std::int64_t value = -after(cell, player, depth - 1, -kWon - 1, -best, 1);
        if (stopped_) break;
        if (value > best) {
          best = value;
          best_move = cell;
        }
      }
      if (best_move >= 0) {
        choice.move = best_move;
        auto at = std::find(moves.begin(), moves.end(), best_move);
        std::rotate(moves.begin(), at, at + 1);
      }
      if (stopped_) break;
      choice.depth = depth;
      if (best >= kWon - 1000 || best <= -kWon + 1000) break;
    }
    choice.nodes = nodes_;
    return choice;
  }

 private:
  bool late() {
    if (!stopped_ && Clock::now() >= deadline_) stopped_ = true;
    return stopped_;
  }
  // Only cells within two steps of a stone are looked at.
  void crowd(int cell, int delta) {
    const int row = cell / cols_, col = cell % cols_;
    for (int r = std::max(0, row - 2); r <= std::min(rows_ - 1, row + 2); ++r) {
      for (int c = std::max(0, col - 2); c <= std::min(cols_ - 1, col + 2); ++c) {
        near_[r * cols_ + c] += delta;
      }
    }
  }
  void place(int cell, int player) {
    board_.place(cell, player);
    crowd(cell, +1);
  }
  void remove(int cell, int player) {
    board_.remove(cell, player);
    crowd(cell, -1);
  }

  std::vector<int> candidates(int player) const {
    std::vector<std::pair<std::int64_t, int>> ranked;
    for (int cell = 0; cell < rows_ * cols_; ++cell) {
      if (board_.empty(cell) && near_[cell] > 0) {
        ranked.emplace_back(-board_.urgency(cell, player), cell);
      }
    }
    if (ranked.empty()) {
      for (const int cell : board_.centre_first()) {
        if (board_.empty(cell)) return {cell};
      }
    }
    const auto kept = std::min<std::ptrdiff_t>(kWidth, std::ssize(ranked));
    std::partial_sort(ranked.begin(), ranked.begin() + kept, ranked.end());
    std::vector<int> cells;
    for (std::ptrdiff_t i = 0; i < kept; ++i) cells.push_back(ranked[i].second);
    return cells;
  }

  // Whether the player wins by stones that each leave one reply.
  bool chain_wins(int player, int depth, int& first) {
    if (board_.can_complete(player, 1)) {
      first = board_.completing_cells(player, 1).front();
      return true;
    }
    if (depth == 0 || !board_.can_complete(player, 2)) return false;
    std::vector<int> moves = board_.completing_cells(player, 2);
    if (board_.can_complete(1 - player, 1)) {
      const std::vector<int> blocks = board_.completing_cells(1 - player, 1);
      const bool makes_one = std::find(moves.begin(), moves.end(), blocks.front()) != moves.end();
      if (blocks.size() > 1 || !makes_one) return false;
      moves = blocks;
    }
    for (const int cell : moves) {
      if (--chain_left_ < 0) return false;
      place(cell, player);
      const std::vector<int> replies = board_.completing_cells(player, 1);
      bool won = replies.size() > 1 && !board_.can_complete(1 - player, 1);
      if (replies.size() == 1 && !board_.can_complete(1 - player, 1)) {
        place(replies.front(), 1 - player);
        int next = -1;
        won = chain_wins(player, depth - 1, next);
        remove(replies.front(), 1 - player);
      }
      remove(cell, player);
      if (won) {
        first = cell;
        return true;
      }
    }
    return false;
  }

  std::int64_t after(int cell, int player, int depth, std::int64_t alpha, std::int64_t beta,
                     int ply) {
    place(cell, player);
    const std::int64_t value = search(1 - player, depth, alpha, beta, ply);
    remove(cell, player);
    return value;
  }

  std::int64_t search(int player, int depth, std::int64_t alpha, std::int64_t beta, int ply) {
    if ((++nodes_ & 63) == 0 && late()) return 0;
    if (stopped_ || board_.empty_count() == 0) return 0;
    if (board_.can_complete(player, 1)) return kWon - ply;
    if (board_.can_complete(1 - player, 1)) {
      const std::vector<int> blocks = board_.completing_cells(1 - player, 1);
      if (blocks.size() > 1) return -(kWon - ply - 1);
      if (ply < 60) return -after(blocks.front(), player, depth, -beta, -alpha, ply + 1);
    }
    if (board_.can_complete(player, 2)) {
      chain_left_ = kVcfNodes;
      if (int first = -1; chain_wins(player, kChainDepth, first)) return kWon - ply - 3;
    }
    if (depth <= 0) return board_.potential(player) - board_.potential(1 - player);
    std::int64_t best = -kWon - 1;
    for (const int cell : candidates(player)) {
      const std::int64_t value =
          -after(cell, player, depth - 1, -beta, -std::max(alpha, best), ply + 1);
      if (stopped_) return 0;
      best = std::max(best, value);
      if (best >= beta) break;
    }
    return best;
  }

  WindowCounts board_;
  int rows_, cols_;
  Clock::time_point deadline_;
  std::array<int, Game::kMaxCells> near_{};
  std::uint64_t nodes_ = 0;
  int chain_left_ = 0;
  bool stopped_ = false;
};

}  // namespace

WindowSearchChoice choose_by_windows(const Position& pos, double time_s) {
  const Game& game = pos.game();
  if (game.gravity || game.goal != Goal::FirstToK || game.stones.later != 1) {
    throw std::invalid_argument("the window searcher plays free first-to-k boards, a stone a turn");
  }
  if (pos.outcome() != Outcome::Ongoing) throw std::invalid_argument("the game is over");
  return WindowSearch(pos, std::clamp(time_s, 0.0, 3600.0)).choose(pos.to_move());
}

}  // namespace inarow
