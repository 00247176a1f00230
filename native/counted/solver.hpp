// The exact solver of counted games on gravity boards (MaxConnect4 and its kin): proven bounds on
// the final difference, first player's points minus second player's, under best play by both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "counted/engine.hpp"

namespace inarow {

struct CountedLimits {
  double time_s = 1e9;
  std::uint64_t max_nodes = UINT64_MAX;
};

// Always true bounds; exact when they meet.
struct CountedVerdict {
  int lower = 0, upper = 0;  // first player's points minus second player's
  std::uint64_t nodes = 0;
  bool exact() const { return lower == upper; }
};

// The table, in MB, that a search of so many empty cells makes good use of.
std::size_t counted_table_mb(int empty);

class CountedSolver {
 public:
  // Throws std::invalid_argument unless the game counts lines on a gravity board, one stone a turn.
  CountedSolver(const Game& game, std::size_t table_mb, int threads, const CountedRules& rules);

  // Narrows the bounds until they meet or the limits end it. Any settled position of the game.
  CountedVerdict solve(const Position& pos, const CountedLimits& limits);
  // Searches only until it is clear whether the final difference is at least the given one.
  CountedVerdict at_least(const Position& pos, int difference, const CountedLimits& limits);
  // What can be said without any search.
  CountedVerdict glance(const Position& pos);

  // Replies of a strategy from this position by which the player (0 or 1) ends with at least this
  // final difference, its own points minus the other's. It must be true; counted/checker/ replays
  // it. Throws OutOfBudget after stop().
  std::string strategy(const Position& pos, int player, int difference, int endgame);
  // How far searches and strategies are that other threads are at.
  std::uint64_t nodes_searched() const { return shared_->nodes_searched; }
  std::uint64_t replies_written() const { return shared_->replies_written; }

  // Ends all searches that are under way in other threads, and later ones until resume().
  void stop() { stop_ = true; }
  void resume() { stop_ = false; }

  // Findings of at least that many nodes are recorded from now on.
  void record_from(std::uint64_t nodes) { shared_->journal_from = nodes; }
  // Hands over what has been recorded since the last call.
  std::vector<CountedFinding> take_findings();
  void add_finding(const CountedFinding& finding);

 private:
  void require(const Position& pos) const;
  CountedBudget budget(const CountedLimits& limits) const;

  Game game_;
  CountedRules rules_;
  std::shared_ptr<CountedShared> shared_;
  std::atomic<bool> stop_{false};
};

}  // namespace inarow
