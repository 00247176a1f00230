#include "ratings/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ratings/cholesky.hpp"

namespace inarow::ratings {
namespace {

// The widths of the priors: a strength of 4 is 695 Elo.
constexpr double kStrengthPrior = 4;
constexpr double kAdvantagePrior = 1;
constexpr double kLogNuPrior = 3;
constexpr int kNewtonSteps = 100;
constexpr double kSmallStep = 1e-9;
constexpr double kSmallRest = 1e-8;  // of a Newton step: the next one mends what is left
constexpr std::size_t kDraws = 1000;
constexpr std::size_t kDrawsOfMany = 200;
constexpr double kTail = 0.025;

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// What one meeting adds to the second derivatives, by d and by log nu.
struct Curvature {
  double dd, dn, nn;
};

// The negative logarithm of the posterior. A vector of unknowns has the strengths, then the
// advantage, then log nu.
class Objective {
 public:
  Objective(int count, const std::vector<PairResult>& meetings)
      : count_(static_cast<std::size_t>(count)), meetings_(meetings), curvatures_(meetings.size()) {
    precision_.assign(count_ + 2, 1 / (kStrengthPrior * kStrengthPrior));
    precision_[count_] = 1 / (kAdvantagePrior * kAdvantagePrior);
    precision_[count_ + 1] = 1 / (kLogNuPrior * kLogNuPrior);
  }

  std::size_t size() const { return count_ + 2; }

  double value(const Vector& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += precision_[i] * x[i] * x[i] / 2;
    for (const PairResult& m : meetings_) {
      const double d = difference(m, x), n = m.wins + m.draws + m.losses;
      // Half of |d| is taken out of Z, which then cannot overflow.
      const double log_z = std::abs(d) / 2 + std::log1p(std::exp(-std::abs(d)) +
                                                        std::exp(x[count_ + 1] - std::abs(d) / 2));
      sum += n * log_z - (m.wins - m.losses) * d / 2 - m.draws * x[count_ + 1];
    }
    return sum;
  }

  // The first derivatives at x; remembers the second ones.
  Vector gradient(const Vector& x) {
    Vector slope(size());
    for (std::size_t i = 0; i < size(); ++i) slope[i] = precision_[i] * x[i];
    for (std::size_t at = 0; at < meetings_.size(); ++at) {
      const PairResult& m = meetings_[at];
      const double d = difference(m, x), n = m.wins + m.draws + m.losses;
      const double top = std::max(std::abs(d) / 2, x[count_ + 1]);
      const double up = std::exp(d / 2 - top), down = std::exp(-d / 2 - top);
      const double even = std::exp(x[count_ + 1] - top), z = up + down + even;
      const double edge = (up - down) / z, draw = even / z;
      const double by_d = n * edge / 2 - (m.wins - m.losses) / 2;
      slope[static_cast<std::size_t>(m.first)] += by_d;
      slope[static_cast<std::size_t>(m.second)] -= by_d;
      slope[count_] += by_d;
      slope[count_ + 1] += n * draw - m.draws;
      curvatures_[at] = {n * ((up + down) / z - edge * edge) / 4, -n * edge * draw / 2,
                         n * draw * (1 - draw)};
    }
    return slope;
  }

  // The matrix of second derivatives times a vector.
  Vector curved(const Vector& v) const {
    Vector product(size());
    for (std::size_t i = 0; i < size(); ++i) product[i] = precision_[i] * v[i];
    for (std::size_t at = 0; at < meetings_.size(); ++at) {
      const PairResult& m = meetings_[at];
      const Curvature& c = curvatures_[at];
      const double d = difference(m, v), eta = v[count_ + 1];
      const double by_d = c.dd * d + c.dn * eta;
      product[static_cast<std::size_t>(m.first)] += by_d;
      product[static_cast<std::size_t>(m.second)] -= by_d;
      product[count_] += by_d;
      product[count_ + 1] += c.dn * d + c.nn * eta;
    }
    return product;
  }

  // The lower half of that matrix.
  Matrix matrix() const {
    Matrix full(size());
    for (std::size_t i = 0; i < size(); ++i) full.at(i, i) = precision_[i];
    for (std::size_t at = 0; at < meetings_.size(); ++at) {
      const PairResult& m = meetings_[at];
      const Curvature& c = curvatures_[at];
      const auto f = static_cast<std::size_t>(m.first), s = static_cast<std::size_t>(m.second);
      full.at(f, f) += c.dd;
      full.at(s, s) += c.dd;
      full.at(std::max(f, s), std::min(f, s)) -= c.dd;
      full.at(count_, f) += c.dd;
      full.at(count_, s) -= c.dd;
      full.at(count_, count_) += c.dd;
      full.at(count_ + 1, f) += c.dn;
      full.at(count_ + 1, s) -= c.dn;
      full.at(count_ + 1, count_) += c.dn;
      full.at(count_ + 1, count_ + 1) += c.nn;
    }
    return full;
  }

