// The solver's public face: known scores, limits, threads, analysis, batches, bad input.
#include <stdexcept>
#include <string>

#include "doctest.h"
#include "falling/solver/solver_core.hpp"
#include "tests/falling/plain_search.hpp"

namespace inarow::falling {

namespace {

// Moves as 1-based columns from the empty board; sides alternate.
Stones play(int rows, int cols, const std::string& moves) {
  std::uint64_t stones[2] = {0, 0};
  std::vector<int> height(static_cast<std::size_t>(cols));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int col = moves[i] - '1';
    const int row = height[static_cast<std::size_t>(col)]++;
    stones[i % 2] |= std::uint64_t{1} << (col * (rows + 1) + row);
  }
  return {stones[moves.size() % 2], stones[1 - moves.size() % 2]};
}

int usual(int end_value) { return standard_score(end_value, 42); }

struct Known {
  const char* moves;
  int score;
};

// End, middle and early positions of 7 x 6 with their scores.
const Known known[] = {
    {"2252576253462244111563365343671351441", -1},
    {"7422341735647741166133573473242566", 1},
    {"23163416124767223154467471272416755633", 0},
    {"5554224333234511764415115", 4},
    {"52753311433677442422121", 8},
    {"1233722555341451114725221333", -1},
    {"274552224131661", 0},
    {"5455174361263362", -1},
    {"2531276566711153", 2},
    {"32164625", 11},
    {"6146", 18},
    {"243335424257", 12},
};

}  // namespace

TEST_CASE("solver: known scores of 7 x 6, both instruction sets, both shapes") {
  for (const bool baseline : {false, true}) {
    for (const bool runtime : {false, true}) {
      SolverOptions options;
      options.force_baseline = baseline;
      options.force_runtime_shape = runtime;
      Solver solver(6, 7, 4, options);
      for (const Known& k : known) {
        const Stones pos = play(6, 7, k.moves);
        const SolveResult r = solver.solve(pos);
        CAPTURE(k.moves);
        CHECK(r.exact);
        CHECK(usual(r.lo) == k.score);
      }
    }
  }
}

TEST_CASE("solver: score conversions") {
  // 7 x 6, empty board: a win on ply 41 leaves one cell empty.
  CHECK(plies_to_end(2, 42, 0) == 41);
  CHECK(standard_score(2, 42) == 1);
  CHECK(plies_to_end(0, 42, 10) == 32);
  CHECK(standard_score(0, 42) == 0);
  // The mover (4 stones each) wins at once with the fifth stone.
  CHECK(plies_to_end(34, 42, 8) == 1);
  CHECK(standard_score(34, 42) == 17);
  // The opponent wins in two plies, with its fifth stone.
  CHECK(plies_to_end(-33, 42, 8) == 2);
  CHECK(standard_score(-33, 42) == -17);
  // Odd number of cells: half of 25 rounded up plus one is 14.
  CHECK(standard_score(1, 25) == 1);
  CHECK(standard_score(2, 25) == 2);
  // Ten stones at the end: the winner's half of them counts, whoever laid more.
  CHECK(standard_score(33, 42) == 17);
}

TEST_CASE("solver: games that are over") {
  Solver solver(6, 7, 4);
  const Stones lost = play(6, 7, "1212121");
  const SolveResult r = solver.solve(lost);
  CHECK(r.exact);
  CHECK(r.lo == -36);
  CHECK(plies_to_end(r.lo, 42, 7) == 0);
  CHECK(usual(r.lo) == -18);
  CHECK(solver.solve({lost.opponent, lost.mover}).lo == 36);
  CHECK(solver.analyse(lost).moves.empty());
  Solver small(1, 4, 3);
  CHECK(small.solve({0b01010000, 0b00000101}).lo == 0);  // full, no line
}

