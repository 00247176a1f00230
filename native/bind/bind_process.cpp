// What programs need of the process and would otherwise import modules for, or cannot ask Python.
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "bind/bind.hpp"
#include "core/arch.hpp"

namespace inarow::bind {
namespace {

// Milliseconds since the process was started, interpreter start-up included. Read from the
// operating system where it tells (Linux), else the CPU time used so far.
double process_age_ms() {
#if defined(CLOCK_BOOTTIME)
  timespec now{};
  if (clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
    char text[1024] = {};
    if (FILE* file = std::fopen("/proc/self/stat", "r")) {
      const std::size_t size = std::fread(text, 1, sizeof text - 1, file);
      std::fclose(file);
      // The start time is field 22; the name in field 2 may hold spaces, so count from its end.
      const char* field = size > 0 ? std::strrchr(text, ')') : nullptr;
      for (int i = 2; field != nullptr && i < 22; ++i) field = std::strchr(field + 1, ' ');
      unsigned long long ticks = 0;
      const long per_second = sysconf(_SC_CLK_TCK);
      if (field != nullptr && per_second > 0 && std::sscanf(field, "%llu", &ticks) == 1) {
        const double age = 1e3 * static_cast<double>(now.tv_sec) +
                           1e-6 * static_cast<double>(now.tv_nsec) -
                           1e3 * static_cast<double>(ticks) / static_cast<double>(per_second);
        if (age >= 0 && age < 86400e3) return age;
      }
    }
  }
#endif
  return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Both false where the system has no such thing.
bool die_with_parent() {
#if defined(__linux__)
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
#else
  return false;
#endif
}
bool adopt_orphans() {
#if defined(__linux__)
  return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
#else
  return false;
#endif
}

}  // namespace

void bind_process(nb::module_& m) {
  m.def("process_age_ms", &process_age_ms,
        "Milliseconds of wall time since this process was started.");
  m.def(
      "die_on_interrupt", [] { std::signal(SIGINT, SIG_DFL); },
      "Let Ctrl-C end the process at once, as a program in C would, instead of raising.");
  m.def("die_with_parent", &die_with_parent,
        "Have the system kill this process when its parent ends; whether it will.");
  m.def("adopt_orphans", &adopt_orphans,
        "Become the parent of all descendants whose own has ended; whether that holds.");
}

}  // namespace inarow::bind
