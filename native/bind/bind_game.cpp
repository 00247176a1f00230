// Game as a Python value. Its fields are listed once, in core/game.hpp.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "bind/bind.hpp"
#include "bind/constants.hpp"
#include "core/game.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;

constexpr const char* kGoals[] = {"FIRST_TO_K", "COUNT_TO_FULL"};
constexpr const char* kFamilies[] = {"FALLING", "COUNTED", "FREE", "OTHER"};

// A field's value as Python's constructor takes it and its property gives it.
template <class Value>
struct PyField {
  using Type = Value;
  static Value to_python(Value value) { return value; }
  static Value from_python(Value value) { return value; }
};
template <>
struct PyField<Goal> {
  using Type = const Constant<Goal>&;
  static nb::typed<nb::object, Constant<Goal>> to_python(Goal goal) {
    return nb::borrow<nb::typed<nb::object, Constant<Goal>>>(constant(kGoals, goal));
  }
  static Goal from_python(const Constant<Goal>& goal) { return goal.value; }
};
template <>
struct PyField<TurnStones> {
  using Type = std::pair<int, int>;
  static Type to_python(TurnStones stones) { return {stones.first, stones.later}; }
  static TurnStones from_python(Type stones) { return {stones.first, stones.second}; }
};

void require_possible(const Game& game) {
  if (auto problem = game.problem(); !problem.empty()) throw std::invalid_argument(problem);
}

// Calls visit(name, value as Python sees it) for each field.
template <class Visit>
void for_each_field(const Game& game, Visit visit) {
  auto one = [&]<class Value>(const Field<Game, Value>& field) {
    visit(field.name, nb::cast(PyField<Value>::to_python(game.*field.member)));
  };
  std::apply([&](auto... field) { (one(field), ...); }, Game::fields());
}

template <class... Value>
void bind_fields(nb::class_<Game>& type, const Field<Game, Value>&... field) {
  type.def(
      "__init__",
      [=](Game* self, typename PyField<Value>::Type... value) {
        new (self) Game;
        ((self->*field.member = PyField<Value>::from_python(value)), ...);
        require_possible(*self);
      },
      (nb::arg(field.name) = PyField<Value>::to_python(Game{}.*field.member))...);
  (type.def_prop_ro(
       field.name,
       [field](const Game& game) { return PyField<Value>::to_python(game.*field.member); },
       field.doc),
   ...);
}

}  // namespace

std::string repr_of(const Game& game) {
  std::string text;
  for_each_field(game, [&](std::string_view name, nb::object value) {
    if (name == "exact" && !game.exact) return;
    text += (text.empty() ? "Game(" : ", ") + std::string(name) + '=' + nb::repr(value).c_str();
  });
  return text + ')';
}

void bind_game(nb::module_& m) {
  bind_constants<Goal>(m, "Goal",
                       "FIRST_TO_K: the first line of k or more wins, a full board draws. "
                       "COUNT_TO_FULL: the board is filled, and whoever owns more windows of k "
                       "equal cells wins.",
                       kGoals);
  bind_constants<Family>(
      m, "Family",
      "What solvers and strong players are made for. FALLING: gravity, the first line wins, one "
      "stone a turn. COUNTED: gravity, lines are counted on the full board, one stone a turn. "
      "FREE: no gravity, the first line wins, any stones a turn. OTHER: none of these.",
      kFamilies);

  nb::class_<Game> type(m, "Game", "A game of the in-a-row family, as a value.");
  std::apply([&](const auto&... field) { bind_fields(type, field...); }, Game::fields());
  type.def_prop_ro(
          "family", [](const Game& game) { return constant(kFamilies, game.family()); },
          nb::sig("def family(self) -> Family"), "The family of games that this one belongs to.")
      .def_prop_ro("cells", &Game::cells, "Number of cells of the board.")
      .def_prop_ro("move_count", &Game::move_count, "Moves are numbered from 0 below this.")
      .def(
          "sized",
          [](const Game& game, int rows, int cols, int k) {
            const Game other = game.sized(rows, cols, k);
            require_possible(other);
            return other;
          },
          "rows"_a, "cols"_a, "k"_a, "The same rules on a board of another size.")
      .def("same_kind", &Game::same_kind, "other"_a,
           "Whether two games differ in their size alone, if at all.")
      .def("__repr__", &repr_of)
      .def(
          "__eq__",
          [](const Game& game, nb::object other) {
            return nb::isinstance<Game>(other) && game == nb::cast<const Game&>(other);
          },
          "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", &Game::hash)
      .def("__reduce__", [](nb::handle self) {
        nb::list values;
        for_each_field(nb::cast<const Game&>(self),
                       [&](const char*, nb::object value) { values.append(value); });
        return nb::make_tuple(self.type(), nb::tuple(values));
      });
}

}  // namespace inarow::bind
