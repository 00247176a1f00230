// native/free against plain versions of the same ideas.
#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "doctest.h"
#include "free/defence.hpp"
#include "free/engine.hpp"
#include "free/pairing.hpp"
#include "tests/free/slow_lines.hpp"
#include "tests/random_positions.hpp"

using namespace inarow;
using namespace inarow::free;
using tests::SlowLines;

namespace {

Game free_game(int rows, int cols, int k, bool exact = false, int stones = 1) {
  return Game{rows, cols, k, false, Goal::FirstToK, 1, stones, exact};
}

// A random board without a line, with a given number of empty cells.
Position open_position(const Game& game, int empty, tests::Dice& dice) {
  for (;;) {
    std::string cells(static_cast<std::size_t>(game.cells()), '.');
    int stones = game.cells() - empty;
    while (stones > 0) {
      char& cell = cells[static_cast<std::size_t>(dice.below(game.cells()))];
      if (cell != '.') continue;
      cell = dice.below(2) == 0 ? 'x' : 'o';
      --stones;
    }
    std::string text;
    for (int row = 0; row < game.rows; ++row) {
      if (row > 0) text += '/';
      text += cells.substr(static_cast<std::size_t>(row * game.cols),
                           static_cast<std::size_t>(game.cols));
    }
    Position pos(game, text, dice.below(2));
    if (pos.outcome() == Outcome::Ongoing) return pos;
  }
}

SearchWatch nobody_watches;

Budget unlimited() { return Budget(nobody_watches, after(Budget::Clock::now(), 600.0)); }

}  // namespace

TEST_CASE("a board played forth and back equals one that is set up") {
  tests::Dice dice(12);
  const Game games[] = {
      free_game(19, 19, 6), free_game(15, 15, 5, true),     free_game(7, 7, 6), free_game(9, 12, 8),
      free_game(3, 3, 3),   free_game(19, 19, 6, false, 2), free_game(4, 19, 7)};
  for (const Game& game : games) {
    Board board(game);
    std::vector<std::pair<int, int>> stones;
    for (int step = 0; step < 200; ++step) {
      if (!stones.empty() && (dice.below(3) == 0 || board.empty_count() == 0)) {
        board.take_back();
        stones.pop_back();
      } else {
        int cell = dice.below(game.cells());
        while (!board.is_empty(cell)) cell = dice.below(game.cells());
        const int colour = dice.below(2);
        board.put(cell, colour);
        stones.emplace_back(cell, colour);
      }
      if (step % 20 != 19) continue;
      std::string cells;
      for (int cell = 0; cell < game.cells(); ++cell) {
        if (cell > 0 && cell % game.cols == 0) cells += '/';
        cells += board.is_empty(cell) ? '.' : "xo"[board.owner(cell)];
      }
      Board fresh(game);
      fresh.load(Position(game, cells, 0));
      CHECK(fresh.hash() == board.hash());
      for (int colour : {0, 1}) {
        CHECK(fresh.total_value(colour) == board.total_value(colour));
        int total = 0;
        for (int kind = 0; kind < kThreatCount; ++kind) {
          const auto threat = static_cast<Threat>(kind);
          CHECK(fresh.count(colour, threat) == board.count(colour, threat));
          std::vector<int> one, other;
          fresh.append_cells(colour, threat, one);
          board.append_cells(colour, threat, other);
          CHECK(one == other);
          total += static_cast<int>(one.size());
        }
        CHECK(total == board.empty_count());
        for (int cell = 0; cell < game.cells(); ++cell) {
          if (!board.is_empty(cell)) continue;
          for (int line = 0; line < 4; ++line) {
            REQUIRE(fresh.pattern(colour, cell, line) == board.pattern(colour, cell, line));
          }
        }
      }
    }
  }
}

