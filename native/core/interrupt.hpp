// Long computations ask now and then whether the user wants them to stop. Whoever embeds the core
// sets the hook; without one nothing ever stops.
#pragma once

#include <cstdint>

namespace inarow {

struct Interrupted {};

inline bool (*interrupt_requested)() = nullptr;

// Asks the hook once in 2048 calls; throws Interrupted if it says yes. The slowest nodes take some
// sixty microseconds, so that is an eighth of a second; the fastest are not slowed down by it.
class InterruptPoll {
 public:
  void operator()() {
    if ((++calls_ & 0x7FF) == 0 && interrupt_requested != nullptr && interrupt_requested()) {
      throw Interrupted{};
    }
  }

 private:
  std::uint32_t calls_ = 0;
};

}  // namespace inarow
