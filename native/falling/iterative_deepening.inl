// Body of the deepening search, included once for each instruction set (see core/arch.hpp).

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/centre_first.hpp"
#include "core/gravity_board.hpp"
#include "core/interrupt.hpp"
#include "falling/iterative_deepening.hpp"

namespace inarow::falling::INAROW_ARCH {

using namespace inarow::INAROW_ARCH;
namespace {

struct OutOfTime {};

template <class Shape>
class DeepeningSearch {
 public:
  DeepeningSearch(const GravityGeometry<Shape>& geometry, const Position& pos, const Limits& limits)
      : geometry_(geometry), limits_(limits), table_(std::size_t{1} << 18) {
    const GravityBoard board = gravity_board(pos);
    mover_ = board.stones[pos.to_move()];
    mask_ = board.mask();
    const auto budget = std::chrono::duration<double>(std::clamp(limits.time_s, 0.0, 1e6));
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(budget);
    for (int col = 0; col < geometry_.cols; ++col) {
      // Cells with an odd number of cells above them, which the side gets that the other follows.
      for (int row = geometry_.rows - 2; row >= 0; row -= 2) {
        low_ |= Bits{1} << (col * geometry_.stride() + row);
      }
    }
    const std::vector<int> order = centre_first(geometry_.cols);
    std::copy(order.begin(), order.end(), centre_first_.begin());
    weigh_cells();
  }

  Choice run() {
    Choice choice;
    choice.move = first_legal();
    const int empty = std::popcount(geometry_.board & ~mask_);
    const int deepest = std::min(limits_.max_depth, empty);
    try {
      for (int depth = 1; depth <= std::max(deepest, 1); ++depth) {
        root_move_ = -1;
        const int value = root(depth);
        choice.move = root_move_;
        choice.value = value;
        choice.depth = depth;
        choice.exact = is_decided(value) || depth >= empty;
        if (choice.exact) break;
      }
    } catch (const OutOfTime&) {
      // A move that the unfinished depth has already found better than the previous best is better.
      if (root_move_ >= 0 && choice.depth > 0) choice.move = root_move_;
    }
    choice.nodes = nodes_;
    return choice;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kInfinity = kWin + 1;

  // Whether a value is a proven win or loss: a game has at most 63 plies, an estimate is small.
  static bool is_decided(int value) { return std::abs(value) >= kWin - 128; }

  // Empty cells that would complete a line for these stones.
  Bits threats(Bits stones, Bits mask) const {
    Bits found = 0;
    const int k = geometry_.k;
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      // The missing cell is the j-th of the k: j stones before it and k - 1 - j behind.
      for (int j = 0; j < k; ++j) {
        Bits line = ~Bits{0};
        for (int n = 0; n < k; ++n) {
          if (n < j) line &= shift_up(stones, (j - n) * step);
          if (n > j) line &= shift_down(stones, (n - j) * step);
        }
        found |= line;
      }
    }
    return found & geometry_.board & ~mask;
  }

  // A cell is worth the number of windows of k that run through it.
  void weigh_cells() {
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      Bits windows = geometry_.board;
      for (int n = 1; n < geometry_.k; ++n) windows &= shift_down(geometry_.board, n * step);
      for (; windows != 0; windows &= windows - 1) {
        const int first = std::countr_zero(windows);
        for (int n = 0; n < geometry_.k; ++n) ++weight_[first + n * step];
      }
    }
  }
  int weight(Bits stones) const {
    int total = 0;
    for (; stones != 0; stones &= stones - 1) total += weight_[std::countr_zero(stones)];
    return total;
  }

  // With an even number of empty cells the mover ends up with the LOW cells if the other side
  // answers in the same column, else the other side does; a threat on a cell that its owner will
  // get is worth more than one that it will not.
  int evaluate(Bits mask, Bits own, Bits theirs, int placed) const {
    const bool even = (std::popcount(geometry_.board & ~mask) & 1) == 0;
    const Bits good_own = even ? low_ : ~low_, good_theirs = ~good_own;
    return placed + 6 * (std::popcount(own) - std::popcount(theirs)) +
           18 * (std::popcount(own & good_own) - std::popcount(theirs & good_theirs));
  }

  int first_legal() const {
    for (int i = 0; i < geometry_.cols; ++i) {
      const int col = centre_first_[i];
      if ((mask_ & geometry_.column(col)) != geometry_.column(col)) return col;
    }
    return -1;
  }

  // The root examines every legal move, so that it has one even where all of them lose.
  int root(int depth) {
    const int placed = weight(mover_) - weight(mask_ & ~mover_);
    int best = -kInfinity;
    std::array<int, 32> order = centre_first_;
    std::stable_partition(order.begin(), order.begin() + geometry_.cols,
                          [this](int col) { return col == previous_best_; });
    for (int i = 0; i < geometry_.cols; ++i) {
      const int col = order[i];
      const Bits stone = (mask_ + geometry_.bottom) & geometry_.column(col);
      if (stone == 0) continue;
      int value;
      if (geometry_.has_line(mover_ | stone)) {
        value = kWin - 1;
      } else {
        value = -visit(mask_ & ~mover_, mask_ | stone, depth - 1, 1, -kInfinity, -best,
                       -(placed + weight_[std::countr_zero(stone)]));
      }
      if (value > best) {
        best = value;
        root_move_ = col;
      }
    }
    previous_best_ = root_move_;
    return best;
  }

