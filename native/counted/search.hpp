// Depth-limited alpha-beta for counted games on a gravity board.
//
// GateLock, a position is (own, mask): the stones of the side to move and all stones. The board is
// full exactly when no depth is left, since the depth is at most the number of empty cells, so the
// evaluation is the only leaf.
//
// Two bounds of counted/bounds.hpp hold an estimate within what is possible: open windows, and the
// follow-up if few columns are odd. They also end the search of a position whose bound settles the
// question. That changes no value: whoever has a bound by following up keeps it, move by move, down
// to the leaves, whose estimates lie within it; and windows only ever close.
//
// The table keeps the value without the points made so far, under a key that forgets the colour of
// dead stones and which side is left (counted/state.hpp says why): the evaluation of what is still
// open depends on nothing else. Deep searches round the evaluation: the fewer values there are, the
// sooner a move is seen to be no better than another.
#pragma once

#include <algorithm>
#include <vector>

#include "core/centre_first.hpp"
#include "core/interrupt.hpp"
#include "counted/bounds.hpp"
#include "counted/evaluator.hpp"
#include "counted/player.hpp"

namespace inarow::counted::INAROW_ARCH {

template <class Shape>
class CountedSearch {
 public:
  explicit CountedSearch(const GravityGeometry<Shape>& geometry)
      : geometry_(geometry),
        windows_(geometry),
        evaluator_(windows_),
        centre_first_(centre_first(geometry.cols)) {
    rules_.dead_tops = false;
  }

  // The board is not full and the depth at least 1.
  Choice choose(Bits own, Bits mask, int depth) {
    const int empty = std::popcount(geometry_.board & ~mask);
    depth = std::min(depth, empty);
    table_.assign(std::size_t{1} << std::clamp(4 + depth * 4 / 3, 6, 22), Entry{});
    grain_ = depth <= 12 ? 1 : depth <= 16 ? 25 : 100;
    Choice choice;
    // The shallow searches fill the table with good first moves for the deeper ones.
    for (int shallow = depth % 2 == 0 ? 2 : 1; shallow <= depth; shallow += 2) {
      mirror_from_ = std::max(kTableFrom, shallow - kMirrorPlies);
      choice.value = visit(own, mask, shallow, -kInfinity, kInfinity);
    }
    choice.move = root_move_;
    choice.nodes = nodes_;
    choice.exact = depth == empty;
    return choice;
  }

 private:
  static constexpr int kInfinity = 1 << 30;
  // Moves left to search from which on the table is used, and moves are ordered by success.
  static constexpr int kTableFrom = 3, kOrderFrom = 4;
  // Mirror images are looked for in the first moves only.
  static constexpr int kMirrorPlies = 12;
  // Follow-up is looked at with this many odd columns or fewer.
  static constexpr int kMostOdd = 3;

