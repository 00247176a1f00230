// The gravity player for any machine, and the choice between the two builds.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "core/arch.hpp"
#include "core/interrupt.hpp"

#define INAROW_ARCH baseline
#include "falling/deepening.inl"

namespace inarow {

FallingChoice deepen(const Position& pos, const FallingLimits& limits) {
  const Game& game = pos.game();
  if (!game.gravity || game.goal != Goal::FirstToK || game.stones.first != 1 ||
      game.stones.later != 1) {
    throw std::invalid_argument("this player plays first-to-k gravity games, one stone a turn");
  }
  if (pos.outcome() != Outcome::Ongoing) throw std::invalid_argument("the game is over");
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
#if INAROW_HAS_V3
  if (use_v3()) return v3::deepen(pos, limits);
#endif
  return baseline::deepen(pos, limits);
}

}  // namespace inarow
