// Game and Position as Python values.
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <stdexcept>

#include "bind/bind.hpp"
#include "bind/constants.hpp"
#include "core/position.hpp"
#include "core/quoted.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;

constexpr const char* kGoals[] = {"FIRST_TO_K", "COUNT_TO_FULL"};
constexpr const char* kOutcomes[] = {"ONGOING", "FIRST_WINS", "SECOND_WINS", "DRAW"};

std::string repr(const Game& game) {
  auto text = [](bool value) { return value ? "True" : "False"; };
  return "Game(rows=" + std::to_string(game.rows) + ", cols=" + std::to_string(game.cols) +
         ", k=" + std::to_string(game.k) + ", gravity=" + text(game.gravity) + ", goal=Goal." +
         (game.goal == Goal::FirstToK ? "FIRST_TO_K" : "COUNT_TO_FULL") + ", stones=(" +
         std::to_string(game.first_turn_stones) + ", " + std::to_string(game.turn_stones) + ")" +
         (game.exact ? ", exact=True)" : ")");
}

Game make_game(int rows, int cols, int k, bool gravity, Goal goal, std::pair<int, int> stones,
               bool exact) {
  Game game{rows, cols, k, gravity, goal, stones.first, stones.second, exact};
  if (auto problem = game.problem(); !problem.empty()) throw std::invalid_argument(problem);
  return game;
}

auto fields(const Game& game) {
  return std::make_tuple(game.rows, game.cols, game.k, game.gravity, static_cast<int>(game.goal),
                         game.first_turn_stones, game.turn_stones, game.exact);
}

// The bytes of a text. One that came from the command line or a file may hold bytes that are no
// characters, which Python keeps as lone surrogates: they are bytes again here, and what cannot be
// one stays as it is. So a bad byte reaches the rule that refuses it by its place.
std::string bytes_of(nb::str text) {
  auto encoded = [&](const char* errors) {
    return nb::steal<nb::object>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", errors));
  };
  nb::object bytes = encoded("surrogateescape");
  if (!bytes.is_valid()) {
    PyErr_Clear();
    bytes = encoded("surrogatepass");
    if (!bytes.is_valid()) throw nb::python_error();
  }
  const auto result = nb::borrow<nb::bytes>(bytes);
  return {result.c_str(), result.size()};
}

int player_index(int player) {
  if (player != 1 && player != 2) {
    throw std::invalid_argument("player " + std::to_string(player) + " is not 1 or 2");
  }
  return player - 1;
}

Position make_position(const Game& game, const std::optional<nb::str>& cells, int to_move,
                       std::optional<int> left, std::string_view symbols) {
  if (!cells) {
    Position start(game);
    return to_move == 1 && !left
               ? start
               : Position(game, start.cells(), player_index(to_move), left.value_or(0), ".xo");
  }
  return Position(game, bytes_of(*cells), player_index(to_move), left.value_or(0), symbols);
}

int usual_left(const Position& pos) {
  return pos.stone_count() == 0 ? pos.game().first_turn_stones : pos.game().turn_stones;
}

std::string text(const Position& pos) {
  std::string text = pos.cells() + ' ' + (pos.to_move() == 0 ? 'x' : 'o');
  return pos.left() == usual_left(pos) ? text : text + std::to_string(pos.left());
}

// The inverse of text(): "cells side" with an optional number of stones left behind the side.
Position parse(const Game& game, nb::str text) {
  const std::string bytes = bytes_of(text);
  const std::string_view line = bytes;
  const auto space = line.find(' ');
  const auto side = space == std::string_view::npos ? std::string_view{} : line.substr(space + 1);
  if (side.empty() || side.size() > 2 || (side[0] != 'x' && side[0] != 'o') ||
      (side.size() == 2 && (side[1] < '1' || side[1] > '9'))) {
    throw std::invalid_argument(quoted(line) +
                                " must be rows from the top split by '/', a space, and x or o");
  }
  return Position(game, line.substr(0, space), side[0] == 'x' ? 0 : 1,
                  side.size() == 2 ? side[1] - '0' : 0);
}

std::string repr(const Position& pos) {
  std::string text = "Position(" + repr(pos.game()) + ", '" + pos.cells() +
                     "', to_move=" + std::to_string(pos.to_move() + 1);
  if (pos.left() != usual_left(pos)) text += ", left=" + std::to_string(pos.left());
  return text + ")";
}

}  // namespace

