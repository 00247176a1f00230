// The counted player against a plain minimax on Position, which knows nothing of bitboards.
#include <algorithm>
#include <random>
#include <stdexcept>

#include "core/interrupt.hpp"
#include "counted/player.hpp"
#include "doctest.h"

namespace inarow::counted {
namespace {

Game filled_game(int rows, int cols, int k) {
  return Game{rows, cols, k, true, Goal::CountToFull, 1, 1};
}

// Random moves until `empty` cells are left; now and then a side moves twice.
Position random_position(const Game& game, int empty, std::mt19937& rng) {
  Position pos(game);
  while (game.cells() - pos.stone_count() > empty) {
    const auto moves = pos.legal_moves();
    pos = pos.play(moves[rng() % moves.size()]);
    if (rng() % 4 == 0) pos = pos.pass();
  }
  return pos;
}

// 100 times the margin of the side to move when both play on to the end as well as they can.
int slow_value(const Position& pos) {
  if (pos.full()) {
    const auto [first, second] = pos.score();
    return 100 * (pos.to_move() == 0 ? first - second : second - first);
  }
  int best = -1000000;
  for (int move : pos.legal_moves()) best = std::max(best, -slow_value(pos.play(move)));
  return best;
}

TEST_CASE("a search to the end of the game finds its value and a move that keeps it") {
  std::mt19937 rng(7);
  const Game games[] = {filled_game(6, 7, 4),  filled_game(7, 8, 4),  filled_game(4, 4, 3),
                        filled_game(3, 16, 2), filled_game(63, 1, 8), filled_game(1, 32, 5)};
  for (const Game& game : games) {
    for (int empty = 1; empty <= 6; ++empty) {
      const Position pos = random_position(game, empty, rng);
      const Choice choice = choose(pos, empty);
      CHECK(choice.exact);
      CHECK(choice.value == slow_value(pos));
      CHECK(choice.value == -slow_value(pos.play(choice.move)));
      CHECK(choice.nodes >= static_cast<std::uint64_t>(empty));
    }
  }
}

TEST_CASE("every depth gives a legal move, the same each time") {
  std::mt19937 rng(8);
  for (const Game& game : {filled_game(6, 7, 4), filled_game(7, 8, 5)}) {
    for (int empty : {3, 17, 30, 42}) {
      const Position pos = random_position(game, empty, rng);
      for (int depth = 1; depth <= 6; ++depth) {
        const Choice choice = choose(pos, depth);
        CHECK(pos.landing(choice.move) >= 0);
        CHECK(choice.exact == (depth >= empty));
        CHECK(choose(pos, depth).move == choice.move);
        CHECK(choose(pos, depth).nodes == choice.nodes);
      }
    }
  }
}

TEST_CASE("positions that it cannot play are refused") {
  Game connect_four;
  CHECK_THROWS_AS(choose(Position(connect_four), 1), std::invalid_argument);
  Game two_stones = filled_game(6, 7, 4);
  two_stones.stones.later = 2;
  CHECK_THROWS_AS(choose(Position(two_stones), 1), std::invalid_argument);
  const Game small = filled_game(2, 2, 2);
  CHECK_THROWS_AS(choose(Position(small), 0), std::invalid_argument);
  CHECK_THROWS_AS(choose(Position(small, "xo/ox", 0), 1), std::invalid_argument);
  CHECK_THROWS_AS(choose(Position(small, "x./.o", 0), 1), std::invalid_argument);
}

TEST_CASE("a search stops when it is asked to") {
  interrupt_requested = [] { return true; };
  CHECK_THROWS_AS(choose(Position(filled_game(6, 7, 4)), 42), Interrupted);
  interrupt_requested = nullptr;
}

}  // namespace
}  // namespace inarow::counted
