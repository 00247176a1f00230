#include "counted/opening_strategy.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/interrupt.hpp"

namespace inarow::counted {
namespace {

const Game& checked(const Position& start, int holder) {
  const Game& game = start.game();
  const int bits = game.gravity ? (game.rows + 1) * game.cols : 64;
  if (bits > 63 || start.floating_cell() >= 0 || game.family() != Family::Counted) {
    throw std::invalid_argument(
        "a strategy is for games that count lines on a gravity board of at most 63 bits");
  }
  if (holder != 0 && holder != 1) throw std::invalid_argument("the holder is player 1 or 2");
  return game;
}

}  // namespace

OpeningStrategy::OpeningStrategy(const Position& start, int holder)
    : game_(checked(start, holder)),
      geometry_(game_),
      holder_(holder),
      start_stones_(start.stone_count()),
      holder_begins_(start.to_move() == holder) {
  start_ = holder_stones(start);
}

OpeningStrategy::OpeningStrategy(const Position& start, int holder, std::string_view replies)
    : OpeningStrategy(start, holder) {
  const std::size_t bits = static_cast<std::size_t>(reply_bits());
  std::size_t taken = 0;
  const auto bit = [&](std::size_t place) {
    return static_cast<unsigned char>(replies[place / 8]) >> (place % 8) & 1;
  };
  list([&](Key) {
    if (taken + bits > 8 * replies.size()) throw std::invalid_argument("the replies end too early");
    int value = 0;
    for (std::size_t i = 0; i < bits; ++i) value |= bit(taken++) << i;
    return value;
  });
  bool rest_is_zero = true;
  for (std::size_t place = taken; place < 8 * replies.size(); ++place) {
    rest_is_zero = rest_is_zero && bit(place) == 0;
  }
  if (8 * replies.size() >= taken + 8 || !rest_is_zero) {
    throw std::invalid_argument("replies are left over at the end");
  }
}

OpeningStrategy::OpeningStrategy(const Position& start, int holder,
                                 const std::function<Reply(const Position&)>& choose)
    : OpeningStrategy(start, holder) {
  list([&](Key key) { return choose(position(key)).value_or(game_.cols); });
}

template <class Choose>
void OpeningStrategy::list(Choose choose) {
  InterruptPoll poll;
  std::vector<Key> keys;
  if (holder_begins_) {
    keys = {geometry_.least_key(start_)};
  } else {
    add_children(start_, keys);
  }
  std::size_t listed = 0;
  while (!keys.empty()) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    Layer layer{std::move(keys), {}};
    keys.clear();
    for (const Key key : layer.keys) {
      poll();
      ++listed;
      const int col = choose(key);
      layer.replies.push_back(static_cast<std::uint8_t>(col));
      if (col == game_.cols) continue;
      Stones stones = geometry_.stones_of(key);
      const Key stone = col >= 0 && col < game_.cols ? geometry_.landing(stones.taken(), col) : 0;
      if (stone == 0) {
        throw std::invalid_argument("reply " + std::to_string(listed) +
                                    " is not a column with room");
      }
      stones.mover |= stone;
      add_children(stones, keys);
    }
    layers_.push_back(std::move(layer));
  }
}

// What the other side, to move, can make of a position, unless that fills the board.
void OpeningStrategy::add_children(const Stones& before, std::vector<Key>& keys) const {
  for (Key rest = geometry_.landing(before.taken()); rest != 0; rest &= rest - 1) {
    const Stones after{before.mover, before.opponent | (rest & -rest)};
    if (after.taken() != geometry_.board) keys.push_back(geometry_.least_key(after));
  }
}

OpeningStrategy::Reply OpeningStrategy::reply(const Position& pos) const {
  if (!(pos.game() == game_) || pos.to_move() != holder_ || pos.floating_cell() >= 0) return {};
  const int played = pos.stone_count() - start_stones_ - (holder_begins_ ? 0 : 1);
  if (played < 0 || played % 2 != 0 || played / 2 >= static_cast<int>(layers_.size())) return {};
  const Stones stones = holder_stones(pos);
  const Key key = geometry_.least_key(stones);
  const Layer& layer = layers_[static_cast<std::size_t>(played / 2)];
  const auto place = std::lower_bound(layer.keys.begin(), layer.keys.end(), key);
  if (place == layer.keys.end() || *place != key) return {};
  const int col = layer.replies[static_cast<std::size_t>(place - layer.keys.begin())];
  if (col == game_.cols) return {};
  return key == geometry_.key(stones) ? col : game_.cols - 1 - col;
}

std::vector<std::pair<Position, OpeningStrategy::Reply>> OpeningStrategy::entries() const {
  std::vector<std::pair<Position, Reply>> all;
  for (const Layer& layer : layers_) {
    for (std::size_t i = 0; i < layer.keys.size(); ++i) {
      const int col = layer.replies[i];
      all.emplace_back(position(layer.keys[i]), col == game_.cols ? Reply{} : Reply{col});
    }
  }
  return all;
}

std::string OpeningStrategy::packed() const {
  std::string bytes;
  std::size_t place = 0;
  for (const Layer& layer : layers_) {
    for (const std::uint8_t col : layer.replies) {
      for (int i = 0; i < reply_bits(); ++i, ++place) {
        if (place % 8 == 0) bytes += '\0';
        if (col >> i & 1) bytes.back() = static_cast<char>(bytes.back() | 1 << (place % 8));
      }
    }
  }
  return bytes;
}

int OpeningStrategy::reply_bits() const {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(game_.cols)));
}

Stones OpeningStrategy::holder_stones(const Position& pos) const {
  const auto stones = gravity_stones(pos);
  return {stones[holder_], stones[1 - holder_]};
}

Position OpeningStrategy::position(Key key) const {
  return position_of(game_, geometry_.stones_of(key), holder_);
}

}  // namespace inarow::counted
