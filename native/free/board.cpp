#include "free/board.hpp"

#include <algorithm>
#include <string>

namespace inarow::free {
namespace {

struct Step {
  int row, col;
};
constexpr Step kSteps[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// Both ends included; 0 <= low <= high < 63.
constexpr std::uint64_t bits_between(int low, int high) {
  return (std::uint64_t{2} << high) - (std::uint64_t{1} << low);
}

}  // namespace

std::string Board::problem_of(const Game& game) {
  if (auto problem = game.problem(); !problem.empty()) return problem;
  if (game.family() != Family::Free) {
    return "the player of free boards needs a board without gravity and the first line to win";
  }
  if (game.k < PatternTable::kSmallestK || game.k > PatternTable::kLargestK) {
    return "the player of free boards plays k from 3 to 8, not " + std::to_string(game.k);
  }
  if (game.stones.later > 2 || game.stones.first > 2) {
    return "the player of free boards lays one or two stones a turn";
  }
  return {};
}

Board::Board(const Game& game)
    : game_(game),
      patterns_(PatternTable::of(game.k, game.exact)),
      threat_table_(ThreatTable::of(game.stones.later)),
      cell_count_(game.cells()) {
  for (int direction = 0; direction < kDirections; ++direction) {
    const auto [down, right] = kSteps[direction];
    step_[direction] = down * game.cols + right;
    for (int cell = 0; cell < cell_count_; ++cell) {
      const int row = cell / game.cols, col = cell % game.cols;
      const int back_row = row - down, back_col = col - right;
      const bool starts_line =
          back_row < 0 || back_row >= game.rows || back_col < 0 || back_col >= game.cols;
      if (starts_line) {
        seat_[cell][direction] = {static_cast<std::uint8_t>(lines_.size()), kMargin};
        lines_.emplace_back();
      } else {
        const Seat before = seat_[back_row * game.cols + back_col][direction];
        seat_[cell][direction] = {before.line, static_cast<std::uint8_t>(before.bit + 1)};
      }
      const Seat seat = seat_[cell][direction];
      lines_[seat.line].walls &= ~(std::uint64_t{1} << seat.bit);
    }
  }
  history_.reserve(cell_count_);
  changes_.resize(static_cast<std::size_t>(cell_count_) * 2 * kDirections * 2 * kMargin);
  clear();
}

void Board::clear() {
  for (Line& line : lines_) line.stones[0] = line.stones[1] = 0;
  owner_.fill(kNobody);
  for (int colour : {0, 1}) {
    total_value_[colour] = 0;
    for (int i = 0; i < kThreatCount; ++i) {
      count_[colour][i] = 0;
      class_cells_[colour][i] = {};
    }
  }
  hash_ = 0;
  stone_count_ = 0;
  history_.clear();
  change_count_ = 0;
  for (int cell = 0; cell < cell_count_; ++cell) {
    for (int colour : {0, 1}) {
      Code code = 0;
      for (int direction = 0; direction < kDirections; ++direction) {
        const Seat seat = seat_[cell][direction];
        const Line& line = lines_[seat.line];
        const Pattern pattern = patterns_.read(0, line.walls, seat.bit);
        code |= static_cast<Code>(pattern << (4 * direction));
      }
      value_[colour][cell] = value_of(code);
    }
    enlist(cell, +1);
  }
}

void Board::load(const Position& pos) {
  clear();
  for (int cell = 0; cell < cell_count_; ++cell) {
    for (int colour : {0, 1}) {
      if (pos.stones(colour).has(cell)) put(cell, colour);
    }
  }
}

std::uint64_t Board::stone_key(int cell, int colour) {
  std::uint64_t key = static_cast<std::uint64_t>(2 * cell + colour + 1) * 0x9E3779B97F4A7C15u;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

// Reads the patterns of one colour again on the empty cells from bit low to bit high of a line.
inline void Board::refresh(const Line& line, int direction, int colour, int low, int high,
                           int first_cell) {
  const std::uint64_t own = line.stones[colour];
  const std::uint64_t blockers = line.stones[1 - colour] | line.walls;
  const int shift = 4 * direction;
  std::uint64_t empty = ~(own | blockers) & bits_between(low, high);
  for (; empty != 0; empty &= empty - 1) {
    const int bit = std::countr_zero(empty);
    const int cell = first_cell + bit * step_[direction];
    const CellValue& before = value_[colour][cell];
    // No stone brings a dead line back to life.
    if (((before.code >> shift) & 15) == kNothing) continue;
    const Pattern pattern = patterns_.read(own, blockers, bit);
    const auto after = static_cast<Code>((before.code & ~(15 << shift)) | (pattern << shift));
    if (after == before.code) continue;
    changes_[change_count_++] = {static_cast<std::uint16_t>(cell),
                                 static_cast<std::uint8_t>(colour), before};
    set_value(cell, colour, value_of(after));
  }
}

inline void Board::set_value(int cell, int colour, const CellValue& value) {
  const CellValue before = value_[colour][cell];
  value_[colour][cell] = value;
  total_value_[colour] += value.worth - before.worth;
  if (before.threat == value.threat) return;
  const int old_class = static_cast<int>(before.threat);
  const int new_class = static_cast<int>(value.threat);
  const std::uint64_t bit = std::uint64_t{1} << (cell & 63);
  --count_[colour][old_class];
  ++count_[colour][new_class];
  class_cells_[colour][old_class][cell >> 6] &= ~bit;
  class_cells_[colour][new_class][cell >> 6] |= bit;
}

void Board::put(int cell, int colour) {
  enlist(cell, -1);
  owner_[cell] = static_cast<std::uint8_t>(colour);
  history_.push_back(
      {static_cast<std::uint16_t>(cell), static_cast<std::uint8_t>(colour), change_count_});
  hash_ ^= stone_key(cell, colour);
  ++stone_count_;
  for (int direction = 0; direction < kDirections; ++direction) {
    const Seat seat = seat_[cell][direction];
    Line& line = lines_[seat.line];
    const std::uint64_t stone = std::uint64_t{1} << seat.bit;
    line.stones[colour] |= stone;
    const int first_cell = cell - seat.bit * step_[direction];
    // A cell of a colour sees the new stone unless a stone of the other colour is in between; and
    // where there is no room for k nothing changes.
    for (const int seer : {0, 1}) {
      const std::uint64_t blockers = (line.stones[1 - seer] | line.walls) & ~stone;
      const int low = seat.bit - std::countl_zero(blockers << (64 - seat.bit));
      const int high = seat.bit + std::countr_zero(blockers >> (seat.bit + 1));
      if (high - low + 1 < game_.k) continue;
      refresh(line, direction, seer, std::max(low, seat.bit - patterns_.extent()),
              std::min(high, seat.bit + patterns_.extent()), first_cell);
    }
  }
}

// Adds an empty cell to the totals and the lists of both colours, or removes it.
void Board::enlist(int cell, int sign) {
  const std::uint64_t bit = std::uint64_t{1} << (cell & 63);
  for (int colour : {0, 1}) {
    const CellValue& value = value_[colour][cell];
    total_value_[colour] += sign * value.worth;
    const int kind = static_cast<int>(value.threat);
    count_[colour][kind] += sign;
    class_cells_[colour][kind][cell >> 6] ^= bit;
  }
}

// The values of the cell itself were left alone while it was occupied, and every later stone has
// been taken back, so they are right again.
void Board::take_back() {
  const Stone stone = history_.back();
  history_.pop_back();
  while (change_count_ > stone.first_change) {
    const Change& change = changes_[--change_count_];
    set_value(change.cell, change.colour, change.before);
  }
  for (int direction = 0; direction < kDirections; ++direction) {
    const Seat seat = seat_[stone.cell][direction];
    lines_[seat.line].stones[stone.colour] &= ~(std::uint64_t{1} << seat.bit);
  }
  owner_[stone.cell] = kNobody;
  hash_ ^= stone_key(stone.cell, stone.colour);
  --stone_count_;
  enlist(stone.cell, +1);
}

}  // namespace inarow::free
