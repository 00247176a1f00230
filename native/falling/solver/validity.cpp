// What stones are a position, and when its game is over.
#include <bit>
#include <stdexcept>
#include <string>

#include "core/gravity_stones.hpp"
#include "falling/solver/solver_state.hpp"

namespace inarow::falling {

std::string Solver::problem(const SolverPosition& pos) const {
  const SolverState& s = *state_;
  const int rows = s.config.rows;
  if (pos.mover & pos.opponent) return "both sides have a stone on one cell";
  const std::uint64_t mask = pos.mover | pos.opponent;
  const int bits = (rows + 1) * s.config.cols;
  if (bits < 64 && (mask >> bits)) return "a stone lies off the board";
  for (int col = 0; col < s.config.cols; ++col) {
    const std::uint64_t column = s.column_bits(mask, col);
    if (column & (column + 1)) {
      return "a stone in column " + std::to_string(col + 1) + " hangs in the air";
    }
    if (column >> rows) {
      return "column " + std::to_string(col + 1) + " has more than " + std::to_string(rows) +
             " stones";
    }
  }
  if (has_line(pos.mover, s.config.rows, s.config.k) &&
      has_line(pos.opponent, s.config.rows, s.config.k))
    return "both sides have a line";
  return {};
}

void check_position(const Solver& solver, const SolverPosition& pos) {
  const std::string problem = solver.problem(pos);
  if (!problem.empty()) throw std::invalid_argument(problem);
}

bool finished(const SolverState& s, const SolverPosition& pos, int& end_value) {
  const int margin = s.cells() + 1 - std::popcount(pos.mover | pos.opponent);
  if (has_line(pos.opponent, s.config.rows, s.config.k)) {
    end_value = -margin;
    return true;
  }
  if (has_line(pos.mover, s.config.rows, s.config.k)) {
    end_value = margin;
    return true;
  }
  end_value = 0;
  return margin == 1;
}

}  // namespace inarow::falling
