#include "falling/result_book.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "core/centre_first.hpp"
#include "core/gravity_stones.hpp"

namespace inarow::falling {

int code_of(const BookResult& entry, int cols) {
  if (entry.result < 0) return 0;
  return 1 + (entry.result > 0 ? 0 : cols) + entry.column.value();
}

BookResult result_of(int code, int cols) {
  if (code < 0 || code > 2 * cols) {
    throw std::invalid_argument("the book has the number " + std::to_string(code) +
                                ", expected at most " + std::to_string(2 * cols));
  }
  if (code == 0) return {-1, std::nullopt};
  return {code <= cols ? 1 : 0, (code - 1) % cols};
}

LayerStones layer_stones(const Game& game, int ply, int difference) {
  if (ply < 0 || ply >= game.cells()) {
    throw std::invalid_argument("the ply of a book is " + std::to_string(ply) + ", expected 0 to " +
                                std::to_string(game.cells() - 1));
  }
  if (std::abs(difference) > ply || (ply - difference) % 2 != 0) {
    throw std::invalid_argument("no board of " + std::to_string(ply) +
                                " stones has a difference of " + std::to_string(difference));
  }
  return {(ply + difference) / 2, (ply - difference) / 2};
}

ResultBook::ResultBook(const Game& game, int ply, int difference,
                       const std::vector<std::int8_t>& codes)
    : rules_(game), ply_(ply), difference_(difference), codes_(codes) {
  const LayerStones stones = layer_stones(game, ply, difference);
  keys_ = rules_.boards(stones.mover, stones.opponent);
  if (codes.size() != keys_.size()) {
    throw std::invalid_argument("the book has " + std::to_string(codes.size()) +
                                " results, expected " + std::to_string(keys_.size()));
  }
  for (const std::int8_t code : codes) result_of(code, game.cols);
}

std::optional<BookResult> ResultBook::find(const Position& pos) {
  if (!(pos.game() == game()) || pos.outcome() != Outcome::Ongoing) return std::nullopt;
  const int ahead = pos.stones(pos.to_move()).size() - pos.stones(pos.opponent()).size();
  if (!covers(pos.stone_count(), ahead)) return std::nullopt;
  return entry(mover_stones(pos));
}

BookResult ResultBook::entry(const Stones& pos) {
  return best(pos, std::popcount(pos.mover | pos.opponent));
}

BookResult ResultBook::best(const Stones& pos, int stones) {
  const int cols = game().cols;
  if (stones == ply_) {
    const PositionKey key = rules_.geometry().least_key(pos);
    const auto place = std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin();
    BookResult entry = result_of(codes_[place], cols);
    if (entry.column && key != rules_.geometry().key(pos)) entry.column = cols - 1 - *entry.column;
    return entry;
  }
  BookResult found{-1, std::nullopt};
  for (const int column : centre_first(cols)) {
    const std::optional<Stones> after = rules_.after_move(pos, column);
    if (!after) continue;
    const bool won = rules_.geometry().has_line(after->opponent);
    const int value = won ? 1 : rules_.full(*after) ? 0 : -result(*after, stones + 1);
    if (value > found.result) found = {value, column};
    if (value > 0) break;
  }
  return found;
}

int ResultBook::result(const Stones& pos, int stones) {
  if (stones == ply_) return best(pos, stones).result;
  const PositionKey key = rules_.geometry().least_key(pos);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const int value = best(pos, stones).result;
  known_.emplace(key, static_cast<std::int8_t>(value));
  return value;
}

}  // namespace inarow::falling
