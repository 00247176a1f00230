#include <algorithm>
#include <stdexcept>

#include "counted/solver.hpp"
#include "doctest.h"
#include "tests/random_positions.hpp"

namespace inarow::counted {

namespace {

// First player's points minus second player's by plain search.
int plain_difference(const Position& pos) {
  if (pos.full()) {
    const auto [first, second] = pos.score();
    return first - second;
  }
  int best = pos.to_move() == 0 ? -1000 : 1000;
  for (int move : pos.legal_moves()) {
    const int value = plain_difference(pos.play(move));
    best = pos.to_move() == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

Game counted_game(int rows, int cols, int k) {
  return Game{rows, cols, k, true, Goal::CountToFull};
}

}  // namespace

TEST_CASE("the solver agrees with plain search on every size of board and key") {
  tests::Dice dice(17);
  const Game games[] = {counted_game(6, 7, 4),  counted_game(4, 4, 3),  counted_game(7, 8, 4),
                        counted_game(3, 16, 2), counted_game(1, 32, 3), counted_game(63, 1, 4),
                        counted_game(5, 4, 4)};
  int checked = 0;
  while (checked < 300) {
    const Position pos = tests::random_position(games[dice.below(7)], dice);
    if (pos.game().cells() - pos.stone_count() > 6) continue;
    ++checked;
    Solver solver(pos.game(), 1, 1, {});
    const Verdict verdict = solver.solve(pos, {});
    CAPTURE(pos.cells());
    CHECK(verdict.exact());
    CHECK(verdict.lower == plain_difference(pos));
  }
}

TEST_CASE("a table gives back the bounds of its keys and of no others") {
  for (int width : {20, 49, 64}) {
    Table table(width, 1, true);
    tests::Dice dice(static_cast<std::uint64_t>(width));
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    auto word = [&] {
      std::uint64_t bits = 0;
      for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<std::uint64_t>(dice.below(256));
      return bits & mask;
    };
    int found_count = 0;
    for (int i = 0; i < 3000; ++i) {
      const Key key{word(), word()};
      const int lower = dice.below(200) - 100;
      Bounds found;
      CHECK(!table.find({key.first, key.second ^ 1}, found));
      table.store(key, {lower, lower + 7}, static_cast<std::uint64_t>(dice.below(1000)));
      CHECK(!table.find({key.first, key.second ^ (std::uint64_t{1} << (width - 1))}, found));
      CHECK(!table.find({key.first ^ 1, key.second}, found));
      if (table.find(key, found)) {
        ++found_count;
        CHECK(found.lower == lower);
        CHECK(found.upper == lower + 7);
      }
    }
    CHECK(found_count == 3000);
  }
}

TEST_CASE("bounds that do not fit an entry become weaker, never wrong") {
  Table table(64, 1, false);
  const Key key{3, 5};
  Bounds found;
  table.store(key, {200, 300}, 1);
  REQUIRE(table.find(key, found));
  CHECK(found.lower == 127);
  CHECK(found.upper == Bounds::kNone);
  const Key other{4, 5};
  table.store(other, {-300, -200}, 1);
  REQUIRE(table.find(other, found));
  CHECK(found.lower == -Bounds::kNone);
  CHECK(found.upper == -127);
}

TEST_CASE("a solver without nodes still tells the truth") {
  const Position start(counted_game(6, 7, 4));
  Solver solver(start.game(), 1, 1, {});
  const Verdict verdict = solver.solve(start, {1e9, 0});
  CHECK(verdict.lower <= 0);
  CHECK(verdict.upper == 0);  // the second player answers in the same column
  CHECK_THROWS_AS(Solver(Game{}, 1, 1, {}), std::invalid_argument);
}

}  // namespace inarow::counted
