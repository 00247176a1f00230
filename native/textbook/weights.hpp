// The numbers of the evaluators. For k = 4 the runs are the course's 10, 100 and 1000.
#pragma once

#include <algorithm>
#include <array>

#include "textbook/spec.hpp"

namespace inarow::textbook {

struct Weights {
  std::array<int, 65> run{};     // run[n]: a line of n stones; n >= k counts as k
  std::array<int, 65> window{};  // window[n]: an open window of k cells that holds n stones

  explicit constexpr Weights(int k) {
    int weight = 1;
    for (int n = 2; n <= std::min(k, 64); ++n) {
      if (weight < 100000) weight *= 10;
      run[n] = weight;
    }
    for (int n = std::min(k, 64) + 1; n <= 64; ++n) run[n] = run[std::min(k, 64)];
    // A finished window is worth one point of the game, 100 here; an open one falls by a factor
    // with each missing stone.
    weight = 100;
    for (int n = std::min(k, 64); n >= 1 && weight > 0; --n) {
      window[n] = weight;
      weight = n == k ? 20 : weight / 4;
    }
  }

  // The same of a run where those shorter than a line may be worth something else.
  constexpr int of_run(int length, int k, RunWeights weights) const {
    if (length < k && length == 2 && weights == RunWeights::NoTwos) return 0;
    if (length < k && length == 3 && weights == RunWeights::NoThrees) return 0;
    if (length < k && length == 3 && weights == RunWeights::ThreesAsTwos) return run[2];
    return run[length < 64 ? length : 64];
  }
};

}  // namespace inarow::textbook
