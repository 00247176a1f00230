// The exact search of the one-file tournament player, node for node.
//
// The file that `inarow export tournament` writes searches in pure Python, some fifty thousand
// nodes a second, so what it can settle in its time must be known when its policy is made: this is
// the same search, and a test compares the two node by node. Whoever changes one changes the other
// (src/inarow/export/tournament_player.py has the comments on the ideas). 7 x 6, four in a row
// only.
//
// Layout: that of core/gravity_board.hpp, 7 bits a column.
#pragma once

#include <cstdint>
#include <vector>

#include "core/interrupt.hpp"

namespace inarow::falling {

struct ExportResult {
  int score = 0;            // the usual score for the mover, if solved and nodes > 0
  int move = -1;            // a column that keeps the score, if solved
  std::uint64_t nodes = 0;  // searched, or the limit plus one
  bool solved = false;
};

class ExportSearch {
 public:
  ExportSearch();

  // The game goes on; `mover` has no more stones than the rules allow, but that is not checked.
  ExportResult solve(std::uint64_t mover, std::uint64_t opponent, std::uint64_t node_limit);

 private:
  struct OutOfNodes {};
  struct Bounds {
    std::uint64_t mover, taken;
    std::uint32_t search;  // the solve() that wrote it; entries of others are empty
    std::int8_t low, high;
  };
  // A position after a move and all forced ones: who is to move has a choice.
  struct Child {
    int order;
    std::uint64_t mover, taken, moves, first;
    int stones, sign;
  };

  int search(std::uint64_t mover, std::uint64_t taken, std::uint64_t moves, int stones, int alpha);
  Bounds& entry(std::uint64_t mover, std::uint64_t taken);

  std::vector<Bounds> table_;
  std::uint32_t searches_ = 0;
  std::size_t used_ = 0;
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::uint64_t cut_move_ = 0;
  InterruptPoll poll_;
};

}  // namespace inarow::falling
