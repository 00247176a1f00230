// The result of a position, won, drawn or lost, and a move that keeps it. Far cheaper than the
// exact score: two null-window tests of the position, and then one of the right child, which the
// table has nearly always answered by then.
#pragma once

#include <cstdint>
#include <optional>

#include "falling/solver/solver.hpp"

namespace inarow::falling {

struct ResultMove {
  int lo = -1, hi = 1;  // 1 a win of the mover, 0 a draw, -1 a loss; always lo <= result <= hi
  // A column that keeps the result: where that is known and any other than a loss, unless a limit
  // stopped the search for it.
  std::optional<int> column;
  std::uint64_t nodes = 0;

  bool settled() const { return lo == hi && (column.has_value() || lo < 0); }
};

// The game goes on in this position. The limits hold for the whole call.
ResultMove solve_result(Solver& solver, const Stones& pos, const SolveLimits& limits = {});

}  // namespace inarow::falling
