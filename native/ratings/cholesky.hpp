// The triangular root of a positive definite matrix, and what is asked of it.
//
//   A = L L'      L below and on the diagonal, row by row; what lies above it is never read
//
//   row 0   a
//   row 1   b c
//   row 2   d e f      at(2, 1) == e
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace inarow::ratings {

class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  std::size_t size() const { return size_; }
  double* row(std::size_t i) { return cells_.data() + i * size_; }
  const double* row(std::size_t i) const { return cells_.data() + i * size_; }
  double& at(std::size_t i, std::size_t j) { return cells_[i * size_ + j]; }

 private:
  std::size_t size_;
  std::vector<double> cells_;
};

// Many right-hand sides are solved side by side: x[i][lane].
inline constexpr std::size_t kLanes = 8;
struct Lanes {
  double lane[kLanes];
};

// Turns the lower half of A into L. A must be positive definite.
void factor(Matrix& a);

// L', to be read row by row above and on the diagonal.
Matrix transposed(const Matrix& l);

// L x = b and L' x = b in place, in all lanes. Rows of ``b`` before ``first`` must be zero.
void solve_lower(const Matrix& l, std::vector<Lanes>& b, std::size_t first = 0);
void solve_upper(const Matrix& upper, std::vector<Lanes>& b);

// The diagonal of the inverse of A.
std::vector<double> inverse_diagonal(const Matrix& l);

// Independent values of the normal distribution, the same on every system for the same seed.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : bits_(seed) {}
  double next();

 private:
  double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }

  std::mt19937_64 bits_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace inarow::ratings
