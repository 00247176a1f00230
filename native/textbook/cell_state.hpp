// A free board (up to 20 x 20) as the textbook search sees it: an array of cells, with the same
// operations as GravityState. Plain rather than fast: textbook trees on free boards are shallow.
#pragma once

#include <array>
#include <cstdint>

#include "core/position.hpp"
#include "textbook/spec.hpp"
#include "textbook/weights.hpp"

namespace inarow::INAROW_ARCH {

class CellState {
 public:
  using Saved = int;

  explicit CellState(const Position& pos)
      : game_(pos.game()), weights_(pos.game().k), empty_(pos.game().cells()) {
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
      if (wins(1 + reach(latest_, i, 1, player) + reach(latest_, i, -1, player))) return true;
    }
    return false;
  }
  bool has_line(int player, textbook::Directions directions = textbook::Directions::All) const {
    for (int cell = 0; cell < game_.cells(); ++cell) {
      if (owner_[cell] != player + 1) continue;
      for (int i = 0; i < 4; ++i) {
        if (!textbook::looks_along(directions, kWays[i])) continue;
        if (reach(cell, i, -1, player) == 0 && wins(1 + reach(cell, i, 1, player))) return true;
      }
    }
    return false;
  }

  int evaluate(const textbook::Spec& spec, bool first_alone = false) const {
    using textbook::Evaluator;
    if (spec.evaluator == Evaluator::Zero) return 0;
    if (spec.evaluator == Evaluator::Quadruples) return windows(first_alone);
    const bool all_edges = spec.run_edges == textbook::RunEdges::All;
    int total = 0;
    for (int cell = 0; cell < game_.cells(); ++cell) {
      if (owner_[cell] == 0) continue;
      const int player = owner_[cell] - 1, sign = player == 0 ? 1 : -1;
      if (player == 1 && first_alone) continue;
      if (spec.evaluator != Evaluator::RunsWithoutTokens) total += sign;
      if (!all_edges && on_last_edge(cell)) continue;
      for (int i = 0; i < 4; ++i) {
        if (!textbook::looks_along(spec.run_directions, kWays[i])) continue;
        const int length = 1 + reach(cell, i, 1, player, all_edges);
        if (spec.evaluator == Evaluator::NestedRuns) {
          for (int n = 2; n <= length && n <= game_.k; ++n) total += sign * weights_.run[n];
        } else if (reach(cell, i, -1, player, all_edges) == 0) {
          total += sign * run_weight(length, spec.long_runs);
        }
      }
    }
    return total;
  }
  // The same under the rules that all courses have in common.
  int evaluate(textbook::Evaluator evaluator) const {
    textbook::Spec spec;
    spec.evaluator = evaluator;
    return evaluate(spec);
  }

 private:
  bool wins(int run) const { return game_.exact ? run == game_.k : run >= game_.k; }

  int run_weight(int length, textbook::LongRuns long_runs) const {
    const int weight = weights_.run[length < 64 ? length : 64];
    if (length <= game_.k || long_runs == textbook::LongRuns::Once) return weight;
    return long_runs == textbook::LongRuns::EachFour ? weight * (length - game_.k + 1) : 0;
  }
  // The top row and the last column, which a loop that ends too early leaves out.
  bool on_last_edge(int cell) const {
    return cell < game_.cols || cell % game_.cols == game_.cols - 1;
  }

  static constexpr textbook::Way kWays[4] = {textbook::Way::Across, textbook::Way::Upright,
                                             textbook::Way::Falling, textbook::Way::Rising};
  static constexpr int kDown[4] = {0, 1, 1, 1}, kRight[4] = {1, 0, 1, -1};

  // Stones of the player that follow a cell along direction i, forwards or backwards.
  int reach(int cell, int i, int sign, int player, bool all_edges = true) const {
    int row = cell / game_.cols, col = cell % game_.cols, count = 0;
    for (;;) {
      row += sign * kDown[i];
      col += sign * kRight[i];
      if (row < 0 || row >= game_.rows || col < 0 || col >= game_.cols) return count;
      if (owner_[row * game_.cols + col] != player + 1) return count;
      if (!all_edges && on_last_edge(row * game_.cols + col)) return count;
      ++count;
    }
  }
  int windows(bool first_alone) const {
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
        if (count[2] == 0) total += weights_.window[count[1]];
        if (count[1] == 0 && !first_alone) total -= weights_.window[count[2]];
      }
    }
    return total;
  }

  Game game_;
  textbook::Weights weights_;
  std::array<std::uint8_t, Game::kMaxCells> owner_{};
  int latest_ = -1;
  int empty_;
};

}  // namespace inarow::INAROW_ARCH