TEST_CASE("solver: limits give bounds that contain the truth") {
  Solver truth(6, 7, 4);
  int unfinished = 0;
  for (const Known& k : known) {
    const Stones pos = play(6, 7, k.moves);
    const int value = truth.solve(pos).lo;
    for (const std::uint64_t nodes : {1, 3, 10, 100, 1000, 5000}) {
      Solver solver(6, 7, 4);
      SolveLimits limits;
      limits.nodes = nodes;
      const SolveResult r = solver.solve(pos, limits);
      CHECK(r.lo <= value);
      CHECK(r.hi >= value);
      CHECK(r.exact == (r.lo == r.hi));
      CHECK(r.nodes <= nodes + 1);
      unfinished += !r.exact;
    }
  }
  CHECK(unfinished > 10);
}

TEST_CASE("solver: random small boards under a node limit") {
  std::mt19937_64 rng(7);
  for (int i = 0; i < 60 * plain::kVolume; ++i) {
    plain::Grid grid(5, 5, 4);
    if (!plain::random_grid(grid, 12, i % 2 == 0, rng)) continue;
    plain::Reference ref;
    const int value = ref.value(grid, 1);
    Solver solver(5, 5, 4, SolverOptions{1 << 16});
    SolveLimits limits;
    limits.nodes = 1 + rng() % 20;
    const SolveResult r = solver.solve(grid.position(1), limits);
    CHECK(r.lo <= value);
    CHECK(r.hi >= value);
    const SolveResult rest = solver.solve(grid.position(1));
    CHECK(rest.exact);
    CHECK(rest.lo == value);
    // A threshold test answers its question, no more is asked of it.
    for (int t = value - 2; t <= value + 2; ++t) {
      Solver fresh(5, 5, 4, SolverOptions{1 << 16});
      const SolveResult answer = fresh.test(grid.position(1), t);
      CHECK((answer.lo >= t || answer.hi < t));
      CHECK(answer.lo <= value);
      CHECK(answer.hi >= value);
    }
  }
}

TEST_CASE("solver: time, cancel and progress stop it") {
  Solver solver(6, 7, 4);
  SolveLimits limits;
  limits.seconds = 0.05;
  const SolveResult timed = solver.solve({0, 0}, limits);
  CHECK(!timed.exact);
  CHECK(timed.seconds < 1.0);
  CHECK(timed.lo <= 2);
  CHECK(timed.hi >= 2);

  SolveLimits calls;
  int count = 0;
  std::uint64_t last = 0;
  calls.progress = [&](std::uint64_t nodes) {
    CHECK(nodes >= last);
    last = nodes;
    return ++count < 5;
  };
  CHECK(!solver.solve({0, 0}, calls).exact);
  CHECK(count == 5);

  std::atomic<bool> cancel{true};
  SolveLimits cancelled;
  cancelled.cancel = &cancel;
  CHECK(!solver.solve({0, 0}, cancelled).exact);
  cancelled.threads = 2;
  CHECK(!solver.solve({0, 0}, cancelled).exact);
}

TEST_CASE("solver: two threads score as one") {
  SolverOptions options;
  options.thread_nodes = 1;  // start them at once
  const std::size_t small = std::size_t{1} << 20;
  options.table_bytes = small;
  for (const Known& k : known) {
    const Stones pos = play(6, 7, k.moves);
    Solver solver(6, 7, 4, options);
    SolveLimits limits;
    limits.threads = 2;
    const SolveResult r = solver.solve(pos, limits);
    CHECK(r.exact);
    CHECK(usual(r.lo) == k.score);
  }
  // A board whose keys need the wide table, with its locks.
  std::mt19937_64 rng(11);
  options.eager = true;
  for (int i = 0; i < 6 * plain::kVolume; ++i) {
    plain::Grid grid(7, 8, 4);
    if (!plain::random_grid(grid, 22, i % 2 == 0, rng)) continue;
    Solver one(7, 8, 4, SolverOptions{small});
    Solver two(7, 8, 4, options);
    SolveLimits limits;
    limits.threads = 3;
    const SolveResult expected = one.solve(grid.position(1));
    const SolveResult got = two.solve(grid.position(1), limits);
    CHECK(got.exact);
    CHECK(got.lo == expected.lo);
    limits.nodes = 200;
    Solver limited(7, 8, 4, options);
    const SolveResult bounds = limited.solve(grid.position(1), limits);
    CHECK(bounds.lo <= expected.lo);
    CHECK(bounds.hi >= expected.lo);
  }
}

