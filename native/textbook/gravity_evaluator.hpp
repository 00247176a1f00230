// Static evaluations of a gravity board, for the first player minus the second.
#pragma once

#include "core/gravity_board.hpp"
#include "textbook/spec.hpp"
#include "textbook/weights.hpp"

namespace inarow::textbook::INAROW_ARCH {

using namespace inarow::INAROW_ARCH;

// The directions of a gravity board by their numbers.
constexpr Way kGravityWays[4] = {Way::Upright, Way::Across, Way::Rising, Way::Falling};

// The cells on lines of a direction that have at least so many cells.
template <class Shape>
Bits on_long_lines(const GravityGeometry<Shape>& geometry, int direction, int length) {
  const int step = geometry.direction(direction);
  Bits lines = geometry.board;
  for (int n = 1; n < length && lines != 0; ++n) lines &= shift_down(geometry.board, n * step);
  Bits cells = lines;
  for (int n = 1; n < length; ++n) cells |= shift_up(lines, n * step);
  return cells;
}

// The cells that a rule searches along a direction: those of its region, on lines of the board that
// are long enough; none if it does not search the direction at all.
template <class Shape>
Bits searched_cells(const GravityGeometry<Shape>& geometry, const LineRule& rule, int direction) {
  if (!rule.directions.has(kGravityWays[direction])) return 0;
  Bits cells = 0;
  for (int col = 0; col < geometry.cols; ++col) {
    if (!rule.columns.has(col, geometry.cols)) continue;
    for (int row = 0; row < geometry.rows; ++row) {
      if (rule.rows.has(row, geometry.rows)) cells |= Bits{1} << (col * geometry.stride() + row);
    }
  }
  return cells & on_long_lines(geometry, direction, rule.line);
}

// The stones of rows of them that reach the right end of their line, or in a column the upper one.
template <class Shape>
Bits rows_at_the_end(const GravityGeometry<Shape>& geometry, Bits stones, int direction) {
  const Way way = kGravityWays[direction];
  Bits ends = 0;
  if (way != Way::Upright) ends |= geometry.column(geometry.cols - 1);
  if (way == Way::Upright || way == Way::Rising) {
    ends |= geometry.bottom << (geometry.rows - 1);
  }
  if (way == Way::Falling) ends |= geometry.bottom;
  Bits found = 0, next = stones & ends;
  while (next != found) {
    found = next;
    next |= shift_down(found, geometry.direction(direction)) & stones;
  }
  return found;
}

template <class Shape>
class GravityEvaluator {
 public:
  GravityEvaluator(const GravityGeometry<Shape>& geometry, const Spec& spec)
      : geometry_(geometry), weights_(geometry.k, spec), inner_(spec.inner_runs) {
    for (int i = 0; i < 4; ++i) searched_[i] = searched_cells(geometry, spec.run_lines, i);
  }

  // Whether runs are searched for as all courses do; what they are worth may differ.
  static bool counts_all_runs(const Spec& spec) {
    return spec.run_lines == LineRule{} && spec.long_runs == LongRuns::Once;
  }

  int operator()(const GravityBoard& board, const Spec& spec, ScoreSigns signs = {}) const {
    const Bits first = board.stones[0], second = board.stones[1];
    if (counts_all_runs(spec) && signs.first == 1 && signs.second == -1) {
      return (*this)(board, spec.evaluator);
    }
    return (signs.first == 0 ? 0 : signs.first * score(first, second, spec)) +
           (signs.second == 0 ? 0 : signs.second * score(second, first, spec));
  }

  // The same where all runs are counted, of both sides.
  int operator()(const GravityBoard& board, Evaluator evaluator) const {
    const Bits first = board.stones[0], second = board.stones[1];
    if (evaluator == Evaluator::Quadruples) {
      return open_windows(first, second) - open_windows(second, first);
    }
    if (evaluator == Evaluator::Zero) return 0;
    return weights_.token * (std::popcount(first) - std::popcount(second)) + runs(0, first) -
           runs(1, second);
  }

