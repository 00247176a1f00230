// The plain textbook search: minimax or alpha-beta, node by node, exactly as a Spec says. The
// Python twin (textbook/reference.py) is the version to read first; this one agrees with it event
// by event.
#pragma once

#include <algorithm>
#include <numeric>

#include "core/interrupt.hpp"
#include "textbook/reuse.hpp"
#include "textbook/spec.hpp"

namespace inarow::INAROW_ARCH {

struct NoTrace {
  static void record(textbook::EventKind, int, int, int, int, int,
                     textbook::LeafTest = textbook::LeafTest::Won) {}
};

struct RecordTrace {
  textbook::Trace& trace;

  void record(textbook::EventKind kind, int ply, int move, int alpha, int beta, int value,
              textbook::LeafTest reason = textbook::LeafTest::Won) {
    if (trace.events.size() >= trace.limit) {
      trace.complete = false;
      return;
    }
    trace.events.push_back({kind, reason, static_cast<std::int16_t>(ply),
                            static_cast<std::int16_t>(move), alpha, beta, value});
  }
};

struct RecordCutOffs {
  textbook::CutOffTrace& trace;

  void record(textbook::EventKind kind, int ply, int move, int, int, int,
              textbook::LeafTest = textbook::LeafTest::Won) {
    if (kind == textbook::EventKind::Enter) {
      ++trace.tested;
      trace.path.resize(ply);
      if (ply > 0) trace.path[ply - 1] = static_cast<std::int16_t>(move);
    } else if (kind == textbook::EventKind::CutOff) {
      trace.note(ply, move);
    }
  }
};

template <class State, class Tracer>
class TextbookSearch {
 public:
  TextbookSearch(const Position& pos, const textbook::Spec& spec, const textbook::Arrival& arrival,
                 const State& state, Tracer tracer, SubtreeMemo* memo = nullptr)
      : spec_(spec),
        state_(state),
        tracer_(tracer),
        memo_(memo),
        order_(spec.order),
        player_(pos.to_move()),
        left_(pos.left()),
        turn_stones_(pos.game().stones.later),
        lines_win_(pos.game().goal == Goal::FirstToK),
        sign_(spec.maximiser == textbook::Maximiser::Mover && arrival.root_player == 1 ? -1 : 1),
        arrival_(arrival) {
    if (order_.empty()) {
      order_.resize(pos.game().move_count());
      std::iota(order_.begin(), order_.end(), 0);
    }
  }

  textbook::Result run() {
    int winner = -1;
    if (lines_win_) {
      winner = state_.has_line(1 - player_) ? 1 - player_ : state_.has_line(player_) ? player_ : -1;
    }
    textbook::Result result;
    result.value = visit(player_, left_, spec_.depth - arrival_.ply, -1, winner, arrival_.alpha,
                         arrival_.beta, &result.move);
    if (spec_.counting == textbook::Counting::TestedButRoot && arrival_.ply == 0) --nodes_;
    result.nodes = nodes_;
    return result;
  }

  int evaluate() const { return sign_ * state_.evaluate(spec_.evaluator); }

 private:
  using Kind = textbook::EventKind;
  using Test = textbook::LeafTest;
  using Counting = textbook::Counting;

