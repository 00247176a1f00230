#include "free/pattern.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

namespace inarow::free {
namespace {

// Works out patterns by recursion on "one stone more". A line is a mask of own stones with the cell
// itself at bit `extent`; the free cells reach from bit `low` to bit `high`.
class Generator {
 public:
  Generator(int k, bool exact, int extent, std::vector<Pattern>& patterns)
      : k_(k), exact_(exact), extent_(extent), patterns_(patterns), known_(patterns.size()) {}

  Pattern pattern(std::uint32_t own, int low, int high) {
    const std::size_t index = index_of(own, low, high);
    if (known_[index]) return patterns_[index];
    known_[index] = true;
    return patterns_[index] = fresh_pattern(own, low, high);
  }

 private:
  Pattern fresh_pattern(std::uint32_t own, int low, int high) {
    if (high - low + 1 < k_) return kNothing;
    if (complete(own, low, high)) return kComplete;
    int completions = 0;
    Pattern best = kNothing;
    for (int cell = low; cell <= high; ++cell) {
      if ((own >> cell) & 1) continue;
      const Pattern next = pattern(own | 1u << cell, low, high);
      if (next == kComplete) ++completions;
      best = std::max(best, next);
    }
    if (completions > 0) return completions > 1 ? open_pattern(1) : closed_pattern(1);
    // One stone fewer is one missing stone more, two steps down the scale.
    return best > 2 ? static_cast<Pattern>(best - 2) : kNothing;
  }

  // Whether k own stones in a row run through the cell.
  bool complete(std::uint32_t own, int low, int high) const {
    const std::uint32_t window = (1u << k_) - 1;
    for (int first = std::max(low, extent_ - k_ + 1); first <= extent_ && first + k_ - 1 <= high;
         ++first) {
      if (((own >> first) & window) != window) continue;
      const bool longer = (first > low && ((own >> (first - 1)) & 1)) ||
                          (first + k_ <= high && ((own >> (first + k_)) & 1));
      if (!exact_ || !longer) return true;
    }
    return false;
  }

  std::size_t index_of(std::uint32_t own, int low, int high) const {
    const int free_left = extent_ - low, free_right = high - extent_;
    const std::uint32_t left = ((own >> low) & ((1u << free_left) - 1)) | (1u << free_left);
    const std::uint32_t right =
        ((own >> (extent_ + 1)) & ((1u << free_right) - 1)) | (1u << free_right);
    return static_cast<std::size_t>(left) << (extent_ + 1) | right;
  }

  int k_;
  bool exact_;
  int extent_;
  std::vector<Pattern>& patterns_;
  std::vector<bool> known_;
};

}  // namespace

PatternTable::PatternTable(int k, bool exact)
    : extent_(exact ? k : k - 1), patterns_(std::size_t{1} << (2 * (extent_ + 1))) {
  Generator generator(k, exact, extent_, patterns_);
  const std::uint32_t centre = 1u << extent_;
  for (int low = 0; low <= extent_; ++low) {
    for (int high = extent_; high <= 2 * extent_; ++high) {
      const int free_left = extent_ - low, free_right = high - extent_;
      for (std::uint32_t left = 0; left < 1u << free_left; ++left) {
        for (std::uint32_t right = 0; right < 1u << free_right; ++right) {
          generator.pattern(left << low | centre | right << (extent_ + 1), low, high);
        }
      }
    }
  }
}

const PatternTable& PatternTable::of(int k, bool exact) {
  static std::once_flag made[kLargestK + 1][2];
  static std::unique_ptr<const PatternTable> tables[kLargestK + 1][2];
  std::call_once(made[k][exact], [&] { tables[k][exact].reset(new PatternTable(k, exact)); });
  return *tables[k][exact];
}

}  // namespace inarow::free
