// The k-in-a-row player of free-placement boards.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "bind/bind.hpp"
#include "core/move_clock.hpp"
#include "kinarow/engine.hpp"
#include "players/window_searcher.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using kinarow::Engine;

constexpr const char* kThreatNames[kinarow::kThreatCount] = {
    "quiet",         "open three", "closed two",       "two closed twos", "open two",
    "two open twos", "one",        "one and open two", "two ones",        "complete",
};
constexpr const char* kProofNames[] = {"", "at sight", "chain", "threats", "pairs"};

// What a stone of either player on each empty cell would make, where it is more than quiet.
auto threats(const Position& pos) {
  if (auto problem = kinarow::Board::problem_of(pos.game()); !problem.empty()) {
    throw std::invalid_argument(problem);
  }
  kinarow::Board board(pos.game());
  board.load(pos);
  std::vector<std::tuple<int, int, std::string>> found;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (!board.is_empty(cell)) continue;
    for (int player : {0, 1}) {
      const kinarow::Threat threat = board.threat(player, cell);
      if (threat == kinarow::Threat::Quiet) continue;
      found.emplace_back(cell, player + 1, kThreatNames[static_cast<int>(threat)]);
    }
  }
  return found;
}

}  // namespace

void bind_kinarow(nb::module_& m) {
  m.attr("FREE_WIN") = kinarow::kWin;
  m.def("free_threats", &threats, "pos"_a,
        "(cell, player, name) of every empty cell where a stone of the player would threaten "
        "something. A name says how many stones would still be missing: 'complete', 'two ones', "
        "'one and open two', 'one', 'two open twos', 'open two', 'two closed twos', 'closed two', "
        "'open three'.");
  m.def(
      "use_cpu_clock",
      [](bool cpu) { MoveClock::kind = cpu ? MoveClock::Kind::Cpu : MoveClock::Kind::Wall; },
      "cpu"_a,
      "Limit the moves of KInARow and window_search_choose by CPU time instead of wall time, for "
      "matches on a busy machine.");
  m.def(
      "use_cautious_clock", [] { MoveClock::kind = MoveClock::Kind::Cautious; },
      "Limit the same moves by wall time on which every wait for a core counts twice, for a "
      "referee who forgives no late move.");
  m.def(
      "window_search_choose",
      [](const Position& pos, double time_s) {
        const WindowSearchChoice choice =
            without_lock([&] { return choose_by_windows(pos, time_s); });
        return std::make_tuple(choice.move, choice.depth, choice.nodes);
      },
      "pos"_a, "time_s"_a,
      "Cell, depth and positions of a plain alpha-beta on window counts, a sparring partner.");
  nb::class_<Engine>(m, "FreeEngine",
                     "A player of one free-placement game, first to k, k from 3 to 8, one or two "
                     "stones a turn. Holds its tables from move to move; all memory is reserved at "
                     "the start.")
      .def(nb::init<const Game&, int>(), "game"_a, "memory_mb"_a = 32)
      .def_prop_ro("game", &Engine::game, nb::rv_policy::copy)
      .def_prop_rw(
          "attack_bias", [](Engine& engine) { return engine.settings().attack_bias; },
          [](Engine& engine, int percent) {
            if (percent < -100 || percent > 1000) {
              throw std::invalid_argument("the attack bias " + std::to_string(percent) +
                                          " is not within -100 to 1000 percent");
            }
            engine.settings().attack_bias = percent;
            engine.forget();
          },
          "Extra weight in percent on the potential of the side it plays.")
      .def(
          "choose",
          [](Engine& engine, const Position& pos, double time_s, int max_depth) {
            const kinarow::Choice choice =
                without_lock([&] { return engine.choose(pos, {time_s, max_depth}); });
            return std::make_tuple(choice.move, choice.value, choice.depth, choice.nodes,
                                   choice.proved);
          },
          "pos"_a, "time_s"_a, "max_depth"_a = 60,
          "Cell, value for the mover, depth, positions looked at and whether the value is proved. "
          "A line that comes after n stones is worth KINAROW_WIN - n.")
      .def(
          "forced_win",
          [](Engine& engine, const Position& pos, double time_s) {
            const kinarow::ForcedWin win =
                without_lock([&] { return engine.forced_win(pos, time_s); });
            return std::make_tuple(std::string(kProofNames[static_cast<int>(win.kind)]), win.line,
                                   win.refuted, win.nodes);
          },
          "pos"_a, "time_s"_a,
          "How the side to move wins by force, and the line: 'at sight', 'chain' (every stone one "
          "short of a line), 'threats', 'pairs' (two stones a turn; the line holds the winner's "
          "stones only), or '' if no win was proved; then whether wins by threats are ruled out, "
          "and the positions looked at.");
}

}  // namespace inarow::bind
