// What the parts of the public solver share behind its header.
#pragma once

#include <chrono>

#include "falling/solver/solver.hpp"
#include "falling/solver/solver_core.hpp"

namespace inarow::falling {

struct SolverState {
  solver_core::Config config{};
  int k = 0;
  std::uint64_t thread_nodes = 0;
  const solver_core::Operations* operations = nullptr;
  void* handle = nullptr;

  SolverState() = default;
  SolverState(const SolverState&) = delete;
  SolverState& operator=(const SolverState&) = delete;
  ~SolverState();

  int cells() const { return config.rows * config.cols; }
  // Column `col` of a stone set, its row 0 in bit 0, the spare bit included.
  std::uint64_t column_bits(std::uint64_t stones, int col) const {
    const int stride = config.rows + 1;
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - stride);
    return (stones >> (col * stride)) & all;
  }
  // The cell a stone in `col` lands on, as a bit; 0 if the column is full.
  std::uint64_t landing(const SolverPosition& pos, int col) const {
    const std::uint64_t column = column_bits(pos.mover | pos.opponent, col);
    if (column >> (config.rows - 1)) return 0;
    return (column + 1) << (col * (config.rows + 1));
  }
};

// Throws std::invalid_argument unless `pos` is a position of this solver's board.
void check_position(const Solver& solver, const SolverPosition& pos);
// The limits as the search wants them; `limits` must outlive the result.
solver_core::Limits core_limits(const SolveLimits& limits, std::uint64_t thread_nodes);
// True if the game is over (line or full board); then sets the end value.
bool finished(const SolverState& s, const SolverPosition& pos, int& end_value);
SolveResult solve_within(SolverState& s, const SolverPosition& pos,
                         const solver_core::Limits& limits);

}  // namespace inarow::falling
