// The choice between the two builds of the deepening search.
#include "falling/iterative_deepening.hpp"

#include <stdexcept>

#include "core/arch.hpp"

namespace inarow::falling {

Choice iterative_deepening(const Position& pos, const Limits& limits) {
  const Game& game = pos.game();
  if (game.family() != Family::Falling) {
    throw std::invalid_argument("this player plays first-to-k gravity games, one stone a turn");
  }
  if (pos.outcome() != Outcome::Ongoing) throw std::invalid_argument("the game is over");
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
  return INAROW_CHOOSE(iterative_deepening(pos, limits));
}

}  // namespace inarow::falling
