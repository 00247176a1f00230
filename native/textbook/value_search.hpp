// The value of a depth-limited minimax tree, found with pruning, a table and good move ordering.
//
// The value of a node is a function of the position and the depth left alone, whatever order its
// children are examined in, so any sound search may find it. The move that plain minimax reports is
// the first (or, by the tie rule, the last) root move of best value: the root loop examines the
// moves in the spec's order and asks of each only whether it beats (or equals) the best so far.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/centre_first.hpp"
#include "core/interrupt.hpp"
#include "textbook/gravity_evaluator.hpp"
#include "textbook/spec.hpp"

namespace inarow::textbook::INAROW_ARCH {

template <class Shape>
class ValueSearch {
 public:
  ValueSearch(const Position& root, const Spec& spec, const SubtreeStart& arrival,
              const GravityGeometry<Shape>& geometry)
      : spec_(spec),
        depth_(spec.depth - arrival.ply),
        geometry_(geometry),
        evaluator_(geometry, spec),
        all_runs_(evaluator_.counts_all_runs(spec)),
        root_(gravity_board(root)),
        root_player_(root.to_move()),
        lines_win_(root.game().goal == Goal::FirstToK),
        sign_(spec.maximiser == Maximiser::Mover && arrival.root_player == 1 ? -1 : 1) {
    centre_first_ = centre_first(geometry.cols);
  }

  // The root is neither won nor full, and the depth at least 1. Leaves result.nodes alone.
  void run(Result& result) {
    std::vector<int> order = spec_.order;
    if (order.empty()) {
      order.resize(geometry_.cols);
      std::iota(order.begin(), order.end(), 0);
    }
    table_.resize(std::size_t{1} << (depth_ <= 8 ? 12 : depth_ <= 11 ? 17 : 21));
    const int useful = std::min(depth_, std::popcount(geometry_.board & ~root_.mask()));
    for (int depth = 2; depth < useful; depth += 2) {
      visit(root_, root_player_, depth, -kInfinity, kInfinity);  // fills the table with good moves
    }
    const int slack = spec_.tie == Tie::Last ? 1 : 0;
    int best = -kInfinity;
    result.move = -1;
    for (int col : order) {
      GravityBoard child = root_;
      if (!play(child, col, root_player_)) continue;
      const int value = -node(child, 1 - root_player_, depth_ - 1, -kInfinity, -(best - slack));
      if (value > best - slack) {
        best = value;
        result.move = col;
      }
    }
    result.value = own_view(root_player_) * best;
  }

 private:
  static constexpr int kInfinity = 1 << 30;

  // GateLock, values are from the mover's point of view; this turns them into the spec's and back.
  int own_view(int player) const { return ((player == 0) == (sign_ > 0)) ? 1 : -1; }

  bool play(GravityBoard& board, int col, int player) const {
    const Bits mask = board.mask();
    const Bits stone = (mask + (Bits{1} << (col * geometry_.stride()))) & geometry_.column(col);
    board.stones[player] |= stone;
    return stone != 0;
  }
  int evaluate(const GravityBoard& board, int player) const {
    const int first_view =
        all_runs_ ? evaluator_(board, spec_.evaluator) : evaluator_(board, spec_);
    return player == 0 ? first_view : -first_view;
  }

  // The opponent of `player` has just moved: a leaf by the tests of the spec, or a deeper visit.
  int node(const GravityBoard& board, int player, int remaining, int alpha, int beta) {
    for (auto test : spec_.leaf_tests) {
      if (test == LeafTest::Won) {
        if (lines_win_ && geometry_.has_line(board.stones[1 - player])) {
          return -(spec_.utility + spec_.utility_per_ply * remaining);
        }
      } else if (test == LeafTest::Depth) {
        if (remaining == 0) return evaluate(board, player);
      } else if (board.mask() == geometry_.board) {
        return spec_.full_board == FullBoard::Zero ? 0 : evaluate(board, player);
      }
    }
    return visit(board, player, remaining, alpha, beta);
  }

  // Fail-soft negamax with a transposition table.
  int visit(const GravityBoard& board, int player, int remaining, int alpha, int beta) {
    poll_();
    const Bits mask = board.mask();
    Entry* entry = nullptr;
    const Bits key = board.stones[player] | (mask + geometry_.bottom);
    int first = -1;
    if (remaining >= 2) {
      entry = &table_[(key * 0x9E3779B97F4A7C15u) >> 24 & (table_.size() - 1)];
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
      GravityBoard child = board;
      if (!play(child, col, player)) return false;
      const int value = -node(child, 1 - player, remaining - 1, -beta, -alpha);
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
      entry->key = key;
      entry->value = best;
      entry->remaining = static_cast<std::int16_t>(remaining);
      entry->move = static_cast<std::int8_t>(best_move);
      entry->kind = best >= beta ? Lower : best <= floor ? Upper : Exact;
    }
    return best;
  }

  enum Kind : std::int8_t { Exact, Lower, Upper };
  struct Entry {
    Bits key = 0;
    int value = 0;
    std::int16_t remaining = 0;
    std::int8_t move = -1;
    Kind kind = Exact;
  };

  const Spec& spec_;
  const int depth_;
  const GravityGeometry<Shape>& geometry_;
  GravityEvaluator<Shape> evaluator_;
  bool all_runs_;
  GravityBoard root_;
  int root_player_;
  bool lines_win_;
  int sign_;
  std::vector<int> centre_first_;
  std::vector<Entry> table_;
  InterruptPoll poll_;
};

}  // namespace inarow::textbook::INAROW_ARCH
