// The clock that limits a move: wall time, or the CPU time of the thread where a match must be fair
// on a machine that is busy with other things.
#pragma once

#include <chrono>
#include <ctime>

namespace inarow {

struct MoveClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<MoveClock>;
  static constexpr bool is_steady = true;

  // Set before a search starts and left alone during it.
  static inline bool counts_cpu_time = false;

  static time_point now() {
    timespec now{};
    clock_gettime(counts_cpu_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
  }
};

}  // namespace inarow
