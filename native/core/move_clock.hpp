// The clock that limits a move. Wall time is what a referee reads. The CPU time of the thread makes
// a match fair on a machine that is busy with other things. The cautious clock is wall time on
// which every wait for a core counts twice: where such waits are long, more of the move is kept
// back for the next one.
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

  enum class Kind { Wall, Cpu, Cautious };
  // Set before a search starts and left alone during it.
  static inline Kind kind = Kind::Wall;

  static time_point now() {
    switch (kind) {
      case Kind::Cpu:
        return time_point(read(CLOCK_THREAD_CPUTIME_ID));
      case Kind::Cautious:
        return time_point(2 * read(CLOCK_MONOTONIC) - read(CLOCK_THREAD_CPUTIME_ID));
      default:
        return time_point(read(CLOCK_MONOTONIC));
    }
  }

 private:
  static duration read(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  }
};

}  // namespace inarow
