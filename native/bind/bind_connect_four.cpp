// The player of first-to-k gravity games.
#include "bind/bind.hpp"
#include "players/connect_four_player.hpp"

namespace inarow::bind {

using namespace nanobind::literals;

void bind_connect_four(nb::module_& m) {
  m.attr("FALLING_WIN") = kGravityWin;
  nb::class_<ConnectFourPlayer>(m, "FallingPlayer",
                                "A player of one first-to-k gravity game: perfect where the solver "
                                "finishes in time, iterative deepening elsewhere.")
      .def(nb::init<const Game&>(), "game"_a)
      .def(
          "choose",
          [](ConnectFourPlayer& self, const Position& pos, double time_s, int max_depth) {
            const GravityChoice choice =
                without_lock([&] { return self.choose(pos, GravityLimits{time_s, max_depth}); });
            return nb::make_tuple(choice.move, choice.value, choice.depth, choice.nodes,
                                  choice.exact);
          },
          "pos"_a, "time_s"_a, "max_depth"_a = 64,
          nb::sig("def choose(self, pos: Position, time_s: float, max_depth: int = 64) "
                  "-> tuple[int, int, int, int, bool]"),
          "Column, value for the mover, depth, nodes and whether the value is proven. A win "
          "completed on the n-th ply from here is GRAVITY_WIN - n. A depth below 64 limits the "
          "deepening and leaves the solver out.");
}

}  // namespace inarow::bind
