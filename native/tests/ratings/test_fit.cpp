#include <cmath>

#include "doctest.h"
#include "ratings/cholesky.hpp"
#include "ratings/fit.hpp"

using namespace inarow::ratings;

TEST_CASE("draws tell deviations and ranks as the root of the whole matrix does") {
  const int count = 60;
  std::vector<PairResult> meetings;
  Normal normal(3);
  for (int first = 0; first < count; ++first) {
    for (int away : {1, 5, 20}) {
      const double won = std::round(2 / (1 + std::exp(normal.next() - 0.05 * away)));
      meetings.push_back({first, (first + away) % count, won, 1, 2 - won});
    }
  }
  const Fit exact = fit(count, meetings, 1), drawn = fit(count, meetings, 1, kNoAnchor, count - 1);
  CHECK(exact.strength == drawn.strength);
  CHECK(drawn.advantage_deviation == doctest::Approx(exact.advantage_deviation).epsilon(0.2));
  double ratios = 0, widths = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    // 200 draws: a standard error of 5 % for each, of less than 1 % for all together.
    CHECK(drawn.deviation[i] == doctest::Approx(exact.deviation[i]).epsilon(0.25));
    ratios += drawn.deviation[i] / exact.deviation[i] / count;
    widths += (drawn.rank_high[i] - drawn.rank_low[i]) / double(count);
    widths -= (exact.rank_high[i] - exact.rank_low[i]) / double(count);
  }
  CHECK(ratios == doctest::Approx(1).epsilon(0.03));
  CHECK(std::abs(widths) < 3);
}
