// Games with gravity that the first line wins: player, solver and policy.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <optional>
#include <stdexcept>

#include "bind/bind.hpp"
#include "bind/exclusive.hpp"
#include "core/gravity_stones.hpp"
#include "falling/export_search.hpp"
#include "falling/player.hpp"
#include "falling/policy.hpp"
#include "falling/result_search.hpp"
#include "falling/solver/solver.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using namespace falling;

// The player of first-to-k gravity games.
void bind_player(nb::module_& m) {
  m.attr("FALLING_WIN") = kWin;
  using BoundPlayer = Exclusive<Player>;
  nb::class_<BoundPlayer>(
      m, "FallingPlayer",
      "A player of one first-to-k gravity game: perfect where the solver finishes "
      "in time, iterative deepening elsewhere.")
      .def(nb::init<const Game&>(), "game"_a)
      .def(
          "choose",
          [](BoundPlayer& self, const Position& pos, double time_s, int max_depth) {
            const GateLock inside(self.gate);
            const Choice choice =
                without_lock([&] { return self.choose(pos, Limits{time_s, max_depth}); });
            return nb::make_tuple(choice.move, choice.value, choice.depth, choice.nodes,
                                  choice.exact);
          },
          "pos"_a, "time_s"_a, "max_depth"_a = 64,
          nb::sig("def choose(self, pos: Position, time_s: float, max_depth: int = 64) "
                  "-> tuple[int, int, int, int, bool]"),
          "Column, value for the mover, depth, nodes and whether the value is proven. A win "
          "completed on the n-th ply from here is FALLING_WIN - n. A depth below 64 limits the "
          "deepening and leaves the solver out.");
}

// The policy of the tournament player, and the search it is made for.
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
  using Search = Exclusive<ExportSearch>;
  nb::class_<Search>(m, "ExportSearch",
                     "The exact search of the one-file tournament player, node for node.")
      .def(nb::init<>())
      .def(
          "solve",
          [](Search& self, const Position& pos, std::uint64_t node_limit) {
            if (!(pos.game() == Game{}) || pos.outcome() != Outcome::Ongoing) {
              throw std::invalid_argument("this search takes Connect Four that is not over");
            }
            const Stones stones = mover_stones(pos);
            const GateLock inside(self.gate);
            const ExportResult result =
                without_lock([&] { return self.solve(stones.mover, stones.opponent, node_limit); });
            return nb::make_tuple(result.solved, result.move, result.score, result.nodes);
          },
          "pos"_a, "node_limit"_a,
          nb::sig("def solve(self, pos: Position, node_limit: int) -> tuple[bool, int, int, int]"),
          "Whether it was settled within the limit, the column, the score and the nodes. Without a "
          "choice to make there are no nodes and the score is not computed.");
}

// The exact solver of first-to-k gravity games.
// A solver for one Game that speaks Positions and usual scores.
class GameSolver {
 public:
  GameSolver(const Game& game, double table_mb)
      : game_(game), solver_(checked(game).rows, game.cols, game.k, options(table_mb)) {}

  Stones stones(const Position& pos) const {
    if (!(pos.game() == game_)) throw std::invalid_argument("the position is of another game");
    const Stones stones = mover_stones(pos);
    if (auto problem = solver_.problem(stones); !problem.empty()) {
      throw std::invalid_argument(problem);
    }
    return stones;
  }
  int score(int end_value) const { return standard_score(end_value, game_.cells()); }
  ThreadGate gate;
  Solver& solver() { return solver_; }
  const Game& game() const { return game_; }

 private:
  static const Game& checked(const Game& game) {
    if (game.family() != Family::Falling || game.k < 3) {
      throw std::invalid_argument(
          "the solver takes first-to-k gravity games, one stone a turn, k from 3");
    }
    return game;
  }
  static SolverOptions options(double table_mb) {
    if (!(table_mb > 0 && table_mb <= 65536)) {
      throw std::invalid_argument("table_mb must be above 0 and at most 65536");
    }
    SolverOptions options;
    options.table_bytes = static_cast<std::size_t>(table_mb * 1048576.0);
    return options;
  }

  Game game_;
  Solver solver_;
};

// Limits as Python gives them. progress(nodes) is called about ten times a second; when it returns
// False, or raises, or a signal waits, the search stops, and so do those that would follow in the
// same call: with an exception on its way nothing of Python is called any more.
struct PythonLimits {
  SolveLimits limits;
  bool stopped = false;
  bool failed = false;

  PythonLimits(std::optional<std::uint64_t> nodes, std::optional<double> time_s, int threads,
               nb::object progress) {
    if (nodes && *nodes == 0) throw std::invalid_argument("nodes must be above 0");
    if (time_s && !(*time_s > 0)) throw std::invalid_argument("time_s must be above 0");
    if (threads < 1 || threads > 64) throw std::invalid_argument("threads must be 1 to 64");
    limits.nodes = nodes.value_or(0);
    limits.seconds = time_s.value_or(0);
    limits.threads = threads;
    limits.progress = [this, progress, last = Clock::now()](std::uint64_t count) mutable {
      if (stopped) return false;
      const auto now = Clock::now();
      if (now - last < std::chrono::milliseconds(100)) return true;
      last = now;
      nb::gil_scoped_acquire locked;
      if (PyErr_CheckSignals() != 0) {
        failed = stopped = true;
      } else if (!progress.is_none()) {
        try {
          nb::object answer = progress(count);
          stopped = !answer.is_none() && !nb::cast<bool>(nb::bool_(answer));
        } catch (nb::python_error& error) {
          error.restore();
          failed = stopped = true;
        }
      }
      return !stopped;
    };
  }
  void raise_if_failed() const {
    if (failed) throw nb::python_error();
  }

