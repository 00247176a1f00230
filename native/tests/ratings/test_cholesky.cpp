#include "doctest.h"
#include "ratings/cholesky.hpp"

using namespace inarow::ratings;

namespace {

// A matrix of some random rows times their transpose, made safely positive on its diagonal.
std::vector<std::vector<double>> random_positive(std::size_t n, Normal& normal) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(n)), product = rows;
  for (auto& row : rows) {
    for (double& cell : row) cell = normal.next();
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) product[i][j] += rows[i][k] * rows[j][k];
    }
    product[i][i] += 1;
  }
  return product;
}

}  // namespace

TEST_CASE("the root of a matrix solves its equations, in panels of every length") {
  Normal normal(7);
  for (std::size_t n : {1u, 2u, 7u, 47u, 48u, 49u, 100u}) {
    const auto a = random_positive(n, normal);
    Matrix root(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) root.at(i, j) = a[i][j];
    }
    factor(root);
    std::vector<Lanes> x(n);
    for (Lanes& row : x) {
      for (double& cell : row.lane) cell = normal.next();
    }
    const std::vector<Lanes> b = x;
    solve_lower(root, x);
    solve_upper(transposed(root), x);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += a[i][j] * x[j].lane[lane];
        CHECK(sum == doctest::Approx(b[i].lane[lane]).epsilon(1e-6));
      }
    }
    const std::vector<double> diagonal = inverse_diagonal(root);
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Lanes> unit(n);
      unit[i].lane[0] = 1;
      solve_lower(root, unit);
      solve_upper(transposed(root), unit);
      CHECK(diagonal[i] == doctest::Approx(unit[i].lane[0]).epsilon(1e-9));
    }
  }
}