  void check_clock() {
    if ((++nodes_ & 1023) == 0 && Clock::now() >= deadline_) throw OutOfTime{};
    poll_();
  }

  // Fail-soft negamax; mover has no line and neither has the other side. `placed` is the
  // difference of cell weights, ply the distance from the root.
  int visit(Bits mover, Bits mask, int depth, int ply, int alpha, int beta, int placed) {
    check_clock();
    Bits playable = (mask + geometry_.bottom) & geometry_.board;
    if (playable == 0) return 0;
    const Bits own = threats(mover, mask), theirs = threats(mask & ~mover, mask);
    if ((own & playable) != 0) return kWin - (ply + 1);
    // Two cells to stop at once, or nothing to play but the cell below a threat: lost in two.
    if (const Bits forced = theirs & playable; forced != 0) {
      if ((forced & (forced - 1)) != 0) return -(kWin - (ply + 2));
      playable = forced;
    }
    playable &= ~(theirs >> 1);
    if (playable == 0) return -(kWin - (ply + 2));
    if (depth <= 0) return evaluate(mask, own, theirs, placed);

    // No win before ply + 3, no loss before ply + 4.
    beta = std::min(beta, kWin - (ply + 3));
    alpha = std::max(alpha, -(kWin - (ply + 4)));
    if (alpha >= beta) return alpha;

    const Bits key = mover | (mask + geometry_.bottom);
    Entry& entry = table_[(key * 0x9E3779B97F4A7C15u) >> 40 & (table_.size() - 1)];
    int first = -1;
    if (entry.key == key) {
      first = entry.move;
      const int value = from_table(entry.value, ply);
      if (entry.depth >= depth || is_decided(entry.value)) {
        if (entry.kind != Upper && value >= beta) return value;
        if (entry.kind != Lower && value <= alpha) return value;
        if (entry.kind == Exact && entry.depth >= depth) return value;
      }
    }

    struct Candidate {
      Bits stone;
      int rank, col;
    };
    Candidate candidates[32];
    int count = 0;
    for (int i = 0; i < geometry_.cols; ++i) {
      const int col = centre_first_[i];
      const Bits stone = playable & geometry_.column(col);
      if (stone == 0) continue;
      int rank = 0;
      if (depth > 1) rank = 8 * std::popcount(threats(mover | stone, mask | stone));
      if (col == first) rank += 1000;
      int at = count++;
      for (; at > 0 && candidates[at - 1].rank < rank; --at) candidates[at] = candidates[at - 1];
      candidates[at] = {stone, rank, col};
    }

    const int floor = alpha;
    int best = -kInfinity, best_move = -1;
    for (int i = 0; i < count; ++i) {
      const Bits stone = candidates[i].stone;
      const int value = -visit(mask & ~mover, mask | stone, depth - 1, ply + 1, -beta, -alpha,
                               -(placed + weight_[std::countr_zero(stone)]));
      if (value > best) {
        best = value;
        best_move = candidates[i].col;
        alpha = std::max(alpha, best);
      }
      if (best >= beta) break;
    }
    entry.key = key;
    entry.value = static_cast<std::int16_t>(to_table(best, ply));
    entry.depth = static_cast<std::int8_t>(depth);
    entry.move = static_cast<std::int8_t>(best_move);
    entry.kind = best >= beta ? Lower : best <= floor ? Upper : Exact;
    return best;
  }

  // In the table a win is counted from the position itself, not from the root.
  static int to_table(int value, int ply) {
    return !is_decided(value) ? value : value > 0 ? value + ply : value - ply;
  }
  static int from_table(int value, int ply) {
    return !is_decided(value) ? value : value > 0 ? value - ply : value + ply;
  }

  enum Kind : std::int8_t { Exact, Lower, Upper };
  struct Entry {
    Bits key = 0;
    std::int16_t value = 0;
    std::int8_t depth = -1, move = -1;
    Kind kind = Exact;
  };

  const GravityGeometry<Shape>& geometry_;
  Limits limits_;
  std::vector<Entry> table_;
  Bits mover_ = 0, mask_ = 0, low_ = 0;
  std::array<int, 32> centre_first_{};
  std::array<int, 64> weight_{};
  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  int root_move_ = -1, previous_best_ = -1;
  InterruptPoll poll_;
};

}  // namespace

Choice iterative_deepening(const Position& pos, const Limits& limits) {
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return DeepeningSearch(geometry, pos, limits).run();
  });
}

}  // namespace inarow::falling::INAROW_ARCH