 private:
  // The score of one side under any rules.
  int score(Bits ours, Bits theirs, const Spec& spec) const {
    if (spec.evaluator == Evaluator::Zero) return 0;
    if (spec.evaluator == Evaluator::Quadruples) return open_windows(ours, theirs);
    const bool all = inner_ == InnerRuns::All;
    const bool maximal = inner_ == InnerRuns::None;
    int total = weights_.token * std::popcount(ours);
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i), k = geometry_.k;
      Bits seen = ours & searched_[i];
      if (spec.run_lines.ends == Ends::LeftOut) {
        seen &= ~rows_at_the_end(geometry_, seen, i);
      }
      Bits reach = all ? seen : seen & ~shift_up(seen, step);
      int less = 0;
      for (int length = 1; length <= k; ++length) {
        reach &= shift_down(seen, (length - 1) * step);
        total += std::popcount(reach) * (weights_.run[length] - less);
        less = maximal ? weights_.run[length] : 0;
      }
      if (!maximal || spec.long_runs == LongRuns::Once) continue;
      for (int length = k + 1; reach != 0; ++length) {
        reach &= shift_down(seen, (length - 1) * step);
        const bool each = spec.long_runs == LongRuns::EachFour;
        if (each || length == k + 1) {
          total += std::popcount(reach) * (each ? weights_.run[k] : -weights_.run[k]);
        }
      }
    }
    return total;
  }
  // Sibling positions differ in one player's stones only, so the other's runs are remembered.
  int runs(int player, Bits stones) const {
    if (latest_[player].stones != stones) latest_[player] = {stones, count_runs(stones)};
    return latest_[player].runs;
  }
  // A weight for each maximal run. A run starts at a stone whose predecessor is not one of ours; of
  // the starts that reach length j, each adds the step from the weight of j - 1 to the weight of j,
  // so a run of length L adds up to the weight of L alone.
  int count_runs(Bits stones) const {
    if (inner_ != InnerRuns::None) return inner_runs(stones);
    int total = 0;
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      Bits reach = stones & ~shift_up(stones, step);
      if (weights_.run[1] != 0) total += std::popcount(reach) * weights_.run[1];
      for (int length = 2; length <= geometry_.k; ++length) {
        reach &= shift_down(stones, (length - 1) * step);
        total += std::popcount(reach) * (weights_.run[length] - weights_.run[length - 1]);
      }
    }
    return total;
  }
  // The same with the runs inside longer ones counted too: all, so that a run of three holds two
  // twos, or one of each length.
  int inner_runs(Bits stones) const {
    int total = 0;
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      Bits reach = stones;
      if (inner_ == InnerRuns::OneOfEach) reach &= ~shift_up(stones, step);
      for (int length = 1; length <= geometry_.k; ++length) {
        reach &= shift_down(stones, (length - 1) * step);
        total += std::popcount(reach) * weights_.run[length];
      }
    }
    return total;
  }
  // Sum over the windows of k cells without an opposing stone of a weight for our stones in it.
  // The stones of all windows are counted at once, in three bit planes (counts 0 to 7); no board of
  // 64 bits can hold open windows of more than 7 cells that matter, so a longer k scores nothing.
  int open_windows(Bits ours, Bits theirs) const {
    const Bits free = geometry_.board & ~theirs;
    const int k = geometry_.k;
    int total = 0;
    if (k > 7) return 0;
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      Bits open = free, plane0 = 0, plane1 = 0, plane2 = 0;
      for (int j = 0; j < k; ++j) {
        const Bits cell = shift_down(ours, j * step);
        open &= shift_down(free, j * step);
        const Bits carry0 = plane0 & cell, carry1 = plane1 & carry0;
        plane0 ^= cell;
        plane1 ^= carry0;
        plane2 ^= carry1;
      }
      for (int count = 1; count <= k; ++count) {
        const Bits match = (count & 1 ? plane0 : ~plane0) & (count & 2 ? plane1 : ~plane1) &
                           (count & 4 ? plane2 : ~plane2);
        total += std::popcount(open & match) * weights_.window[count];
      }
    }
    return total;
  }

  const GravityGeometry<Shape>& geometry_;
  Weights weights_;
  InnerRuns inner_;
  Bits searched_[4];
  struct Remembered {
    Bits stones = 0;
    int runs = 0;
  };
  mutable Remembered latest_[2];
};

}  // namespace inarow::textbook::INAROW_ARCH
