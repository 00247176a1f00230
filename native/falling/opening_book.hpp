// Exact scores of every position up to a ply, at once: those of the deepest layer are given, the
// earlier ones follow by minimax.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "falling/position_lists.hpp"

namespace inarow::falling {

class OpeningBook {
 public:
  // `scores`: the usual score for the mover of each position of the layer `ply`, in ascending order
  // of their keys. Throws std::invalid_argument if there are more or fewer, or if one of them is
  // no score of this board.
  OpeningBook(const Game& game, int ply, const std::vector<std::int8_t>& scores);

  // The score for the mover, or nothing: the position lies deeper than the book, is over, or has
  // other numbers of stones than alternate play gives.
  std::optional<int> score(const Position& pos) const;

  int ply() const { return static_cast<int>(layers_.size()) - 1; }
  std::size_t positions() const { return layers_.back().keys.size(); }
  const Game& game() const { return rules_.game(); }

 private:
  struct Layer {
    std::vector<PositionKey> keys;
    std::vector<std::int8_t> scores;
  };
  static std::int8_t find(const Layer& layer, PositionKey key);
  int best_move_score(const Layer& next, PositionKey key, int ply) const;

  PositionLists rules_;
  std::vector<Layer> layers_;
};

}  // namespace inarow::falling
