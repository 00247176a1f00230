// Depth-limited alpha-beta for counting games on a gravity board. Included inside an
// instruction-set namespace.
//
// Inside, a position is (own, mask): the stones of the side to move and all stones. The board is
// full exactly when no depth is left, since the depth is at most the number of empty cells, so the
// evaluation is the only leaf.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/interrupt.hpp"
#include "players/counting_evaluator.hpp"
#include "players/counting_player.hpp"

namespace inarow::INAROW_ARCH {

template <class Shape>
class CountingSearch {
 public:
  explicit CountingSearch(const GravityGeometry<Shape>& geometry,
                          const CountingWeights& weights = {})
      : geometry_(geometry), evaluator_(geometry, weights), centre_first_(geometry.cols) {
    std::iota(centre_first_.begin(), centre_first_.end(), 0);
    const int middle = geometry.cols - 1;
    std::stable_sort(centre_first_.begin(), centre_first_.end(), [middle](int a, int b) {
      return std::abs(2 * a - middle) < std::abs(2 * b - middle);
    });
  }

  // The board is not full and the depth at least 1.
  CountingChoice choose(Bits own, Bits mask, int depth) {
    const int empty = std::popcount(geometry_.board & ~mask);
    depth = std::min(depth, empty);
    table_.assign(std::size_t{1} << std::clamp(4 + depth * 4 / 3, 6, 22), Entry{});
    CountingChoice choice;
    // The shallow searches fill the table with good first moves for the deeper ones.
    for (int shallow = depth % 2 == 0 ? 2 : 1; shallow <= depth; shallow += 2) {
      choice.value = visit(own, mask, shallow, -kInfinity, kInfinity);
    }
    choice.move = root_move_;
    choice.nodes = nodes_;
    choice.exact = depth == empty;
    return choice;
  }

 private:
  static constexpr int kInfinity = 1 << 30;

  // Fail-soft negamax: the value from the mover's view, or a bound on it outside (alpha, beta).
  int visit(Bits own, Bits mask, int remaining, int alpha, int beta) {
    poll_();
    if (remaining == 0) return evaluator_(own, mask);
    const Bits landings = mask + geometry_.bottom;
    const Bits key = own | landings;
    Entry* entry = nullptr;
    int first = -1;
    if (remaining >= 2) {
      entry = &table_[(key * 0x9E3779B97F4A7C15u) >> 32 & (table_.size() - 1)];
      if (entry->key == key) {
        first = entry->move;
        if (entry->remaining == remaining) {
          if (entry->kind != Upper && entry->value >= beta) return entry->value;
          if (entry->kind != Lower && entry->value <= alpha) return entry->value;
          if (entry->kind == Exact) return entry->value;
        }
      }
    }
    const int floor = alpha;
    int best = -kInfinity, best_move = -1;
    auto examine = [&](int col) {
      const Bits stone = landings & geometry_.column(col);
      if (stone == 0) return false;
      ++nodes_;
      auto child = [&](int upper) {
        return -visit(own ^ mask, mask | stone, remaining - 1, -upper, -alpha);
      };
      // After the first move, ask only whether another is better; search it fully if it is.
      int value = child(best_move < 0 ? beta : alpha + 1);
      if (best_move >= 0 && value > alpha && value < beta) value = child(beta);
      if (value > best) {
        best = value;
        best_move = col;
        alpha = std::max(alpha, best);
      }
      return best >= beta;
    };
    if (first < 0 || !examine(first)) {
      for (int col : centre_first_) {
        if (col != first && examine(col)) break;
      }
    }
    if (entry != nullptr) {
      *entry = {key, best, static_cast<std::int16_t>(remaining),
                static_cast<std::int8_t>(best_move),
                best >= beta    ? Lower
                : best <= floor ? Upper
                                : Exact};
    }
    root_move_ = best_move;  // the root is the last node to be left
    return best;
  }

  enum Kind : std::int8_t { Exact, Lower, Upper };
  struct Entry {
    Bits key = 0;  // no position has key 0
    int value = 0;
    std::int16_t remaining = 0;
    std::int8_t move = -1;
    Kind kind = Exact;
  };

  const GravityGeometry<Shape>& geometry_;
  CountingEvaluator<Shape> evaluator_;
  std::vector<int> centre_first_;
  std::vector<Entry> table_;
  int root_move_ = -1;
  std::uint64_t nodes_ = 0;
  InterruptPoll poll_;
};

}  // namespace inarow::INAROW_ARCH