TEST_CASE("solver: analysis against the plain search") {
  std::mt19937_64 rng(3);
  for (int i = 0; i < 15 * plain::kVolume; ++i) {
    plain::Grid grid(5, 5, 4);
    if (!plain::random_grid(grid, 10 + i % 4, i % 3 != 0, rng)) continue;
    plain::Reference ref;
    const int value = ref.value(grid, 1);
    Solver solver(5, 5, 4, SolverOptions{1 << 18});
    const Analysis a = solver.analyse(grid.position(1));
    CHECK(a.result.exact);
    CHECK(a.result.lo == value);
    std::size_t legal = 0;
    for (int col = 0; col < 5; ++col) {
      const int row = grid.height(col);
      if (row == 5) continue;
      const int empties = grid.empties();
      grid.at_ref(col, row) = 1;
      const int score = grid.completes(col, row) ? empties : -ref.value(grid, 2);
      grid.at_ref(col, row) = 0;
      REQUIRE(legal < a.moves.size());
      CHECK(a.moves[legal].column == col);
      CHECK(a.moves[legal].exact);
      CHECK(a.moves[legal].lo == score);
      ++legal;
    }
    CHECK(legal == a.moves.size());
    // The line of each move ends exactly when its score says, with the right winner.
    for (const MoveVerdict& verdict : a.moves) {
      CHECK(static_cast<int>(verdict.line.size()) ==
            plies_to_end(verdict.lo, 25, 25 - grid.empties()));
      plain::Grid played = grid;
      int mover = 1;
      bool ended = false;
      for (const int col : verdict.line) {
        CHECK(!ended);
        const int row = played.height(col);
        REQUIRE(row < 5);
        played.at_ref(col, row) = mover;
        ended = played.completes(col, row);
        mover = 3 - mover;
      }
      CHECK(ended == (verdict.lo != 0));
      if (ended) CHECK((mover == 2) == (verdict.lo > 0));
    }
    SolveLimits limits;
    limits.nodes = 5;
    Solver fresh(5, 5, 4, SolverOptions{1 << 18});
    const Analysis part = fresh.analyse(grid.position(1), limits);
    for (const MoveVerdict& m : part.moves) CHECK(m.lo <= m.hi);
  }
}

TEST_CASE("solver: batches, kept and cleared tables") {
  std::vector<Stones> positions;
  for (const Known& k : known) positions.push_back(play(6, 7, k.moves));
  Solver solver(6, 7, 4);
  for (const bool clear : {false, true}) {
    const std::vector<BatchItem> items = solver.solve_batch(positions, clear).items;
    REQUIRE(items.size() == positions.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      CHECK(items[i].result.exact);
      CHECK(usual(items[i].result.lo) == known[i].score);
    }
  }
  // Cleared means cleared: the same nodes every time.
  const auto first = solver.solve_batch(positions, true).items;
  const auto again = solver.solve_batch(positions, true).items;
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].result.nodes == again[i].result.nodes);
  }
}

TEST_CASE("solver: bad input is refused in words") {
  CHECK_THROWS_AS(Solver(8, 8, 4), std::invalid_argument);
  CHECK_THROWS_AS(Solver(0, 7, 4), std::invalid_argument);
  CHECK_THROWS_AS(Solver(6, 7, 2), std::invalid_argument);
  Solver solver(6, 7, 4);
  CHECK(solver.problem({0, 0}).empty());
  CHECK(solver.problem({1, 1}) == "both sides have a stone on one cell");
  CHECK(solver.problem({2, 0}) == "a stone in column 1 hangs in the air");
  CHECK(solver.problem({0x7f, 0}) == "column 1 has more than 6 stones");
  CHECK(solver.problem({std::uint64_t{1} << 49, 0}) == "a stone lies off the board");
  CHECK_THROWS_AS(solver.solve({1, 1}), std::invalid_argument);
  CHECK(Solver(7, 8, 4).problem({std::uint64_t{1} << 63, 0}) ==
        "a stone in column 8 hangs in the air");
}

}  // namespace inarow::falling
