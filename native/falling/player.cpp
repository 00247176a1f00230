#include "falling/player.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/centre_first.hpp"
#include "core/gravity_stones.hpp"
#include "falling/result_search.hpp"

namespace inarow::falling {
namespace {

using Clock = std::chrono::steady_clock;

// The solver asks for lines of three or more; two in a row is left to the deepening search.
int solver_k(const Game& game) { return std::max(game.k, 3); }

// With more empty cells than this the solver mostly needs longer than a move may take, and is given
// only so many nodes to find what is easy.
constexpr int kHard = 33;
constexpr std::uint64_t kHardNodes = 200'000;

// The share of the time after which a move is in hand, whatever the solver finds.
constexpr double kFirstShare = 0.06;

struct Deadline {
  Clock::time_point end;
  std::uint64_t nodes;  // of each question to the solver; 0: no limit

  double left_s() const { return std::chrono::duration<double>(end - Clock::now()).count(); }
  SolveLimits limits() const {
    SolveLimits limits;
    limits.seconds = std::max(left_s(), 1e-3);
    limits.nodes = nodes;
    return limits;
  }
};

}  // namespace

Player::Player(const Game& game) : game_(game), solver_(game.rows, game.cols, solver_k(game)) {
  if (game.family() != Family::Falling) {
    throw std::invalid_argument("this player plays first-to-k gravity games, one stone a turn");
  }
}

Choice Player::choose(const Position& pos, const Limits& limits) {
  if (!(pos.game() == game_)) throw std::invalid_argument("the position is of another game");
  const int stones = pos.stone_count(), empty = game_.cells() - stones;
  const Deadline deadline{Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limits.time_s)),
                          empty > kHard ? kHardNodes : 0};
  const bool solve = limits.max_depth >= 64 && game_.k >= 3 && limits.time_s > 0.005;
  Choice choice =
      iterative_deepening(pos, {limits.time_s * (solve ? kFirstShare : 1), limits.max_depth});
  if (!solve || choice.exact) return choice;

  // The result first, with a move that keeps it; if it cannot be had, judgement takes the time.
  const ResultMove kept = solve_result(solver_, mover_stones(pos), deadline.limits());
  choice.nodes += kept.nodes;
  if (!kept.settled()) {
    if (deadline.left_s() <= 0) return choice;
    Choice deeper = iterative_deepening(pos, {deadline.left_s(), limits.max_depth});
    deeper.nodes += choice.nodes;
    return deeper;
  }
  if (kept.column) choice.move = *kept.column;
  if (kept.lo == 0) choice.value = 0;
  choice.exact = kept.lo == 0;

  // Then the score, in the time that is left.
  const SolveResult root = solver_.solve(mover_stones(pos), deadline.limits());
  choice.nodes += root.nodes;
  if (!root.exact) return choice;

  // All moves that keep the value, the centre first.
  struct Move {
    int col;
    int traps;
  };
  std::vector<Move> best;
  for (const int col : centre_first(game_.cols)) {
    if (pos.landing(col) < 0) continue;
    const Stones child = mover_stones(pos.play(col));
    const SolveResult reply = solver_.test(child, -root.lo + 1, deadline.limits());
    choice.nodes += reply.nodes;
    if (reply.hi <= -root.lo) best.push_back({col, 0});
  }
  if (best.empty()) return choice;  // out of time between the root and its moves
  choice.move = best.front().col;
  choice.exact = true;
  choice.depth = empty;
  const int plies = plies_to_end(root.lo, game_.cells(), stones);
  choice.value = root.lo > 0 ? kWin - plies : root.lo < 0 ? -(kWin - plies) : 0;
  if (root.lo > 0 || best.size() == 1) return choice;

  // In a draw or a loss: count the replies after which the opponent does worse than it could.
  for (Move& move : best) {
    const Position child = pos.play(move.col);
    for (const int reply : child.legal_moves()) {
      const Position after = child.play(reply);
      if (after.outcome() != Outcome::Ongoing) continue;
      const SolveResult ours = solver_.test(mover_stones(after), root.lo + 1, deadline.limits());
      choice.nodes += ours.nodes;
      move.traps += ours.lo > root.lo;
    }
    if (deadline.left_s() <= 0) return choice;  // counted for some only: keep the central one
  }
  choice.move = std::max_element(best.begin(), best.end(), [](const Move& a, const Move& b) {
                  return a.traps < b.traps;
                })->col;
  return choice;
}

}  // namespace inarow::falling
