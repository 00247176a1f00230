// What stones are a position, and when its game is over.
#include <bit>
#include <stdexcept>
#include <string>

#include "core/gravity_stones.hpp"
#include "falling/solver/solver_state.hpp"

namespace inarow::falling {

std::string Solver::problem(const Stones& pos) const {
  const SolverState& s = *state_;
  const AnyGeometry& geometry = s.geometry;
  const int rows = geometry.rows;
  if (pos.mover & pos.opponent) return "both sides have a stone on one cell";
  const std::uint64_t mask = pos.taken();
  const int bits = geometry.stride() * geometry.cols;
  if (bits < 64 && (mask >> bits)) return "a stone lies off the board";
  for (int col = 0; col < geometry.cols; ++col) {
    const std::uint64_t column = (mask >> (col * geometry.stride())) & geometry.whole_column();
    if (column & (column + 1)) {
      return "a stone in column " + std::to_string(col + 1) + " hangs in the air";
    }
    if (column >> rows) {
      return "column " + std::to_string(col + 1) + " has more than " + std::to_string(rows) +
             " stones";
    }
  }
  if (geometry.has_line(pos.mover) && geometry.has_line(pos.opponent)) {
    return "both sides have a line";
  }
  return {};
}

void check_position(const Solver& solver, const Stones& pos) {
  const std::string problem = solver.problem(pos);
  if (!problem.empty()) throw std::invalid_argument(problem);
}

bool finished(const SolverState& s, const Stones& pos, int& end_value) {
  const int margin = s.cells() + 1 - std::popcount(pos.taken());
  if (s.geometry.has_line(pos.opponent)) {
    end_value = -margin;
    return true;
  }
  if (s.geometry.has_line(pos.mover)) {
    end_value = margin;
    return true;
  }
  end_value = 0;
  return margin == 1;
}

}  // namespace inarow::falling
