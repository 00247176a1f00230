// Counting the nodes of the move tree, layer by layer.
//
// A layer holds each position once (up to mirror image, which has an equal tree) with the number of
// move sequences that lead to it. The last two layers need not be stored:
//
//     layer d-2   position, ways          every child is a node of layer d-1,
//        |                                and each child that is not won has as many
//     layer d-1   legal moves             nodes of layer d as it has open columns.
//        |
//     layer d     open columns
//
// A layer that grows too large is cut into pieces, each counted to the bottom before the next is
// begun. Positions are then merged only within a piece, which costs time but bounds the memory.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "core/gravity_board.hpp"
#include "core/interrupt.hpp"
#include "textbook/cell_state.hpp"
#include "textbook/kernel.hpp"

namespace inarow::textbook::INAROW_ARCH {

using namespace inarow::INAROW_ARCH;

// A hash map from positions to counts that is filled, walked and dropped: open addressing, keys
// never 0. Its memory comes zeroed from the system page by page as it is used, so that making a
// large map takes no time between two polls for an interrupt.
template <class Count>
class LayerMap {
 public:
  explicit LayerMap(std::size_t expected) {
    while (size_ < expected * 2) size_ *= 2;
    entries_ = zeroed(size_);
  }
  void add(Bits key, const Count& ways) {
    if (used_ * 10 >= size_ * 7) grow();
    Entry& entry = find(key);
    used_ += entry.key == 0;
    entry.key = key;
    entry.ways += ways;
  }
  std::size_t size() const { return used_; }
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (entries_[i].key != 0) visit(entries_[i].key, entries_[i].ways);
    }
  }

 private:
  struct Entry {
    Bits key;
    Count ways;
  };
  struct Release {
    void operator()(Entry* entries) const { std::free(entries); }
  };
  using Entries = std::unique_ptr<Entry[], Release>;

  // Zero bytes are an empty entry: key 0 and count 0.
  static Entries zeroed(std::size_t size) {
    Entries entries(static_cast<Entry*>(std::calloc(size, sizeof(Entry))));
    if (entries == nullptr) throw std::bad_alloc();
    return entries;
  }
  Entry& find(Bits key) {
    const std::size_t mask = size_ - 1;
    std::size_t i = (key * 0x9E3779B97F4A7C15u) >> 20 & mask;
    while (entries_[i].key != 0 && entries_[i].key != key) i = (i + 1) & mask;
    return entries_[i];
  }
  void grow() {
    Entries old = zeroed(size_ * 2);
    old.swap(entries_);
    const std::size_t old_size = size_;
    size_ *= 2;
    for (std::size_t i = 0; i < old_size; ++i) {
      if (old[i].key != 0) find(old[i].key) = old[i];
    }
  }

  Entries entries_;
  std::size_t size_ = 64;
  std::size_t used_ = 0;
};

template <class Shape>
class GravityPerft {
 public:
  GravityPerft(const GravityGeometry<Shape>& geometry, bool lines_win, std::size_t largest_layer)
      : geometry_(geometry), lines_win_(lines_win), largest_layer_(largest_layer) {}

  // Wide counts take more room, so their layers have fewer positions.
  template <class Count>
  std::size_t largest_of() const {
    constexpr std::size_t kNarrow = sizeof(Bits) + sizeof(std::uint64_t);
    return std::max<std::size_t>(1, largest_layer_ * kNarrow / (sizeof(Bits) + sizeof(Count)));
  }

  // Counts below 2^64 for certain: the faster type.
  PerftResult count(const Position& pos, int depth) const {
    long double bound = 1, nodes = 1;
    for (int d = 1; d <= depth; ++d) nodes += bound *= geometry_.cols;
    return nodes < 1e19L ? layers<std::uint64_t>(pos, depth) : layers<WideCount>(pos, depth);
  }

 private:
  template <class Visit>
  void for_each_child(const Stones& stones, Visit visit) const {
    for (Bits rest = geometry_.landing(stones.taken()); rest != 0; rest &= rest - 1) {
      const Bits stone = rest & -rest;
      visit(stones.mover | stone, stones.taken() | stone);
    }
  }
  int open_columns(Bits mask) const { return std::popcount(geometry_.landing(mask)); }
  bool won(Bits stones) const { return lines_win_ && geometry_.has_line(stones); }