TEST_CASE("classes say what a stone does: complete, leave two completing cells, or one") {
  tests::Dice dice(13);
  const Game games[] = {free_game(8, 8, 4), free_game(8, 8, 5), free_game(8, 8, 5, true),
                        free_game(7, 7, 6), free_game(8, 8, 3), free_game(6, 9, 4, true)};
  int doubles = 0, ones = 0;
  for (int i = 0; i < 240; ++i) {
    const Game& game = games[i % 6];
    const Position pos = open_position(game, game.cells() - 8 - dice.below(25), dice);
    Board board(game);
    board.load(pos);
    SlowLines slow(pos);
    for (int colour : {0, 1}) {
      const SlowLines::Mask before = slow.completions(colour);
      SlowLines::each(slow.empty(), [&](int cell) {
        const Threat threat = board.threat(colour, cell);
        REQUIRE((threat == Threat::Complete) == (((before >> cell) & 1) != 0));
        if (before != 0) return;
        slow.flip(cell, colour);
        const int after = std::popcount(slow.completions(colour));
        slow.flip(cell, colour);
        REQUIRE((threat == Threat::DoubleOne) == (after >= 2));
        REQUIRE((threat == Threat::One || threat == Threat::OneAndOpenTwo) == (after == 1));
        doubles += after >= 2;
        ones += after == 1;
      });
    }
  }
  CHECK(doubles > 100);
  CHECK(ones > 500);
}

TEST_CASE("chains are found exactly where trying everything finds them") {
  tests::Dice dice(14);
  const Game games[] = {free_game(6, 6, 4), free_game(7, 7, 5), free_game(7, 7, 5, true)};
  int proved = 0;
  for (int i = 0; i < 1500; ++i) {
    const Game& game = games[i % 3];
    const Position pos = open_position(game, game.cells() - 12 - dice.below(12), dice);
    Board board(game);
    board.load(pos);
    const std::uint64_t hash = board.hash();
    VcfSolver solver(board);
    Budget budget = unlimited();
    const Verdict verdict = solver.solve(pos.to_move(), budget, Budget::kUnlimited);
    CAPTURE(pos.cells());
    CHECK((verdict == Verdict::Proved) == SlowLines(pos).chain_wins(pos.to_move()));
    CHECK(verdict != Verdict::Unknown);
    CHECK(board.hash() == hash);
    proved += verdict == Verdict::Proved && solver.line().size() > 3;
  }
  CHECK(proved > 15);
}

TEST_CASE("wins by threats are found exactly where trying every stone and reply finds them") {
  tests::Dice dice(15);
  const Game games[] = {free_game(5, 5, 4), free_game(5, 6, 4), free_game(5, 6, 4, true)};
  int proved = 0, disproved = 0;
  for (int i = 0; i < 400; ++i) {
    const Game& game = games[i % 3];
    const Position pos = open_position(game, 12 + dice.below(5), dice);
    Board board(game);
    board.load(pos);
    VctSolver solver(board, 1 << 14);
    Budget budget = unlimited();
    const Verdict verdict = solver.solve(0, budget);
    CAPTURE(pos.cells());
    CHECK((verdict == Verdict::Proved) == SlowLines(pos).threats_win(0));
    CHECK(verdict != Verdict::Unknown);
    proved += verdict == Verdict::Proved && !SlowLines(pos).chain_wins(0);
    disproved += verdict == Verdict::Disproved;
  }
  CHECK(proved > 0);
  CHECK(disproved > 50);
}

TEST_CASE("a tiny table forgets but never lies") {
  tests::Dice dice(16);
  for (int i = 0; i < 60; ++i) {
    const Game game = free_game(5, 5, 4);
    const Position pos = open_position(game, 9 + dice.below(2), dice);
    Board board(game);
    board.load(pos);
    VctSolver solver(board, 4);
    Budget budget(nobody_watches, after(Budget::Clock::now(), 600.0), 20000);
    if (solver.solve(pos.to_move(), budget) == Verdict::Proved) {
      CHECK(SlowLines(pos).full_value(pos.to_move(), 1) == 1);
    }
  }
}