 private:
  using Clock = std::chrono::steady_clock;
};

nb::tuple result_tuple(const GameSolver& self, const SolveResult& result) {
  return nb::make_tuple(self.score(result.lo), self.score(result.hi), result.nodes, result.seconds);
}

void bind_solver(nb::module_& m) {
  nb::class_<GameSolver>(m, "FallingSolver",
                         "An exact solver for one game; keeps its table between calls. Scores are "
                         "for the side to move: half the cells rounded up plus one, minus the "
                         "winner's stones at the end.")
      .def(nb::init<const Game&, double>(), "game"_a, "table_mb"_a = 64.0)
      .def(
          "solve",
          [](GameSolver& self, const Position& pos, std::optional<std::uint64_t> nodes,
             std::optional<double> time_s, int threads, nb::object progress) {
            PythonLimits limits(nodes, time_s, threads, std::move(progress));
            const Stones stones = self.stones(pos);
            const GateLock inside(self.gate);
            const SolveResult result =
                without_lock([&] { return self.solver().solve(stones, limits.limits); });
            limits.raise_if_failed();
            return result_tuple(self, result);
          },
          "pos"_a, "nodes"_a = nb::none(), "time_s"_a = nb::none(), "threads"_a = 1,
          "progress"_a = nb::none(),
          nb::sig("def solve(self, pos: Position, nodes: int | None = None, time_s: float | None = "
                  "None, threads: int = 1, progress: collections.abc.Callable[[int], bool | None] "
                  "| None = None) -> tuple[int, int, int, float]"),
          "Lower and upper bound of the score, nodes and seconds.")
      .def(
          "keep",
          [](GameSolver& self, const Position& pos, std::optional<std::uint64_t> nodes,
             std::optional<double> time_s, nb::object progress) {
            PythonLimits limits(nodes, time_s, 1, std::move(progress));
            if (pos.outcome() != Outcome::Ongoing) {
              throw std::invalid_argument("the game is over in this position");
            }
            const Stones stones = self.stones(pos);
            const GateLock inside(self.gate);
            const ResultMove kept =
                without_lock([&] { return solve_result(self.solver(), stones, limits.limits); });
            limits.raise_if_failed();
            return nb::make_tuple(kept.lo, kept.hi, kept.column, kept.nodes);
          },
          "pos"_a, "nodes"_a = nb::none(), "time_s"_a = nb::none(), "progress"_a = nb::none(),
          nb::sig("def keep(self, pos: Position, nodes: int | None = None, time_s: float | None = "
                  "None, progress: collections.abc.Callable[[int], bool | None] | None = None) -> "
                  "tuple[int, int, int | None, int]"),
          "Bounds of the result (1 a win of the side to move, 0 a draw, -1 a loss), a column that "
          "keeps it (None in a loss, or if a limit stopped the work) and nodes.")
      .def(
          "analyse",
          [](GameSolver& self, const Position& pos, std::optional<std::uint64_t> nodes,
             std::optional<double> time_s, int threads, nb::object progress, bool lines) {
            PythonLimits limits(nodes, time_s, threads, std::move(progress));
            const Stones stones = self.stones(pos);
            const GateLock inside(self.gate);
            const Analysis analysis =
                without_lock([&] { return self.solver().analyse(stones, limits.limits, lines); });
            limits.raise_if_failed();
            nb::list moves;
            for (const MoveVerdict& verdict : analysis.moves) {
              moves.append(nb::make_tuple(verdict.column, self.score(verdict.lo),
                                          self.score(verdict.hi), verdict.line));
            }
            return nb::make_tuple(result_tuple(self, analysis.result), moves);
          },
          "pos"_a, "nodes"_a = nb::none(), "time_s"_a = nb::none(), "threads"_a = 1,
          "progress"_a = nb::none(), "lines"_a = true,
          nb::sig("def analyse(self, pos: Position, nodes: int | None = None, time_s: float | None "
                  "= None, threads: int = 1, progress: collections.abc.Callable[[int], bool | None]"
                  " | None = None, lines: bool = True) -> tuple[tuple[int, int, int, float], "
                  "list[tuple[int, int, int, list[int]]]]"),
          "The result of solve, and for each legal move its bounds and the best line from it on.")
      .def(
          "time_batch",
          [](GameSolver& self, const std::vector<Position>& positions, bool clear_before_each) {
            std::vector<Stones> batch;
            for (const Position& pos : positions) batch.push_back(self.stones(pos));
            PythonLimits limits(std::nullopt, std::nullopt, 1, nb::none());
            const GateLock inside(self.gate);
            const BatchResult batched = without_lock(
                [&] { return self.solver().solve_batch(batch, clear_before_each, limits.limits); });
            limits.raise_if_failed();
            nb::list answers;
            for (std::size_t i = 0; i < positions.size(); ++i) {
              const SolveResult& result = batched.items[i].result;
              answers.append(nb::make_tuple(self.score(result.lo), result.nodes));
            }
            return nb::make_tuple(answers, batched.cpu_ns);
          },
          "positions"_a, "clear_before_each"_a,
          nb::sig("def time_batch(self, positions: list[Position], clear_before_each: bool) -> "
                  "tuple[list[tuple[int, int]], int]"),
          "Score and nodes of each position, and the CPU nanoseconds of all, for benchmarks: "
          "clearing is not timed.")
      .def(
          "clear",
          [](GameSolver& self) {
            const GateLock inside(self.gate);
            self.solver().clear();
          },
          "Forget everything.")
      .def_prop_ro("game", &GameSolver::game, nb::rv_policy::copy);
}

}  // namespace

void bind_falling(nb::module_& m) {
  bind_player(m);
  bind_policy(m);
  bind_solver(m);
}

}  // namespace inarow::bind
