// What a stone on a cell threatens, from the patterns of its four lines; and what the cell is
// worth.
//
// A code packs the four patterns of a cell for one colour, four bits each:
//
//     bits 15..12   11..8    7..4       3..0
//          falling  rising   vertical   horizontal      (any fixed order: only the multiset counts)
//
// The classes below name what is missing after the stone. For k = 6 and one stone a turn a One is a
// five, which leaves a single reply; a DoubleOne wins; an OpenTwo is an open four, which must be
// answered at once.
#pragma once

#include <cstdint>
#include <vector>

#include "free/pattern.hpp"

namespace inarow::free {

enum class Threat : std::uint8_t {
  Quiet,            // none of the following
  OpenThree,        // open three, nothing better
  ClosedTwo,        // closed two, nothing beside it
  DoubleClosedTwo,  // closed two beside another one or beside an open three
  OpenTwo,          // open two
  DoubleOpenTwo,    // two open twos
  One,              // closed one
  OneAndOpenTwo,    // closed one beside an open two
  DoubleOne,        // open one, or two closed ones: two different cells complete it
  Complete,         // k in a row
};
constexpr int kThreatCount = 10;

using Code = std::uint16_t;

// Class and worth of each of the 65536 codes. The worth depends on the stones of a turn.
class ThreatTable {
 public:
  // Generated when first asked for; stones_a_turn is 1 or 2.
  static const ThreatTable& of(int stones_a_turn);

  struct Entry {
    std::int16_t worth;
    Threat threat;
  };
  const Entry& operator[](Code code) const { return entries_[code]; }

 private:
  explicit ThreatTable(int stones_a_turn);

  std::vector<Entry> entries_;
};

}  // namespace inarow::free
