#include "falling/opening_book.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "falling/solver/end_value.hpp"

namespace inarow::falling {

OpeningBook::OpeningBook(const Game& game, int ply, const std::vector<std::int8_t>& scores)
    : rules_(game) {
  if (ply < 0 || ply >= game.cells()) {
    throw std::invalid_argument("the ply of a book is " + std::to_string(ply) + ", expected 0 to " +
                                std::to_string(game.cells() - 1));
  }
  layers_.resize(ply + 1);
  layers_[0].keys = rules_.layer(0);
  for (int i = 1; i <= ply; ++i) layers_[i].keys = rules_.after(layers_[i - 1].keys);
  if (scores.size() != positions()) {
    throw std::invalid_argument("the book has " + std::to_string(scores.size()) +
                                " scores, expected " + std::to_string(positions()));
  }
  const int highest = standard_score(game.cells() - ply, game.cells());
  for (const std::int8_t score : scores) {
    if (std::abs(score) > highest) {
      throw std::invalid_argument("the book has the score " + std::to_string(score) +
                                  ", expected at most " + std::to_string(highest) + " in size");
    }
  }
  layers_[ply].scores = scores;
  for (int i = ply - 1; i >= 0; --i) {
    Layer& layer = layers_[i];
    layer.scores.reserve(layer.keys.size());
    for (const PositionKey key : layer.keys) {
      layer.scores.push_back(static_cast<std::int8_t>(best_move_score(layers_[i + 1], key, i)));
    }
  }
}

std::int8_t OpeningBook::find(const Layer& layer, PositionKey key) {
  return layer
      .scores[std::lower_bound(layer.keys.begin(), layer.keys.end(), key) - layer.keys.begin()];
}

int OpeningBook::best_move_score(const Layer& next, PositionKey key, int ply) const {
  const int cells = game().cells();
  int best = -cells;
  rules_.for_each_child(key, [&](const Stones& child, bool won) {
    const int score = won                  ? standard_score(cells - ply, cells)
                      : rules_.full(child) ? 0
                                           : -find(next, rules_.geometry().least_key(child));
    best = std::max(best, score);
  });
  return best;
}

std::optional<int> OpeningBook::score(const Position& pos) const {
  if (!(pos.game() == game())) return std::nullopt;
  const int stones = pos.stone_count();
  if (stones > ply() || !of_alternate_play(pos)) return std::nullopt;
  const Layer& layer = layers_[stones];
  const PositionKey key = rules_.geometry().least_key(mover_stones(pos));
  const auto place = std::lower_bound(layer.keys.begin(), layer.keys.end(), key);
  if (place == layer.keys.end() || *place != key) return std::nullopt;
  return layer.scores[place - layer.keys.begin()];
}

}  // namespace inarow::falling
