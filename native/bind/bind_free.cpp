// Games without gravity: the engine and two simple players.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <utility>

#include "bind/bind.hpp"
#include "bind/exclusive.hpp"
#include "core/move_clock.hpp"
#include "core/position.hpp"
#include "free/engine.hpp"
#include "free/fallback_player.hpp"
#include "free/lab7_rule.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;

// Players of the free-placement games (simplified Connect6, Gomoku).
void require_open_free_board(const Position& pos) {
  if (pos.game().gravity) {
    throw std::invalid_argument("this player needs a board without gravity");
  }
  if (pos.full()) throw std::invalid_argument("no move is left: the board is full");
  if (pos.outcome() != Outcome::Ongoing) {
    throw std::invalid_argument("no move is left: the game is over");
  }
}

void bind_players(nb::module_& m) {
  m.def(
      "lab7_choose",
      [](const Position& pos) {
        require_open_free_board(pos);
        return without_lock([&] { return lab7_rule(pos); });
      },
      "pos"_a,
      "The cell of the simplified Connect6 course's fixed rule: the first with the greatest "
      "difference between one's own line through it and the longest line of a reply.");
  m.def(
      "fallback_choose",
      [](const Position& pos) {
        require_open_free_board(pos);
        const auto choice = without_lock([&] { return fallback_choice(pos); });
        return std::pair(choice.move, choice.value);
      },
      "pos"_a,
      "A strong cell for the mover and its value from the mover's view, on any board without "
      "gravity.");
}

// The player of free boards.
using Engine = Exclusive<free::Engine>;

constexpr const char* kThreatNames[free::kThreatCount] = {
    "quiet",         "open three", "closed two",       "two closed twos", "open two",
    "two open twos", "one",        "one and open two", "two ones",        "complete",
};
constexpr const char* kProofNames[] = {"", "at sight", "chain", "threats", "pairs"};

// What a stone of either player on each empty cell would make, where it is more than quiet.
auto threats(const Position& pos) {
  if (auto problem = free::Board::problem_of(pos.game()); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  free::Board board(pos.game());
  board.load(pos);
  std::vector<std::tuple<int, int, std::string>> found;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (!board.is_empty(cell)) continue;
    for (int player : {0, 1}) {
      const free::Threat threat = board.threat(player, cell);
      if (threat == free::Threat::Quiet) continue;
      found.emplace_back(cell, player + 1, kThreatNames[static_cast<int>(threat)]);
    }
  }
  return found;
}

void bind_engine(nb::module_& m) {
  m.attr("FREE_WIN") = free::kWin;
  m.def("free_threats", &threats, "pos"_a,
        "(cell, player, name) of every empty cell where a stone of the player would threaten "
        "something. A name says how many stones would still be missing: 'complete', 'two ones', "
        "'one and open two', 'one', 'two open twos', 'open two', 'two closed twos', 'closed two', "
        "'open three'.");
  m.def(
      "use_cpu_clock",
      [](bool cpu) { MoveClock::kind = cpu ? MoveClock::Kind::Cpu : MoveClock::Kind::Wall; },
      "cpu"_a,
      "Limit the moves of FreeEngine by CPU time instead of wall time, "
      "for "
      "matches on a busy machine.");
  m.def(
      "use_cautious_clock", [] { MoveClock::kind = MoveClock::Kind::Cautious; },
      "Limit the same moves by wall time on which every wait for a core counts twice, for a "
      "referee who forgives no late move.");
  nb::class_<Engine>(m, "FreeEngine",
                     "A player of one free-placement game, first to k, k from 3 to 8, one or two "
                     "stones a turn. Holds its tables from move to move; all memory is reserved at "
                     "the start.")
      .def(nb::init<const Game&, int>(), "game"_a, "memory_mb"_a = 32)
      .def_prop_ro("game", &Engine::game, nb::rv_policy::copy)
      .def_prop_rw(
          "attack_bias",
          [](Engine& engine) {
            const GateLock inside(engine.gate);
            return engine.settings().attack_bias;
          },
          [](Engine& engine, int percent) {
            if (percent < -100 || percent > 1000) {
              throw std::invalid_argument("the attack bias " + std::to_string(percent) +
                                          " is not within -100 to 1000 percent");
            }
            const GateLock inside(engine.gate);
            engine.settings().attack_bias = percent;
            engine.forget();
          },
          "Extra weight in percent on the potential of the side it plays.")
      .def(
          "choose",
          [](Engine& engine, const Position& pos, double time_s, int max_depth) {
            const GateLock inside(engine.gate);
            const free::Choice choice =
                without_lock([&] { return engine.choose(pos, {time_s, max_depth}); });
            return std::make_tuple(choice.move, choice.value, choice.depth, choice.nodes,
                                   choice.proved);
          },
          "pos"_a, "time_s"_a, "max_depth"_a = 60,
          "Cell, value for the mover, depth, positions looked at and whether the value is proved. "
          "A line that comes after n stones is worth FREE_WIN - n.")
      .def(
          "forced_win",
          [](Engine& engine, const Position& pos, double time_s) {
            const GateLock inside(engine.gate);
            const free::ForcedWin win =
                without_lock([&] { return engine.forced_win(pos, time_s); });
            return std::make_tuple(std::string(kProofNames[static_cast<int>(win.kind)]), win.line,
                                   win.refuted, win.nodes);
          },
          "pos"_a, "time_s"_a,
          "How the side to move wins by force, and the line: 'at sight', 'chain' (every stone one "
          "short of a line), 'threats', 'pairs' (two stones a turn; the line holds the winner's "
          "stones only), or '' if no win was proved; then whether wins by threats are ruled out, "
          "and the positions looked at.")
      .def(
          "forced_loss",
          [](Engine& engine, const Position& pos, double time_s) {
            const GateLock inside(engine.gate);
            return without_lock([&] { return engine.forced_loss(pos, time_s); });
          },
          "pos"_a, "time_s"_a,
          "Whether the side to move is proved to lose by the 'pairs' of the opponent, whatever it "
          "plays; False with one stone a turn.")
      .def("nodes_searched", &Engine::nodes_searched,
           "Positions of all searches so far, within a few dozen.")
      .def("stop", &Engine::stop,
           "Ends the search of another thread, which then answers as if its time were up, and "
           "those that follow.")
      .def("resume", &Engine::resume, "Searches run again after stop().");
}

}  // namespace

void bind_free(nb::module_& m) {
  bind_players(m);
  bind_engine(m);
}

}  // namespace inarow::bind
