#include "core/centre_first.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace inarow {

std::vector<int> centre_first(int cols) {
  std::vector<int> order(static_cast<std::size_t>(cols));
  std::iota(order.begin(), order.end(), 0);
  const auto distance = [cols](int col) { return std::abs(2 * col - cols + 1); };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return distance(a) < distance(b); });
  return order;
}

}  // namespace inarow
