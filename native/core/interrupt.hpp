// Long computations ask now and then whether the user wants them to stop. Whoever embeds the core
// sets the hook; without one nothing ever stops.
#pragma once

#include <cstdint>

namespace inarow {

struct Interrupted {};

inline bool (*interrupt_requested)() = nullptr;

// Asks the hook once in about a million calls; throws Interrupted if it says yes.
class InterruptPoll {
 public:
  void operator()() {
    if ((++calls_ & 0xFFFFF) == 0 && interrupt_requested != nullptr && interrupt_requested()) {
      throw Interrupted{};
    }
  }

 private:
  std::uint32_t calls_ = 0;
};

}  // namespace inarow
