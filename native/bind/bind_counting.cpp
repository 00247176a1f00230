// The depth-limited player of games that count lines on a full board (MaxConnect4).
#include "bind/bind.hpp"
#include "counting/solver.hpp"
#include "players/counting_player.hpp"

namespace inarow::bind {

using namespace nanobind::literals;

void bind_counting(nb::module_& m) {
  m.def(
      "counted_choose",
      [](const Position& pos, int depth) {
        const CountingChoice choice = without_lock([&] { return counting_choose(pos, depth); });
        return nb::make_tuple(choice.move, choice.value, choice.nodes, choice.exact);
      },
      "pos"_a, "depth"_a,
      nb::sig("def counted_choose(pos: Position, depth: int) -> tuple[int, int, int, bool]"),
      "Move, value (hundredths of a point, the mover's view), moves explored, and whether the "
      "search reached the end of the game, so that the value is exact.");
  m.def("counted_table_mb", &counting_table_mb, "empty"_a,
        "The table, in MB, that a CountedSolver makes good use of with so many empty cells.");
}

}  // namespace inarow::bind
