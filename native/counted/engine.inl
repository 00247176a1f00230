// Body of the counted search, included once for each instruction set (see core/arch.hpp).

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/interrupt.hpp"
#include "counted/bounds.hpp"
#include "counted/engine.hpp"
#include "counted/strategy.inl"

namespace inarow::counted::INAROW_ARCH {
namespace {

template <class Shape>
class NullWindowSearch final : public Engine {
 public:
  NullWindowSearch(const Shape& shape, const Rules& rules, std::shared_ptr<Shared> shared)
      : geometry_(shape), rules_(rules), shared_(std::move(shared)), table_(*shared_->table) {}

  Bounds at_least(const Position& pos, int beta, const Budget& budget) override {
    begin(budget);
    const int value = visit(state_of(pos), beta);
    Bounds bounds;
    (value >= beta ? bounds.lower : bounds.upper) = value;
    return bounds;
  }

  std::string strategy(const Position& pos, int holder, int need, int endgame,
                       const Budget& budget) override {
    begin(budget);
    StrategyWriter writer(*this, geometry_, endgame, shared_->replies_written);
    return writer.write(state_of(pos), pos.to_move() == holder, need);
  }

  Bounds static_bounds(const Position& pos) override {
    State state = state_of(pos);
    const OpenWindows open = open_windows(geometry_, state);
    Bounds bounds{-count(open.rival), count(open.own)};
    reduce(geometry_, rules_, open, state);
    Bounds known;
    if (rules_.table && table_.find(shared_key(state), known)) {
      bounds.lower = std::max(bounds.lower, known.lower);
      bounds.upper = std::min(bounds.upper, known.upper);
    }
    const FollowUp<WindowGeometry<Shape>> follow(geometry_, state, open);
    if (rules_.follow_up && follow.applies()) {
      if (follow.bounds_from_above()) {
        bounds.upper = std::min(bounds.upper, follow.value());
      } else {
        bounds.lower = std::max(bounds.lower, follow.value());
      }
    }
    return bounds;
  }

  std::uint64_t nodes() const override { return nodes_; }

 private:
  template <class Search, class Geometry>
  friend class StrategyWriter;

  // Later in the game a position is hardly ever reached together with its mirror image.
  static constexpr int kMirrorStones = 14;
  // Threads keep out of each other's way where at least this many cells are empty.
  static constexpr int kSharedEmpty = 20;

  void begin(const Budget& budget) {
    budget_ = budget;
    node_limit_ = budget.max_nodes > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + budget.max_nodes;
  }

  static State state_of(const Position& pos) {
    const GravityBoard board = gravity_board(pos);
    return {board.stones[pos.to_move()], board.stones[pos.opponent()], board.mask()};
  }

  Key shared_key(const State& state) const {
    const Key key = key_of(geometry_, state);
    if (!rules_.mirror || std::popcount(state.mask) > kMirrorStones) return key;
    const Key other = key_of(geometry_, mirrored(geometry_, state));
    const bool keep =
        key.first != other.first ? key.first < other.first : key.second < other.second;
    return keep ? key : other;
  }

  void check_budget() {
    if (++nodes_ > node_limit_) throw OutOfBudget{};
    if (!poll_()) return;
    shared_->nodes_searched.fetch_add(nodes_ - counted_, std::memory_order_relaxed);
    counted_ = nodes_;
    if (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed))
      throw OutOfBudget{};
    if (budget_.deadline != Budget::Clock::time_point::max() &&
        Budget::Clock::now() >= budget_.deadline) {
      throw OutOfBudget{};
    }
  }

  // Is the future difference at least beta? The answer is a bound on it: a lower one if it is at
  // least beta, else an upper one.
  int visit(State state, int beta) {
    check_budget();
    const OpenWindows open = open_windows(geometry_, state);
    int lower = -Bounds::kNone, upper = Bounds::kNone;
    if (rules_.open_windows) {
      upper = count(open.own);
      if (upper < beta) return upper;
      lower = -count(open.rival);
      if (lower >= beta) return lower;
    }
    reduce(geometry_, rules_, open, state);
    const Bits landing = landing_cells(geometry_, state.mask);
    if (landing == 0) return 0;

    Key key;
    if (rules_.table) {
      key = shared_key(state);
      Bounds known;
      if (table_.find(key, known)) {
        if (known.lower >= beta) return known.lower;
        if (known.upper < beta) return known.upper;
      }
    }
    if (rules_.follow_up) {
      const FollowUp<WindowGeometry<Shape>> follow(geometry_, state, open);
      if (follow.applies()) {
        const int value = follow.value();
        if (follow.bounds_from_above()) {
          if (value < beta) return value;
          upper = std::min(upper, value);
        } else {
          if (value >= beta) return value;
          lower = std::max(lower, value);
        }
      }
    }

    const std::uint64_t before = nodes_;
    int best = search_moves(state, open, landing, beta);
    if (best >= beta) {
      best = std::max(best, lower);
    } else {
      best = std::min(best, upper);
    }
    if (rules_.table) {
      Bounds found;
      (best >= beta ? found.lower : found.upper) = best;
      table_.store(key, found, nodes_ - before);
      if (nodes_ - before >= shared_->journal_from.load(std::memory_order_relaxed)) {
        const std::lock_guard lock(shared_->journal_lock);
        shared_->journal.push_back({key, found, nodes_ - before});
      }
    }
    return best;
  }

