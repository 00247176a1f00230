// Packed numbers, kept results and books of results against the plain search.
#include <bit>
#include <random>

#include "doctest.h"
#include "falling/packed_numbers.hpp"
#include "falling/result_book.hpp"
#include "falling/result_move_ranks.hpp"
#include "falling/result_search.hpp"
#include "tests/falling/plain_search.hpp"

namespace inarow::falling {

namespace {

int sign(int value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

const Game kSmall{4, 4, 3};

plain::Grid grid_of(const Stones& pos) {
  plain::Grid grid(kSmall.rows, kSmall.cols, kSmall.k);
  for (int col = 0; col < kSmall.cols; ++col) {
    for (int row = 0; row < kSmall.rows; ++row) {
      const int bit = col * (kSmall.rows + 1) + row;
      grid.at_ref(col, row) = (pos.mover >> bit & 1) ? 1 : (pos.opponent >> bit & 1) ? 2 : 0;
    }
  }
  return grid;
}

int plain_result(plain::Reference& reference, const Stones& pos) {
  plain::Grid grid = grid_of(pos);
  return sign(reference.value(grid, 1));
}

}  // namespace

TEST_CASE("numbers are packed both ways, and damage is seen") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int8_t> numbers(random() % 300);
    const int span = 1 + static_cast<int>(random() % 128);
    for (auto& number : numbers) {
      number = static_cast<std::int8_t>(static_cast<int>(random() % span) - span / 2);
    }
    std::string packed = pack_numbers(numbers);
    CHECK(unpack_numbers(packed, numbers.size()) == numbers);
    CHECK_THROWS(unpack_numbers(packed.substr(0, packed.size() - 1), numbers.size()));
    CHECK_THROWS(unpack_numbers(packed + "x", numbers.size()));
    CHECK_THROWS(unpack_numbers("", numbers.size()));
  }
  CHECK_THROWS(pack_numbers({64}));
}

TEST_CASE("results and the columns that keep them are those of the plain search") {
  const PositionLists rules(kSmall);
  Solver solver(kSmall.rows, kSmall.cols, kSmall.k);
  plain::Reference reference;
  for (const int difference : {1, -1, -3}) {
    const LayerStones stones = layer_stones(kSmall, 7, difference);
    const auto keys = rules.boards(stones.mover, stones.opponent);
    CHECK(keys.size() > 10);
    std::vector<std::int8_t> codes;
    for (const PositionKey key : keys) {
      const Stones pos = rules.geometry().stones_of(key);
      const ResultMove kept = solve_result(solver, pos);
      CHECK(kept.settled());
      CHECK(kept.lo == plain_result(reference, pos));
      codes.push_back(static_cast<std::int8_t>(code_of({kept.lo, kept.column}, kSmall.cols)));
    }
    ResultBook book(kSmall, 7, difference, codes);
    for (int ply = 5; ply <= 7; ++ply) {
      const int ahead = (7 - ply) % 2 == 0 ? difference : -difference - 1;
      const LayerStones sides = layer_stones(kSmall, ply, ahead);
      for (const PositionKey key : rules.boards(sides.mover, sides.opponent)) {
        const Stones pos = rules.geometry().stones_of(key);
        const BookResult found = book.entry(pos);
        CHECK(found.result == plain_result(reference, pos));
        CHECK(found.column.has_value() == (found.result >= 0));
        if (!found.column) continue;
        const auto after = rules.after_move(pos, *found.column);
        REQUIRE(after.has_value());
        const bool won = rules.geometry().has_line(after->opponent);
        CHECK((won ? 1 : -plain_result(reference, *after)) == found.result);
      }
      for (const std::uint8_t rank : result_move_ranks(book, ply, ahead)) CHECK(rank < kSmall.cols);
    }
    CHECK_THROWS(result_move_ranks(book, 8, 0));
  }
}

}  // namespace inarow::falling
