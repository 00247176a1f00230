// How much a search may spend: positions and time. The clock is polled, once in 64 positions,
// so that a search overruns its deadline by microseconds and not by a move.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/interrupt.hpp"
#include "core/move_clock.hpp"

namespace inarow::free {

// What all budgets of one engine have in common: a search goes through many of them.
struct SearchWatch {
  std::atomic<bool> stop{false};        // set by another thread: every budget is spent
  std::atomic<std::uint64_t> nodes{0};  // for whoever watches, within a few dozen
  InterruptPoll poll;
};

class Budget {
 public:
  using Clock = MoveClock;
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  Budget(SearchWatch& watch, Clock::time_point deadline, std::uint64_t nodes = kUnlimited)
      : watch_(watch), deadline_(deadline), nodes_left_(nodes), spent_(stopped()) {}

  // Pays for one position; false once the budget is spent, and ever after.
  bool spend() {
    if (spent_) return false;
    ++used_;
    if (nodes_left_ != kUnlimited && nodes_left_-- == 0) spent_ = true;
    if ((used_ & 63) == 0) {
      if (stopped() || Clock::now() >= deadline_) spent_ = true;
      watch_.nodes.fetch_add(64, std::memory_order_relaxed);
    }
    watch_.poll();
    return !spent_;
  }
  bool spent() const { return spent_; }
  std::uint64_t used() const { return used_; }

 private:
  bool stopped() const { return watch_.stop.load(std::memory_order_relaxed); }

  SearchWatch& watch_;
  Clock::time_point deadline_;
  std::uint64_t nodes_left_;
  std::uint64_t used_ = 0;
  bool spent_;
};

inline Budget::Clock::time_point after(Budget::Clock::time_point start, double seconds) {
  return start + std::chrono::duration_cast<Budget::Clock::duration>(
                     std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e6)));
}

}  // namespace inarow::free