void bind_position(nb::module_& m) {
  bind_constants<Goal>(m, "Goal",
                       "FIRST_TO_K: the first line of k or more wins, a full board draws. "
                       "COUNT_TO_FULL: the board is filled, and whoever owns more windows of k "
                       "equal cells wins.",
                       kGoals);
  bind_constants<Outcome>(m, "Outcome", "How a position stands.", kOutcomes);

  nb::class_<Game>(m, "Game", "A game of the in-a-row family, as a value.")
      .def(
          "__init__",
          [](Game* self, int rows, int cols, int k, bool gravity, const Constant<Goal>& goal,
             std::pair<int, int> stones, bool exact) {
            new (self) Game(make_game(rows, cols, k, gravity, goal.value, stones, exact));
          },
          "rows"_a = 6, "cols"_a = 7, "k"_a = 4, "gravity"_a = true,
          "goal"_a = constant(kGoals, Goal::FirstToK), "stones"_a = std::pair<int, int>(1, 1),
          "exact"_a = false)
      .def_ro("rows", &Game::rows)
      .def_ro("cols", &Game::cols)
      .def_ro("k", &Game::k)
      .def_ro("gravity", &Game::gravity)
      .def_prop_ro(
          "goal", [](const Game& game) { return constant(kGoals, game.goal); },
          nb::sig("def goal(self) -> Goal"))
      .def_prop_ro(
          "stones", [](const Game& g) { return std::pair(g.first_turn_stones, g.turn_stones); },
          "Stones laid on the very first turn, and on every later one.")
      .def_ro("exact", &Game::exact, "Whether a line of more than k stones does not win.")
      .def_prop_ro("cells", &Game::cells, "Number of cells of the board.")
      .def_prop_ro("move_count", &Game::move_count, "Moves are numbered from 0 below this.")
      .def("__repr__", [](const Game& game) { return repr(game); })
      .def(
          "__eq__",
          [](const Game& game, nb::object other) {
            return nb::isinstance<Game>(other) && game == nb::cast<const Game&>(other);
          },
          "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Game& game) { return nb::hash(nb::cast(fields(game))); })
      .def("__reduce__", [](nb::handle self) {
        const auto& g = nb::cast<const Game&>(self);
        return nb::make_tuple(
            self.type(),
            nb::make_tuple(g.rows, g.cols, g.k, g.gravity, constant(kGoals, g.goal),
                           nb::make_tuple(g.first_turn_stones, g.turn_stones), g.exact));
      });

  nb::class_<Position>(m, "Position",
                       "A board, the side to move and the stones it still lays this turn. "
                       "Immutable; row 0 is the top row. A move is a column on a gravity board and "
                       "row * cols + col on a free one.")
      .def(
          "__init__",
          [](Position* self, const Game& game, const std::optional<nb::str>& cells, int to_move,
             std::optional<int> left, std::string_view symbols) {
            new (self) Position(make_position(game, cells, to_move, left, symbols));
          },
          "game"_a, "cells"_a = nb::none(), "to_move"_a = 1, "left"_a = nb::none(),
          "symbols"_a = ".xo")
      .def_static("parse", &parse, "game"_a, "text"_a, "The inverse of str().")
      .def_prop_ro("game", &Position::game, nb::rv_policy::copy)
      .def_prop_ro(
          "to_move", [](const Position& pos) { return pos.to_move() + 1; },
          "1 or 2, whatever the number of stones.")
      .def_prop_ro("left", &Position::left, "Stones the side to move still lays this turn.")
      .def_prop_ro("stone_count", &Position::stone_count)
      .def(
          "stones",
          [](const Position& pos, int player) { return pos.stones(player_index(player)).size(); },
          "player"_a, "Number of stones of a player.")
      .def_prop_ro("is_full", &Position::full)
      .def("at", &Position::at, "row"_a, "col"_a, "0 empty, 1 or 2 for a player's stone.")
      .def("cells", &Position::cells, "symbols"_a = ".xo", "Rows from the top, split by '/'.")
      .def(
          "landing",
          [](const Position& pos, int move) -> std::optional<int> {
            const int cell = pos.landing(move);
            return cell < 0 ? std::nullopt : std::optional<int>(cell);
          },
          "move"_a, "The cell (row * cols + col) where a move puts its stone, or None.")
      .def("legal_moves", &Position::legal_moves, "Ascending; empty once the game is over.")
      .def("play", &Position::play, "move"_a, "The position after a legal move.")
      .def("passed", &Position::pass, "The same board with the other side to move.")
      .def("mirrored", &Position::mirrored, "Left and right exchanged.")
      .def(
          "outcome", [](const Position& pos) { return constant(kOutcomes, pos.outcome()); },
          nb::sig("def outcome(self) -> Outcome"))
      .def("score", &Position::score, "Windows of k equal cells of the first and second player.")
      .def(
          "has_line",
          [](const Position& pos, int player) { return pos.has_line(player_index(player)); },
          "player"_a, "Whether a player has a line that wins.")
      .def("line_cells", &Position::line_cells, "The cells of all lines that win.")
      .def(
          "longest_line",
          [](const Position& pos, int cell, int player) {
            return pos.longest_line(cell, player_index(player));
          },
          "cell"_a, "player"_a, "The longest line through a cell if the player had a stone there.")
      .def("problems", &Position::problems, "What is odd about this position, a sentence each.")
      .def("__str__", &text)
      .def("__repr__", [](const Position& pos) { return repr(pos); })
      .def(
          "_repr_svg_",
          [](nb::handle self) -> std::string {
            return nb::cast<std::string>(
                nb::module_::import_("inarow.render.board_svg").attr("board_svg")(self));
          },
          "The picture that a notebook shows, drawn by inarow.render.board_svg.")
      .def(
          "__eq__",
          [](const Position& pos, nb::object other) {
            return nb::isinstance<Position>(other) && pos == nb::cast<const Position&>(other);
          },
          "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", &Position::hash)
      .def("__reduce__", [](nb::handle self) {
        const auto& pos = nb::cast<const Position&>(self);
        return nb::make_tuple(self.type(),
                              nb::make_tuple(nb::cast(pos.game(), nb::rv_policy::copy), pos.cells(),
                                             pos.to_move() + 1, pos.left()));
      });
}

}  // namespace inarow::bind
