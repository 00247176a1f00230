#include "free/window_counts.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace inarow {
namespace {

// A stone more in a window is worth this much more; beyond kSteepest stones (no usual game has
// such lines) the weights stay level, so that no sum overflows.
constexpr std::int64_t kGrowth = 6;
constexpr int kSteepest = 12;

}  // namespace

WindowCounts::WindowLists WindowCounts::joined(const std::vector<std::vector<int>>& lists) {
  WindowLists all{{0}, {}};
  for (const auto& ids : lists) {
    all.of.insert(all.of.end(), ids.begin(), ids.end());
    all.start.push_back(static_cast<int>(all.of.size()));
  }
  return all;
}

WindowCounts::WindowCounts(const Position& pos) : k_(pos.game().k) {
  const Game& game = pos.game();
  empty_count_ = game.cells();
  owner_.assign(game.cells(), kNobody);
  std::int64_t weight = 1;
  for (int stones = 0; stones <= k_; ++stones) {
    weights_.push_back(weight);
    if (stones < kSteepest) weight *= kGrowth;
  }
  weights_[0] = 0;
  std::vector<std::vector<int>> through(game.cells()), beside(game.cells());
  for (auto [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
    for (int row = 0; row + down * (k_ - 1) < game.rows; ++row) {
      for (int col = 0; col < game.cols; ++col) {
        const int last_col = col + right * (k_ - 1);
        if (last_col < 0 || last_col >= game.cols) continue;
        const int first = row * game.cols + col, step = down * game.cols + right;
        const int id = static_cast<int>(windows_.size());
        for (int i = 0; i < k_; ++i) through[first + i * step].push_back(id);
        if (game.exact) {
          for (const int i : {-1, k_}) {
            const int flank_row = row + i * down, flank_col = col + i * right;
            if (flank_row >= 0 && flank_row < game.rows && flank_col >= 0 &&
                flank_col < game.cols) {
              beside[first + i * step].push_back(id);
            }
          }
        }
        windows_.push_back(
            {static_cast<std::int16_t>(first), static_cast<std::int16_t>(step), {0, 0}, {0, 0}});
      }
    }
  }
  through_ = joined(through);
  beside_ = joined(beside);

  for (auto& counts : live_) {
    counts.assign(k_ + 1, 0);
    counts[0] = static_cast<int>(windows_.size());
  }

  // Twice the distance to the centre, so that even sides stay in whole numbers.
  auto distance = [&](int cell) {
    return std::abs(2 * (cell / game.cols) - (game.rows - 1)) +
           std::abs(2 * (cell % game.cols) - (game.cols - 1));
  };
  for (int cell = 0; cell < game.cells(); ++cell) centre_first_.push_back(cell);
  std::stable_sort(centre_first_.begin(), centre_first_.end(),
                   [&](int a, int b) { return distance(a) < distance(b); });
  for (int cell = 0; cell < game.cells(); ++cell) {
    for (int player : {0, 1}) {
      if (pos.stones(player).has(cell)) place(cell, player);
    }
  }
}

void WindowCounts::tally(const Window& window, int sign) {
  for (int side : {0, 1}) {
    if (!live(window, side)) continue;
    live_[side][window.stones[side]] += sign;
    potential_[side] += sign * weights_[window.stones[side]];
  }
}

void WindowCounts::change(int cell, int player, int delta) {
  owner_[cell] = delta > 0 ? player : kNobody;
  empty_count_ -= delta;
  for (int i = through_.start[cell]; i < through_.start[cell + 1]; ++i) {
    Window& window = windows_[through_.of[i]];
    tally(window, -1);
    window.stones[player] = static_cast<std::uint8_t>(window.stones[player] + delta);
    tally(window, +1);
  }
  for (int i = beside_.start[cell]; i < beside_.start[cell + 1]; ++i) {
    Window& window = windows_[beside_.of[i]];
    tally(window, -1);
    window.flanks[player] = static_cast<std::uint8_t>(window.flanks[player] + delta);
    tally(window, +1);
  }
}

std::int64_t WindowCounts::urgency(int cell, int player) const {
  std::int64_t total = 0;
  for (int i = through_.start[cell]; i < through_.start[cell + 1]; ++i) {
    const Window& window = windows_[through_.of[i]];
    for (int side : {player, 1 - player}) {
      if (!live(window, side)) continue;
      const int stones = window.stones[side];
      total += weights_[stones + 1] - weights_[stones];
    }
  }
  return total;
}

bool WindowCounts::completable(const Window& window, int player, int stones) const {
  const int missing = k_ - window.stones[player];
  return live(window, player) && missing > 0 && missing <= stones;
}

bool WindowCounts::can_complete(int player, int stones) const {
  for (int missing = 1; missing <= std::min(stones, k_); ++missing) {
    if (live_[player][k_ - missing] > 0) return true;
  }
  return false;
}

std::vector<int> WindowCounts::completing_cells(int player, int stones) const {
  std::vector<int> cells;
  for (const Window& window : windows_) {
    if (!completable(window, player, stones)) continue;
    for (int i = 0; i < k_; ++i) {
      const int cell = window.first + i * window.step;
      if (empty(cell)) cells.push_back(cell);
    }
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace inarow
