// Bounds of a position's value without search.
//
// Open windows. Nobody completes a window that is not open to it, so the mover makes at most as
// many points as it has open windows, and the other side at most as many as it has.
//
// Follow-up. Suppose that an even number of columns have an odd number of empty cells ("odd
// columns"), paired somehow. The side that is NOT to move can answer
//     a stone on the lowest cell of an odd column   with the lowest cell of its partner,
//     any other stone                               with the cell above it.
// The answer is always possible: after each pair of moves every column is either as odd as it was
// and untouched, or has an even number of empty cells, whose lowest is never the top one. So apart
// from who gets which of two partners the final board is settled: the mover may choose that, and
// the worst case over these choices bounds its value from ABOVE.
//
//     empty cells, top first     7 6 5       L leader (to move), F follower
//                                F F F       a, b partners: one is L's, the other F's, as L likes
//                                L L L
//                                F a b
//                                L
// If the number of odd columns is odd, the mover takes the lowest cell of one of them and becomes
// the follower: a bound from BELOW, the best over that first cell and the pairings.
#pragma once

#include "counted/state.hpp"

namespace inarow::counted::INAROW_ARCH {

template <class Geometry>
class FollowUp {
 public:
  // More odd columns than this are not looked at: the pairings become too many to be worth it.
  static constexpr int kMostOdd = 5;

  // state is reduced and has the open windows given.
  FollowUp(const Geometry& geometry, const State& state, const OpenWindows& open)
      : geometry_(geometry), state_(state), open_(open) {
    empty_ = geometry.board & ~state.mask;
    odd_ = landing_cells(geometry, state.mask) & geometry.even_from_top;
    odd_count_ = std::popcount(odd_);
    Bits rest = odd_;
    for (int i = 0; i < odd_count_ && i < kMostOdd; ++i, rest &= rest - 1) cell_[i] = rest & -rest;
  }

  int odd_count() const { return odd_count_; }
  bool bounds_from_above() const { return (odd_count_ & 1) == 0; }
  bool applies() const { return odd_count_ <= kMostOdd; }

  // The bound, from above or from below as bounds_from_above() says; only if it applies().
  int value() const {
    switch (odd_count_) {
      case 0:
        return final_value(0, false);
      case 1:
        return final_value(0, true);
      case 2:
        return std::max(final_value(cell_[0], false), final_value(cell_[1], false));
      case 3: {
        // The mover takes one cell and the rival chooses one of the two others: the mover can avoid
        // the worst of the three boards, not the second worst.
        const int v[3] = {final_value(cell_[0], true), final_value(cell_[1], true),
                          final_value(cell_[2], true)};
        return std::max(std::min(v[0], v[1]), std::min(std::max(v[0], v[1]), v[2]));
      }
      case 4:
        return four_odd(cell_[0], cell_[1], cell_[2], cell_[3], false);
      default: {
        int best = -Bounds::kNone;
        for (int taken = 0; taken < 5; ++taken) {
          Bits left[4];
          for (int i = 0, n = 0; i < 5; ++i) {
            if (i != taken) left[n++] = cell_[i];
          }
          best = std::max(best, four_odd(left[0], left[1], left[2], left[3], true));
        }
        return best;
      }
    }
  }

 private:
  // The leader's best of the two choices in each pair, under the follower's best pairing, from the
  // mover's point of view.
  int four_odd(Bits a, Bits b, Bits c, Bits d, bool mover_follows) const {
    const int ab = final_value(a | b, mover_follows), cd = final_value(c | d, mover_follows);
    const int ac = final_value(a | c, mover_follows), bd = final_value(b | d, mover_follows);
    const int ad = final_value(a | d, mover_follows), bc = final_value(b | c, mover_follows);
    if (mover_follows) {
      const int pair_ab = std::min(std::min(ac, bd), std::min(ad, bc));
      const int pair_ac = std::min(std::min(ab, cd), std::min(ad, bc));
      const int pair_ad = std::min(std::min(ab, cd), std::min(ac, bd));
      return std::max(pair_ab, std::max(pair_ac, pair_ad));
    }
    const int pair_ab = std::max(std::max(ac, bd), std::max(ad, bc));
    const int pair_ac = std::max(std::max(ab, cd), std::max(ad, bc));
    const int pair_ad = std::max(std::max(ab, cd), std::max(ac, bd));
    return std::min(pair_ab, std::min(pair_ac, pair_ad));
  }

  // The mover's future difference on the board that the follow-up ends in. The leader gets
  // `leaders` of the lowest cells of odd columns, the follower the others of them.
  int final_value(Bits leaders, bool mover_follows) const {
    const Bits follower = empty_ & geometry_.even_from_top & ~leaders;
    const Bits leader = empty_ & ~follower;
    const Bits own = state_.own | (mover_follows ? follower : leader);
    const Bits rival = state_.rival | (mover_follows ? leader : follower);
    return count(geometry_.within(own) & open_.own) - count(geometry_.within(rival) & open_.rival);
  }

  const Geometry& geometry_;
  const State& state_;
  const OpenWindows& open_;
  Bits empty_, odd_;
  Bits cell_[kMostOdd] = {};
  int odd_count_;
};

}  // namespace inarow::counted::INAROW_ARCH
