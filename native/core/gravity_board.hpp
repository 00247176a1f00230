// The gravity board as two 64-bit words, for searches.
//
// Bit layout, 7 columns x 6 rows: rows + 1 bits a column, row 0 at the BOTTOM. The spare bit on top
// of each column is always 0 in the stones, so that no shifted line can run from one column into
// the next.
//
//      6 13 20 27 34 41 48   spare
//      5 12 19 26 33 40 47   top row
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45        up        1
//      2  9 16 23 30 37 44        right     rows + 1
//      1  8 15 22 29 36 43        rising    rows + 2
//      0  7 14 21 28 35 42        falling   rows
//
// A position is also one word, its key: the mover's stones and, in each column, a marker bit above
// the topmost stone. No two positions of a game share a key, colours being left aside, and none
// is 0.
//
//     column, from the bottom:   mover, other, other, empty, empty, empty
//     bits, lowest first:        1      0      0      1      0      0      0
//                                                     ^ marker
//
// Ordinary code takes AnyGeometry; hot code is compiled for each instruction set (core/arch.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/gravity_stones.hpp"
#include "core/position.hpp"

namespace inarow::INAROW_ARCH {

using Bits = std::uint64_t;

inline Bits shift_down(Bits bits, int by) { return by < 64 ? bits >> by : 0; }
inline Bits shift_up(Bits bits, int by) { return by < 64 ? bits << by : 0; }

// The size of the board: known to the compiler for the board that is played most, else variables.
template <int kRows, int kCols, int kK>
struct FixedShape {
  static constexpr int rows = kRows, cols = kCols, k = kK;
};
struct AnyShape {
  int rows, cols, k;
};

template <class Shape>
struct GravityGeometry : Shape {
  explicit constexpr GravityGeometry(const Shape& shape) : Shape(shape) {
    for (int col = 0; col < Shape::cols; ++col) {
      bottom |= Bits{1} << (col * stride());
      board |= column(col);
    }
  }
  explicit constexpr GravityGeometry(const Game& game)
    requires std::is_same_v<Shape, AnyShape>
      : GravityGeometry(AnyShape{game.rows, game.cols, game.k}) {}
  constexpr int stride() const { return Shape::rows + 1; }
  constexpr int direction(int i) const {
    return i == 0 ? 1 : i == 1 ? stride() : i == 2 ? stride() + 1 : stride() - 1;
  }
  constexpr Bits column(int col) const {
    return ((Bits{1} << Shape::rows) - 1) << (col * stride());
  }

  // The lowest column with its spare bit; a single column of 63 rows takes the whole word.
  constexpr Bits whole_column() const {
    return stride() < 64 ? (Bits{1} << stride()) - 1 : ~Bits{0};
  }

  // First cells of all lines of `length` stones.
  template <int kDirection>
  Bits lines_along(Bits stones, int length) const {
    Bits lines = stones;
    for (int i = 1; i < length; ++i) lines &= shift_down(stones, i * direction(kDirection));
    return lines;
  }
  // The same for lines that win, along the direction of a number.
  Bits lines_in(int i, Bits stones) const {
    Bits lines = stones;
    for (int n = 1; n < Shape::k; ++n) lines &= shift_down(stones, n * direction(i));
    return lines;
  }
  bool has_line(Bits stones) const {
    return (lines_along<0>(stones, Shape::k) | lines_along<1>(stones, Shape::k) |
            lines_along<2>(stones, Shape::k) | lines_along<3>(stones, Shape::k)) != 0;
  }
  Bits mirror(Bits bits) const {
    Bits mirrored = 0;
    for (int col = 0; col < Shape::cols; ++col) {
      mirrored |= ((bits >> (col * stride())) & whole_column())
                  << ((Shape::cols - 1 - col) * stride());
    }
    return mirrored;
  }

  // The cells where stones land, and that of one column; 0 if it is full.
  Bits landing(Bits taken) const { return (taken + bottom) & board; }
  Bits landing(Bits taken, int col) const { return (taken + bottom) & column(col); }

  Bits key(const Stones& stones) const { return stones.mover | (stones.taken() + bottom); }
  // The smaller key of the position and its mirror image.
  Bits least_key(const Stones& stones) const {
    const Bits plain = key(stones);
    return std::min(plain, mirror(plain));
  }
  Stones stones_of(Bits key) const {
    Bits taken = 0;
    for (int col = 0; col < Shape::cols; ++col) {
      const int shift = col * stride();
      taken |= (std::bit_floor((key >> shift) & whole_column()) - 1) << shift;
    }
    return {key & taken, taken & ~key};
  }

  Bits bottom = 0, board = 0;
};

using StandardShape = FixedShape<6, 7, 4>;

// Calls use(geometry) with that of a game's board, known to the compiler for the standard one.
template <class Use>
auto with_geometry(const Game& game, Use use) {
  if (Game::is_standard(game.rows, game.cols, game.k)) {
    static constexpr GravityGeometry<StandardShape> geometry{StandardShape{}};
    return use(geometry);
  }
  return use(GravityGeometry<AnyShape>(game));
}

struct GravityBoard {
  Bits stones[2] = {0, 0};

  Bits mask() const { return stones[0] | stones[1]; }
};

inline GravityBoard gravity_board(const Position& pos) {
  const auto stones = gravity_stones(pos);
  return {{stones[0], stones[1]}};
}

}  // namespace inarow::INAROW_ARCH

namespace inarow {

using AnyGeometry = INAROW_ARCH::GravityGeometry<INAROW_ARCH::AnyShape>;

}  // namespace inarow
