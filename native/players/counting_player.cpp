// The counting player for any machine, and the choice between the two builds.
#include "players/counting_player.hpp"

#include <stdexcept>
#include <string>

#include "core/arch.hpp"

#define INAROW_ARCH baseline
#include "players/counting_kernel.inl"

namespace inarow {

#if INAROW_HAS_V3
namespace v3 {
CountingChoice counting_choose(const Position& pos, int depth);
}
#endif

CountingChoice counting_choose(const Position& pos, int depth) {
  const Game& game = pos.game();
  if (!game.gravity || game.goal != Goal::CountToFull || game.first_turn_stones != 1 ||
      game.turn_stones != 1) {
    throw std::invalid_argument(
        "the counting player plays games that count lines on a full gravity board, one stone a "
        "turn");
  }
  if (depth < 1) {
    throw std::invalid_argument("depth " + std::to_string(depth) + " is less than 1");
  }
  if (pos.full()) throw std::invalid_argument("the board is full: there is no move to choose");
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
#if INAROW_HAS_V3
  if (use_v3()) return v3::counting_choose(pos, depth);
#endif
  return baseline::counting_choose(pos, depth);
}

}  // namespace inarow
