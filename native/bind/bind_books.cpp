// Books of games with gravity that the first line wins: the layers of positions that they are made
// of, exact scores, results, and how both are packed.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <optional>
#include <string>
#include <vector>

#include "bind/bind.hpp"
#include "core/gravity_stones.hpp"
#include "falling/opening_book.hpp"
#include "falling/packed_numbers.hpp"
#include "falling/result_book.hpp"
#include "falling/result_move_ranks.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using namespace falling;

// The positions of one ply, by their place in the ascending order of keys.
class BookLayer {
 public:
  BookLayer(const Game& game, int ply, std::optional<int> difference,
            std::optional<std::size_t> most)
      : rules_(game) {
    const LayerStones stones = layer_stones(game, ply, difference.value_or(ply % 2));
    keys_ = without_lock([&] {
      const std::size_t limit = most.value_or(PositionLists::kAny);
      return difference ? rules_.boards(stones.mover, stones.opponent, limit)
                        : rules_.layer(ply, limit);
    });
  }
  std::size_t size() const { return keys_.size(); }
  Position position(std::size_t index) const {
    if (index >= keys_.size()) throw nb::index_error();
    return rules_.position(keys_[index]);
  }

 private:
  PositionLists rules_;
  std::vector<PositionKey> keys_;
};

std::vector<std::int8_t> signed_bytes(const nb::bytes& bytes) {
  const auto* data = static_cast<const std::int8_t*>(bytes.data());
  return {data, data + bytes.size()};
}

using ResultAndColumn = std::pair<int, std::optional<int>>;

}  // namespace

void bind_books(nb::module_& m) {
  nb::class_<BookLayer>(m, "BookLayer",
                        "All positions after so many moves in which the game goes on, one of each "
                        "mirrored pair, neighbours being alike: those of alternate play, or with a "
                        "difference all boards on which the mover has so many stones more.")
      .def(nb::init<const Game&, int, std::optional<int>, std::optional<std::size_t>>(), "game"_a,
           "ply"_a, "difference"_a = nb::none(), "most"_a = nb::none(),
           "ValueError as soon as it turns out that there are more than `most`, or that were on "
           "the way.")
      .def("__len__", &BookLayer::size)
      .def("__getitem__", &BookLayer::position, "index"_a);
  m.def(
      "position_key",
      [](const Position& pos) {
        const PositionLists rules(pos.game());
        const Stones stones = mover_stones(pos);
        const PositionKey key = rules.geometry().least_key(stones);
        return std::make_pair(key, key != rules.geometry().key(stones));
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
            const std::vector<std::int8_t> values = signed_bytes(scores);
            without_lock([&] { return new (self) OpeningBook(game, ply, values); });
          },
          "game"_a, "ply"_a, "scores"_a)
      .def("score", &OpeningBook::score, "pos"_a,
           "The score for the side to move, or None if the position is not in the book.")
      .def_prop_ro("ply", &OpeningBook::ply)
      .def_prop_ro("positions", &OpeningBook::positions, "Positions of the deepest layer.")
      .def_prop_ro("game", &OpeningBook::game, nb::rv_policy::copy);
  nb::class_<ResultBook>(m, "ResultBook",
                         "The result of every board with up to so many stones, the mover having so "
                         "many more than the other side, and a column that keeps it: the deepest "
                         "layer is given in the order of BookLayer, a byte each (result_code).")
      .def(
          "__init__",
          [](ResultBook* self, const Game& game, int ply, int difference, nb::bytes codes) {
            const std::vector<std::int8_t> values = signed_bytes(codes);
            without_lock([&] { return new (self) ResultBook(game, ply, difference, values); });
          },
          "game"_a, "ply"_a, "difference"_a, "codes"_a)
      .def(
          "find",
          [](ResultBook& self, const Position& pos) -> std::optional<ResultAndColumn> {
            const std::optional<BookResult> found = self.find(pos);
            if (!found) return std::nullopt;
            return ResultAndColumn(found->result, found->column);
          },
          "pos"_a,
          "1, 0 or -1 for a win, a draw or a loss of the side to move, and a column that keeps it "
          "(None where all is lost); None if the position is not in the book.")
      .def_prop_ro("ply", &ResultBook::ply)
      .def_prop_ro("difference", &ResultBook::difference)
      .def_prop_ro("positions", &ResultBook::positions, "Positions of the deepest layer.")
      .def_prop_ro("game", &ResultBook::game, nb::rv_policy::copy);
  m.def(
      "result_move_ranks",
      [](ResultBook& book, int stones, int ahead) {
        const std::vector<std::uint8_t> ranks = result_move_ranks(book, stones, ahead);
        return nb::bytes(ranks.data(), ranks.size());
      },
      "book"_a, "stones"_a, "ahead"_a,
      "For each board with so many stones, by heights of columns and then by whose stones they "
      "are: "
      "how many moves before the one that keeps the result do not lose at once either, from the "
      "middle outwards; 0 where nothing is to be known.");
  m.def(
      "result_code",
      [](int result, std::optional<int> column, int cols) {
        return code_of({result, column}, cols);
      },
      "result"_a, "column"_a.none(), "cols"_a,
      "A result and the column that keeps it as one number: 0 lost, 1 + column won, 1 + cols + "
      "column drawn.");
  m.def(
      "result_of_code",
      [](int code, int cols) {
        const BookResult entry = result_of(code, cols);
        return ResultAndColumn(entry.result, entry.column);
      },
      "code"_a, "cols"_a, "The inverse of result_code.");
  m.def(
      "pack_numbers",
      [](nb::bytes numbers) {
        const std::string packed = pack_numbers(signed_bytes(numbers));
        return nb::bytes(packed.data(), packed.size());
      },
      "numbers"_a, "Signed bytes from -64 to 63 in few bytes, where neighbours are alike.");
  m.def(
      "unpack_numbers",
      [](nb::bytes packed, std::size_t count) {
        const std::vector<std::int8_t> numbers =
            unpack_numbers({packed.c_str(), packed.size()}, count);
        return nb::bytes(numbers.data(), numbers.size());
      },
      "packed"_a, "count"_a, "So many signed bytes that pack_numbers packed.");
}

}  // namespace inarow::bind
