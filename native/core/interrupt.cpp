#include "core/interrupt.hpp"

namespace inarow {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds kOften = 500us, kSeldom = 1ms, kAsk = 10ms;
constexpr std::uint32_t kMostNodes = 1024;

}  // namespace

void InterruptPoll::look() {
  const Clock::time_point now = Clock::now();
  const auto since = now - looked_;
  if (since < kOften && interval_ < kMostNodes) interval_ *= 2;
  for (std::chrono::nanoseconds slow = since; slow > kSeldom && interval_ > 1; slow /= 2)
    interval_ /= 2;
  left_ = interval_;
  looked_ = now;
  if (now - asked_ < kAsk) return;
  asked_ = now;
  if (interrupt_requested != nullptr && interrupt_requested()) throw Interrupted{};
}

}  // namespace inarow
