// The patterns of lines against their definition.
#include <algorithm>
#include <cstdint>
#include <string>

#include "doctest.h"
#include "free/pattern.hpp"
#include "tests/random_positions.hpp"

using namespace inarow;
using namespace inarow::free;

namespace {

// The pattern of a line by its definition: '.' empty, 'x' own, '#' blocked, own stone at `at`.
Pattern slow_pattern(std::string line, int at, int k, bool exact) {
  const int size = static_cast<int>(line.size());
  auto own = [&](int i) { return i >= 0 && i < size && line[static_cast<std::size_t>(i)] == 'x'; };
  auto complete = [&] {
    for (int first = at - k + 1; first <= at; ++first) {
      int stones = 0;
      for (int i = first; i < first + k; ++i) stones += own(i);
      if (stones == k && !(exact && (own(first - 1) || own(first + k)))) return true;
    }
    return false;
  };
  if (complete()) return kComplete;
  int completions = 0;
  Pattern best = kNothing;
  for (int i = at - k + 1; i < at + k; ++i) {
    if (i < 0 || i >= size || line[static_cast<std::size_t>(i)] != '.') continue;
    // Only cells that no blocker hides matter.
    bool hidden = false;
    for (int j = std::min(i, at); j <= std::max(i, at); ++j) {
      hidden = hidden || line[static_cast<std::size_t>(j)] == '#';
    }
    if (hidden) continue;
    line[static_cast<std::size_t>(i)] = 'x';
    const Pattern next = slow_pattern(line, at, k, exact);
    line[static_cast<std::size_t>(i)] = '.';
    completions += next == kComplete;
    best = std::max(best, next);
  }
  if (completions > 0) return completions > 1 ? open_pattern(1) : closed_pattern(1);
  return best > 2 ? static_cast<Pattern>(best - 2) : kNothing;
}

}  // namespace

TEST_CASE("the pattern table agrees with the definition") {
  tests::Dice dice(11);
  for (const bool exact : {false, true}) {
    for (int k = 3; k <= 8; ++k) {
      const PatternTable& table = PatternTable::of(k, exact);
      for (int i = 0; i < 250; ++i) {
        // Few empty cells for large k: the definition tries them all in every order.
        std::string line(static_cast<std::size_t>(2 * k + 5), '#');
        const int at = k + 2;
        for (int cell = 0; cell < 2 * k + 5; ++cell) {
          if (cell == at) continue;
          const int roll = dice.below(k > 5 ? 10 : 6);
          line[static_cast<std::size_t>(cell)] = roll == 0 ? '#' : roll < 4 ? '.' : 'x';
        }
        line[static_cast<std::size_t>(at)] = 'x';
        if (std::count(line.begin(), line.end(), '.') > 7) continue;
        std::uint64_t own = 0, blockers = ~std::uint64_t{0};
        for (int cell = 0; cell < 2 * k + 5; ++cell) {
          const char c = line[static_cast<std::size_t>(cell)];
          if (c == 'x' && cell != at) own |= std::uint64_t{1} << (cell + 8);
          if (c != '#') blockers &= ~(std::uint64_t{1} << (cell + 8));
        }
        CAPTURE(line);
        CAPTURE(k);
        CAPTURE(exact);
        CHECK(table.read(own, blockers, at + 8) == slow_pattern(line, at, k, exact));
      }
    }
  }
}

TEST_CASE("the largest k knows its simplest patterns") {
  const PatternTable& table = PatternTable::of(8, false);
  CHECK(table.read(0, ~(std::uint64_t{0x7FFF} << 8), 15) == open_pattern(7));
  CHECK(table.read(0, ~(std::uint64_t{0xFF} << 8), 15) == closed_pattern(7));
  CHECK(table.read(0, ~(std::uint64_t{0x7F} << 8), 12) == kNothing);
}
