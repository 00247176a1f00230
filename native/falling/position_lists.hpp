// The positions of a gravity game after a given number of moves, up to mirror image: those that are
// reached when the sides take turns, or all boards on which the mover has so many stones more than
// the other side, which is what forfeited moves lead to.
//
// A position is one word, its key: the mover's stones and, in each column, a marker bit above the
// topmost stone (layout of core/gravity_board.hpp). No two positions of a game share a key, colours
// being left aside, and none is 0. Of a position and its mirror image the smaller key counts.
//
//     column, from the bottom:   mover, other, other, empty, empty, empty
//     bits, lowest first:        1      0      0      1      0      0      0
//                                                     ^ marker
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/gravity_stones.hpp"
#include "core/position.hpp"
#include "falling/solver/solver.hpp"

namespace inarow::falling {

using PositionKey = std::uint64_t;

// Whether the numbers of stones are those of a game in which the sides took turns, whichever of
// them began.
inline bool of_alternate_play(const Position& pos) {
  const int ahead = pos.stones(pos.opponent()).size() - pos.stones(pos.to_move()).size();
  return ahead == 0 || ahead == 1;
}

class PositionLists {
 public:
  // Throws std::invalid_argument unless the game is first-to-k with gravity, one stone a turn, and
  // its board fits 64 bits.
  explicit PositionLists(const Game& game);

  PositionKey plain_key(const SolverPosition& stones) const {
    return stones.mover | ((stones.mover | stones.opponent) + bottom_);
  }
  // The smaller key of the position and its mirror image.
  PositionKey key(const SolverPosition& stones) const;
  SolverPosition stones(PositionKey key) const;
  // The position of a key; the second player is to move if that one has fewer stones.
  Position position(PositionKey key) const;

  static constexpr std::size_t kAny = ~std::size_t{0};

  // Positions after `ply` moves in which the game goes on, ascending. Polls for interrupts. Throws
  // std::invalid_argument as soon as this layer, or one on the way to it, has more than `most`.
  std::vector<PositionKey> layer(int ply, std::size_t most = kAny) const;
  // The next layer.
  std::vector<PositionKey> after(const std::vector<PositionKey>& layer,
                                 std::size_t most = kAny) const;

  // All boards with so many stones of the mover and of the other side on which the game goes on,
  // ascending. Polls for interrupts, and throws as layer() does.
  std::vector<PositionKey> boards(int mover, int opponent, std::size_t most = kAny) const;

  // Calls visit(stones of the position after the move, whether the move wins) for each legal move.
  template <class Visit>
  void for_each_child(PositionKey key, Visit visit) const {
    const SolverPosition pos = stones(key);
    const std::uint64_t taken = pos.mover | pos.opponent;
    for (std::uint64_t rest = (taken + bottom_) & board_; rest != 0; rest &= rest - 1) {
      const std::uint64_t mover = pos.mover | (rest & -rest);
      visit(SolverPosition{pos.opponent, mover}, has_line(mover, game_.rows, game_.k));
    }
  }
  // The position after a move, or nothing if the column is full.
  std::optional<SolverPosition> after_move(const SolverPosition& pos, int column) const {
    const std::uint64_t taken = pos.mover | pos.opponent;
    const std::uint64_t cell = ((taken + bottom_) & board_) & (column_ << (column * stride_));
    if (cell == 0) return std::nullopt;
    return SolverPosition{pos.opponent, pos.mover | cell};
  }
  bool full(const SolverPosition& pos) const { return (pos.mover | pos.opponent) == board_; }

  const Game& game() const { return game_; }

 private:
  Game game_;
  int stride_;            // from a cell to its right neighbour
  std::uint64_t column_;  // the lowest column with its spare bit
  std::uint64_t bottom_ = 0, board_ = 0;
};

}  // namespace inarow::falling
