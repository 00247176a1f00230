// The policy of the tournament player, and the search it is made for.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "players/connect_four_player.hpp"
#include "policy/lean_search.hpp"
#include "policy/policy.hpp"

namespace inarow::bind {

using namespace nanobind::literals;

void bind_policy(nb::module_& m) {
  nb::class_<Policy>(m, "Policy",
                     "A perfect move of Connect Four for each position that whoever follows it can "
                     "meet.")
      .def(
          "__init__",
          [](Policy* self, nb::bytes file) { new (self) Policy({file.c_str(), file.size()}); },
          "file"_a, "From the bytes of a policy file.")
      .def("column", &Policy::column, "pos"_a, "The column for a position, or None.")
      .def("entries", &Policy::entries, "Keys and columns, ascending.");
  nb::class_<LeanSearch>(m, "LeanSearch",
                         "The exact search of the one-file tournament player, node for node.")
      .def(nb::init<>())
      .def(
          "solve",
          [](LeanSearch& self, const Position& pos, std::uint64_t node_limit) {
            if (!(pos.game() == Game{}) || pos.outcome() != Outcome::Ongoing) {
              throw std::invalid_argument("this search takes Connect Four that is not over");
            }
            const SolverPosition stones = solver_position(pos);
            const LeanResult result =
                without_lock([&] { return self.solve(stones.mover, stones.opponent, node_limit); });
            return nb::make_tuple(result.solved, result.move, result.score, result.nodes);
          },
          "pos"_a, "node_limit"_a,
          nb::sig("def solve(self, pos: Position, node_limit: int) -> tuple[bool, int, int, int]"),
          "Whether it was settled within the limit, the column, the score and the nodes. Without a "
          "choice to make there are no nodes and the score is not computed.");
}

}  // namespace inarow::bind
