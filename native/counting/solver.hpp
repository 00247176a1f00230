// The exact solver of counting games on gravity boards (MaxConnect4 and its kin): proven bounds on
// the final difference, first player's points minus second player's, under best play by both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "counting/engine.hpp"

namespace inarow {

struct CountingLimits {
  double time_s = 1e9;
  std::uint64_t max_nodes = UINT64_MAX;
};

// Always true bounds; exact when they meet.
struct CountingVerdict {
  int lower = 0, upper = 0;  // first player's points minus second player's
  std::uint64_t nodes = 0;
  bool exact() const { return lower == upper; }
};

// The table, in MB, that a search of so many empty cells makes good use of.
std::size_t counting_table_mb(int empty);

class CountingSolver {
 public:
  // Throws std::invalid_argument unless the game counts lines on a gravity board, one stone a turn.
  CountingSolver(const Game& game, std::size_t table_mb, int threads, const CountingRules& rules);

  // Narrows the bounds until they meet or the limits end it. Any settled position of the game.
  CountingVerdict solve(const Position& pos, const CountingLimits& limits);
  // Searches only until it is clear whether the final difference is at least the given one.
  CountingVerdict at_least(const Position& pos, int difference, const CountingLimits& limits);
  // What can be said without any search.
  CountingVerdict glance(const Position& pos);

  // Replies of a strategy from this position by which the player (0 or 1) ends with at least this
  // final difference, his own points minus the other's. It must be true; native/checker/ replays
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
  std::vector<CountingFinding> take_findings();
  void add_finding(const CountingFinding& finding);

 private:
  void require(const Position& pos) const;
  CountingBudget budget(const CountingLimits& limits) const;

  Game game_;
  CountingRules rules_;
  std::shared_ptr<CountingShared> shared_;
  std::atomic<bool> stop_{false};
};

}  // namespace inarow
