// What the depth-limited player answers by itself, and the choice between the two builds.
#include "counted/player.hpp"

#include <stdexcept>
#include <string>

#include "core/arch.hpp"
#include "core/centre_first.hpp"
#include "counted/solver.hpp"

namespace inarow::counted {

namespace {

// With more empty cells than this the solver reaches the end sooner than the depth-limited search.
constexpr int kSolverFromEmpty = 8;

// The exact value, and the move nearest to the centre that keeps it.
Choice exact_choice(const Position& pos, int empty) {
  Solver solver(pos.game(), table_mb(empty), 1, {});
  const Verdict verdict = solver.solve(pos, {});
  const int sign = pos.to_move() == 0 ? 1 : -1, value = verdict.lower;
  Choice choice{-1, 100 * sign * value, verdict.nodes, true};
  for (const int move : centre_first(pos.game().cols)) {
    if (pos.landing(move) < 0) continue;
    const Position after = pos.play(move);
    const Verdict kept = solver.at_least(after, sign > 0 ? value : value + 1, {});
    choice.nodes += kept.nodes + 1;
    if (sign > 0 ? kept.lower >= value : kept.upper <= value) {
      choice.move = move;
      break;
    }
  }
  return choice;
}

}  // namespace

Choice choose(const Position& pos, int depth) {
  const Game& game = pos.game();
  if (game.family() != Family::Counted) {
    throw std::invalid_argument(
        "this player is for games that count lines on a gravity board, one stone a turn");
  }
  if (depth < 1) {
    throw std::invalid_argument("depth " + std::to_string(depth) + " is less than 1");
  }
  if (pos.full()) throw std::invalid_argument("the board is full: there is no move to choose");
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
  const int empty = game.cells() - pos.stone_count();
  if (depth >= empty && empty > kSolverFromEmpty) return exact_choice(pos, empty);
  return INAROW_CHOOSE(choose(pos, depth));
}

}  // namespace inarow::counted
