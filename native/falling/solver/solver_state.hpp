// What the parts of the public solver share behind its header.
#pragma once

#include <chrono>

#include "core/gravity_board.hpp"
#include "falling/solver/solver.hpp"
#include "falling/solver/solver_core.hpp"

namespace inarow::falling {

struct SolverState {
  AnyGeometry geometry;
  solver_core::Config config{};
  int k = 0;
  std::uint64_t thread_nodes = 0;
  const solver_core::Operations* operations = nullptr;
  void* handle = nullptr;

  explicit SolverState(const Game& board) : geometry(board) {}
  SolverState(const SolverState&) = delete;
  SolverState& operator=(const SolverState&) = delete;
  ~SolverState();

  int cells() const { return config.rows * config.cols; }
};

// Throws std::invalid_argument unless `pos` is a position of this solver's board.
void check_position(const Solver& solver, const Stones& pos);
// The limits as the search wants them; `limits` must outlive the result.
solver_core::Limits core_limits(const SolveLimits& limits, std::uint64_t thread_nodes);
// True if the game is over (line or full board); then sets the end value.
bool finished(const SolverState& s, const Stones& pos, int& end_value);
SolveResult solve_within(SolverState& s, const Stones& pos, const solver_core::Limits& limits);

}  // namespace inarow::falling
