// Games that count lines on a full gravity board: player, solver and checker of proofs.
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bind/bind.hpp"
#include "bind/exclusive.hpp"
#include "counted/checker/strategy_checker.hpp"
#include "counted/opening_strategy.hpp"
#include "counted/player.hpp"
#include "counted/solver.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using namespace counted;

// The depth-limited player of games that count lines on a full board (MaxConnect4).
void bind_player(nb::module_& m) {
  m.def(
      "counted_choose",
      [](const Position& pos, int depth) {
        const Choice choice = without_lock([&] { return choose(pos, depth); });
        return nb::make_tuple(choice.move, choice.value, choice.nodes, choice.exact);
      },
      "pos"_a, "depth"_a,
      nb::sig("def counted_choose(pos: Position, depth: int) -> tuple[int, int, int, bool]"),
      "Move, value (hundredths of a point, the mover's view), moves explored, and whether the "
      "search reached the end of the game, so that the value is exact.");
  m.def("counted_table_mb", &table_mb, "empty"_a,
        "The table, in MB, that a CountedSolver makes good use of with so many empty cells.");
}

// The exact solver of games that count lines on a full board (MaxConnect4).
using Answer = std::tuple<int, int, std::uint64_t>;
using ProvenBoundTuple = std::tuple<std::uint64_t, std::uint64_t, int, int, std::uint64_t>;

const std::map<std::string, bool Rules::*> kRules = {
    {"table", &Rules::table},
    {"open_windows", &Rules::open_windows},
    {"dead_stones", &Rules::dead_stones},
    {"dead_tops", &Rules::dead_tops},
    {"spare_moves", &Rules::spare_moves},
    {"follow_up", &Rules::follow_up},
    {"mirror", &Rules::mirror},
    {"ordering", &Rules::ordering},
};

Rules rules_without(const std::vector<std::string>& names) {
  Rules rules;
  for (const auto& name : names) {
    const auto rule = kRules.find(name);
    if (rule == kRules.end()) throw std::invalid_argument("there is no rule '" + name + "'");
    rules.*(rule->second) = false;
  }
  return rules;
}

Answer answer(const Verdict& verdict) { return {verdict.lower, verdict.upper, verdict.nodes}; }

// The checker of strategies, and the openings of strategies that players follow.
void bind_strategies(nb::module_& m) {
  const auto progress_hook = [](const nb::object& watch) {
    return [&watch](std::size_t replayed, std::uint64_t positions) {
      if (interrupt_requested != nullptr && interrupt_requested()) throw Interrupted{};
      if (watch.is_none()) return;
      nb::gil_scoped_acquire locked;
      watch(replayed, positions);
    };
  };
  m.def(
      "check_strategy",
      [progress_hook](int rows, int cols, int k, int holder, int target, int endgame,
                      nb::bytes replies, nb::object watch, nb::bytes opening,
                      std::optional<std::size_t> most) {
        const std::string list(replies.c_str(), replies.size());
        const counted::checker::Claim claim{
            rows, cols, k, holder, target, endgame, {opening.c_str(), opening.size()}};
        const counted::checker::CheckResult finding = without_lock([&] {
          return most ? counted::checker::check_beginning(claim, list, *most, progress_hook(watch))
                      : counted::checker::check_strategy(claim, list, progress_hook(watch));
        });
        return std::tuple(finding.holds, finding.reason, finding.positions);
      },
      "rows"_a, "cols"_a, "k"_a, "holder"_a, "target"_a, "endgame"_a, "replies"_a,
      "watch"_a = nb::none(), "opening"_a = nb::bytes(""), "most"_a = nb::none(),
      "Whether a strategy holds a final difference for player 1 or 2 from the empty "
      "board, or\n"
      "after an opening (columns from 0), why not, and how many positions that took. Independent "
      "of the\n"
      "solver. watch is told now and then how many replies were replayed and how many positions\n"
      "that took. With most only the first so many replies are replayed: then nothing is proven,\n"
      "but that they hold as far as they go.");
  m.def(
      "noted_replies",
      [progress_hook](int rows, int cols, int k, int holder, int target, int endgame,
                      nb::bytes replies, int least_empty, nb::object watch, nb::bytes opening,
                      std::optional<std::size_t> most) {
        const std::string list(replies.c_str(), replies.size());
        const counted::checker::Claim claim{
            rows, cols, k, holder, target, endgame, {opening.c_str(), opening.size()}};
        std::vector<std::tuple<std::uint64_t, std::uint64_t, int>> noted;
        const counted::checker::CheckResult finding = without_lock([&] {
          return counted::checker::note_replies(
              claim, list, most.value_or(counted::checker::kAllReplies), least_empty,
              [&](std::uint64_t first, std::uint64_t second, int col) {
                noted.emplace_back(first, second, col);
              },
              progress_hook(watch));
        });
        if (!finding.holds) throw std::invalid_argument(finding.reason);
        return noted;
      },
      "rows"_a, "cols"_a, "k"_a, "holder"_a, "target"_a, "endgame"_a, "replies"_a, "least_empty"_a,
      "watch"_a = nb::none(), "opening"_a = nb::bytes(""), "most"_a = nb::none(),
      "Those of a strategy's replies, or of its first most replies, where at least so many cells\n"
      "are empty: the stones of the players as bits row by row from the bottom, and the column.\n"
      "They are as true as check_strategy finds the strategy.");

  using Reply = OpeningStrategy::Reply;
  nb::class_<OpeningStrategy>(m, "OpeningStrategy",
                              "Replies by which a player keeps a result from a start on, whatever "
                              "the other does, up to the "
                              "positions that are left to the solver.")
      .def(
          "__init__",
          [](OpeningStrategy* self, const Position& start, int holder, nb::bytes replies) {
            new (self) OpeningStrategy(start, holder - 1,
                                       std::string_view{replies.c_str(), replies.size()});
          },
          "start"_a, "holder"_a, "replies"_a, "From what packed() gives.")
      .def_static(
          "chosen",
          [](const Position& start, int holder,
             const std::function<Reply(const Position&)>& choose) {
            return OpeningStrategy(start, holder - 1, choose);
          },
          "start"_a, "holder"_a, "choose"_a,
          "With the columns that choose(position) gives; None leaves a position to the solver.")
      .def("reply", &OpeningStrategy::reply, "pos"_a, "The column for a position, or None.")
      .def(
          "entries", &OpeningStrategy::entries,
          "All positions, one of each mirrored pair, with their columns; None where a branch ends.")
      .def("packed", [](const OpeningStrategy& self) {
        const std::string bytes = self.packed();
        return nb::bytes(bytes.data(), bytes.size());
      });
}