// With one place for all positions each pushes out the one before it. A search that relied on
// finding what it has just stored would never end, since what is decided at sight costs no budget.
TEST_CASE("the threat search ends however small its table is") {
  tests::Dice dice(17);
  for (int i = 0; i < 60; ++i) {
    const Game game = free_game(10, 10, 5);
    const Position pos = open_position(game, game.cells() - 24 - dice.below(12), dice);
    Board board(game);
    board.load(pos);
    VctSolver small(board, std::size_t{1} << i % 3), large(board, 1 << 16);
    Budget few(nobody_watches, after(Budget::Clock::now(), 600.0), 2000), many = unlimited();
    const Verdict verdict = small.solve(pos.to_move(), few);
    CHECK(verdict != Verdict::Unknown);
    CHECK(verdict == large.solve(pos.to_move(), many));
  }
}

TEST_CASE("an open four of k = 6 has three answers, and every other stone loses") {
  const Game game = free_game(8, 8, 6);
  const Position pos(game,
                     "......../......../......../.xxx..../...o..../..oo..../......../........", 0);
  Board board(game);
  board.load(pos);
  board.put(28, 0);  // .xxxx...
  REQUIRE(board.count(0, Threat::DoubleOne) > 0);
  const CellList holds = defending_cells(board, 0);
  for (int cell = 0; cell < game.cells(); ++cell) {
    if (!board.is_empty(cell)) continue;
    board.put(cell, 1);
    CHECK((board.count(0, Threat::DoubleOne) == 0) == holds.contains(cell));
    board.take_back();
  }
}

TEST_CASE("double threats of two stones a turn win against every reply") {
  tests::Dice dice(17);
  const Game game = free_game(4, 5, 4, false, 2);
  int won[] = {0, 0, 0}, lost[] = {0, 0, 0};
  for (int i = 0; i < 200; ++i) {
    const Position pos = open_position(game, 7, dice);
    Board board(game);
    board.load(pos);
    PairThreatSolver solver(board);
    Budget budget = unlimited();
    const int side = pos.to_move();
    for (const int left : {1, 2}) {
      CAPTURE(pos.cells());
      CAPTURE(left);
      if (solver.solve(side, left, budget, 1000) == Verdict::Proved) {
        ++won[left];
        CHECK(SlowLines(pos).full_value(side, left) == 1);
      }
      if (solver.solve_reply(1 - side, left, budget, 1000) == Verdict::Proved) {
        ++lost[left];
        CHECK(SlowLines(pos).full_value(side, left) == -1);
      }
    }
  }
  for (const int left : {1, 2}) {
    CAPTURE(left);
    CHECK(won[left] > 10);
    CHECK(lost[left] > 5);
  }
}

TEST_CASE("every window of six on 7 x 7 holds a pair of the pairing") {
  std::set<int> cells;
  for (const CellPair& pair : kSevenBySevenPairs) cells.insert({pair[0], pair[1]});
  CHECK(cells.size() == 2 * kSevenBySevenPairs.size());
  int windows = 0;
  constexpr int kSteps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (auto [down, right] : kSteps) {
    for (int row = 0; row < 7; ++row) {
      for (int col = 0; col < 7; ++col) {
        const int last_row = row + 5 * down, last_col = col + 5 * right;
        if (last_row > 6 || last_col < 0 || last_col > 6) continue;
        ++windows;
        std::set<int> window;
        for (int i = 0; i < 6; ++i) window.insert((row + i * down) * 7 + col + i * right);
        bool holds = false;
        for (const CellPair& pair : kSevenBySevenPairs) {
          holds = holds || (window.count(pair[0]) > 0 && window.count(pair[1]) > 0);
        }
        CHECK(holds);
      }
    }
  }
  CHECK(windows == 36);
}

