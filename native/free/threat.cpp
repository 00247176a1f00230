#include "free/threat.hpp"

#include <memory>
#include <mutex>

namespace inarow::free {
namespace {

// Worth of a single line by pattern, weakest first: nothing, closed and open seven, ... six, five,
// four, three, two, one, complete. Only nothing is worth nothing: a total of 0 is a dead board.
// Chosen by hand from the measured prototype, not fitted.
constexpr int kOneStoneWorth[kPatternCount] = {0, 1,  1,  1,  1,   1,  2,   4,
                                               9, 14, 34, 42, 120, 95, 700, 2000};
// With two stones a turn a two is already a threat to win, an open one or two takes both stones of
// the reply, and a three becomes a two within the same turn.
constexpr int kTwoStoneWorth[kPatternCount] = {0,  1,  1,  1,  1,   2,   4,   10,
                                               18, 36, 70, 90, 260, 120, 300, 2000};

struct Counts {
  int of[kPatternCount] = {};

  explicit Counts(Code code) {
    for (int line = 0; line < 4; ++line) ++of[(code >> (4 * line)) & 15];
  }
  int open(int missing) const { return of[open_pattern(missing)]; }
  int closed(int missing) const { return of[closed_pattern(missing)]; }
};

Threat classify(const Counts& counts) {
  if (counts.of[kComplete] > 0) return Threat::Complete;
  if (counts.open(1) > 0 || counts.closed(1) > 1) return Threat::DoubleOne;
  if (counts.closed(1) > 0) return counts.open(2) > 0 ? Threat::OneAndOpenTwo : Threat::One;
  if (counts.open(2) > 0) return counts.open(2) > 1 ? Threat::DoubleOpenTwo : Threat::OpenTwo;
  if (counts.closed(2) > 0) {
    return counts.closed(2) + counts.open(3) > 1 ? Threat::DoubleClosedTwo : Threat::ClosedTwo;
  }
  return counts.open(3) > 0 ? Threat::OpenThree : Threat::Quiet;
}

// What a combination of lines is worth beyond their sum.
constexpr int kCombination[kThreatCount] = {0, 0, 0, 40, 0, 300, 0, 450, 500, 0};

}  // namespace

ThreatTable::ThreatTable(int stones_a_turn) : entries_(1 << 16) {
  const int* worth = stones_a_turn == 1 ? kOneStoneWorth : kTwoStoneWorth;
  for (std::uint32_t code = 0; code < 1u << 16; ++code) {
    const Counts counts(static_cast<Code>(code));
    const Threat threat = classify(counts);
    int total = kCombination[static_cast<int>(threat)];
    if (threat == Threat::OpenThree && counts.open(3) > 1) total += 40;
    for (int line = 0; line < 4; ++line) total += worth[(code >> (4 * line)) & 15];
    entries_[code] = {static_cast<std::int16_t>(total), threat};
  }
}

const ThreatTable& ThreatTable::of(int stones_a_turn) {
  static std::once_flag made[3];
  static std::unique_ptr<const ThreatTable> tables[3];
  std::call_once(made[stones_a_turn],
                 [&] { tables[stones_a_turn].reset(new ThreatTable(stones_a_turn)); });
  return *tables[stones_a_turn];
}

}  // namespace inarow::free
