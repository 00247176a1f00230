// The player of first-to-k gravity games.
#include "bind/bind.hpp"
#include "players/gravity_player.hpp"

namespace inarow::bind {

using namespace nanobind::literals;

void bind_connect_four(nb::module_& m) {
  m.attr("GRAVITY_WIN") = kGravityWin;
  m.def(
      "gravity_choose",
      [](const Position& pos, double time_s, int max_depth) {
        const GravityChoice choice = without_lock(
            [&] { return choose_gravity_move(pos, GravityLimits{time_s, max_depth}); });
        return nb::make_tuple(choice.move, choice.value, choice.depth, choice.nodes, choice.exact);
      },
      "pos"_a, "time_s"_a, "max_depth"_a = 64,
      nb::sig("def gravity_choose(pos: Position, time_s: float, max_depth: int = 64) "
              "-> tuple[int, int, int, int, bool]"),
      "Column, value for the mover, depth, nodes and whether the value is proven. A win completed "
      "on "
      "the n-th ply from here is GRAVITY_WIN - n.");
}

}  // namespace inarow::bind
