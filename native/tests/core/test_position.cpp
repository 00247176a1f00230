#include <stdexcept>

#include "core/position.hpp"
#include "doctest.h"
#include "tests/random_positions.hpp"

using namespace inarow;

TEST_CASE("stones fall to the lowest empty cell and columns fill up") {
  Position pos{Game{}};
  for (int i = 0; i < 6; ++i) {
    CHECK(pos.landing(3) == (5 - i) * 7 + 3);
    pos = pos.play(3);
  }
  CHECK(pos.landing(3) == -1);
  CHECK_THROWS_AS(pos.play(3), std::invalid_argument);
  CHECK_THROWS_AS(pos.play(7), std::invalid_argument);
  CHECK(pos.cells() == "...o.../...x.../...o.../...x.../...o.../...x...");
}

TEST_CASE("a board is written with three symbols of ASCII and has no cells outside") {
  const Position pos{Game{}};
  CHECK(pos.play(3).cells("012").back() == '0');
  for (const char* symbols : {"", "0", "01", "0123", "\xc3\xa9x"}) {
    CHECK_THROWS_AS(pos.cells(symbols), std::invalid_argument);
  }
  CHECK_THROWS_AS(pos.at(6, 0), std::invalid_argument);
  CHECK_THROWS_AS(pos.at(0, -1), std::invalid_argument);
}

TEST_CASE("four in a row ends the game in every direction") {
  for (const char* cells : {"......./......./......./......./......./.xxxx..",
                            "......./......./..x..../..x..../..x..../..x....",
                            "......./......./...x.../..xo.../.xoo.../xooo...",
                            "......./......./...x.../...ox../...oox./...ooox"}) {
    const Position pos(Game{}, cells, 1);
    CHECK(pos.outcome() == Outcome::FirstWins);
    CHECK(pos.legal_moves().empty());
    CHECK(pos.line_cells().size() == 4);
    CHECK_THROWS_AS(pos.play(0), std::invalid_argument);
  }
}

TEST_CASE("no line wraps around an edge") {
  CHECK(!Position(Game{}, "......./......./......./......./.....xx/xx.....", 0).has_line(0));
  const Game free{5, 7, 4, false};
  CHECK(!Position(free, "......./.....xx/xx...../......./.......", 0).has_line(0));
}

TEST_CASE("a turn of two stones keeps the side to move") {
  const Game connect6{19, 19, 6, false, Goal::FirstToK, 1, 2};
  Position pos{connect6};
  const int expected[] = {0, 1, 1, 0, 0, 1, 1};
  for (int i = 0; i < 7; ++i) {
    CHECK(pos.to_move() == expected[i]);
    pos = pos.play(i * 20);
  }
}

TEST_CASE("games that do not fit are refused with a sentence") {
  CHECK_THROWS_AS(Position(Game{8, 8, 4}), std::invalid_argument);
  CHECK_THROWS_AS(Position(Game{21, 19, 6, false}), std::invalid_argument);
  CHECK_THROWS_AS(Position(Game{6, 7, 1}), std::invalid_argument);
  CHECK_NOTHROW(Position(Game{7, 8, 4}));
  CHECK_NOTHROW(Position(Game{63, 1, 4}));
}

TEST_CASE("text and mirror round-trip on random positions") {
  tests::Dice dice(1);
  for (const Game& game : {Game{}, Game{7, 8, 4}, Game{19, 19, 6, false}, Game{3, 3, 3, false}}) {
    for (int i = 0; i < 200; ++i) {
      const Position pos = tests::random_position(game, dice);
      CHECK(Position(game, pos.cells(), pos.to_move()) == pos);
      CHECK(pos.mirrored().mirrored() == pos);
      CHECK(pos.mirrored().score() == pos.score());
    }
  }
}
