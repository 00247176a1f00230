// Principal-variation search over the cells that matter, stone by stone.
//
// At every position the threats decide first: a line that can be completed, one that must be
// blocked, a DoubleOne that wins; then a short chain of Ones. Only where nothing forces are the
// best cells searched, with reductions for late ones. Passing never helps in these games, so a
// position that stays good after a pass is cut off.
//
// A value is the side to move's: kWin - n for a line seen to come after n stones of both, its
// negative for the opponent's, else a sum of worths. Wins that the search sees are NOT proofs: it
// looks at some of the opponent's replies only. Proofs come from vcf.hpp and vct.hpp.
#pragma once

#include <cstdint>

#include "free/board.hpp"
#include "free/budget.hpp"
#include "free/cell_list.hpp"
#include "free/pair_threats.hpp"
#include "free/table.hpp"
#include "free/vcf.hpp"

namespace inarow::free {

constexpr int kWin = 1'000'000;
constexpr int kLeastWin = kWin - 1000;

struct SearchSettings {
  // Extra weight in percent on the potential of the side that the search plays for.
  int attack_bias = 0;
  int root_width = 32;
  int width = 18;
  int least_width = 10;
};

class Search {
 public:
  Search(Board& board, VcfSolver& chains, PairThreatSolver& double_chains, Table& table)
      : board_(board), vcf_(chains), pair_threats_(double_chains), table_(table) {}

  struct RootMove {
    int cell;
    int value;
  };

  // Searches the moves in order to a depth of that many stones and sorts them best first. Returns
  // whether the depth was finished; if not, the moves searched so far are sorted and moves[0] is
  // the best known (the first move of the list unless a better one was found).
  bool iterative_deepening(std::vector<RootMove>& moves, int side, int left, int depth,
                           Budget& budget);

  SearchSettings settings;

 private:
  static constexpr int kDeepestPly = 90;
  static constexpr int kInfinity = kWin + 1;

  int value(int alpha, int beta, int depth, int ply, int side, int left);
  int child_value(int cell, int alpha, int beta, int depth, int ply, int side, int left);
  int evaluate(int side) const;
  // Decides by the threats on the board alone; true if `decided` holds the value.
  bool decided_at_sight(int side, int left, int ply, int& decided) const;
  bool chain_wins(int side, int left, int depth);
  std::uint64_t key(int side, int left) const;
  bool one_stone() const { return board_.game().stones.later == 1; }

  Board& board_;
  VcfSolver& vcf_;
  PairThreatSolver& pair_threats_;
  Table& table_;
  Budget* budget_ = nullptr;
  int root_side_ = 0;
};

}  // namespace inarow::free
