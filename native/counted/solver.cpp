#include "counted/solver.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace inarow::counted {
namespace {

// The search speaks of the mover's future difference, a verdict of the first player's final one.
struct PointOfView {
  int sign;    // of the side to move
  int so_far;  // first player's points minus second player's

  explicit PointOfView(const Position& pos) : sign(pos.to_move() == 0 ? 1 : -1) {
    const auto [first, second] = pos.score();
    so_far = first - second;
  }
  Verdict verdict(const Bounds& bounds) const {
    if (sign > 0) return {so_far + bounds.lower, so_far + bounds.upper, 0};
    return {so_far - bounds.upper, so_far - bounds.lower, 0};
  }
};

void narrow(Bounds& bounds, const Bounds& found) {
  bounds.lower = std::max(bounds.lower, found.lower);
  bounds.upper = std::min(bounds.upper, found.upper);
}

}  // namespace

std::size_t table_mb(int empty) {
  return empty <= 16 ? 2 : empty <= 20 ? 8 : empty <= 26 ? 64 : 256;
}

Solver::Solver(const Game& game, std::size_t table_mb, int threads, const Rules& rules)
    : game_(game), rules_(rules) {
  if (game.family() != Family::Counted) {
    throw std::invalid_argument(
        "this solver is for games that count lines on a gravity board, one stone a turn");
  }
  if (auto problem = game.problem(); !problem.empty()) throw std::invalid_argument(problem);
  shared_ = std::make_shared<Shared>(std::make_shared<Table>(
      (game.rows + 1) * game.cols, rules.table ? table_mb : 0, threads > 1));
  shared_->several_threads = threads > 1;
}

void Solver::require(const Position& pos) const {
  if (pos.game() != game_) throw std::invalid_argument("the position is of another game");
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
}

Budget Solver::budget(const Limits& limits) const {
  Budget budget;
  budget.max_nodes = limits.max_nodes;
  budget.stop = &stop_;
  if (limits.time_s < 1e8) {
    const std::chrono::duration<double> time(std::max(limits.time_s, 0.0));
    budget.deadline =
        Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(time);
  }
  return budget;
}

Verdict Solver::solve(const Position& pos, const Limits& limits) {
  require(pos);
  const PointOfView view(pos);
  const auto engine = make_engine(game_, rules_, shared_);
  Budget budget = this->budget(limits);
  Bounds bounds = engine->static_bounds(pos);
  // Each answer moves one bound; the next question is asked beside it. Final differences are small,
  // so the first question is about an even score.
  int beta = -view.sign * view.so_far;
  try {
    while (bounds.lower < bounds.upper) {
      beta = std::clamp(beta, bounds.lower + 1, bounds.upper);
      budget.max_nodes = limits.max_nodes - std::min(limits.max_nodes, engine->nodes());
      const Bounds found = engine->at_least(pos, beta, budget);
      narrow(bounds, found);
      beta = found.lower >= beta ? bounds.lower + 1 : bounds.upper;
    }
  } catch (const OutOfBudget&) {
  }
  Verdict verdict = view.verdict(bounds);
  verdict.nodes = engine->nodes();
  return verdict;
}

Verdict Solver::at_least(const Position& pos, int difference, const Limits& limits) {
  require(pos);
  const PointOfView view(pos);
  const auto engine = make_engine(game_, rules_, shared_);
  Bounds bounds = engine->static_bounds(pos);
  // For the second player to move: first - second >= d unless its difference is at least 1 - d.
  const int beta = view.sign > 0 ? difference - view.so_far : view.so_far - difference + 1;
  if (bounds.lower < beta && bounds.upper >= beta) {
    try {
      narrow(bounds, engine->at_least(pos, beta, budget(limits)));
    } catch (const OutOfBudget&) {
    }
  }
  Verdict verdict = view.verdict(bounds);
  verdict.nodes = engine->nodes();
  return verdict;
}

Verdict Solver::static_bounds(const Position& pos) {
  require(pos);
  return PointOfView(pos).verdict(make_engine(game_, rules_, shared_)->static_bounds(pos));
}

std::string Solver::strategy(const Position& pos, int player, int difference, int endgame) {
  require(pos);
  const auto [first, second] = pos.score();
  const int so_far = player == 0 ? first - second : second - first;
  return make_engine(game_, rules_, shared_)
      ->strategy(pos, player, difference - so_far, endgame, budget({}));
}

std::vector<ProvenBound> Solver::take_proven_bounds() {
  const std::lock_guard lock(shared_->journal_lock);
  return std::exchange(shared_->journal, {});
}

void Solver::add_proven_bound(const ProvenBound& finding) {
  shared_->table->store(finding.key, finding.bounds, finding.nodes);
}

}  // namespace inarow::counted
