// Long computations ask now and then whether the user wants them to stop. Whoever embeds the core
// sets the hook; without one nothing ever stops.
#pragma once

#include <chrono>
#include <cstdint>

namespace inarow {

struct Interrupted {};

inline bool (*interrupt_requested)() = nullptr;

// Called at every node, says about once in half a millisecond that it is time to look at the clock,
// and asks the hook about a hundred times a second; throws Interrupted if that says yes.
//
//     nodes     1 1 2 4 8 16 ...                             1024, or fewer where nodes are slow
//     looks     | | |  |   |    |         |                 |
//
// How many nodes lie between two looks is measured, because nodes differ by a factor of a thousand:
// the first ones of a search through a fresh table of gigabytes make the system clear two megabytes
// each.
class InterruptPoll {
 public:
  // Whether it was time to look.
  bool operator()() {
    if (--left_ != 0) return false;
    look();
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void look();

  std::uint32_t left_ = 1, interval_ = 1;
  Clock::time_point looked_ = Clock::now(), asked_ = looked_;
};

}  // namespace inarow
