#include "counted/opening_strategy.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/gravity_stones.hpp"
#include "core/interrupt.hpp"

namespace inarow::counted {

OpeningStrategy::OpeningStrategy(const Position& start, int holder)
    : game_(start.game()),
      holder_(holder),
      start_stones_(start.stone_count()),
      holder_begins_(start.to_move() == holder) {
  const int bits = game_.gravity ? (game_.rows + 1) * game_.cols : 64;
  if (bits > 63 || start.floating_cell() >= 0 || game_.family() != Family::Counted) {
    throw std::invalid_argument(
        "a strategy is for games that count lines on a gravity board of at most 63 bits");
  }
  if (holder != 0 && holder != 1) throw std::invalid_argument("the holder is player 1 or 2");
  const auto stones = gravity_stones(start);
  start_ = {stones[holder], stones[1 - holder]};
  const int stride = game_.rows + 1;
  column_ = (Key{1} << stride) - 1;
  for (int col = 0; col < game_.cols; ++col) bottom_ |= Key{1} << (col * stride);
  for (int row = 0; row < game_.rows; ++row) board_ |= bottom_ << row;
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
    const Key key = plain_key(start_);
    keys = {std::min(key, mirrored(key))};
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
      Stones stones = stones_of(key);
      const Key stone = col >= 0 && col < game_.cols ? landing(stones, col) : 0;
      if (stone == 0) {
        throw std::invalid_argument("reply " + std::to_string(listed) +
                                    " is not a column with room");
      }
      stones.holder |= stone;
      add_children(stones, keys);
    }
    layers_.push_back(std::move(layer));
  }
}

// What the other side, to move, can make of a position, unless that fills the board.
void OpeningStrategy::add_children(const Stones& before, std::vector<Key>& keys) const {
  for (int col = 0; col < game_.cols; ++col) {
    const Key stone = landing(before, col);
    const Stones after{before.holder, before.other | stone};
    if (stone == 0 || (after.holder | after.other) == board_) continue;
    const Key key = plain_key(after);
    keys.push_back(std::min(key, mirrored(key)));
  }
}

OpeningStrategy::Reply OpeningStrategy::reply(const Position& pos) const {
  if (!(pos.game() == game_) || pos.to_move() != holder_ || pos.floating_cell() >= 0) return {};
  const int played = pos.stone_count() - start_stones_ - (holder_begins_ ? 0 : 1);
  if (played < 0 || played % 2 != 0 || played / 2 >= static_cast<int>(layers_.size())) return {};
  const auto stones = gravity_stones(pos);
  const Key plain = plain_key({stones[holder_], stones[1 - holder_]});
  const Key key = std::min(plain, mirrored(plain));
  const Layer& layer = layers_[static_cast<std::size_t>(played / 2)];
  const auto place = std::lower_bound(layer.keys.begin(), layer.keys.end(), key);
  if (place == layer.keys.end() || *place != key) return {};
  const int col = layer.replies[static_cast<std::size_t>(place - layer.keys.begin())];
  if (col == game_.cols) return {};
  return key == plain ? col : game_.cols - 1 - col;
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

// The cell where a stone lands in a column, or 0.
OpeningStrategy::Key OpeningStrategy::landing(const Stones& stones, int col) const {
  const Key taken = stones.holder | stones.other;
  return (taken + bottom_) & ~taken & board_ & column_ << (col * (game_.rows + 1));
}

OpeningStrategy::Key OpeningStrategy::plain_key(const Stones& stones) const {
  return stones.holder | ((stones.holder | stones.other) + bottom_);
}

OpeningStrategy::Key OpeningStrategy::mirrored(Key key) const {
  const int stride = game_.rows + 1;
  Key mirrored = 0;
  for (int col = 0; col < game_.cols; ++col) {
    mirrored |= ((key >> (col * stride)) & column_) << ((game_.cols - 1 - col) * stride);
  }
  return mirrored;
}

OpeningStrategy::Stones OpeningStrategy::stones_of(Key key) const {
  Key taken = 0;
  for (int col = 0; col < game_.cols; ++col) {
    const int shift = col * (game_.rows + 1);
    taken |= (std::bit_floor((key >> shift) & column_) - 1) << shift;
  }
  return {key & taken, taken & ~key};
}

Position OpeningStrategy::position(Key key) const {
  const Stones stones = stones_of(key);
  std::string cells;
  for (int row = game_.rows - 1; row >= 0; --row) {
    for (int col = 0; col < game_.cols; ++col) {
      const int bit = col * (game_.rows + 1) + row;
      const bool holder = stones.holder >> bit & 1, other = stones.other >> bit & 1;
      cells += holder ? "xo"[holder_] : other ? "ox"[holder_] : '.';
    }
    if (row > 0) cells += '/';
  }
  return Position(game_, cells, holder_);
}

}  // namespace inarow::counted
