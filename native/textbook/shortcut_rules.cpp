#include "textbook/shortcut_rules.hpp"

namespace inarow::textbook {
namespace {

// Gives a rule its value if it is one of those known.
template <class Value, class... Choices>
void keep(Value& rule, Value given, Choices... known) {
  if (((given == known) || ...)) rule = given;
}

}  // namespace

bool supports_shortcuts(const Spec& spec) {
  Spec known;
  keep(known.algorithm, spec.algorithm, Algorithm::Minimax, Algorithm::AlphaBeta);
  keep(known.tie, spec.tie, Tie::First, Tie::Last);
  keep(known.prune, spec.prune, Prune::AtEqual, Prune::Strict);
  keep(known.bound, spec.bound, Bound::Soft, Bound::Hard);
  keep(known.full_board, spec.full_board, FullBoard::Evaluate, FullBoard::Zero);
  keep(known.maximiser, spec.maximiser, Maximiser::First, Maximiser::Mover);
  // Whatever these are, they make a function of the board.
  known.evaluator = spec.evaluator;
  known.token_weight = spec.token_weight;
  known.run_weights = spec.run_weights;
  known.window_weights = spec.window_weights;
  known.inner_runs = spec.inner_runs;
  known.run_lines = spec.run_lines;
  known.long_runs = spec.long_runs;
  // Whatever is counted of each state, it depends on its subtree alone.
  known.counting = spec.counting;
  for (std::size_t i = 0; i < known.leaf_tests.size(); ++i) {
    keep(known.leaf_tests[i], spec.leaf_tests[i], LeafTest::Won, LeafTest::Depth, LeafTest::Full);
  }
  known.depth = spec.depth;
  known.order = spec.order;
  known.utility = spec.utility;
  known.utility_per_ply = spec.utility_per_ply;
  known.root_alpha = spec.root_alpha;
  known.root_beta = spec.root_beta;
  return known == spec;
}

}  // namespace inarow::textbook
