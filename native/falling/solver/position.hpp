// A position as the solver takes it.
#pragma once

#include "core/gravity_stones.hpp"
#include "falling/solver/solver.hpp"

namespace inarow::falling {

inline SolverPosition solver_position(const Position& pos) {
  const auto stones = gravity_stones(pos);
  return {stones[pos.to_move()], stones[pos.opponent()]};
}

}  // namespace inarow::falling
