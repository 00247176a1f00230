// Every legal move of a position, and the best lines to the end of the game.
#include <algorithm>

#include "core/centre_first.hpp"
#include "falling/solver/solver_state.hpp"

namespace inarow::falling {
namespace {

// The budget of one analysis, spent over many searches.
struct AnalysisBudget {
  solver_core::Limits limits;
  std::uint64_t spent = 0;
  bool empty = false;

  SolveResult solve(SolverState& s, const Stones& pos, const int* threshold = nullptr) {
    solver_core::Limits within = limits;
    if (limits.nodes) {
      if (spent >= limits.nodes) empty = true;
      within.nodes = empty ? 1 : limits.nodes - spent;
    }
    within.test_only = threshold != nullptr;
    within.threshold = threshold ? *threshold : 0;
    const SolveResult r = solve_within(s, pos, within);
    spent += r.nodes;
    const bool answered = threshold ? (r.lo >= *threshold || r.hi < *threshold) : r.exact;
    if (!answered) empty = true;
    return r;
  }
};

Stones after(const Stones& pos, std::uint64_t cell) {
  return Stones{pos.opponent, pos.mover | cell};
}

// Plays best moves from `pos`, whose end value is `value`, to the end of the game.
void extend_line(SolverState& s, Stones pos, int value, AnalysisBudget& purse,
                 std::vector<int>& line) {
  const std::vector<int> order = centre_first(s.config.cols);
  for (int over = 0; !finished(s, pos, over) && !purse.empty;) {
    int chosen = -1;
    for (const int col : order) {
      const std::uint64_t cell = s.geometry.landing(pos.taken(), col);
      if (!cell) continue;
      // Best iff the opponent gets no more than -value; end values do not change with ply.
      const int threshold = -value + 1;
      if (purse.solve(s, after(pos, cell), &threshold).hi < threshold) {
        chosen = col;
        pos = after(pos, cell);
        break;
      }
    }
    if (chosen < 0) return;  // only a limit can get here
    line.push_back(chosen);
    value = -value;
  }
}

}  // namespace

Analysis Solver::analyse(const Stones& pos, const SolveLimits& limits, bool with_lines) {
  check_position(*this, pos);
  SolverState& s = *state_;
  Analysis out;
  const std::uint64_t start = solver_core::steady_now_ns();
  AnalysisBudget purse{core_limits(limits, s.thread_nodes)};
  if (int value = 0; finished(s, pos, value)) {
    out.result.lo = out.result.hi = value;
    out.result.exact = true;
    return out;
  }
  // The position first: its tests fill the table for the moves.
  SolveResult whole = purse.solve(s, pos);
  int best_lo = -s.cells() - 1, best_hi = best_lo;
  for (const int col : centre_first(s.config.cols)) {
    const std::uint64_t cell = s.geometry.landing(pos.taken(), col);
    if (!cell) continue;
    const SolveResult r = purse.solve(s, after(pos, cell));
    MoveVerdict verdict{col, -r.hi, -r.lo, r.exact, {}};
    verdict.hi = std::min(verdict.hi, whole.hi);
    verdict.exact = verdict.lo == verdict.hi;
    out.moves.push_back(verdict);
    best_lo = std::max(best_lo, verdict.lo);
    best_hi = std::max(best_hi, verdict.hi);
  }
  std::sort(out.moves.begin(), out.moves.end(),
            [](const MoveVerdict& a, const MoveVerdict& b) { return a.column < b.column; });
  whole.lo = std::max(whole.lo, best_lo);
  whole.hi = std::min(whole.hi, best_hi);
  whole.exact = whole.lo == whole.hi;
  for (MoveVerdict& verdict : out.moves) {
    if (!with_lines || !verdict.exact) continue;
    purse.empty = false;  // a stop above need not stop the line if time is left
    verdict.line.push_back(verdict.column);
    extend_line(s, after(pos, s.geometry.landing(pos.taken(), verdict.column)), -verdict.lo, purse,
                verdict.line);
  }
  whole.nodes = purse.spent;
  whole.seconds = static_cast<double>(solver_core::steady_now_ns() - start) * 1e-9;
  out.result = whole;
  return out;
}

}  // namespace inarow::falling
