#include "falling/position_lists.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "core/interrupt.hpp"

namespace inarow::falling {
namespace {

const Game& checked(const Game& game) {
  if (game.family() != Family::Falling || !game.problem().empty()) {
    throw std::invalid_argument(
        "a book is for first-to-k gravity games, one stone a turn, of at most 64 bits a board");
  }
  return game;
}

}  // namespace

PositionLists::PositionLists(const Game& game)
    : game_(checked(game)),
      stride_(game.rows + 1),
      column_(stride_ < 64 ? (std::uint64_t{1} << stride_) - 1 : ~std::uint64_t{0}) {
  for (int col = 0; col < game.cols; ++col) bottom_ |= std::uint64_t{1} << (col * stride_);
  board_ = 0;
  for (int row = 0; row < game.rows; ++row) board_ |= bottom_ << row;
}

PositionKey PositionLists::key(const SolverPosition& pos) const {
  const PositionKey plain = plain_key(pos);
  PositionKey mirrored = 0;
  for (int col = 0; col < game_.cols; ++col) {
    mirrored |= ((plain >> (col * stride_)) & column_) << ((game_.cols - 1 - col) * stride_);
  }
  return std::min(plain, mirrored);
}

SolverPosition PositionLists::stones(PositionKey key) const {
  std::uint64_t taken = 0;
  for (int col = 0; col < game_.cols; ++col) {
    const int shift = col * stride_;
    taken |= (std::bit_floor((key >> shift) & column_) - 1) << shift;
  }
  return {key & taken, taken & ~key};
}

Position PositionLists::position(PositionKey key) const {
  const SolverPosition pos = stones(key);
  const bool second = std::popcount(pos.mover) < std::popcount(pos.opponent);
  std::string cells;
  for (int row = game_.rows - 1; row >= 0; --row) {
    for (int col = 0; col < game_.cols; ++col) {
      const int bit = col * (game_.rows + 1) + row;
      const bool mover = (pos.mover >> bit) & 1, opponent = (pos.opponent >> bit) & 1;
      cells += mover ? (second ? 'o' : 'x') : opponent ? (second ? 'x' : 'o') : '.';
    }
    if (row > 0) cells += '/';
  }
  return Position(game_, cells, second ? 1 : 0);
}

namespace {

void require_at_most(std::size_t positions, std::size_t most) {
  if (positions > most) {
    throw std::invalid_argument("there are more than " + std::to_string(most) + " positions");
  }
}

// Sorts what follows the sorted front, with a look for an interrupt between pieces: in one piece
// ten million keys take a second.
void sort_in_pieces(std::vector<PositionKey>& keys, std::size_t sorted, InterruptPoll& poll) {
  constexpr std::size_t kPiece = std::size_t{1} << 18;
  const auto begin = keys.begin();
  const auto at = [&](std::size_t i) {
    return begin + static_cast<std::ptrdiff_t>(std::min(i, keys.size()));
  };
  for (std::size_t from = sorted; from < keys.size(); from += kPiece) {
    std::sort(at(from), at(from + kPiece));
    poll();
  }
  for (std::size_t size = kPiece; sorted + size < keys.size(); size *= 2) {
    for (std::size_t from = sorted; from + size < keys.size(); from += 2 * size) {
      std::inplace_merge(at(from), at(from + size), at(from + 2 * size));
      poll();
    }
  }
  std::inplace_merge(begin, at(sorted), keys.end());
}

}  // namespace

std::vector<PositionKey> PositionLists::layer(int ply, std::size_t most) const {
  std::vector<PositionKey> keys{key({0, 0})};
  for (int done = 0; done < ply; ++done) keys = after(keys, most);
  return keys;
}

std::vector<PositionKey> PositionLists::after(const std::vector<PositionKey>& layer,
                                              std::size_t most) const {
  InterruptPoll poll;
  std::vector<PositionKey> next;
  next.reserve(layer.size() * 2);
  std::size_t merged = 0;  // so many at the front are sorted and different
  const auto merge = [&] {
    sort_in_pieces(next, merged, poll);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    merged = next.size();
    require_at_most(merged, most);
  };
  for (const PositionKey from : layer) {
    for_each_child(from, [&](const SolverPosition& child, bool won) {
      if (!won && !full(child)) next.push_back(key(child));
    });
    if (next.size() >= 2 * merged + (std::size_t{1} << 20)) merge();
    poll();
  }
  merge();
  return next;
}

std::vector<PositionKey> PositionLists::boards(int mover, int opponent, std::size_t most) const {
  InterruptPoll poll;
  std::vector<PositionKey> keys;
  // Columns are filled from the last to the first, each from the bottom, with every choice of whose
  // stone comes next, until none is left to be laid.
  const auto fill = [&](const auto& self, int col, int height, const SolverPosition& pos, int own,
                        int theirs) -> void {
    poll();
    if (own + theirs == 0) {
      const bool over = has_line(pos.mover, game_.rows, game_.k) ||
                        has_line(pos.opponent, game_.rows, game_.k) || full(pos);
      if (!over && key(pos) == plain_key(pos)) keys.push_back(plain_key(pos));
      require_at_most(keys.size(), most);
      return;
    }
    if (col > 0) self(self, col - 1, 0, pos, own, theirs);
    if (height == game_.rows) return;
    const std::uint64_t cell = std::uint64_t{1} << (col * stride_ + height);
    if (own > 0) {
      self(self, col, height + 1, {pos.mover | cell, pos.opponent}, own - 1, theirs);
    }
    if (theirs > 0) {
      self(self, col, height + 1, {pos.mover, pos.opponent | cell}, own, theirs - 1);
    }
  };
  fill(fill, game_.cols - 1, 0, {0, 0}, mover, opponent);
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace inarow::falling