  // Fail-soft negamax: the value from the mover's view, or a bound on it outside (alpha, beta).
  int visit(Bits own, Bits mask, int remaining, int alpha, int beta) {
    poll_();
    const State state{own, own ^ mask, mask};
    const Lanes own_made = windows_.within(state.own), rival_made = windows_.within(state.rival);
    const Bits empty = geometry_.board & ~mask;
    const OpenWindows open{windows_.within(state.own | empty) & ~own_made,
                           windows_.within(state.rival | empty) & ~rival_made};
    const int points = 100 * (count(own_made) - count(rival_made));
    int upper = points + 100 * count(open.own), lower = points - 100 * count(open.rival);
    if (upper <= alpha) return upper;
    if (lower >= beta) return lower;
    const FollowUp<WindowGeometry<Shape>> follow(windows_, state, open);
    if (follow.odd_count() <= kMostOdd) {
      const int value = points + 100 * follow.value();
      if (follow.bounds_from_above()) {
        upper = std::min(upper, value);
        if (upper <= alpha) return upper;
      } else {
        lower = std::max(lower, value);
        if (lower >= beta) return lower;
      }
    }
    if (remaining == 0) return std::clamp(rounded(points + evaluator_(open, mask)), lower, upper);

    const Bits landings = mask + geometry_.bottom;
    Entry* entry = nullptr;
    TableKey known;
    int first = -1;
    if (remaining >= kTableFrom) {
      known = table_key(state, open, remaining >= mirror_from_);
      entry = &table_[hash(known.key) & (table_.size() - 1)];
      if (entry->key.first == known.key.first && entry->key.second == known.key.second) {
        first = known.flipped ? geometry_.cols - 1 - entry->move : entry->move;
        if (entry->remaining == remaining) {
          const int value = entry->value + points;
          if (entry->kind != Upper && value >= beta) return value;
          if (entry->kind != Lower && value <= alpha) return value;
          if (entry->kind == Exact) return value;
        }
      }
    }
    const int floor = alpha;
    int best = -kInfinity, best_move = -1;
    auto examine = [&](int col) {
      const Bits stone = landings & geometry_.column(col);
      if (stone == 0) return false;
      ++nodes_;
      auto child = [&](int highest) {
        return -visit(own ^ mask, mask | stone, remaining - 1, -highest, -alpha);
      };
      // After the first move, ask only whether another is better; search it fully if it is.
      int value = child(best_move < 0 ? beta : alpha + 1);
      if (best_move >= 0 && value > alpha && value < beta) value = child(beta);
      if (value > best) {
        best = value;
        best_move = col;
        alpha = std::max(alpha, best);
      }
      return best >= beta || best >= upper;
    };
    if (first < 0 || !examine(first)) {
      int order[32];
      const int size =
          remaining < kOrderFrom ? centre_order(order) : proven_order(landings, remaining, order);
      for (int i = 0; i < size; ++i) {
        if (order[i] != first && examine(order[i])) break;
      }
    }
    if (best >= beta && remaining >= kTableFrom) {
      const Bits stone = landings & geometry_.column(best_move);
      successes_[remaining & 1][std::countr_zero(stone)] +=
          static_cast<std::uint64_t>(remaining * remaining);
    }
    if (entry != nullptr) {
      const int move = known.flipped ? geometry_.cols - 1 - best_move : best_move;
      *entry = {known.key, best - points, static_cast<std::int16_t>(remaining),
                static_cast<std::int8_t>(move),
                best >= beta    ? Lower
                : best <= floor ? Upper
                                : Exact};
    }
    root_move_ = best_move;  // the root is the last node to be left
    return best;
  }

  // To the nearest multiple of the grain, halves up. The grain divides 100, so points made before
  // do not change how the rest is rounded; and the same side is to move at all leaves of a search.
  int rounded(int value) const {
    const int shifted = value + grain_ / 2;
    const int below = (shifted % grain_ + grain_) % grain_;
    return shifted - below;
  }

  // What the table knows a position by.
  struct TableKey {
    Key key;
    bool flipped = false;
  };
  TableKey table_key(State state, const OpenWindows& open, bool mirror) const {
    reduce(windows_, rules_, open, state);
    TableKey known{key_of(windows_, state), false};
    if (mirror) {
      const Key other = key_of(windows_, mirrored(windows_, state));
      known.flipped = other.first != known.key.first ? other.first < known.key.first
                                                     : other.second < known.key.second;
      if (known.flipped) known.key = other;
    }
    return known;
  }
  static std::size_t hash(const Key& key) {
    const Bits mixed = key.first * 0x9E3779B97F4A7C15u;
    return (mixed ^ mixed >> 32 ^ key.second) * 0xD6E8FEB86659FD93u >> 32;
  }

  int centre_order(int* order) const {
    std::copy(centre_first_.begin(), centre_first_.end(), order);
    return geometry_.cols;
  }
  // The columns with room, those first whose cell has most often been good enough for this side.
  int proven_order(Bits landings, int remaining, int* order) const {
    int size = 0;
    std::uint64_t rank[32];
    for (int col : centre_first_) {
      const Bits stone = landings & geometry_.column(col);
      if (stone == 0) continue;
      const std::uint64_t value = successes_[remaining & 1][std::countr_zero(stone)];
      int at = size++;
      for (; at > 0 && rank[at - 1] < value; --at) {
        rank[at] = rank[at - 1];
        order[at] = order[at - 1];
      }
      rank[at] = value;
      order[at] = col;
    }
    return size;
  }

  enum Kind : std::int8_t { Exact, Lower, Upper };
  struct Entry {
    Key key;  // no position has key 0
    int value = 0;
    std::int16_t remaining = 0;
    std::int8_t move = -1;
    Kind kind = Exact;
  };

  const GravityGeometry<Shape>& geometry_;
  WindowGeometry<Shape> windows_;
  Rules rules_;
  Evaluator<WindowGeometry<Shape>> evaluator_;
  std::vector<int> centre_first_;
  std::vector<Entry> table_;
  std::uint64_t successes_[2][64] = {};  // by side and cell, weighted by depth
  int grain_ = 1, mirror_from_ = 0;
  int root_move_ = -1;
  std::uint64_t nodes_ = 0;
  InterruptPoll poll_;
};

}  // namespace inarow::counted::INAROW_ARCH
