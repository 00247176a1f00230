#include "falling/result_search.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <vector>

#include "core/centre_first.hpp"

namespace inarow::falling {
namespace {

using Clock = std::chrono::steady_clock;

// The limits of one call, spent over several searches.
class Budget {
 public:
  explicit Budget(const SolveLimits& limits) : limits_(limits), start_(Clock::now()) {}

  // Bounds that answer "is the end value at least `threshold`?" unless a limit stops it: that of
  // all, or `budget` nodes (0: none).
  SolveResult test(Solver& solver, const Stones& pos, int threshold, std::uint64_t budget) {
    SolveLimits within = limits_;
    if (limits_.seconds > 0) within.seconds = std::max(limits_.seconds - spent_s(), 1e-6);
    if (limits_.nodes > 0) within.nodes = limits_.nodes > spent_ ? limits_.nodes - spent_ : 1;
    const bool own_budget = budget > 0 && (within.nodes == 0 || budget < within.nodes);
    if (own_budget) within.nodes = budget;
    const SolveResult result = solver.test(pos, threshold, within);
    spent_ += result.nodes;
    const bool answered = result.lo >= threshold || result.hi < threshold;
    empty_ = !answered && (!own_budget || result.nodes < budget);
    return result;
  }
  bool empty() const { return empty_; }  // a limit other than the budget stopped the last test
  std::uint64_t spent() const { return spent_; }

 private:
  double spent_s() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  SolveLimits limits_;
  Clock::time_point start_;
  std::uint64_t spent_ = 0;
  bool empty_ = false;
};

int sign(int value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

struct Child {
  int column;
  Stones pos;
};

std::vector<Child> children(const AnyGeometry& geometry, const Stones& pos) {
  std::vector<Child> all;
  for (const int column : centre_first(geometry.cols)) {
    if (const std::uint64_t cell = geometry.landing(pos.taken(), column); cell != 0) {
      all.push_back({column, {pos.opponent, pos.mover | cell}});
    }
  }
  return all;
}

}  // namespace

ResultMove solve_result(Solver& solver, const Stones& pos, const SolveLimits& limits) {
  ResultMove kept;
  Budget purse(limits);
  // The likelier question first: whoever has fewer stones has mostly lost.
  const bool ahead = std::popcount(pos.mover) >= std::popcount(pos.opponent);
  for (const int threshold : {ahead ? 1 : 0, ahead ? 0 : 1}) {
    if (kept.lo >= threshold || kept.hi < threshold || purse.empty()) continue;
    const SolveResult found = purse.test(solver, pos, threshold, 0);
    kept.lo = std::max(kept.lo, sign(found.lo));
    kept.hi = std::min(kept.hi, sign(found.hi));
  }
  if (kept.lo == kept.hi && kept.lo >= 0) {
    // The table knows the child that settled the position, so its test takes next to nothing: small
    // budgets first, so that no other child takes long.
    std::vector<Child> open = children(solver.geometry(), pos);
    const int threshold = 1 - kept.lo;  // the opponent must not reach this
    for (std::uint64_t budget = 1000; !kept.column && !open.empty() && !purse.empty();
         budget *= 8) {
      std::erase_if(open, [&](const Child& child) {
        if (kept.column || purse.empty()) return false;
        const SolveResult found = purse.test(solver, child.pos, threshold, budget);
        if (found.hi < threshold) kept.column = child.column;
        return found.lo >= threshold;
      });
    }
  }
  kept.nodes = purse.spent();
  return kept;
}

}  // namespace inarow::falling
