// The worth of one line through an empty cell, for one colour, once that colour has a stone there.
//
// Only k - 1 cells on either side matter (k with the exact rule, which must see an overline), and
// of those only the cells nearer than the first blocker, an opposing stone or the edge:
//
//        far . . . near    (cell)    near . . . far
//     left half of the line           right half of the line
//
// A half with n free cells is coded in n + 1 bits: a sentinel 1, then one bit a cell, 1 = own
// stone.
//
//     left   1 far ... near      the sentinel stands where the blocker is, bit n
//     right  1 far ... near      bit 0 is the nearest cell on the right, bit n - 1 on the left
//                                (left halves are cut out of a word and never mirrored)
//
// With e = k - 1 cells a half has 2^k - 1 codes, so the table for k = 6 has 4096 entries and lives
// in the first-level cache; k = 8 has 65536.
//
// A pattern says how many stones are still missing, and whether one opposing stone is enough:
//
//     15  complete      missing 0: k in a row
//     14  open one      missing 1: two or more cells complete it, one reply cannot hold it
//     13  closed one    missing 1: exactly one cell completes it
//     12  open two      missing 2: a further stone makes an open one
//     11  closed two    missing 2: a further stone makes a closed one, and none an open one
//     ...               down to
//      1  closed seven
//      0  nothing: no line of k is possible through this cell
//
// For k = 6 players say five, four, three for one, two, three missing.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace inarow::free {

using Pattern = std::uint8_t;

constexpr Pattern kNothing = 0;
constexpr Pattern kComplete = 15;
constexpr int kPatternCount = 16;
constexpr Pattern open_pattern(int missing) { return static_cast<Pattern>(16 - 2 * missing); }
constexpr Pattern closed_pattern(int missing) { return static_cast<Pattern>(15 - 2 * missing); }

class PatternTable {
 public:
  static constexpr int kSmallestK = 3, kLargestK = 8;

  // Generated when first asked for and kept for ever. k is 3 to 8; exact: more than k is no line.
  static const PatternTable& of(int k, bool exact);

  // Cells on either side that a pattern depends on.
  int extent() const { return extent_; }

  // own and blockers are a line of cells, one bit each, with the cell itself at bit `at`; at least
  // extent() bits are valid on either side, and cells beyond the edge are blockers.
  Pattern read(std::uint64_t own, std::uint64_t blockers, int at) const {
    const std::uint32_t all = (1u << extent_) - 1;
    const auto stones_right = static_cast<std::uint32_t>(own >> (at + 1));
    const auto walls_right = static_cast<std::uint32_t>(blockers >> (at + 1)) | (1u << extent_);
    const std::uint32_t sentinel = walls_right & (~walls_right + 1);
    const std::uint32_t right = (stones_right & (sentinel - 1)) | sentinel;
    const auto stones_left = static_cast<std::uint32_t>(own >> (at - extent_)) & all;
    const auto walls_left = static_cast<std::uint32_t>(blockers >> (at - extent_)) & all;
    const int cut = std::bit_width(walls_left);
    const std::uint32_t left = (stones_left >> cut) | (1u << (extent_ - cut));
    return patterns_[left << (extent_ + 1) | right];
  }

 private:
  PatternTable(int k, bool exact);

  int extent_;
  std::vector<Pattern> patterns_;
};

}  // namespace inarow::free
