// The one-file player's search against the solver, on positions of random play.
#include <doctest.h>

#include <random>

#include "falling/export_search.hpp"
#include "falling/solver/solver.hpp"

namespace inarow::falling {

TEST_CASE("the export search keeps the exact score, also on unbalanced boards") {
  std::mt19937 random(7);
  Solver solver(6, 7, 4);
  ExportSearch lean;
  int compared = 0;
  for (int game = 0; game < 400; ++game) {
    Position pos{Game{}};
    const int stones = 18 + game % 12;
    for (int tries = 0; pos.stone_count() < stones && tries < 200; ++tries) {
      const std::vector<int> legal = pos.legal_moves();
      const Position next = pos.play(legal[random() % legal.size()]);
      if (next.outcome() != Outcome::Ongoing) continue;  // else hardly a game would last
      pos = random() % 20 == 0 ? next.pass() : next;
    }
    const Stones board = mover_stones(pos);
    const ExportResult found = lean.solve(board.mover, board.opponent, 1'000'000);
    REQUIRE(found.solved);
    const int best = solver.solve(board).lo;
    const Position after = pos.play(found.move);
    CHECK(solver.solve(mover_stones(after)).lo == -best);
    compared += found.nodes > 0;
  }
  CHECK(compared > 20);
}

}  // namespace inarow::falling
