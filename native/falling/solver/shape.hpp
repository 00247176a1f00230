// Board shapes: the fixed 7 x 6, four-in-a-row shape and the shape known only at run time.
//
// Column-major bitboards, one stone set per side, row 0 at the bottom, at least one spare bit on
// top of every column (never a stone). The fixed shape uses 8 bits per column, so that the mirror
// image is a byte swap; the run-time shape uses rows + 1 bits, so that any board with
// (rows + 1) * cols <= 64 fits.
//
//    fixed: 7 columns x 8 bits                     run time, here 5 columns x 4 rows
//
//     7 15 23 31 39 47 55   unused
//     6 14 22 30 38 46 54   marker                   4  9 14 19 24   marker
//     5 13 21 29 37 45 53   row 5                    3  8 13 18 23   row 3
//     4 12 20 28 36 44 52                            2  7 12 17 22
//     3 11 19 27 35 43 51                            1  6 11 16 21
//     2 10 18 26 34 42 50                            0  5 10 15 20   row 0
//     1  9 17 25 33 41 49
//     0  8 16 24 32 40 48   row 0
//
// Directions are bit distances: 1 (up), stride - 1, stride, stride + 1. A line cannot wrap round
// the board because every wrap passes a spare bit, which no stone occupies.
//
// A cell is UP if an even number of cells lies above it in its column, else LOW (the top row is
// UP). These sets belong to the follow-up rule (follow_up.hpp).
//
// Scores inside the search: a game that ends with the winning stone number N (stones on the board
// counted from 1) is worth value_at(N) = (cells + 2 - N) / 2 to the winner, rounded down. From one
// position all wins of one side happen at stone numbers of one parity, so that no two different
// ends of the same side share a value, and the nearer win is always the larger one. Only stone
// numbers matter, never who owns how many stones: boards with unequal stone counts are ordinary.
#pragma once

#include "falling/solver/bits.hpp"

namespace inarow::falling::INAROW_ARCH {

struct FixedShape {
  static constexpr bool fixed = true;
  static constexpr int max_cols = 7;
  static constexpr int rows = 6, cols = 7, k = 4, stride = 8, cells = 42, key_bits = 55;
  static constexpr u64 bottom = 0x0001010101010101ULL;
  static constexpr u64 board = bottom * 0x3f;
  static constexpr u64 markers = bottom << 6;
  static constexpr u64 up = bottom * 0x2a;
  static constexpr u64 low = bottom * 0x15;

  static constexpr u64 column(int col) { return 0x3fULL << (8 * col); }
  // Columns 4i .. 4i+3 as four lanes; lanes beyond the board are empty.
  static constexpr V4 column_lanes(int i) {
    return i == 0 ? V4{column(0), column(1), column(2), column(3)}
                  : V4{column(4), column(5), column(6), 0};
  }
  static constexpr int lane_groups = 2;

  // Lane i: the lowest cells of all lines in direction i (up, stride - 1, stride, stride + 1).
  static constexpr V4 line_starts() {
    return V4{bottom * 7, bottom * 0x38 & 0xffffffff, bottom * 0x3f & 0xffffffff,
              bottom * 7 & 0xffffffff};
  }
  // Lane i: j steps in direction i, as a shift.
  static constexpr V4 direction_steps(int j) {
    const u64 n = static_cast<u64>(j);
    return V4{n, 7 * n, 8 * n, 9 * n};
  }

  static u64 mirror(u64 x) { return __builtin_bswap64(x) >> 8; }

  // From the public layout (7 bits per column) to this one.
  static u64 from_public(u64 x) {
    x = (x & 0x000000000fffffffULL) | ((x & 0x00fffffff0000000ULL) << 4);
    x = (x & 0x00003fff00003fffULL) | ((x & 0x0fffc0000fffc000ULL) << 2);
    return (x & 0x007f007f007f007fULL) | ((x & 0x3f803f803f803f80ULL) << 1);
  }
};

struct RuntimeShape {
  static constexpr bool fixed = false;
  static constexpr int max_cols = 32;
  int rows = 0, cols = 0, k = 0, stride = 0, cells = 0, key_bits = 0, lane_groups = 0;
  u64 bottom = 0, board = 0, markers = 0, up = 0, low = 0;
  V4 lanes[max_cols / 4] = {};
  V4 starts = {};

  // Requires rows, cols >= 1, (rows + 1) * cols <= 64 and k >= 1.
  RuntimeShape(int rows_, int cols_, int k_)
      : rows(rows_),
        cols(cols_),
        k(k_),
        stride(rows_ + 1),
        cells(rows_ * cols_),
        key_bits((rows_ + 1) * cols_),
        lane_groups((cols_ + 3) / 4) {
    for (int col = 0; col < cols; ++col) {
      bottom |= 1ULL << (col * stride);
      lanes[col / 4][col % 4] = column(col);
    }
    board = bottom * ((1ULL << rows) - 1);
    markers = bottom << rows;
    for (int row = 0; row < rows; ++row) {
      ((rows - 1 - row) % 2 == 0 ? up : low) |= bottom << row;
    }
    for (int i = 0; i < 4; ++i) {
      u64 run = board;
      for (int j = 1; j < k && run; ++j) {
        run = j * direction(i) > 63 ? 0 : run & (board >> (j * direction(i)));
      }
      starts[i] = run;
    }
  }
  u64 column(int col) const { return ((1ULL << rows) - 1) << (col * stride); }
  const V4& column_lanes(int i) const { return lanes[i]; }
  const V4& line_starts() const { return starts; }
  V4 direction_steps(int j) const {
    V4 steps{};
    for (int i = 0; i < 4; ++i) {
      const int by = j * direction(i);
      steps[i] = static_cast<u64>(by < 63 ? by : 63);
    }
    return steps;
  }
  int direction(int i) const { return i == 0 ? 1 : stride - 2 + i; }
  u64 mirror(u64 x) const {
    u64 image = 0;
    const u64 column_bits = (1ULL << rows) * 2 - 1;
    for (int col = 0; col < cols; ++col) {
      image |= ((x >> (col * stride)) & column_bits) << ((cols - 1 - col) * stride);
    }
    return image;
  }
  static u64 from_public(u64 x) { return x; }
};

// What the winner gets for a game that ends with stone number n; 0 beyond a full board.
template <class Shape>
INAROW_INLINE int value_at(const Shape& shape, int n) {
  const int value = (shape.cells + 2 - n) >> 1;
  return value > 0 ? value : 0;
}

// The lowest empty cell of every column that is not full.
template <class Shape, class Word>
INAROW_INLINE Word playable(const Shape& shape, Word mask) {
  return (mask + shape.bottom) & shape.board;
}

// All cells of every column that holds a bit of `set`. Adding a full column carries into the
// marker exactly if the column of `set` is not zero.
template <class Shape>
INAROW_INLINE u64 whole_columns(const Shape& shape, u64 set) {
  const u64 hit = (set + shape.board) & shape.markers;
  return hit - (hit >> shape.rows);
}

// In every column the cells strictly below its lowest bit of `set`; the whole column if it has
// none. The marker keeps the subtraction from borrowing across columns.
template <class Shape>
INAROW_INLINE u64 below_lowest(const Shape& shape, u64 set) {
  return ~set & ((set | shape.markers) - shape.bottom) & shape.board;
}

}  // namespace inarow::falling::INAROW_ARCH
