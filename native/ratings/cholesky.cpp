#include "ratings/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace inarow::ratings {
namespace {

// So many columns of L are finished before the rest of the matrix is touched, which then stays in
// the processor's cache.
constexpr std::size_t kPanel = 48;

// Columns [begin, end) of L, whose rows have been reduced by all columns before.
void factor_panel(Matrix& a, std::size_t begin, std::size_t end) {
  for (std::size_t k = begin; k < end; ++k) {
    const double root = std::sqrt(a.at(k, k));
    a.at(k, k) = root;
    for (std::size_t i = k + 1; i < a.size(); ++i) {
      double* row = a.row(i);
      row[k] /= root;
      const std::size_t last = std::min(i + 1, end);
      for (std::size_t j = k + 1; j < last; ++j) row[j] -= row[k] * a.at(j, k);
    }
  }
}

// Unknown i of one equation whose other unknowns, [begin, end), are known.
Lanes solved(const double* row, const std::vector<Lanes>& b, std::size_t i, std::size_t begin,
             std::size_t end) {
  Lanes sum = b[i];
  for (std::size_t k = begin; k < end; ++k) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum.lane[lane] -= row[k] * b[k].lane[lane];
  }
  for (double& value : sum.lane) value /= row[i];
  return sum;
}

}  // namespace

void factor(Matrix& a) {
  const std::size_t n = a.size();
  std::vector<double> panel(kPanel * n);  // its columns, each in one piece
  for (std::size_t begin = 0; begin < n; begin += kPanel) {
    const std::size_t end = std::min(begin + kPanel, n);
    factor_panel(a, begin, end);
    for (std::size_t k = begin; k < end; ++k) {
      double* column = panel.data() + (k - begin) * n;
      for (std::size_t j = end; j < n; ++j) column[j] = a.at(j, k);
    }
    for (std::size_t i = end; i < n; ++i) {
      double* row = a.row(i);
      for (std::size_t k = begin; k < end; ++k) {
        const double* column = panel.data() + (k - begin) * n;
        const double factor = row[k];
        for (std::size_t j = end; j <= i; ++j) row[j] -= factor * column[j];
      }
    }
  }
}

Matrix transposed(const Matrix& l) {
  Matrix upper(l.size());
  for (std::size_t i = 0; i < l.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) upper.at(j, i) = l.row(i)[j];
  }
  return upper;
}

void solve_lower(const Matrix& l, std::vector<Lanes>& b, std::size_t first) {
  for (std::size_t i = first; i < l.size(); ++i) b[i] = solved(l.row(i), b, i, first, i);
}

void solve_upper(const Matrix& upper, std::vector<Lanes>& b) {
  for (std::size_t i = upper.size(); i-- > 0;) {
    b[i] = solved(upper.row(i), b, i, i + 1, upper.size());
  }
}

std::vector<double> inverse_diagonal(const Matrix& l) {
  const std::size_t n = l.size();
  std::vector<double> diagonal(n);
  std::vector<Lanes> columns(n);
  for (std::size_t first = 0; first < n; first += kLanes) {
    const std::size_t count = std::min(kLanes, n - first);
    std::fill(columns.begin(), columns.end(), Lanes{});
    for (std::size_t lane = 0; lane < count; ++lane) columns[first + lane].lane[lane] = 1;
    solve_lower(l, columns, first);
    for (std::size_t i = first; i < n; ++i) {
      for (std::size_t lane = 0; lane < count; ++lane) {
        diagonal[first + lane] += columns[i].lane[lane] * columns[i].lane[lane];
      }
    }
  }
  return diagonal;
}

double Normal::next() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log(uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

}  // namespace inarow::ratings
