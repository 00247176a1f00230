// The positions of a gravity game after a given number of moves, up to mirror image: those that are
// reached when the sides take turns, or all boards on which the mover has so many stones more than
// the other side, which is what forfeited moves lead to.
//
// A position is one word, its key (core/gravity_board.hpp): of a position and its mirror image the
// smaller one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/gravity_board.hpp"
#include "core/position.hpp"

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
    const Stones pos = geometry_.stones_of(key);
    for (std::uint64_t rest = geometry_.landing(pos.taken()); rest != 0; rest &= rest - 1) {
      const std::uint64_t mover = pos.mover | (rest & -rest);
      visit(Stones{pos.opponent, mover}, geometry_.has_line(mover));
    }
  }
  // The position after a move, or nothing if the column is full.
  std::optional<Stones> after_move(const Stones& pos, int column) const {
    const std::uint64_t cell = geometry_.landing(pos.taken(), column);
    if (cell == 0) return std::nullopt;
    return Stones{pos.opponent, pos.mover | cell};
  }
  bool full(const Stones& pos) const { return pos.taken() == geometry_.board; }

  const Game& game() const { return game_; }
  const AnyGeometry& geometry() const { return geometry_; }

 private:
  Game game_;
  AnyGeometry geometry_;
};

}  // namespace inarow::falling
