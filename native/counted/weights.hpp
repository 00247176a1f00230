// The numbers of counted/evaluator.hpp: what an open window promises its owner, in hundredths of a
// point. Fitted by least squares to the exact values of positions with 9 to 25 empty cells, see
// docs/maxconnect4.md and tools/fit_counted.py.
#pragma once

namespace inarow::counted {

struct Weights {
  // [empty cells - 1][of these in the owner's rows][of these where a stone can land now, 2 or more
  // as one]. What cannot occur is 0.
  int promise[3][4][3];
};

// [the owner lays the last stone of the game][the owner is to move]
inline constexpr Weights kWeights[2][2] = {
    {{{{{9, 26, 0}, {86, 60, 0}},
       {{0, 1, 9}, {10, 4, 8}, {68, 56, 45}},
       {{41, 2, 2}, {8, -3, 2}, {-5, -6, 6}, {31, 18, 2}}}},
     {{{{10, 60, 0}, {86, 84, 0}},
       {{1, 6, 18}, {11, 12, 32}, {64, 78, 66}},
       {{28, 1, 3}, {11, 2, 1}, {0, -4, 15}, {39, 37, 34}}}}},
    {{{{{16, 18, 0}, {87, 46, 0}},
       {{2, 4, 4}, {12, 10, 6}, {80, 25, 18}},
       {{24, 34, 40}, {6, 4, 9}, {1, 4, 6}, {47, 23, 7}}}},
     {{{{15, 46, 0}, {89, 78, 0}},
       {{1, 7, 15}, {12, 18, 20}, {79, 66, 39}},
       {{36, 47, 53}, {9, 8, 12}, {4, 7, 11}, {29, 52, 12}}}}},
};

}  // namespace inarow::counted