  // Normal values whose covariance is that matrix: of the priors, and of each meeting by the root
  // of what it adds.
  Vector noise(Normal& normal) const {
    Vector found(size());
    for (std::size_t i = 0; i < size(); ++i) found[i] = std::sqrt(precision_[i]) * normal.next();
    for (std::size_t at = 0; at < meetings_.size(); ++at) {
      const PairResult& m = meetings_[at];
      const Curvature& c = curvatures_[at];
      const double root = std::sqrt(std::max(c.dd, 0.0));
      const double cross = root > 0 ? c.dn / root : 0;
      const double a = normal.next(), b = normal.next();
      found[static_cast<std::size_t>(m.first)] += root * a;
      found[static_cast<std::size_t>(m.second)] -= root * a;
      found[count_] += root * a;
      found[count_ + 1] += cross * a + std::sqrt(std::max(c.nn - cross * cross, 0.0)) * b;
    }
    return found;
  }

  Vector diagonal() const {
    Vector found = precision_;
    for (std::size_t at = 0; at < meetings_.size(); ++at) {
      const PairResult& m = meetings_[at];
      const Curvature& c = curvatures_[at];
      found[static_cast<std::size_t>(m.first)] += c.dd;
      found[static_cast<std::size_t>(m.second)] += c.dd;
      found[count_] += c.dd;
      found[count_ + 1] += c.nn;
    }
    return found;
  }

 private:
  double difference(const PairResult& m, const Vector& x) const {
    return x[static_cast<std::size_t>(m.first)] - x[static_cast<std::size_t>(m.second)] + x[count_];
  }

  std::size_t count_;
  const std::vector<PairResult>& meetings_;
  Vector precision_;
  std::vector<Curvature> curvatures_;
};

// Solves (second derivatives) x = b by conjugate gradients, which need the matrix only as a map.
Vector newton_step(const Objective& objective, const Vector& b) {
  const Vector diagonal = objective.diagonal();
  const std::size_t n = b.size();
  Vector x(n), rest = b, scaled(n);
  for (std::size_t i = 0; i < n; ++i) scaled[i] = rest[i] / diagonal[i];
  Vector direction = scaled;
  double size = dot(rest, scaled);
  const double small = size * kSmallRest;
  for (std::size_t step = 0; step < 2 * n + 20 && size > small && size > 0; ++step) {
    const Vector curved = objective.curved(direction);
    const double length = size / dot(direction, curved);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += length * direction[i];
      rest[i] -= length * curved[i];
      scaled[i] = rest[i] / diagonal[i];
    }
    const double next = dot(rest, scaled);
    for (std::size_t i = 0; i < n; ++i) direction[i] = scaled[i] + next / size * direction[i];
    size = next;
  }
  return x;
}

Vector most_likely(Objective& objective) {
  Vector x(objective.size());
  double value = objective.value(x);
  for (int round = 0; round < kNewtonSteps; ++round) {
    const Vector slope = objective.gradient(x);
    const Vector step = newton_step(objective, slope);
    const double promised = dot(slope, step);
    double share = 1;
    for (; share > kSmallStep; share /= 2) {
      Vector tried = x;
      for (std::size_t i = 0; i < x.size(); ++i) tried[i] -= share * step[i];
      const double found = objective.value(tried);
      if (found <= value - share * promised / 4) {
        x = std::move(tried);
        value = found;
        break;
      }
    }
    if (share <= kSmallStep || promised < kSmallStep) break;
  }
  objective.gradient(x);
  return x;
}

// The ranks of all entries in each of many draws from the distribution around the strengths.
class Ranks {
 public:
  Ranks(std::size_t count, std::size_t draws) : ranks_(count), order_(count) {
    for (auto& list : ranks_) list.reserve(draws);
  }

  void add(const Vector& value) {
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t a, std::size_t b) { return value[a] > value[b]; });
    for (std::size_t rank = 0; rank < order_.size(); ++rank) {
      ranks_[order_[rank]].push_back(static_cast<int>(rank) + 1);
    }
  }

  void write(Fit& fit) {
    for (auto& list : ranks_) {
      const auto cut = static_cast<std::ptrdiff_t>(kTail * static_cast<double>(list.size()));
      std::nth_element(list.begin(), list.begin() + cut, list.end());
      fit.rank_low.push_back(list[static_cast<std::size_t>(cut)]);
      std::nth_element(list.begin(), list.end() - 1 - cut, list.end());
      fit.rank_high.push_back(*(list.end() - 1 - cut));
    }
  }

 private:
  std::vector<std::vector<int>> ranks_;
  std::vector<std::size_t> order_;
};

