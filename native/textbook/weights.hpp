// The numbers of the evaluators. Usually, for k = 4, the runs are the course's 10, 100 and 1000.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "textbook/spec.hpp"

namespace inarow::textbook {

struct Weights {
  int token = 1;
  std::array<int, 65> run{};     // run[n]: a run of n stones; n >= k counts as k
  std::array<int, 65> window{};  // window[n]: an open window of k cells that holds n stones

  Weights(int k, const Spec& spec = {}) : token(spec.token_weight) {
    const int most = std::min(k, 64);
    int weight = 1;
    for (int n = 2; n <= most; ++n) {
      if (weight < 100000) weight *= 10;
      run[n] = weight;
    }
    // A finished window is worth one point of the game, 100 here; an open one falls by a factor
    // with each missing stone.
    weight = 100;
    for (int n = most; n >= 1 && weight > 0; --n) {
      window[n] = weight;
      weight = n == k ? 20 : weight / 4;
    }
    give(run, spec.run_weights, most);
    give(window, spec.window_weights, most);
    for (int n = most + 1; n <= 64; ++n) run[n] = run[most];
  }

 private:
  // The weights of 1, 2, 3, ... stones, of which the last is that of more.
  static void give(std::array<int, 65>& weights, const std::vector<int>& given, int most) {
    if (given.empty()) return;
    const int last = static_cast<int>(given.size());
    for (int n = 1; n <= most; ++n) weights[n] = given[std::min(n, last) - 1];
  }
};

}  // namespace inarow::textbook
