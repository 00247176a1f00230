// The opening book, and the layers of positions it is made of.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bind/bind.hpp"
#include "book/opening_book.hpp"
#include "players/connect_four_player.hpp"

namespace inarow::bind {

using namespace nanobind::literals;

namespace {

// The positions of one ply, by their place in the ascending order of keys.
class BookLayer {
 public:
  BookLayer(const Game& game, int ply) : rules_(game) {
    if (ply < 0 || ply >= game.cells()) {
      throw std::invalid_argument("ply is " + std::to_string(ply) + ", expected 0 to " +
                                  std::to_string(game.cells() - 1));
    }
    keys_ = without_lock([&] { return rules_.layer(ply); });
  }
  std::size_t size() const { return keys_.size(); }
  Position position(std::size_t index) const {
    if (index >= keys_.size()) throw nb::index_error();
    return rules_.position(keys_[index]);
  }

 private:
  PositionLayers rules_;
  std::vector<PositionKey> keys_;
};

}  // namespace

void bind_book(nb::module_& m) {
  nb::class_<BookLayer>(m, "BookLayer",
                        "All positions after so many moves in which the game goes on, one of each "
                        "mirrored pair, neighbours being alike.")
      .def(nb::init<const Game&, int>(), "game"_a, "ply"_a)
      .def("__len__", &BookLayer::size)
      .def("__getitem__", &BookLayer::position, "index"_a);
  m.def(
      "position_key",
      [](const Position& pos) {
        const PositionLayers rules(pos.game());
        const SolverPosition stones = solver_position(pos);
        return std::make_pair(rules.key(stones), rules.key(stones) != rules.plain_key(stones));
      },
      "pos"_a,
      "A number that a position shares with its mirror image only, and whether it is that of the "
      "mirror image.");
  nb::class_<OpeningBook>(m, "OpeningBook",
                          "Exact scores of every position up to a ply: those of the deepest layer "
                          "are given in the order of BookLayer, a signed byte each.")
      .def(
          "__init__",
          [](OpeningBook* self, const Game& game, int ply, nb::bytes scores) {
            const auto* data = static_cast<const std::int8_t*>(scores.data());
            const std::vector<std::int8_t> values(data, data + scores.size());
            without_lock([&] { return new (self) OpeningBook(game, ply, values); });
          },
          "game"_a, "ply"_a, "scores"_a)
      .def("score", &OpeningBook::score, "pos"_a,
           "The score for the side to move, or None if the position is not in the book.")
      .def_prop_ro("ply", &OpeningBook::ply)
      .def_prop_ro("positions", &OpeningBook::positions, "Positions of the deepest layer.")
      .def_prop_ro("game", &OpeningBook::game, nb::rv_policy::copy);
}

}  // namespace inarow::bind
