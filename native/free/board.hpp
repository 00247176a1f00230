// A board that knows, after every stone, what a stone of either colour on every empty cell would
// threaten. Putting a stone updates only the cells whose lines can see it; taking it back restores
// what a log remembers.
//
// Every row, column and diagonal is a line: one word a colour, the cells from bit kMargin on, and a
// word of walls that closes both ends.
//
//     walls  1 1 1 ... 1  0 0 0 0 0 0 0  1 1 1 1 1 1 1 1
//     cells               6 5 4 3 2 1 0                      a line of seven cells
//     bit    63           14          8  7             0     kMargin = 8
//
// Cells are numbered row * cols + col, as in core/position.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "free/pattern.hpp"
#include "free/threat.hpp"

namespace inarow::free {

class Board {
 public:
  static constexpr int kMaxCells = Game::kMaxCells;
  using CellWords = std::array<std::uint64_t, CellSet::kWords>;

  // A free board, first to k, k from 3 to 8, one or two stones a turn; see problem_of.
  explicit Board(const Game& game);
  // Empty when the game can be played here, else one sentence.
  static std::string problem_of(const Game& game);

  void load(const Position& pos);  // pos is of this board's game
  void put(int cell, int colour);  // cell is empty
  void take_back();                // the newest stone

  const Game& game() const { return game_; }
  int cells() const { return cell_count_; }
  int empty_count() const { return cell_count_ - stone_count_; }
  bool is_empty(int cell) const { return owner_[cell] == kNobody; }
  int owner(int cell) const { return owner_[cell]; }  // 0, 1 or kNobody
  static constexpr int kNobody = 2;

  // The rest speaks of empty cells only: an occupied cell has no threat and no worth.
  Threat threat(int colour, int cell) const { return value_[colour][cell].threat; }
  Pattern pattern(int colour, int cell, int line) const {
    return (value_[colour][cell].code >> (4 * line)) & 15;
  }
  int worth(int colour, int cell) const { return value_[colour][cell].worth; }
  int total_value(int colour) const { return total_value_[colour]; }
  int count(int colour, Threat threat) const { return count_[colour][static_cast<int>(threat)]; }
  // Cells of a class or stronger.
  int count_from(int colour, Threat weakest) const {
    int total = 0;
    for (int i = static_cast<int>(weakest); i < kThreatCount; ++i) total += count_[colour][i];
    return total;
  }
  // Some cell of this class; there must be one.
  int any_cell(int colour, Threat threat) const {
    const CellWords& words = class_cells_[colour][static_cast<int>(threat)];
    int word = 0;
    while (words[word] == 0) ++word;
    return 64 * word + std::countr_zero(words[word]);
  }
  // Appends the cells of one class, ascending, to a list with push_back.
  template <class List>
  void append_cells(int colour, Threat threat, List& list) const {
    if (count(colour, threat) == 0) return;
    const CellWords& words = class_cells_[colour][static_cast<int>(threat)];
    for (int word = 0; word < CellSet::kWords; ++word) {
      for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
        list.push_back(64 * word + std::countr_zero(bits));
      }
    }
  }
  // The same stones, however they came, give the same hash; the side to move is not in it.
  std::uint64_t hash() const { return hash_; }
  std::uint64_t hash_after(int cell, int colour) const { return hash_ ^ stone_key(cell, colour); }
  static std::uint64_t stone_key(int cell, int colour);

 private:
  static constexpr int kMargin = 8;
  static constexpr int kDirections = 4;

  struct Line {
    std::uint64_t stones[2] = {0, 0};
    std::uint64_t walls = ~std::uint64_t{0};
  };
  struct Seat {  // where a cell sits on a line
    std::uint8_t line;
    std::uint8_t bit;
  };
  struct alignas(8) CellValue {  // what a stone of one colour on a cell would be
    Code code = 0;
    std::int16_t worth = 0;
    Threat threat = Threat::Quiet;
  };
  struct Change {
    std::uint16_t cell;
    std::uint8_t colour;
    CellValue before;
  };
  struct Stone {
    std::uint16_t cell;
    std::uint8_t colour;
    std::uint32_t first_change;
  };

  void clear();
  CellValue value_of(Code code) const {
    const ThreatTable::Entry& entry = threat_table_[code];
    return {code, entry.worth, entry.threat};
  }
  // The cell of a bit is first_cell + bit * step.
  void refresh(const Line& line, int direction, int colour, int low, int high, int first_cell);
  void set_value(int cell, int colour, const CellValue& value);
  void enlist(int cell, int sign);

  Game game_;
  const PatternTable& patterns_;
  const ThreatTable& threat_table_;
  int cell_count_;
  int step_[kDirections];
  std::vector<Line> lines_;
  std::array<std::array<Seat, kDirections>, kMaxCells> seat_{};

  std::array<std::uint8_t, kMaxCells> owner_{};
  std::array<CellValue, kMaxCells> value_[2]{};
  int total_value_[2] = {0, 0};
  int count_[2][kThreatCount] = {};
  CellWords class_cells_[2][kThreatCount] = {};
  std::uint64_t hash_ = 0;
  int stone_count_ = 0;
  std::vector<Stone> history_;
  std::vector<Change> changes_;  // as long as it can ever get; the first change_count_ count
  std::uint32_t change_count_ = 0;
};

}  // namespace inarow::free
