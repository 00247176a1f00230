// Wins by threats, one stone a turn: Ones and moves that leave the attacker with a DoubleOne to
// play next (open twos, the open fours of k = 6, and crossing closed twos). Proof-number search,
// depth first, with a table that keeps its results between moves: stones are only ever added, so
// there are no cycles and a proof stays true.
//
//     attacker's node (some move must be proved)          phi = proof number
//      +-- One        -> defender's only reply
//      +-- OpenTwo    -> defender: a cell that holds all threats, or a One of its own, which the
//                        attacker blocks while its threat stands
//
// The defender's replies are complete by the argument in defence.hpp, so Proved means that the
// attacker wins against every reply. Disproved means that no win of this kind exists.
#pragma once

#include <vector>

#include "core/zeroed_array.hpp"
#include "free/board.hpp"
#include "free/budget.hpp"
#include "free/cell_list.hpp"
#include "free/vcf.hpp"

namespace inarow::free {

class VctSolver {
 public:
  // slots: a power of two, 16 bytes each; the memory is reserved here once.
  VctSolver(Board& board, std::size_t slots) : board_(board), table_(slots) {}

  // The attacker is to move. Stops when the budget is spent.
  Verdict solve(int attacker, Budget& budget);

  void forget() { table_.clear(); }

  // A line of the last proof, the attacker first: at every step a proved move and the first reply.
  // It ends with an attacker's stone that completes a line, leaves two cells to complete, or
  // threatens more than any reply holds; or earlier where the table has forgotten the proof.
  std::vector<int> line(int attacker);

 private:
  using Number = std::uint32_t;
  static constexpr Number kInfinite = 1u << 30;

  struct Entry {
    std::uint64_t key = 0;
    Number proof = 0, disproof = 0;  // of the attacker's win
  };
  struct Numbers {
    Number proof, disproof;
  };

  std::uint64_t key_of(std::uint64_t hash, int attacker, bool attacking) const {
    return (hash ^ (attacker == 0 ? 0x5DEECE66D1234567u : 0xC2B2AE3D27D4EB4Fu)) * 2 +
           static_cast<std::uint64_t>(attacking) + 1;
  }
  Entry& slot(std::uint64_t key) { return table_[(key >> 3) & (table_.size() - 1)]; }
  // Decided at sight, or the moves to look at. A proof number of 0 is a proof.
  Numbers expand(int attacker, bool attacking, CellList& moves);
  Numbers expand_attack(int attacker, CellList& moves);
  Numbers expand_defence(int attacker, CellList& moves);
  Numbers look_up(int move, int attacker, bool attacking, Numbers otherwise);
  Numbers search(int attacker, bool attacking, Number proof_limit, Number disproof_limit,
                 Budget& budget);
  void store(int attacker, bool attacking, Numbers numbers);

  Board& board_;
  ZeroedArray<Entry> table_;
};

}  // namespace inarow::free
