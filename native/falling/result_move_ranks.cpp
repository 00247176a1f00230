#include "falling/result_move_ranks.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/centre_first.hpp"
#include "core/interrupt.hpp"

namespace inarow::falling {
namespace {

using Heights = std::vector<int>;

// All heights of columns that sum to `stones`, ascending, the larger of each mirrored pair.
std::vector<Heights> all_heights(const Game& game, int stones) {
  std::vector<Heights> all;
  Heights heights;
  const auto add = [&](const auto& self, int left) -> void {
    const int columns_left = game.cols - static_cast<int>(heights.size());
    if (columns_left == 0) {
      if (left == 0 && heights >= Heights(heights.rbegin(), heights.rend())) all.push_back(heights);
      return;
    }
    if (left > columns_left * game.rows) return;
    for (int height = 0; height <= std::min(left, game.rows); ++height) {
      heights.push_back(height);
      self(self, left - height);
      heights.pop_back();
    }
  };
  add(add, stones);
  return all;
}

std::uint8_t rank_of(ResultBook& book, const Stones& pos) {
  const PositionLists& rules = book.rules();
  const Game& game = book.game();
  const auto line = [&](std::uint64_t stones) { return rules.geometry().has_line(stones); };
  if (line(pos.mover) || line(pos.opponent) || rules.full(pos)) return 0;
  std::vector<int> moves;
  for (const int column : centre_first(game.cols)) {
    const auto after = rules.after_move(pos, column);
    if (!after) continue;
    if (line(after->opponent)) return 0;
    bool loses = false;
    for (int reply = 0; reply < game.cols && !loses; ++reply) {
      const auto then = rules.after_move(*after, reply);
      loses = then && line(then->opponent);
    }
    if (!loses) moves.push_back(column);
  }
  if (moves.size() < 2) return 0;
  const std::optional<int> kept = book.entry(pos).column;
  if (!kept) return 0;
  return static_cast<std::uint8_t>(std::find(moves.begin(), moves.end(), *kept) - moves.begin());
}

}  // namespace

std::vector<std::uint8_t> result_move_ranks(ResultBook& book, int stones, int ahead) {
  if (!book.covers(stones, ahead)) {
    throw std::invalid_argument("the book has no boards of these numbers of stones");
  }
  const LayerStones sides = layer_stones(book.game(), stones, ahead);
  const int stride = book.rules().geometry().stride();
  InterruptPoll poll;
  std::vector<std::uint8_t> ranks;
  for (const Heights& heights : all_heights(book.game(), stones)) {
    std::vector<std::uint64_t> cells;
    for (std::size_t col = 0; col < heights.size(); ++col) {
      for (int row = 0; row < heights[col]; ++row) {
        cells.push_back(std::uint64_t{1} << (static_cast<int>(col) * stride + row));
      }
    }
    // Which stones are the mover's, the first ones to begin with.
    std::vector<bool> own(cells.size(), false);
    std::fill(own.begin(), own.begin() + sides.mover, true);
    do {
      Stones pos;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        (own[i] ? pos.mover : pos.opponent) |= cells[i];
      }
      ranks.push_back(rank_of(book, pos));
      poll();
    } while (std::prev_permutation(own.begin(), own.end()));
  }
  return ranks;
}

}  // namespace inarow::falling
