#include "falling/policy.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/gravity_stones.hpp"

namespace inarow::falling {
namespace {

constexpr std::size_t kWordBytes = 8;

}  // namespace

Policy::Policy(std::string_view file) : rules_(Game{}) {
  const std::size_t line = file.find('\n');
  const std::string_view body = line == file.npos ? "" : file.substr(line + 1);
  const std::size_t count = body.size() / kWordBytes;
  const std::string title = "inarow policy 1 connect4 entries " + std::to_string(count);
  if (file.substr(0, line) != title || body.size() != count * kWordBytes) {
    throw std::invalid_argument("it does not begin with '" + title + "'");
  }
  words_.reserve(count);
  for (std::size_t i = 0; i < body.size(); i += kWordBytes) {
    std::uint64_t word = 0;
    for (std::size_t byte = kWordBytes; byte-- > 0;) {
      word = word << 8 | static_cast<unsigned char>(body[i + byte]);
    }
    if ((word & 7) >= 7 || (!words_.empty() && word <= words_.back())) {
      throw std::invalid_argument("entry " + std::to_string(words_.size() + 1) +
                                  " is out of order or has no column");
    }
    words_.push_back(word);
  }
}

std::optional<int> Policy::column(const Position& pos) const {
  if (!(pos.game() == rules_.game()) || !of_alternate_play(pos)) return std::nullopt;
  const Stones board = mover_stones(pos);
  const PositionKey key = rules_.geometry().least_key(board);
  const auto place = std::lower_bound(words_.begin(), words_.end(), key << 3);
  if (place == words_.end() || *place >> 3 != key) return std::nullopt;
  const int column = static_cast<int>(*place & 7);
  const int shown = key == rules_.geometry().key(board) ? column : rules_.game().cols - 1 - column;
  return pos.landing(shown) < 0 ? std::nullopt : std::optional<int>(shown);
}

std::vector<std::pair<PositionKey, int>> Policy::entries() const {
  std::vector<std::pair<PositionKey, int>> all;
  all.reserve(words_.size());
  for (const std::uint64_t word : words_) all.emplace_back(word >> 3, static_cast<int>(word & 7));
  return all;
}

}  // namespace inarow::falling
