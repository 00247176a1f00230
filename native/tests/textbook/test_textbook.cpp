#include "doctest.h"
#include "tests/random_positions.hpp"
#include "textbook/kernel.hpp"
#include "textbook/shortcut_rules.hpp"

using namespace inarow;
using namespace inarow::textbook;

namespace {

WideCount total(const PerftResult& result) {
  WideCount sum;
  for (const WideCount& count : result.by_depth) sum += count;
  return sum;
}

#ifdef INAROW_SANITIZED
constexpr int kRounds = 60, kDeepest = 6;
#else
constexpr int kRounds = 600, kDeepest = 7;
#endif

const Game kGames[] = {Game{},        Game{4, 5, 3},  Game{5, 4, 4, true, Goal::CountToFull},
                       Game{7, 8, 5}, Game{31, 2, 3}, Game{6, 7, 4, true, Goal::CountToFull}};

}  // namespace

TEST_CASE("perft of the standard board is the published row") {
  const std::uint64_t published[] = {1,      8,      57,      400,      2801,     19608,
                                     137257, 960793, 6634027, 46028599, 314060245};
  for (int depth = 0; depth <= 10; ++depth) {
    CHECK(total(perft(Position{Game{}}, depth)) == WideCount(published[depth]));
  }
}

TEST_CASE("merged perft equals walking every sequence") {
  tests::Dice dice(2);
  for (int i = 0; i < kRounds / 3; ++i) {
    const Position pos = tests::random_position(kGames[i % 6], dice);
    const int depth = dice.below(6);
    CHECK(perft(pos, depth).by_depth == plain_perft(pos, depth).by_depth);
    const std::size_t largest_layer = 1 + dice.below(100);
    CHECK(perft(pos, depth, largest_layer).by_depth == perft(pos, depth).by_depth);
  }
}

TEST_CASE("counts above 64 bits stay exact") {
  WideCount wide(~std::uint64_t{0});
  wide += WideCount(1);
  CHECK(wide.limb == std::array<std::uint64_t, 4>{0, 1, 0, 0});
  CHECK((wide * 5).limb == std::array<std::uint64_t, 4>{0, 5, 0, 0});
  // 7^35 does not fit 64 bits, so depth 35 is counted in wide numbers, however small they turn out.
  tests::Dice dice(7);
  for (int checked = 0; checked < 20;) {
    const Position pos = tests::random_position(Game{}, dice);
    if (pos.outcome() != Outcome::Ongoing || pos.stone_count() < 32) continue;
    ++checked;
    CHECK(perft(pos, 35).by_depth == plain_perft(pos, 35).by_depth);
  }
}

TEST_CASE("reuse gives the answer and the count of the plain algorithm") {
  tests::Dice dice(3);
  for (int i = 0; i < kRounds; ++i) {
    const Position pos = tests::random_position(kGames[i % 6], dice);
    Spec spec;
    spec.depth = dice.below(kDeepest + 1);
    if (pos.game().cols > 7) spec.depth = std::min(spec.depth, kDeepest - 2);
    spec.algorithm = dice.below(2) == 0 ? Algorithm::Minimax : Algorithm::AlphaBeta;
    spec.tie = static_cast<Tie>(dice.below(2));
    spec.prune = static_cast<Prune>(dice.below(2));
    spec.bound = static_cast<textbook::Bound>(dice.below(2));
    if (dice.below(3) == 0) {
      spec.counting = {dice.below(3), dice.below(3), dice.below(3), dice.below(2),
                       dice.below(5) - 2};
    }
    if (dice.below(4) == 0) spec.run_weights = {0, dice.below(9), dice.below(90)};
    if (dice.below(4) == 0) spec.inner_runs = static_cast<InnerRuns>(dice.below(3));
    if (dice.below(8) == 0) spec.order = {0, pos.game().move_count() - 1, 0};
    spec.full_board = static_cast<FullBoard>(dice.below(2));
    spec.evaluator = static_cast<Evaluator>(dice.below(3));
    spec.maximiser = static_cast<Maximiser>(dice.below(2));
    spec.utility_per_ply = dice.below(2);
    if (dice.below(4) == 0) std::swap(spec.leaf_tests[0], spec.leaf_tests[1 + dice.below(2)]);
    const Result plain = search(pos, spec, nullptr), reused = search_with_reuse(pos, spec);
    CAPTURE(pos.cells());
    CHECK(plain.move == reused.move);
    CHECK(plain.value == reused.value);
    CHECK(plain.nodes == reused.nodes);
    if (pos.game().cols * spec.depth < 30) {
      Trace trace;
      trace.limit = 1000;
      const Result traced = search(pos, spec, &trace);
      CHECK(traced.nodes == plain.nodes);
      CHECK(trace.events.size() <= 1000);
    }
  }
}

TEST_CASE("a choice that the shortcuts do not know is searched plainly") {
  CHECK(supports_shortcuts(Spec{}));
  const auto unknown = [](auto rule) {
    Spec spec;
    spec.*rule = static_cast<std::remove_reference_t<decltype(spec.*rule)>>(99);
    return !supports_shortcuts(spec);
  };
  CHECK(unknown(&Spec::algorithm));
  CHECK(unknown(&Spec::tie));
  CHECK(unknown(&Spec::prune));
  CHECK(unknown(&Spec::bound));
  CHECK(unknown(&Spec::full_board));
  CHECK(unknown(&Spec::maximiser));
  Spec spec;
  spec.leaf_tests[1] = static_cast<LeafTest>(99);
  CHECK(!supports_shortcuts(spec));
}

TEST_CASE("both builds of the kernel agree") {
#if INAROW_HAS_V3
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return;
  tests::Dice dice(4);
  for (int i = 0; i < kRounds / 3; ++i) {
    const Position pos = tests::random_position(kGames[i % 6], dice);
    Spec spec;
    spec.depth = dice.below(5);
    spec.evaluator = static_cast<Evaluator>(dice.below(3));
    const SubtreeStart root = at_root(pos, spec);
    const Result a = baseline::search(pos, spec, root, nullptr);
    const Result b = v3::search(pos, spec, root, nullptr);
    CHECK(a.move == b.move);
    CHECK(a.value == b.value);
    CHECK(a.nodes == b.nodes);
    CHECK(baseline::perft(pos, 4, 50).by_depth == v3::perft(pos, 4, 50).by_depth);
  }
#endif
}