  // The best value over the moves, or of the moves up to the first that reaches beta.
  int search_moves(const State& state, const OpenWindows& open, Bits landing, int beta) {
    Candidate candidates[32];
    const int size = order_moves(state, open, landing, candidates);
    const bool share =
        shared_->several_threads && std::popcount(geometry_.board & ~state.mask) >= kSharedEmpty;
    int best = -Bounds::kNone;
    bool deferred[32] = {};
    for (int round = 0; round < (share ? 2 : 1); ++round) {
      for (int i = 0; i < size; ++i) {
        if (round == 1 && !deferred[i]) continue;
        const Candidate& move = candidates[i];
        const State next{state.rival, state.own | move.stone, state.mask | move.stone};
        int value;
        if (share) {
          std::atomic<std::uint64_t>& busy = busy_slot(next);
          const std::uint64_t mark = next.own ^ next.rival * 3;
          if (round == 0 && i > 0 && busy.load(std::memory_order_relaxed) == mark) {
            deferred[i] = true;
            continue;
          }
          busy.store(mark, std::memory_order_relaxed);
          value = move.gain - visit(next, move.gain - beta + 1);
          busy.store(0, std::memory_order_relaxed);
        } else {
          value = move.gain - visit(next, move.gain - beta + 1);
        }
        best = std::max(best, value);
        if (best >= beta) return best;
      }
    }
    return best;
  }

  std::atomic<std::uint64_t>& busy_slot(const State& state) const {
    const Bits mixed = (state.own * 3 + state.rival) * 0x9E3779B97F4A7C15u;
    return shared_->busy[mixed >> 52];
  }

  struct Candidate {
    Bits stone;
    int gain, rank;
  };

  int order_moves(const State& state, const OpenWindows& open, Bits landing,
                  Candidate* candidates) const {
    int size = 0;
    for (Bits rest = landing; rest != 0; rest &= rest - 1) {
      const Bits stone = rest & -rest;
      const int cell = std::countr_zero(stone);
      const Lanes own = open.own & geometry_.through[cell];
      const Lanes rival = open.rival & geometry_.through[cell];
      const int gain = count(own & geometry_.within(state.own | stone));
      int rank = 0;
      if (rules_.ordering) {
        const int loss = count(rival & geometry_.within(state.rival | stone));
        rank = 64 * gain + 64 * loss + count(own) + 3 * count(rival);
        const Bits above = stone << 1 & geometry_.board & ~state.mask;
        if (above != 0) {
          const Lanes answer = open.rival & geometry_.through[cell + 1];
          rank -= 48 * count(answer & geometry_.within(state.rival | above));
        }
      }
      int at = size++;
      for (; at > 0 && candidates[at - 1].rank < rank; --at) candidates[at] = candidates[at - 1];
      candidates[at] = {stone, gain, rank};
    }
    return size;
  }

  WindowGeometry<Shape> geometry_;
  Rules rules_;
  std::shared_ptr<Shared> shared_;
  Table& table_;
  Budget budget_;
  std::uint64_t nodes_ = 0, node_limit_ = UINT64_MAX;
  std::uint64_t counted_ = 0;  // nodes that whoever watches knows of
  InterruptPoll poll_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Game& game, const Rules& rules,
                                    std::shared_ptr<Shared> shared) {
  auto make = [&]<class Shape>(const GravityGeometry<Shape>& shape) {
    return std::unique_ptr<Engine>(
        std::make_unique<NullWindowSearch<Shape>>(shape, rules, std::move(shared)));
  };
  return with_geometry(game, make);
}

}  // namespace inarow::counted::INAROW_ARCH
