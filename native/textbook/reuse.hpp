// What a search may take from subtrees that it has met, and the memory that it takes it from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/zeroed_array.hpp"
#include "textbook/shortcut_rules.hpp"
#include "textbook/spec.hpp"

namespace inarow::textbook::INAROW_ARCH {

// Nothing   every state is walked.
// Subtrees  value and count of a subtree are those of the same position met before with the same
//           window and depth left (SubtreeMemo).
// Parts     the count is the size of the move tree, counted with equal positions merged
//           (perft.hpp), and the value comes from a pruned search (value_search.hpp).
enum class Reuse : std::uint8_t { Nothing, Subtrees, Parts };

// Whether positions reached by several move orders can be told to be the same.
inline bool merges_positions(const Game& game) { return game.gravity && game.one_stone_a_turn(); }

// Whether an order names every move once, and no test for a leaf is missing.
inline bool walks_move_tree(const Game& game, const Spec& spec) {
  for (LeafTest test : {LeafTest::Won, LeafTest::Depth, LeafTest::Full}) {
    if (!tests_for(spec, test)) return false;
  }
  std::vector<int> order = spec.order;
  std::sort(order.begin(), order.end());
  const bool repeats = std::adjacent_find(order.begin(), order.end()) != order.end();
  return order.empty() || (!repeats && static_cast<int>(order.size()) == game.move_count());
}

// Whether the count of minimax follows from the size of the move tree, whose leaves are lines, full
// boards and the depth.
inline bool counts_move_tree(const Game& game, const Spec& spec) {
  return supports_shortcuts(spec) && spec.counting.counts_tests() && walks_move_tree(game, spec);
}

// Decided here alone.
inline Reuse reuse_of(const Game& game, const Spec& spec) {
  if (!merges_positions(game) || !supports_shortcuts(spec)) return Reuse::Nothing;
  const bool minimax = spec.algorithm == Algorithm::Minimax;
  return minimax && counts_move_tree(game, spec) ? Reuse::Parts : Reuse::Subtrees;
}

// The value and the node count of a subtree are functions of the position, the depth left and the
// window handed down, so a subtree met again need not be walked again: its value and its exact
// count are reused. Within one search the position tells the depth left. One entry a slot, newest
// wins.
class SubtreeMemo {
 public:
  explicit SubtreeMemo(int depth) : entries_(std::size_t{1} << (depth <= 9 ? 12 : 20)) {}

  // An empty one is all zeroes; no position is 0.
  struct Entry {
    std::uint64_t position, nodes;
    int alpha, beta, value;

    bool matches(std::uint64_t key, int window_alpha, int window_beta) const {
      return position == key && alpha == window_alpha && beta == window_beta;
    }
  };
  Entry& slot(std::uint64_t key, int alpha, int beta) {
    const std::uint64_t window = static_cast<std::uint32_t>(alpha) * 0x9E3779B1u +
                                 static_cast<std::uint32_t>(beta) * 0x85EBCA77u;
    const std::uint64_t hash = (key ^ window << 17) * 0x9E3779B97F4A7C15u;
    return entries_[hash >> 32 & (entries_.size() - 1)];
  }

 private:
  ZeroedArray<Entry> entries_;
};

}  // namespace inarow::textbook::INAROW_ARCH
