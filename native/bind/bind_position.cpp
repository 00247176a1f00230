// Position as a Python value.
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/bind.hpp"
#include "bind/constants.hpp"
#include "core/position.hpp"
#include "core/quoted.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;

constexpr const char* kOutcomes[] = {"ONGOING", "FIRST_WINS", "SECOND_WINS", "DRAW"};

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
  return pos.stone_count() == 0 ? pos.game().stones.first : pos.game().stones.later;
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
    throw BadText(quoted(line) + " must be rows from the top split by '/', a space, and x or o");
  }
  return Position(game, line.substr(0, space), side[0] == 'x' ? 0 : 1,
                  side.size() == 2 ? side[1] - '0' : 0);
}

std::optional<int> at_least_zero(int number) {
  return number < 0 ? std::nullopt : std::optional<int>(number);
}

// The text of a position that a function of inarow.render makes.
std::string rendered(const char* module, const char* function, nb::handle pos) {
  return nb::cast<std::string>(nb::module_::import_(module).attr(function)(pos));
}

std::string drawing(nb::handle pos) {
  return rendered("inarow.render.board_text", "position_text", pos);
}

nb::object after(nb::handle self, nb::object moves) {
  if (nb::isinstance<nb::str>(moves)) {
    return nb::module_::import_("inarow.move_text").attr("play_moves")(self, moves);
  }
  Position pos = nb::cast<const Position&>(self);
  for (nb::handle move : moves) {
    int number;
    if (!nb::try_cast(move, number)) throw nb::type_error("moves are text or whole numbers");
    pos = pos.play(number);
  }
  return nb::cast(pos);
}

std::string repr(const Position& pos) {
  std::string text = "Position(" + repr_of(pos.game()) + ", '" + pos.cells() +
                     "', to_move=" + std::to_string(pos.to_move() + 1);
  if (pos.left() != usual_left(pos)) text += ", left=" + std::to_string(pos.left());
  return text + ")";
}

}  // namespace

void bind_position(nb::module_& m) {
  bind_constants<Outcome>(m, "Outcome", "How a position stands.", kOutcomes);

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
          "game"_a = Game{}, "cells"_a = nb::none(), "to_move"_a = 1, "left"_a = nb::none(),
          "symbols"_a = ".xo")
      .def_static("parse", &parse, "game"_a, "text"_a,
                  "The position of a line of text; raises BadTextError. The inverse of text.")
      .def_prop_ro("game", &Position::game, nb::rv_policy::copy)
      .def_prop_ro(
          "to_move", [](const Position& pos) { return pos.to_move() + 1; },
          "1 or 2, whatever the number of stones.")
      .def_prop_ro(
          "opponent", [](const Position& pos) { return pos.opponent() + 1; },
          "The player who is not to move, 1 or 2.")
      .def_prop_ro("left", &Position::left, "Stones the side to move still lays this turn.")
      .def_prop_ro("stone_count", &Position::stone_count)
      .def(
          "stones",
          [](const Position& pos, int player) { return pos.stones(player_index(player)).size(); },
          "player"_a, "Number of stones of a player.")
      .def_prop_ro("is_full", &Position::full)
      .def("at", &Position::at, "row"_a, "col"_a,
           "0 empty, 1 or 2 for a player's stone; raises UserError outside the board.")
      .def(
          "cells", &Position::cells, "symbols"_a = ".xo",
          "Rows from the top, split by '/', with a symbol each for empty, first and second player; "
          "raises UserError for other than three.")
      .def(
          "landing", [](const Position& pos, int move) { return at_least_zero(pos.landing(move)); },
          "move"_a, "The cell (row * cols + col) where a move puts its stone, or None.")
      .def("legal_moves", &Position::legal_moves, "Ascending; empty once the game is over.")
      .def("play", &Position::play, "move"_a,
           "The position after a legal move; raises IllegalMoveError for another.")
      .def("after", &after, "moves"_a,
           nb::sig("def after(self, moves: str | collections.abc.Iterable[int]) -> Position"),
           "The position after some moves: text as people write it (columns from 1, \"4455\"; on a "
           "free board \"8.8 8.9\", row and column from the top left) or numbers as play takes "
           "them.")
      .def("passed", &Position::pass, "The same board with the other side to move.")
      .def("mirrored", &Position::mirrored, "Left and right exchanged.")
      .def(
          "outcome", [](const Position& pos) { return constant(kOutcomes, pos.outcome()); },
          nb::sig("def outcome(self) -> Outcome"), "How the position stands.")
      .def_prop_ro("is_over", &Position::over, "Whether the game has ended here.")
      .def_prop_ro(
          "winner",
          [](const Position& pos) -> std::optional<int> {
            const int winner = pos.winner();
            return winner < 0 ? std::nullopt : std::optional<int>(winner + 1);
          },
          "1 or 2, or None while the game goes on and after a draw.")
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
      .def(
          "windows",
          [](const Position& pos) {
            auto found = pos.windows();
            for (auto& [owner, cells] : found) ++owner;
            return found;
          },
          "Every window of k stones of one player, as (player, cells); score counts them.")
      .def(
          "winning_cells",
          [](const Position& pos, int player) { return pos.winning_cells(player_index(player)); },
          "player"_a,
          "The empty cells where one stone would give a player a line that wins, reachable or not.")
      .def_prop_ro(
          "floating_cell", [](const Position& pos) { return at_least_zero(pos.floating_cell()); },
          "A stone with an empty cell below it on a gravity board, or None.")
      .def("problems", &Position::problems,
           "What is odd about this position, a sentence each, a floating stone first.")
      .def_prop_ro("text", &text, "One line that Position.parse reads: cells, space, side to move.")
      .def("draw", &drawing, "The board in plain characters, and who is to move or has won below.")
      .def("__str__", &drawing)
      .def("__repr__", [](const Position& pos) { return repr(pos); })
      .def(
          "_repr_svg_",
          [](nb::handle pos) { return rendered("inarow.render.board_svg", "board_svg", pos); },
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
