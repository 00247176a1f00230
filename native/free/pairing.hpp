// A draw for either side on the 7 x 7 board with k = 6, one stone a turn: 20 disjoint pairs of
// cells such that every window of six contains a pair. Whoever always answers in the other cell of
// a pair never lets the opponent fill a window. Cells with the same letter are a pair:
//
//     .  a  .  b  b  c  .
//     d  e  f  g  g  h  i
//     j  k  l  m  k  h  .
//     j  n  f  o  p  n  q        (cells row * 7 + col; '.' is in no pair)
//     .  e  r  r  l  a  .
//     c  o  s  m  p  s  q
//     .  i  .  t  t  d  .
//
// The pairs were found by a small depth-first search; a test checks every window.
#pragma once

#include <array>
#include <cstdint>

#include "free/board.hpp"
#include "free/cell_list.hpp"

namespace inarow::free {

using CellPair = std::array<std::int8_t, 2>;
constexpr std::array<CellPair, 20> kSevenBySevenPairs = {
    {{1, 33},  {3, 4},   {5, 35},  {7, 47},  {8, 29},  {9, 23},  {10, 11},
     {12, 19}, {13, 43}, {14, 21}, {15, 18}, {16, 32}, {17, 38}, {22, 26},
     {24, 36}, {25, 39}, {27, 41}, {30, 31}, {37, 40}, {45, 46}}};

// The cells after which every window that is still open to the opponent holds a pair of empty
// cells, so that the side cannot lose any more. Empty where the strategy does not apply: another
// game, or a position that has left it.
CellList pairing_moves(const Board& board, int side);

}  // namespace inarow::free
