// Writes down a strategy that holds a value, in the order in which the checker of certificates
// (counted/checker/) replays it. Included by engine.inl, whose search it asks, for each instruction
// set.
//
//     holder to move   a reply is written, one byte: its column; then the position after it
//     other to move    nothing is written; the positions after every legal move, columns ascending
//
// A position ends its branch if the checker can see by itself that the holder gets what it needs:
// by the windows still open, by the follow-up (other to move, at most four odd columns, an even
// number of them), or because the same position, dead stones being alike, was held before for as
// much.
#pragma once

#include <unordered_map>

namespace inarow::counted::INAROW_ARCH {
namespace {

template <class Search, class Geometry>
class StrategyWriter {
 public:
  StrategyWriter(Search& search, const Geometry& geometry, int endgame,
                 std::atomic<std::uint64_t>& progress)
      : search_(search), geometry_(geometry), endgame_(endgame), progress_(progress) {
    rules_.dead_tops = false;
  }

  // need: what the holder must still get, as a future difference. The search knows it to be true.
  std::string write(const State& state, bool holder_moves, int need) {
    hold(state, holder_moves, need);
    return std::move(replies_);
  }

 private:
  using Candidate = typename Search::Candidate;

  struct KeyHash {
    std::size_t operator()(const std::array<Bits, 3>& key) const {
      Bits mixed = key[0] * 0x9E3779B97F4A7C15u;
      mixed = (mixed ^ mixed >> 29 ^ key[1]) * 0xBF58476D1CE4E5B9u;
      mixed = (mixed ^ mixed >> 29 ^ key[2]) * 0x94D049BB133111EBu;
      return mixed ^ mixed >> 31;
    }
  };

  // After this the state has its dead stones removed. True if the checker sees by itself
  // that the holder gets what it needs.
  bool settled(State& state, OpenWindows& open, bool holder_moves, int need) {
    open = open_windows(geometry_, state);
    if (-count(holder_moves ? open.rival : open.own) >= need) return true;
    reduce(geometry_, rules_, open, state);
    if (!holder_moves) {
      const FollowUp<Geometry> follow(geometry_, state, open);
      if (follow.bounds_from_above() && follow.odd_count() <= 4 && -follow.value() >= need) {
        return true;
      }
    }
    const auto held = held_.find({state.own, state.rival, state.mask});
    return held != held_.end() && held->second >= need;
  }

  void hold(State state, bool holder_moves, int need) {
    OpenWindows open;
    if (std::popcount(geometry_.board & ~state.mask) <= endgame_) return;
    if (settled(state, open, holder_moves, need)) return;
    if (holder_moves) {
      reply(state, open, need);
    } else {
      for (Bits rest = landing_cells(geometry_, state.mask); rest != 0; rest &= rest - 1) {
        const Bits stone = rest & -rest;
        hold(after(state, stone), true, need + gain(state, open, stone));
      }
    }
    held_[{state.own, state.rival, state.mask}] = need;
  }

  // A reply after which nothing more needs to be said, or else the first that the search approves.
  void reply(const State& state, const OpenWindows& open, int need) {
    Candidate candidates[32];
    const int size =
        search_.order_moves(state, open, landing_cells(geometry_, state.mask), candidates);
    int chosen = -1;
    for (int i = 0; i < size && chosen < 0; ++i) {
      State next = after(state, candidates[i].stone);
      OpenWindows next_open;
      if (settled(next, next_open, false, need - candidates[i].gain)) chosen = i;
    }
    for (int i = 0; i < size && chosen < 0; ++i) {
      // The other side, to move there, must not get more than gain - need.
      const int most = candidates[i].gain - need;
      if (search_.visit(after(state, candidates[i].stone), most + 1) <= most) chosen = i;
    }
    if (chosen < 0) throw std::logic_error("no reply holds the value");
    const Candidate& move = candidates[chosen];
    replies_ += static_cast<char>(std::countr_zero(move.stone) / geometry_.stride());
    progress_ = replies_.size();
    hold(after(state, move.stone), false, need - move.gain);
  }

  static State after(const State& state, Bits stone) {
    return {state.rival, state.own | stone, state.mask | stone};
  }
  int gain(const State& state, const OpenWindows& open, Bits stone) const {
    return count(open.own & geometry_.through[std::countr_zero(stone)] &
                 geometry_.within(state.own | stone));
  }

  Search& search_;
  const Geometry& geometry_;
  Rules rules_;
  int endgame_;
  std::atomic<std::uint64_t>& progress_;
  std::string replies_;
  std::unordered_map<std::array<Bits, 3>, int, KeyHash> held_;
};

}  // namespace
}  // namespace inarow::counted::INAROW_ARCH
