#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "doctest.h"
#include "free/fallback_player.hpp"
#include "free/lab7_rule.hpp"
#include "free/window_counts.hpp"
#include "tests/random_positions.hpp"

using namespace inarow;

namespace {

Game free_lines_game(int rows, int cols, int k, int turn_stones = 1) {
  return Game{rows, cols, k, false, Goal::FirstToK, 1, turn_stones};
}

std::vector<Position> random_open_positions(int count, std::uint64_t seed) {
  tests::Dice dice(seed);
  std::vector<Position> found;
  while (static_cast<int>(found.size()) < count) {
    Game game = free_lines_game(1 + dice.below(19), 1 + dice.below(19), 2 + dice.below(7),
                                1 + dice.below(2));
    game.exact = dice.below(2) == 1;
    const Position pos = tests::random_position(game, dice);
    if (pos.outcome() == Outcome::Ongoing) found.push_back(pos);
  }
  return found;
}

// Every move and every reply, as the course describes it.
int plain_line_lookahead(const Position& pos) {
  std::optional<int> best;
  int chosen = -1;
  for (int move = 0; move < pos.game().cells(); ++move) {
    if (pos.landing(move) < 0) continue;
    int worst = Game::kMaxCells;
    for (int reply = 0; reply < pos.game().cells(); ++reply) {
      if (reply == move || pos.landing(reply) < 0) continue;
      worst = std::min(
          worst, pos.longest_line(move, pos.to_move()) - pos.longest_line(reply, pos.opponent()));
    }
    if (!best || worst > *best) {
      best = worst;
      chosen = move;
    }
  }
  return chosen;
}

}  // namespace

TEST_CASE("the line lookahead is the plain search of all replies") {
  for (const Position& pos : random_open_positions(150, 11)) {
    CAPTURE(pos.cells());
    CHECK(lab7_rule(pos) == plain_line_lookahead(pos));
  }
}

TEST_CASE("stones that come and go leave the counts of a fresh board") {
  tests::Dice dice(12);
  for (const Position& pos : random_open_positions(60, 12)) {
    CAPTURE(pos.cells());
    WindowCounts counts(pos);
    const std::vector<int> moves = pos.legal_moves();
    const int cell = moves[static_cast<std::size_t>(dice.below(static_cast<int>(moves.size())))];
    const Position after = pos.play(cell);
    const WindowCounts fresh_before(pos), fresh_after(after);
    auto same = [&](const WindowCounts& fresh) {
      CHECK(counts.empty_count() == fresh.empty_count());
      for (int player : {0, 1}) {
        CHECK(counts.potential(player) == fresh.potential(player));
        for (int stones : {1, 2, 9}) {
          CHECK(counts.can_complete(player, stones) == fresh.can_complete(player, stones));
          CHECK(counts.completing_cells(player, stones) == fresh.completing_cells(player, stones));
        }
      }
    };
    counts.place(cell, pos.to_move());
    same(fresh_after);
    counts.remove(cell, pos.to_move());
    same(fresh_before);
  }
}

TEST_CASE("the completing cells of one stone are those that make a line") {
  for (const Position& pos : random_open_positions(100, 13)) {
    CAPTURE(pos.cells());
    const WindowCounts counts(pos);
    for (int player : {0, 1}) {
      std::vector<int> expected;
      const Position his_turn(pos.game(), pos.cells(), player);
      for (int cell : pos.legal_moves()) {
        if (his_turn.play(cell).has_line(player)) expected.push_back(cell);
      }
      CHECK(counts.completing_cells(player, 1) == expected);
      CHECK(counts.can_complete(player, 1) == !expected.empty());
    }
  }
}

TEST_CASE("the free player is legal, and takes what one stone can take") {
  for (const Position& pos : random_open_positions(100, 14)) {
    CAPTURE(pos.cells());
    const FallbackChoice choice = fallback_choice(pos);
    REQUIRE(pos.landing(choice.move) >= 0);
    if (WindowCounts(pos).can_complete(pos.to_move(), 1)) {
      CHECK(pos.longest_line(choice.move, pos.to_move()) >= pos.game().k);
      CHECK(choice.value == kCertainWin - 1);
    }
  }
}

TEST_CASE("lines longer than the board leave every cell as good as another") {
  const Position pos{free_lines_game(4, 5, 64)};
  CHECK(fallback_choice(pos).value == 0);
  CHECK(pos.landing(fallback_choice(pos).move) >= 0);
}