// As many calls at once as its table is made for.
struct BoundSolver : Solver {
  BoundSolver(const Game& game, std::size_t table_mb, int threads, const Rules& rules)
      : Solver(game, table_mb, threads, rules),
        gate(static_cast<std::size_t>(std::max(threads, 1))) {}
  ThreadGate gate;
};

void bind_solver(nb::module_& m) {
  nb::list names;
  for (const auto& rule : kRules) names.append(rule.first);
  m.attr("COUNTED_RULES") = nb::tuple(names);

  nb::class_<BoundSolver>(
      m, "CountedSolver",
      "Proven bounds on the final difference (first player's points minus second player's) of a "
      "game that counts lines on a gravity board. Keeps its table from call to call. Answers are "
      "(lower, upper, nodes).")
      .def(
          "__init__",
          [](BoundSolver* self, const Game& game, std::size_t table_mb, int threads,
             const std::vector<std::string>& without) {
            new (self) BoundSolver(game, table_mb, threads, rules_without(without));
          },
          "game"_a, "table_mb"_a = 64, "threads"_a = 1, "without"_a = std::vector<std::string>{},
          "threads: how many may search at once; others wait. without: names from COUNTED_RULES to "
          "turn off.")
      .def(
          "solve",
          [](BoundSolver& solver, const Position& pos, double time_s, std::uint64_t max_nodes) {
            const GateLock inside(solver.gate);
            return answer(without_lock([&] { return solver.solve(pos, {time_s, max_nodes}); }));
          },
          "pos"_a, "time_s"_a = 1e9, "max_nodes"_a = UINT64_MAX,
          "Narrows the bounds until they meet or a limit is reached.")
      .def(
          "at_least",
          [](BoundSolver& solver, const Position& pos, int difference, double time_s,
             std::uint64_t max_nodes) {
            const GateLock inside(solver.gate);
            return answer(without_lock(
                [&] { return solver.at_least(pos, difference, {time_s, max_nodes}); }));
          },
          "pos"_a, "difference"_a, "time_s"_a = 1e9, "max_nodes"_a = UINT64_MAX,
          "Searches until it is clear whether the final difference is at least the given one.")
      .def(
          "static_bounds",
          [](BoundSolver& solver, const Position& pos) {
            const GateLock inside(solver.gate);
            return answer(solver.static_bounds(pos));
          },
          "pos"_a, "What can be said without any search.")
      .def(
          "strategy",
          [](BoundSolver& solver, const Position& pos, int player, int difference, int endgame) {
            const GateLock inside(solver.gate);
            if (player != 1 && player != 2) throw std::invalid_argument("the player is 1 or 2");
            std::string replies;
            try {
              replies = without_lock(
                  [&] { return solver.strategy(pos, player - 1, difference, endgame); });
            } catch (const OutOfBudget&) {
              throw std::runtime_error("stopped");
            }
            return nb::bytes(replies.data(), replies.size());
          },
          "pos"_a, "player"_a, "difference"_a, "endgame"_a,
          "The replies, a byte each, by which a player ends at least that many points ahead.")
      .def("nodes_searched", &Solver::nodes_searched,
           "Nodes of all searches so far, in thousands or so.")
      .def("replies_written", &Solver::replies_written)
      .def("stop", &Solver::stop, "Ends the searches of other threads.")
      .def("resume", &Solver::resume, "Searches run again after stop().")
      .def("record_from", &Solver::record_from, "nodes"_a,
           "Record bounds that took at least so many nodes.")
      .def(
          "take_proven_bounds",
          [](BoundSolver& solver) {
            std::vector<ProvenBoundTuple> findings;
            for (const auto& finding : solver.take_proven_bounds()) {
              findings.emplace_back(finding.key.first, finding.key.second, finding.bounds.lower,
                                    finding.bounds.upper, finding.nodes);
            }
            return findings;
          },
          "Bounds recorded since the last call: two key words, lower, upper, nodes.")
      .def(
          "add_proven_bound",
          [](BoundSolver& solver, const ProvenBoundTuple& finding) {
            const GateLock inside(solver.gate);
            const auto [first, second, lower, upper, nodes] = finding;
            solver.add_proven_bound({{first, second}, {lower, upper}, nodes});
          },
          "finding"_a, "Puts a recorded bound back.");
}

}  // namespace

void bind_counted(nb::module_& m) {
  bind_player(m);
  bind_strategies(m);
  bind_solver(m);
}

}  // namespace inarow::bind