  template <class Count>
  PerftResult layers(const Position& pos, int depth) const {
    std::vector<Count> totals(depth + 1);
    totals[0] = 1;
    InterruptPoll poll;
    LayerMap<Count> layer(1);
    if (pos.outcome() == Outcome::Ongoing) {
      layer.add(geometry_.least_key(mover_stones(pos)), 1);
    }
    descend(layer, 0, largest_of<Count>(), totals, poll);
    PerftResult result;
    for (const Count& total : totals) result.by_depth.emplace_back(total);
    return result;
  }

  // Adds everything below these positions of layer d to the totals and empties the layer; no layer
  // below holds more than `largest` positions at once. Below a layer that is cut all are small,
  // since then one table for each of them is alive.
  template <class Count>
  void descend(LayerMap<Count>& layer, int d, std::size_t largest, std::vector<Count>& totals,
               InterruptPoll& poll) const {
    constexpr std::size_t kPieces = 32;
    const int depth = static_cast<int>(totals.size()) - 1;
    if (layer.size() == 0 || d == depth) return;
    if (d + 2 >= depth) return count_last(layer, d, totals, poll);
    LayerMap<Count> next(std::min(layer.size() * 3, largest));
    std::size_t largest_below = largest;
    layer.for_each([&](Bits position, const Count& ways) {
      poll();
      for_each_child(geometry_.stones_of(position), [&](Bits stones, Bits child_mask) {
        totals[d + 1] += ways;
        if (won(stones) || child_mask == geometry_.board) return;
        next.add(geometry_.least_key({child_mask & ~stones, stones}), ways);
        if (next.size() < largest) return;
        largest_below = std::min(largest, largest_of<Count>() / kPieces + 1);
        descend(next, d + 1, largest_below, totals, poll);
        next = LayerMap<Count>(largest);
      });
    });
    layer = LayerMap<Count>(1);
    descend(next, d + 1, largest_below, totals, poll);
  }

  // One or two layers are left to count, and need not be stored.
  template <class Count>
  void count_last(const LayerMap<Count>& layer, int d, std::vector<Count>& totals,
                  InterruptPoll& poll) const {
    const bool two = static_cast<int>(totals.size()) - 1 == d + 2;
    layer.for_each([&](Bits position, const Count& ways) {
      poll();
      const Stones stones = geometry_.stones_of(position);
      totals[d + 1] += ways * static_cast<std::uint32_t>(open_columns(stones.taken()));
      if (!two) return;
      std::uint32_t grandchildren = 0;
      for_each_child(stones, [&](Bits child, Bits child_mask) {
        if (!won(child)) grandchildren += open_columns(child_mask);
      });
      totals[d + 2] += ways * grandchildren;
    });
  }

  const GravityGeometry<Shape>& geometry_;
  bool lines_win_;
  std::size_t largest_layer_;
};

// Walks every sequence; for free boards, and as the yardstick of the layered count.
template <class State>
class PlainPerft {
 public:
  PlainPerft(const Position& pos, const State& state, int depth)
      : state_(state),
        turn_stones_(pos.game().stones.later),
        lines_win_(pos.game().goal == Goal::FirstToK),
        totals_(depth + 1) {
    walk(pos.to_move(), pos.left(), 0, pos.outcome() != Outcome::Ongoing);
  }
  PerftResult result() const {
    PerftResult result;
    for (auto total : totals_) result.by_depth.emplace_back(total);
    return result;
  }

 private:
  void walk(int player, int left, std::size_t depth, bool over) {
    poll_();
    ++totals_[depth];
    if (over || depth + 1 == totals_.size()) return;
    const bool last = depth + 2 == totals_.size();
    for (int move = 0; move < state_.move_count(); ++move) {
      if (!state_.can_play(move)) continue;
      if (last) {
        ++totals_[depth + 1];
        continue;
      }
      const auto saved = state_.play(move, player);
      const bool ends = (lines_win_ && state_.made_line(player)) || state_.full();
      if (left > 1) {
        walk(player, left - 1, depth + 1, ends);
      } else {
        walk(1 - player, turn_stones_, depth + 1, ends);
      }
      state_.undo(saved);
    }
  }

  State state_;
  int turn_stones_;
  bool lines_win_;
  std::vector<std::uint64_t> totals_;
  InterruptPoll poll_;
};

}  // namespace inarow::textbook::INAROW_ARCH
