// The player of free boards: one object for one game, with all its memory, used move after move.
//
// The order of thought at the root:
//
//     complete a line -> block one -> DoubleOne -> chain of Ones -> win by threats      proofs
//     what would the opponent's threats be if we passed?  keep only moves that stop a proved win
//     principal-variation search on what is left, deeper and deeper until the time is up;
//     its favourite is checked against the opponent's threats after every depth        judgement
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "free/board.hpp"
#include "free/budget.hpp"
#include "free/pair_threats.hpp"
#include "free/search.hpp"
#include "free/table.hpp"
#include "free/vcf.hpp"
#include "free/vct.hpp"

namespace inarow::free {

struct Limits {
  static constexpr int kAnyDepth = 60;

  double time_s = 0.7;
  // Below kAnyDepth the proofs are limited by positions and the tables start empty, so that the
  // same position gives the same choice however fast the machine is (while time_s is plenty).
  int max_depth = kAnyDepth;

  bool by_depth() const { return max_depth < kAnyDepth; }
  std::uint64_t proof_nodes() const {
    return by_depth() ? std::uint64_t{200} << std::min(max_depth, 10) : ~std::uint64_t{0};
  }
};

struct Choice {
  int move = -1;
  // From the mover's point of view: kWin - n for a line after n stones, its negative, or a sum of
  // worths.
  int value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  bool proved = false;  // the value is a win that no reply escapes, or a loss at sight
};

enum class ProofKind : std::uint8_t { None, AtSight, Chain, Threats, Pairs };

struct ForcedWin {
  ProofKind kind = ProofKind::None;
  bool refuted = false;   // no win by threats exists (one stone a turn only)
  std::vector<int> line;  // starts with the attacker; for Pairs its own stones only
  std::uint64_t nodes = 0;
};

class Engine {
 public:
  // memory_mb: 4 to 1024; reserved here, all of it. Throws std::invalid_argument for a game that
  // the board cannot play.
  Engine(const Game& game, int memory_mb);

  // The game goes on in pos, which is of this game.
  Choice choose(const Position& pos, const Limits& limits);
  // Whether the side to move wins by force, by the proofs above.
  ForcedWin forced_win(const Position& pos, double time_s);
  // Whether it loses whatever it plays, by pairs of stones that each bind the whole reply. False
  // where one stone is laid a turn.
  bool forced_loss(const Position& pos, double time_s);
  void forget();

  // For other threads: ends the search under way as if its time were up, and later ones until
  // resume().
  void stop() { watch_.stop = true; }
  void resume() { watch_.stop = false; }
  std::uint64_t nodes_searched() const { return watch_.nodes; }

  SearchSettings& settings() { return search_.settings; }
  const Game& game() const { return board_.game(); }

 private:
  using Clock = Budget::Clock;

  bool one_stone() const { return board_.game().stones.later == 1; }
  void load(const Position& pos);
  // The side to move wins; the line starts with its stone.
  ForcedWin prove(int side, int left, Clock::time_point deadline, std::uint64_t nodes);
  std::optional<Choice> at_sight();
  void think(Choice& choice, Clock::time_point start, const Limits& limits);
  CellList root_cells();
  bool drop_losing(std::vector<Search::RootMove>& moves, Clock::time_point start,
                   const Limits& limits);
  bool widen(std::vector<Search::RootMove>& moves, const std::vector<int>& refuted);
  Verdict opponent_wins_after(int cell, Clock::time_point deadline, std::uint64_t nodes);

  SearchWatch watch_;
  Board board_;
  VcfSolver vcf_;
  PairThreatSolver pair_threats_;
  Table table_;
  VctSolver threats_;
  Search search_;
  int side_ = 0, left_ = 1;
  int root_side_ = -1;
  std::uint64_t nodes_ = 0;
};

}  // namespace inarow::free
