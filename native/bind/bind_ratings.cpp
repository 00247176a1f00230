// Ratings of tournaments.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "bind/bind.hpp"
#include "ratings/fit.hpp"

namespace inarow::bind {

using namespace nanobind::literals;
using MeetingRow = std::tuple<int, int, double, double, double>;

void bind_ratings(nb::module_& m) {
  m.def(
      "fit_ratings",
      [](int count, const std::vector<MeetingRow>& rows, std::uint64_t seed, int anchor) {
        std::vector<ratings::PairResult> meetings;
        meetings.reserve(rows.size());
        for (const auto& [first, second, wins, draws, losses] : rows) {
          if (first < 0 || first >= count || second < 0 || second >= count || first == second) {
            throw std::invalid_argument("a meeting names two different entries of the list");
          }
          if (!(wins >= 0 && draws >= 0 && losses >= 0)) {
            throw std::invalid_argument("a meeting has numbers of games from 0");
          }
          meetings.push_back({first, second, wins, draws, losses});
        }
        if (anchor < ratings::kNoAnchor || anchor >= count) {
          throw std::invalid_argument("the anchor is an entry of the list, or -1 for the mean");
        }
        const ratings::Fit found =
            without_lock([&] { return ratings::fit(count, meetings, seed, anchor); });
        return nb::make_tuple(found.strength, found.deviation, found.rank_low, found.rank_high,
                              found.advantage, found.advantage_deviation, found.log_nu);
      },
      "count"_a, "meetings"_a, "seed"_a, "anchor"_a = ratings::kNoAnchor,
      nb::sig("def fit_ratings(count: int, meetings: list[tuple[int, int, float, float, float]], "
              "seed: int, anchor: int = -1) -> tuple[list[float], list[float], list[int], "
              "list[int], float, float, "
              "float]"),
      "Strengths around their mean, or their differences to an anchor, the deviations of these, "
      "lowest and highest rank of each entry, then the advantage of "
      "the first mover, its deviation, and the logarithm of the weight of a draw. A meeting is "
      "(first mover, second mover, wins, draws, losses) of the first mover.");
}

}  // namespace inarow::bind