TEST_CASE("on 7 x 7 the second player always has a paired move, whatever the first does") {
  tests::Dice dice(18);
  const Game game = free_game(7, 7, 6);
  for (int round = 0; round < 50; ++round) {
    Board board(game);
    Position pos(game);
    while (pos.outcome() == Outcome::Ongoing) {
      int cell = dice.below(49);
      while (!board.is_empty(cell)) cell = dice.below(49);
      if (pos.to_move() == 1) {
        const CellList moves = pairing_moves(board, 1);
        REQUIRE(!moves.empty());
        cell = moves[dice.below(moves.size())];
      }
      board.put(cell, pos.to_move());
      pos = pos.play(cell);
    }
    CHECK(pos.outcome() != Outcome::FirstWins);
  }
}

TEST_CASE("without any time the engine moves legally, takes a win and blocks one") {
  tests::Dice dice(19);
  const Game games[] = {free_game(7, 7, 6), free_game(3, 3, 3), free_game(10, 6, 5, true),
                        free_game(8, 8, 6, false, 2), free_game(2, 2, 8)};
  for (int i = 0; i < 200; ++i) {
    const Game& game = games[i % 5];
    const Position pos = open_position(game, 1 + dice.below(game.cells()), dice);
    Engine engine(game, 4);
    const Choice choice = engine.choose(pos, {0.0, 60});
    REQUIRE(pos.landing(choice.move) >= 0);
    if (game.stones.later > 1) continue;
    SlowLines slow(pos);
    const auto mine = slow.completions(pos.to_move()), theirs = slow.completions(pos.opponent());
    if (mine != 0) {
      CHECK(((mine >> choice.move) & 1) == 1);
    } else if (theirs != 0) {
      CHECK(((theirs >> choice.move) & 1) == 1);
    }
  }
}

TEST_CASE("what the engine calls proved is true on small boards") {
  tests::Dice dice(20);
  int proved = 0;
  for (int i = 0; i < 40; ++i) {
    const Game game = free_game(5, 5, 4);
    const Position pos = open_position(game, 9, dice);
    Engine engine(game, 4);
    const Choice choice = engine.choose(pos, {0.01, 60});
    if (!choice.proved) continue;
    ++proved;
    const int value = SlowLines(pos).full_value(pos.to_move(), 1);
    CAPTURE(pos.cells());
    CHECK(value == (choice.value > 0 ? 1 : -1));
    if (choice.value > 0) {
      const Position next = pos.play(choice.move);
      if (next.outcome() == Outcome::Ongoing) {
        CHECK(SlowLines(next).full_value(next.to_move(), 1) == -1);
      }
    }
  }
  CHECK(proved > 10);
}

TEST_CASE("the cautious clock counts a wait twice and work about once") {
  using namespace std::chrono_literals;
  MoveClock::kind = MoveClock::Kind::Cautious;
  const auto before_wait = MoveClock::now();
  std::this_thread::sleep_for(20ms);
  const auto waited = MoveClock::now() - before_wait;
  CHECK(waited > 35ms);
  // However long a core is waited for, no more is counted than twice the wall time.
  const auto wall = std::chrono::steady_clock::now();
  const auto before_work = MoveClock::now();
  while (std::chrono::steady_clock::now() - wall < 5ms) continue;
  const auto worked = MoveClock::now() - before_work;
  CHECK(worked >= 4900us);  // the two clocks do not tick together
  CHECK(worked <= 2 * (std::chrono::steady_clock::now() - wall));
  MoveClock::kind = MoveClock::Kind::Wall;
}

TEST_CASE("games that the player does not play are refused in a sentence") {
  CHECK_THROWS_AS(Engine(Game{}, 4), std::invalid_argument);
  CHECK_THROWS_AS(Engine(free_game(5, 5, 9), 4), std::invalid_argument);
  CHECK_THROWS_AS(Engine(free_game(5, 5, 4, false, 3), 4), std::invalid_argument);
  Engine engine(free_game(5, 5, 4), 4);
  CHECK_THROWS_AS(engine.choose(Position(free_game(5, 5, 5)), {}), std::invalid_argument);
}
