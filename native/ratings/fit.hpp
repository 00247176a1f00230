// Strengths from results: the model of Davidson, with draws and an advantage of the first mover.
//
//   d = strength of the first mover + advantage - strength of the second
//
//             e^(d/2)                 nu                   e^(-d/2)
//   P(win) = ---------   P(draw) = ---------   P(loss) = -----------    Z = e^(d/2) + nu + e^(-d/2)
//                Z                     Z                      Z
//
// The strengths have a weak normal prior around 0, so that a clean sweep stays finite and entries
// that never met can be compared; the advantage and the logarithm of nu have weak ones as well. The
// logarithm of the posterior is concave, so there is one best answer, which is found by Newton
// steps.
#pragma once

#include <cstdint>
#include <vector>

namespace inarow::ratings {

// The results of all games in which ``first`` moved first against ``second``.
struct PairResult {
  int first, second;
  double wins, draws, losses;  // of the one that moved first
};

// In units of the exponent above; 400 / ln(10) Elo each. Strengths have the mean 0, or are
// differences to one entry, the anchor, and deviations are those of that difference. Ranks count
// from 1; between ``rank_low`` and ``rank_high`` lie the middle 95 % of the ranks that are drawn
// from what is known of all strengths together.
struct Fit {
  std::vector<double> strength, deviation;
  std::vector<int> rank_low, rank_high;
  double advantage = 0, advantage_deviation = 0, log_nu = 0;
};

// So many entries at most have exact deviations, for which time grows with their cube and memory
// with their square. Of more they are estimated from 200 draws, to about a twentieth of themselves.
inline constexpr int kMostByRoot = 2000;

inline constexpr int kNoAnchor = -1;

// ``meetings`` name entries from 0 to ``count`` - 1; the same seed gives the same ranks.
Fit fit(int count, const std::vector<PairResult>& meetings, std::uint64_t seed,
        int anchor = kNoAnchor, int most_by_root = kMostByRoot);

}  // namespace inarow::ratings
