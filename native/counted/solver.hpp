// The exact solver of counted games on gravity boards (MaxConnect4 and its kin): proven bounds on
// the final difference, first player's points minus second player's, under best play by both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "counted/engine.hpp"

namespace inarow::counted {

struct Limits {
  double time_s = 1e9;
  std::uint64_t max_nodes = UINT64_MAX;
};

// Always true bounds; exact when they meet.
struct Verdict {
  int lower = 0, upper = 0;  // first player's points minus second player's
  std::uint64_t nodes = 0;
  bool exact() const { return lower == upper; }
};

// The table, in MB, that a search of so many empty cells makes good use of.
std::size_t table_mb(int empty);

class Solver {
 public:
  // Throws std::invalid_argument unless the game counts lines on a gravity board, one stone a turn.
  Solver(const Game& game, std::size_t table_mb, int threads, const Rules& rules);

  // Narrows the bounds until they meet or the limits end it. Any settled position of the game.
  Verdict solve(const Position& pos, const Limits& limits);
  // Searches only until it is clear whether the final difference is at least the given one.
  Verdict at_least(const Position& pos, int difference, const Limits& limits);
  // What can be said without any search.
  Verdict static_bounds(const Position& pos);

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
  std::vector<ProvenBound> take_proven_bounds();
  void add_proven_bound(const ProvenBound& finding);

 private:
  void require(const Position& pos) const;
  Budget budget(const Limits& limits) const;

  Game game_;
  Rules rules_;
  std::shared_ptr<Shared> shared_;
  std::atomic<bool> stop_{false};
};

}  // namespace inarow::counted
