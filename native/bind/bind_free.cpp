// Players of the free-placement games (simplified Connect6, Gomoku).
#include <nanobind/stl/pair.h>

#include <stdexcept>
#include <utility>

#include "bind/bind.hpp"
#include "core/position.hpp"
#include "players/free_player.hpp"
#include "players/line_lookahead.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;

void require_open_free_board(const Position& pos) {
  if (pos.game().gravity) {
    throw std::invalid_argument("this player needs a board without gravity");
  }
  if (pos.full()) throw std::invalid_argument("no move is left: the board is full");
  if (pos.outcome() != Outcome::Ongoing) {
    throw std::invalid_argument("no move is left: the game is over");
  }
}

}  // namespace

void bind_free(nb::module_& m) {
  m.def(
      "line_rule_choose",
      [](const Position& pos) {
        require_open_free_board(pos);
        return without_lock([&] { return line_lookahead(pos); });
      },
      "pos"_a,
      "The cell of the simplified Connect6 course's fixed rule: the first with the greatest "
      "difference between one's own line through it and the longest line of a reply.");
  m.def(
      "open_lines_choose",
      [](const Position& pos) {
        require_open_free_board(pos);
        const auto choice = without_lock([&] { return choose_free(pos); });
        return std::pair(choice.move, choice.value);
      },
      "pos"_a,
      "A strong cell for the mover and its value from the mover's view, on any board without "
      "gravity.");
}

}  // namespace inarow::bind