void simulate_ranks(Fit& fit, const Matrix& upper, std::uint64_t seed) {
  const std::size_t count = fit.strength.size();
  Normal normal(seed);
  std::vector<Lanes> drawn(upper.size());
  Ranks ranks(count, kDraws);
  Vector value(count);
  for (std::size_t done = 0; done < kDraws; done += kLanes) {
    for (Lanes& row : drawn) {
      for (double& cell : row.lane) cell = normal.next();
    }
    solve_upper(upper, drawn);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < count; ++i) value[i] = fit.strength[i] + drawn[i].lane[lane];
      ranks.add(value);
    }
  }
  ranks.write(fit);
}

// What strengths are measured from: their mean, or the anchor's.
double origin(const Vector& values, std::size_t count, int anchor) {
  if (anchor != kNoAnchor) return values[static_cast<std::size_t>(anchor)];
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
  return std::accumulate(values.begin(), end, 0.0) /
         static_cast<double>(std::max(count, std::size_t{1}));
}

// Deviations and ranks by the root of the whole matrix: exact, and cubic in the number of entries.
void exact_spread(Fit& found, const Objective& objective, std::uint64_t seed, int anchor) {
  const std::size_t n = found.strength.size();
  Matrix root = objective.matrix();
  factor(root);
  const Vector variance = inverse_diagonal(root);
  found.advantage_deviation = std::sqrt(variance[n]);

  // Around the mean or the anchor: the common shift of all strengths is known by the prior alone
  // and says nothing. With w the ones of the entries that are averaged, m their number and C the
  // covariance, the variance of x_i - w'x / m is C_ii - 2 (Cw)_i / m + w'Cw / m^2.
  const auto averaged = [&](std::size_t i) {
    return anchor == kNoAnchor || i == static_cast<std::size_t>(anchor) ? 1.0 : 0.0;
  };
  std::vector<Lanes> weights(root.size());
  for (std::size_t i = 0; i < n; ++i) weights[i].lane[0] = averaged(i);
  const Matrix upper = transposed(root);
  solve_lower(root, weights);
  solve_upper(upper, weights);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += averaged(i) * weights[i].lane[0];
  const double size = anchor == kNoAnchor ? static_cast<double>(n) : 1.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double around = variance[i] - 2 * weights[i].lane[0] / size + total / (size * size);
    found.deviation.push_back(std::sqrt(std::max(around, 0.0)));
  }
  simulate_ranks(found, upper, seed);
}

// The same from draws: noise with the covariance H, divided by H, has the covariance of the
// unknowns. Each takes as long as a Newton step, however many entries there are.
void sampled_spread(Fit& found, const Objective& objective, std::uint64_t seed, int anchor) {
  const std::size_t n = found.strength.size();
  Normal normal(seed);
  Ranks ranks(n, kDrawsOfMany);
  Vector squares(n + 1), value(n);
  for (std::size_t draw = 0; draw < kDrawsOfMany; ++draw) {
    const Vector drawn = newton_step(objective, objective.noise(normal));
    const double zero = origin(drawn, n, anchor);
    for (std::size_t i = 0; i < n; ++i) {
      const double around = drawn[i] - zero;
      squares[i] += around * around;
      value[i] = found.strength[i] + around;
    }
    squares[n] += drawn[n] * drawn[n];
    ranks.add(value);
  }
  for (double& sum : squares) sum = std::sqrt(sum / static_cast<double>(kDrawsOfMany));
  found.advantage_deviation = squares[n];
  found.deviation.assign(squares.begin(), squares.end() - 1);
  ranks.write(found);
}

}  // namespace

Fit fit(int count, const std::vector<PairResult>& meetings, std::uint64_t seed, int anchor,
        int most_by_root) {
  Objective objective(count, meetings);
  const Vector best = most_likely(objective);
  const auto n = static_cast<std::size_t>(count);
  Fit found;
  found.strength.assign(best.begin(), best.begin() + count);
  found.advantage = best[n];
  found.log_nu = best[n + 1];
  const double zero = origin(found.strength, n, anchor);
  for (double& strength : found.strength) strength -= zero;
  if (count <= most_by_root) {
    exact_spread(found, objective, seed, anchor);
  } else {
    sampled_spread(found, objective, seed, anchor);
  }
  return found;
}

}  // namespace inarow::ratings
