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

PositionLists::PositionLists(const Game& game) : game_(checked(game)), geometry_(game_) {}

Position PositionLists::position(PositionKey key) const {
  const Stones pos = geometry_.stones_of(key);
  return position_of(game_, pos, std::popcount(pos.mover) < std::popcount(pos.opponent) ? 1 : 0);
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
  std::vector<PositionKey> keys{geometry_.least_key({0, 0})};
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
    for_each_child(from, [&](const Stones& child, bool won) {
      if (!won && !full(child)) next.push_back(geometry_.least_key(child));
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
  const auto fill = [&](const auto& self, int col, int height, const Stones& pos, int own,
                        int theirs) -> void {
    poll();
    if (own + theirs == 0) {
      const bool over =
          geometry_.has_line(pos.mover) || geometry_.has_line(pos.opponent) || full(pos);
      const PositionKey key = geometry_.key(pos);
      if (!over && geometry_.least_key(pos) == key) keys.push_back(key);
      require_at_most(keys.size(), most);
      return;
    }
    if (col > 0) self(self, col - 1, 0, pos, own, theirs);
    if (height == game_.rows) return;
    const std::uint64_t cell = std::uint64_t{1} << (col * geometry_.stride() + height);
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
