// A free board (up to 20 x 20) as the textbook search sees it: an array of cells, with the same
// operations as GravityState. Plain rather than fast: textbook trees on free boards are shallow.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "core/position.hpp"
#include "textbook/spec.hpp"
#include "textbook/weights.hpp"

namespace inarow::textbook::INAROW_ARCH {

class CellState {
 public:
  using Saved = int;

  CellState(const Position& pos, const Spec& spec)
      : game_(pos.game()), weights_(pos.game().k, spec), empty_(pos.game().cells()) {
    for (int cell = 0; cell < game_.cells(); ++cell) {
      owner_[cell] = static_cast<std::uint8_t>(pos.at(cell / game_.cols, cell % game_.cols));
      empty_ -= owner_[cell] != 0;
    }
  }

  int move_count() const { return game_.cells(); }
  bool can_play(int cell) const { return owner_[cell] == 0; }
  Saved play(int cell, int player) {
    int before = latest_;
    owner_[cell] = static_cast<std::uint8_t>(player + 1);
    latest_ = cell;
    --empty_;
    return before;
  }
  void undo(Saved before) {
    owner_[latest_] = 0;
    latest_ = before;
    ++empty_;
  }
  bool full() const { return empty_ == 0; }

  bool made_line(int player) const {
    for (int i = 0; i < 4; ++i) {
      const int run = 1 + reach(latest_, i, 1, player) + reach(latest_, i, -1, player);
      if (game_.exact ? run == game_.k : run >= game_.k) return true;
    }
    return false;
  }
  bool has_line(int player, const Spec& spec) const {
    const bool exact = spec.longer_lines == LongerLines::AsGame
                           ? game_.exact
                           : spec.longer_lines == LongerLines::NoWin;
    const int length = spec.win_length > 0 ? spec.win_length : game_.k;
    for (int cell = 0; cell < game_.cells(); ++cell) {
      if (owner_[cell] != player + 1) continue;
      for (int i = 0; i < 4; ++i) {
        if (!seen(cell, i, spec.win_lines) || reach(cell, i, -1, player, &spec.win_lines) != 0) {
          continue;
        }
        const int run = 1 + reach(cell, i, 1, player, &spec.win_lines);
        if (exact ? run == length : run >= length) return true;
      }
    }
    return false;
  }

  int evaluate(const Spec& spec, ScoreSigns signs = {}) const {
    if (spec.evaluator == Evaluator::Zero) return 0;
    if (spec.evaluator == Evaluator::Quadruples) return windows(signs);
    std::int64_t total = 0;
    for (int cell = 0; cell < game_.cells(); ++cell) {
      if (owner_[cell] == 0) continue;
      const int player = owner_[cell] - 1, sign = player == 0 ? signs.first : signs.second;
      if (sign == 0) continue;
      total += sign * weights_.token;
      for (int i = 0; i < 4; ++i) {
        if (!seen(cell, i, spec.run_lines)) continue;
        const int length = 1 + reach(cell, i, 1, player, &spec.run_lines);
        const bool starts = reach(cell, i, -1, player, &spec.run_lines) == 0;
        total += sign * run_score(length, starts, spec);
      }
    }
    constexpr std::int64_t kMost = std::numeric_limits<int>::max() - 1;
    return static_cast<int>(std::clamp(total, -kMost, kMost));
  }
  int evaluate_all_runs(const Spec& spec) const { return evaluate(spec); }

 private:
  // What a stone adds to a score along one direction: so many stones follow each other from it on,
  // and it starts their run or does not.
  std::int64_t run_score(int length, bool starts, const Spec& spec) const {
    if (spec.inner_runs != InnerRuns::All && !starts) return 0;
    if (spec.inner_runs != InnerRuns::None) {
      std::int64_t total = 0;
      for (int n = 1; n <= length && n <= game_.k; ++n) total += weights_.run[n];
      return total;
    }
    const int weight = weights_.run[std::min(length, 64)];
    if (length <= game_.k || spec.long_runs == LongRuns::Once) return weight;
    return spec.long_runs == LongRuns::EachFour ? weight * (length - game_.k + 1) : 0;
  }
  bool within(int cell, const LineRule& rule) const {
    return rule.rows.has(game_.rows - 1 - cell / game_.cols, game_.rows) &&
           rule.columns.has(cell % game_.cols, game_.cols);
  }
  // Whether a rule sees the run of a stone along direction i.
  bool seen(int cell, int i, const LineRule& rule) const {
    if (!rule.directions.has(kWays[i]) || !within(cell, rule)) return false;
    if (rule.line > 1 && line_length(cell, i) < rule.line) return false;
    return rule.ends == Ends::Counted || !run_ends_line(cell, i, rule);
  }
  // How many cells of the board lie on the line through a cell.
  int line_length(int cell, int i) const {
    int length = 1;
    for (int sign : {1, -1}) {
      int row = cell / game_.cols + sign * kDown[i], col = cell % game_.cols + sign * kRight[i];
      while (row >= 0 && row < game_.rows && col >= 0 && col < game_.cols) {
        ++length;
        row += sign * kDown[i];
        col += sign * kRight[i];
      }
    }
    return length;
  }
  // Whether the run of a stone reaches the right end of its line, or in a column the upper one.
  bool run_ends_line(int cell, int i, const LineRule& rule) const {
    const int sign = kRight[i] > 0 ? 1 : -1;
    const int last = 1 + reach(cell, i, sign, owner_[cell] - 1, &rule);
    const int row = cell / game_.cols + sign * last * kDown[i];
    const int col = cell % game_.cols + sign * last * kRight[i];
    return row < 0 || row >= game_.rows || col < 0 || col >= game_.cols;
  }

  static constexpr Way kWays[4] = {Way::Across, Way::Upright, Way::Falling, Way::Rising};
  static constexpr int kDown[4] = {0, 1, 1, 1}, kRight[4] = {1, 0, 1, -1};

  // Stones of the player that follow a cell along direction i, forwards or backwards.
  int reach(int cell, int i, int sign, int player, const LineRule* rule = nullptr) const {
    int row = cell / game_.cols, col = cell % game_.cols, count = 0;
    for (;;) {
      row += sign * kDown[i];
      col += sign * kRight[i];
      if (row < 0 || row >= game_.rows || col < 0 || col >= game_.cols) return count;
      if (owner_[row * game_.cols + col] != player + 1) return count;
      if (rule != nullptr && !within(row * game_.cols + col, *rule)) return count;
      ++count;
    }
  }
  int windows(ScoreSigns signs) const {
    int total = 0;
    for (int i = 0; i < 4; ++i) {
      for (int cell = 0; cell < game_.cells(); ++cell) {
        int row = cell / game_.cols, col = cell % game_.cols, count[3] = {0, 0, 0};
        const int last_row = row + kDown[i] * (game_.k - 1);
        const int last_col = col + kRight[i] * (game_.k - 1);
        if (last_row >= game_.rows || last_col < 0 || last_col >= game_.cols) continue;
        for (int j = 0; j < game_.k; ++j, row += kDown[i], col += kRight[i]) {
          ++count[owner_[row * game_.cols + col]];
        }
        if (count[2] == 0) total += signs.first * weights_.window[count[1]];
        if (count[1] == 0) total += signs.second * weights_.window[count[2]];
      }
    }
    return total;
  }

  Game game_;
  Weights weights_;
  std::array<std::uint8_t, Game::kMaxCells> owner_{};
  int latest_ = -1;
  int empty_;
};

}  // namespace inarow::textbook::INAROW_ARCH
