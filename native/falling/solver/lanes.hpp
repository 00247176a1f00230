// The children of a node, four to a vector.
#pragma once

#include "falling/solver/collapse.hpp"

namespace inarow::falling::INAROW_ARCH {

// Positions with a choice side by side, by column of the move that led there: see Node.
//
//        column    0     1     2     3  |  4     5     6    (7)
//     a       | .... | .... | .... | .... | .... | .... | .... | .... |   one vector per four
template <int Columns>
struct LanesOf {
  static constexpr int size = (Columns + 3) / 4 * 4;
  alignas(32) u64 a[size];       // stones of the side to move
  alignas(32) u64 b[size];       // stones of the other side
  alignas(32) u64 a_wins[size];  // empty cells that complete a line of a
  alignas(32) u64 b_wins[size];
  alignas(32) u64 moves[size];  // cells a can play without losing at once

  // Lane i as a stance; the side that asks has just moved.

  INAROW_INLINE Node stance(int i, int stones) const {
    Node s;
    s.a = a[i];
    s.b = b[i];
    s.a_wins = a_wins[i];
    s.b_wins = b_wins[i];
    s.moves = moves[i];
    s.stones = stones;
    s.sign = -1;
    return s;
  }
  INAROW_INLINE void put(int i, const Node& s) {
    a[i] = s.a;
    b[i] = s.b;
    a_wins[i] = s.a_wins;
    b_wins[i] = s.b_wins;
    moves[i] = s.moves;
  }
  static void set(u64* field, int group, const V4& v) {
    *reinterpret_cast<V4*>(field + 4 * group) = v;
  }
  static V4 get(const u64* field, int group) {
    return *reinterpret_cast<const V4*>(field + 4 * group);
  }
};

}  // namespace inarow::falling::INAROW_ARCH
