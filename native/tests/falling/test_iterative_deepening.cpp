#include <stdexcept>

#include "doctest.h"
#include "falling/iterative_deepening.hpp"
#include "tests/random_positions.hpp"

namespace inarow::falling {

namespace {

// The game value by plain search: kWin - n for a win on the n-th ply, 0 for a draw.
int plain_value(const Position& pos, int ply) {
  const Outcome outcome = pos.outcome();
  if (outcome == Outcome::Draw) return 0;
  if (outcome != Outcome::Ongoing) return -(kWin - ply);
  int best = -kWin;
  for (int move : pos.legal_moves()) best = std::max(best, -plain_value(pos.play(move), ply + 1));
  return best;
}

}  // namespace

TEST_CASE("a search to the end finds the exact value and a move that keeps it") {
  tests::Dice dice(5);
  const Game games[] = {Game{}, Game{4, 4, 3}, Game{4, 5, 4}, Game{3, 6, 3}};
  int checked = 0;
  while (checked < 150) {
    const Position pos = tests::random_position(games[dice.below(4)], dice);
    if (pos.outcome() != Outcome::Ongoing || pos.has_line(0) || pos.has_line(1)) continue;
    if (pos.game().cells() - pos.stone_count() > 9) continue;
    ++checked;
    const Choice choice = iterative_deepening(pos, {60.0, 64});
    CAPTURE(pos.cells());
    CHECK(choice.exact);
    CHECK(choice.value == plain_value(pos, 0));
    CHECK(-plain_value(pos.play(choice.move), 1) == choice.value);
  }
}

TEST_CASE("no time at all still gives a legal move") {
  tests::Dice dice(6);
  for (int i = 0; i < 300; ++i) {
    const Position pos = tests::random_position(i % 2 == 0 ? Game{} : Game{7, 8, 4}, dice);
    if (pos.outcome() != Outcome::Ongoing) continue;
    CHECK(pos.landing(iterative_deepening(pos, {0.0, 64}).move) >= 0);
  }
}

TEST_CASE("other games and finished games are refused") {
  CHECK_THROWS_AS(iterative_deepening(Position{Game{6, 7, 4, true, Goal::CountToFull}}, {}),
                  std::invalid_argument);
  CHECK_THROWS_AS(iterative_deepening(
                      Position(Game{}, "......./......./......./......./......./xxxx...", 1), {}),
                  std::invalid_argument);
}

}  // namespace inarow::falling
