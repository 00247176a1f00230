// The plain textbook search: minimax or alpha-beta, node by node, exactly as a Spec says. The
// Python twin (textbook/reference.py) is the version to read first; this one agrees with it event
// by event.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/interrupt.hpp"
#include "textbook/reuse.hpp"
#include "textbook/spec.hpp"

namespace inarow::textbook::INAROW_ARCH {

struct NoTrace {
  static void record(EventKind, int, int, int, int, int, LeafTest = LeafTest::Won) {}
};

struct RecordTrace {
  Trace& trace;

  void record(EventKind kind, int ply, int move, int alpha, int beta, int value,
              LeafTest reason = LeafTest::Won) {
    if (trace.events.size() >= trace.limit) {
      trace.complete = false;
      return;
    }
    trace.events.push_back({kind, reason, static_cast<std::int16_t>(ply),
                            static_cast<std::int16_t>(move), alpha, beta, value});
  }
};

struct RecordCutOffs {
  CutOffTrace& trace;

  void record(EventKind kind, int ply, int move, int, int, int, LeafTest = LeafTest::Won) {
    if (kind == EventKind::Enter) {
      ++trace.tested;
      trace.path.resize(ply);
      if (ply > 0) trace.path[ply - 1] = static_cast<std::int16_t>(move);
    } else if (kind == EventKind::CutOff) {
      trace.note(ply, move);
    }
  }
};

// With kCommon the spec keeps the rules that all courses have in common, and the compiler knows
// them.
template <class State, class Tracer, bool kCommon = false>
class TextbookSearch {
 public:
  TextbookSearch(const Position& pos, const Spec& spec, const SubtreeStart& arrival,
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
        a_test_counts_(spec.counting.expanded),
        a_leaf_counts_(spec.counting.leaf - spec.counting.expanded),
        a_win_counts_(spec.counting.won - spec.counting.expanded),
        a_move_counts_(spec.counting.generated),
        alpha_beta_(spec.algorithm == Algorithm::AlphaBeta),
        sees_all_wins_(textbook::sees_all_wins(spec)),
        sign_(spec.maximiser == Maximiser::Mover && arrival.root_player == 1 ? -1 : 1),
        arrival_(arrival) {
    if (order_.empty()) {
      order_.resize(pos.game().move_count());
      std::iota(order_.begin(), order_.end(), 0);
    }
  }

  Result run() {
    shared_alpha_ = arrival_.alpha;
    shared_beta_ = arrival_.beta;
    Result result;
    result.value =
        visit(player_, left_, spec_.depth - arrival_.ply, -1,
              lines_win_ ? winner_seen(player_) : -1, arrival_.alpha, arrival_.beta, &result.move);
    if (arrival_.ply == 0) add_for_root(spec_.counting.extra);
    result.nodes = nodes_;
    if (spec_.printed_move == PrintedMove::AnyDepth) result.move = latest_move_;
    return result;
  }

  int evaluate(int to_move) const {
    if constexpr (kCommon) return sign_ * state_.evaluate_all_runs(spec_);
    const int value = state_.evaluate(spec_, score_signs(spec_.score_view, arrival_.root_player));
    const bool turned = (spec_.score_view == ScoreView::RootFirst && arrival_.root_player == 1) ||
                        (spec_.score_view == ScoreView::ToMoveFirst && to_move == 1);
    return turned ? -sign_ * value : sign_ * value;
  }

 private:
  using Kind = EventKind;
  using Test = LeafTest;
  using Common = CommonRules;

  // Nothing is counted less than never.
  void add_for_root(int extra) {
    const auto less = static_cast<std::uint64_t>(extra < 0 ? -extra : 0);
    nodes_ = less > nodes_ ? 0 : nodes_ + static_cast<std::uint64_t>(std::int64_t{extra});
  }
  template <auto Rule>
  auto rule() const {
    if constexpr (kCommon) return Common{}.*Rule;
    return spec_.*Rule;
  }
  // Whether lines are those of the game, and none is there before the latest move.
  bool sees_all_wins() const {
    if constexpr (kCommon) return true;
    return sees_all_wins_;
  }
  // Whether all states share one window.
  bool shared() const {
    return rule<&Common::window_scope>() == WindowScope::Shared && alpha_beta_;
  }

  // The player with a line that the rules look at, or -1: who is not to move, having moved last,
  // comes first.
  int winner_seen(int to_move) const {
    for (int player : {1 - to_move, to_move}) {
      const bool looked_at =
          spec_.win_sides == WinSides::Both ||
          (spec_.win_sides == WinSides::First && player == 0) ||
          (spec_.win_sides == WinSides::Second && player == 1) ||
          (spec_.win_sides == WinSides::RootPlayer && player == arrival_.root_player) ||
          (spec_.win_sides == WinSides::ToMove && player == to_move);
      if (looked_at && state_.has_line(player, spec_)) return player;
    }
    return -1;
  }

  // player is to move and lays `left` stones more; winner is the player whose last stone made a
  // line, or -1. Returns the node's value; best_move, null but where the search starts, gets the
  // move that gave it. Inlined, so that a level of the tree is one call and not two.
  [[gnu::always_inline]] int visit(int player, int left, int remaining, int move, int winner,
                                   int alpha, int beta, int* best_move) {
    const int ply = spec_.depth - remaining;
    nodes_ += a_test_counts_;
    tracer_.record(Kind::Enter, ply, move, alpha, beta, 0);
    for (Test test : spec_.leaf_tests) {
      int value;
      if (test == Test::Won) {
        if (winner < 0) continue;
        value = spec_.utility + spec_.utility_per_ply * remaining;
        value = sign_ * ((winner == 0) != turns_wins(player) ? value : -value);
        if (rule<&Common::won_board>() == WonBoard::Evaluate) value = evaluate(player);
      } else if (test == Test::Depth) {
        if (remaining > 0) continue;
        value = evaluate(player);
      } else {
        if (!state_.full()) continue;
        value = spec_.full_board == FullBoard::Zero ? 0 : evaluate(player);
        if (takes_full_as_worst()) {
          value = maximises(player) ? kMinusInfinity : kPlusInfinity;
        }
      }
      if constexpr (kCommon) {
        nodes_ += a_leaf_counts_;
      } else {
        nodes_ += winner >= 0 ? a_win_counts_ : a_leaf_counts_;
      }
      tracer_.record(Kind::Leaf, ply, move, alpha, beta, value, test);
      tracer_.record(Kind::Leave, ply, move, alpha, beta, value);
      return value;
    }
    if (a_move_counts_ != 0) {
      for (int next : order_) nodes_ += playable(next) ? a_move_counts_ : 0;
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

  bool playable(int move) const {
    return rule<&Common::full_columns>() == FullColumns::Passed || state_.can_play(move);
  }

  // Whether a full board is worth less than anything to who should move.
  bool takes_full_as_worst() const { return !kCommon && spec_.full_board == FullBoard::Worst; }

  // Whether the value of a win has the other sign where this player is to move.
  bool turns_wins(int to_move) const {
    const WinView view = rule<&Common::win_view>();
    return (view == WinView::RootFirst && arrival_.root_player == 1) ||
           (view == WinView::ToMoveFirst && to_move == 1);
  }

  bool maximises(int player) const {
    switch (rule<&Common::turns>()) {
      case Turns::Root:
        return player == arrival_.root_player;
      case Turns::Reversed:
        return (player == 0) != (sign_ > 0);
      case Turns::Everyone:
        return true;
      case Turns::AsRoot:
        return (arrival_.root_player == 0) == (sign_ > 0);
      case Turns::AsValued:
        break;
    }
    return (player == 0) == (sign_ > 0);
  }

  // Whether a best value stops its state.
  bool cuts(bool maximising, int best, int alpha, int beta) const {
    const Prune prune = rule<&Common::prune>();
    if (prune == Prune::Late) return alpha >= beta;
    if (maximising) {
      if (prune == Prune::OnlyMin) return false;
      const bool strict = prune == Prune::Strict || prune == Prune::MaxStrict;
      return strict ? best > beta : best >= beta;
    }
    if (prune == Prune::OnlyMax) return false;
    const bool strict = prune == Prune::Strict || prune == Prune::MinStrict;
    return strict ? best < alpha : best <= alpha;
  }

  // Narrows the window of a state that goes on.
  void narrow(bool maximising, int best, int value, int& alpha, int& beta) {
    const Narrowing narrowing = rule<&Common::narrowing>();
    if (maximising && narrowing != Narrowing::AlphaKept) {
      alpha = narrowing == Narrowing::Latest ? value : std::max(alpha, best);
    } else if (!maximising && narrowing != Narrowing::BetaKept) {
      beta = narrowing == Narrowing::Latest ? value : std::min(beta, best);
    }
    if (shared()) {
      shared_alpha_ = alpha;
      shared_beta_ = beta;
    }
  }

  // The value of a child within the window that the state hands down.
  [[gnu::always_inline]] int child_value(bool maximising, int ply, int player, int left,
                                         int remaining, int move, int winner, int alpha, int beta) {
    if (alpha_beta_ && !shared()) {
      switch (rule<&Common::handed_down>()) {
        case HandedDown::FreshAtRoot:
          if (ply == 0) alpha = kMinusInfinity, beta = kPlusInfinity;
          break;
        case HandedDown::OwnBound:
          if (maximising) {
            beta = kPlusInfinity;
          } else {
            alpha = kMinusInfinity;
          }
          break;
        case HandedDown::Swapped:
          std::swap(alpha, beta);
          break;
        case HandedDown::Negated:
          std::swap(alpha, beta);
          alpha = negated(alpha);
          beta = negated(beta);
          break;
        case HandedDown::Window:
          break;
      }
    }
    return visit(player, left, remaining, move, winner, alpha, beta, nullptr);
  }

  static int negated(int bound) {
    if (bound == kMinusInfinity) return kPlusInfinity;
    return bound == kPlusInfinity ? kMinusInfinity : -bound;
  }

  int expand(int player, int left, int remaining, int move, int alpha, int beta, int* best_move) {
    const int ply = spec_.depth - remaining;
    const bool maximising = maximises(player);
    const bool hard = alpha_beta_ && spec_.bound == Bound::Hard;
    bool last_wins_ties = spec_.tie == Tie::Last;
    if constexpr (!kCommon) {
      last_wins_ties |= spec_.tie == (maximising ? Tie::LastAtMax : Tie::LastAtMin);
    }
    poll_();
    if (nodes_ > arrival_.most_nodes) throw TooManyNodes{};
    const int next_left = left > 1 ? left - 1 : turn_stones_;
    const int next_player = left > 1 ? player : 1 - player;

    int best = maximising ? (hard ? alpha : kMinusInfinity) : (hard ? beta : kPlusInfinity);
    // Whether only what beats this is accepted, be it nothing at all.
    bool any = hard || takes_full_as_worst();
    if (rule<&Common::best_start>() != BestStart::Infinite) {
      const bool zero = rule<&Common::best_start>() == BestStart::Zero;
      const int least = zero ? 0 : -std::abs(spec_.utility);
      if (!hard) best = maximising ? least : -least;
      any = true;
    }
    for (int next : order_) {
      const bool passes = !state_.can_play(next);
      if (passes && rule<&Common::full_columns>() == FullColumns::Skipped) continue;
      typename State::Saved saved{};
      if (!passes) saved = state_.play(next, player);
      int winner = -1;
      if (!sees_all_wins()) {
        winner = lines_win_ ? winner_seen(next_player) : -1;
      } else if (lines_win_ && !passes && state_.made_line(player)) {
        winner = player;
      }
      const int value = child_value(maximising, ply, next_player, next_left, remaining - 1, next,
                                    winner, alpha, beta);
      if (!passes) state_.undo(saved);
      if (shared()) alpha = shared_alpha_, beta = shared_beta_;

      const bool better =
          !any || (maximising ? value > best : value < best) || (last_wins_ties && value == best);
      if (better) {
        any = true;
        best = value;
        if (best_move != nullptr) *best_move = next;
        if (rule<&Common::printed_move>() == PrintedMove::AnyDepth) latest_move_ = next;
      }
      if (!alpha_beta_) {
        if (better) tracer_.record(Kind::Update, ply, next, alpha, beta, best);
        continue;
      }
      const bool cut = cuts(maximising, best, alpha, beta);
      if (!cut) narrow(maximising, best, value, alpha, beta);
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

  const Spec& spec_;
  State state_;
  Tracer tracer_;
  SubtreeMemo* memo_;
  std::vector<int> order_;
  int player_, left_, turn_stones_;
  bool lines_win_;
  int a_test_counts_, a_leaf_counts_, a_win_counts_, a_move_counts_;
  bool alpha_beta_;
  bool sees_all_wins_;
  int sign_;
  int shared_alpha_ = 0, shared_beta_ = 0;  // the window of all states, where they share one
  int latest_move_ = -1;                    // of any state, where that is what is printed
  std::uint64_t nodes_ = 0;
  InterruptPoll poll_;
  const SubtreeStart arrival_;
};

}  // namespace inarow::textbook::INAROW_ARCH