  // player is to move and lays `left` stones more; winner is the player whose last stone made a
  // line, or -1. Returns the node's value; best_move, null but where the search starts, gets the
  // move that gave it. Inlined, so that a level of the tree is one call and not two.
  [[gnu::always_inline]] int visit(int player, int left, int remaining, int move, int winner,
                                   int alpha, int beta, int* best_move) {
    const int ply = spec_.depth - remaining;
    const bool counts_tests =
        spec_.counting == Counting::Tested || spec_.counting == Counting::TestedButRoot;
    nodes_ += counts_tests || (spec_.counting == Counting::Generated && ply == 0);
    tracer_.record(Kind::Enter, ply, move, alpha, beta, 0);
    for (Test test : spec_.leaf_tests) {
      int value;
      if (test == Test::Won) {
        if (winner < 0) continue;
        value = spec_.utility + spec_.utility_per_ply * remaining;
        value = sign_ * (winner == 0 ? value : -value);
      } else if (test == Test::Depth) {
        if (remaining > 0) continue;
        value = evaluate();
      } else {
        if (!state_.full()) continue;
        value = spec_.full_board == textbook::FullBoard::Zero ? 0 : evaluate();
      }
      nodes_ += spec_.counting == Counting::Leaves;
      tracer_.record(Kind::Leaf, ply, move, alpha, beta, value, test);
      tracer_.record(Kind::Leave, ply, move, alpha, beta, value);
      return value;
    }
    nodes_ += spec_.counting == Counting::Expanded;
    if (spec_.counting == Counting::Generated) {
      for (int next : order_) nodes_ += state_.can_play(next);
    }
    if constexpr (requires { state_.key(); }) {
      if (memo_ != nullptr && remaining >= 2 && ply > arrival_.ply) {
        const std::uint64_t key = state_.key();
        const auto& met = memo_->slot(key, alpha, beta);
        if (met.matches(key, alpha, beta)) {
          nodes_ += met.nodes;
          return met.value;
        }
        const std::uint64_t before = nodes_;
        const int value = expand(player, left, remaining, move, alpha, beta, nullptr);
        memo_->slot(key, alpha, beta) = {key, nodes_ - before, alpha, beta, value};
        return value;
      }
    }
    return expand(player, left, remaining, move, alpha, beta, best_move);
  }

  int expand(int player, int left, int remaining, int move, int alpha, int beta, int* best_move) {
    const int ply = spec_.depth - remaining;
    const bool maximising = (player == 0) == (sign_ > 0);
    const bool alpha_beta = spec_.algorithm == textbook::Algorithm::AlphaBeta;
    const bool hard = alpha_beta && spec_.bound == textbook::Bound::Hard;
    const bool strict = spec_.prune == textbook::Prune::Strict;
    const bool last_wins_ties = spec_.tie == textbook::Tie::Last;
    poll_();
    const int next_left = left > 1 ? left - 1 : turn_stones_;
    const int next_player = left > 1 ? player : 1 - player;

    int best = maximising ? (hard ? alpha : textbook::kMinusInfinity)
                          : (hard ? beta : textbook::kPlusInfinity);
    bool any = hard;
    for (int next : order_) {
      if (!state_.can_play(next)) continue;
      const auto saved = state_.play(next, player);
      const int winner = lines_win_ && state_.made_line(player) ? player : -1;
      const int value =
          visit(next_player, next_left, remaining - 1, next, winner, alpha, beta, nullptr);
      state_.undo(saved);

      const bool better =
          !any || (maximising ? value > best : value < best) || (last_wins_ties && value == best);
      if (better) {
        any = true;
        best = value;
        if (best_move != nullptr) *best_move = next;
      }
      if (!alpha_beta) {
        if (better) tracer_.record(Kind::Update, ply, next, alpha, beta, best);
        continue;
      }
      const bool cut = maximising ? (strict ? best > beta : best >= beta)
                                  : (strict ? best < alpha : best <= alpha);
      if (!cut) {
        if (maximising) {
          alpha = std::max(alpha, best);
        } else {
          beta = std::min(beta, best);
        }
      }
      if (better) tracer_.record(Kind::Update, ply, next, alpha, beta, best);
      if (cut) {
        tracer_.record(Kind::CutOff, ply, next, alpha, beta, best);
        if (hard) best = maximising ? beta : alpha;
        break;
      }
    }
    tracer_.record(Kind::Leave, ply, move, alpha, beta, best);
    return best;
  }

  const textbook::Spec& spec_;
  State state_;
  Tracer tracer_;
  SubtreeMemo* memo_;
  std::vector<int> order_;
  int player_, left_, turn_stones_;
  bool lines_win_;
  int sign_;
  std::uint64_t nodes_ = 0;
  InterruptPoll poll_;
  const textbook::Arrival arrival_;
};

}  // namespace inarow::INAROW_ARCH
