// What programs need of the process and would otherwise import modules for, or cannot ask Python.
#include <fcntl.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "bind/bind.hpp"
#include "clock/cpu_wait.hpp"
#include "core/arch.hpp"

namespace inarow::bind {

using namespace nb::literals;

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

// False where the system has no such thing.
bool die_with_parent() {
#if defined(__linux__)
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
#else
  return false;
#endif
}

constexpr double kNanoseconds = 1e9;

std::int64_t ns(double seconds) { return static_cast<std::int64_t>(seconds * kNanoseconds); }
double seconds(std::int64_t ns) { return static_cast<double>(ns) / kNanoseconds; }

// The system's table of processes; -1 where there is none.
int processes() {
#if defined(__linux__)
  static const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return folder;
#else
  return -1;
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

  using clock::CpuWait;
  using clock::Look;
  nb::class_<CpuWait>(m, "CpuWait",
                      "How long a process, and all below another one, wanted a core and had none. "
                      "Times are seconds of time.monotonic(); native/clock/cpu_wait.hpp has the "
                      "reasons.")
      .def(
          "__init__",
          [](CpuWait* place, int program, int above) {
            new (place) CpuWait(processes(), std::to_string(program), std::to_string(above));
          },
          "program"_a, "above"_a)
      .def(
          "begin", [](CpuWait& wait, double now_s) { wait.begin(ns(now_s)); }, "now_s"_a,
          "Measures from now on.")
      .def(
          "look",
          [](CpuWait& wait, double now_s, bool answer) {
            wait.look(ns(now_s), answer ? Look::kAnswer : Look::kOnTheWay);
          },
          "now_s"_a, "answer"_a, "Looks at all tasks, because there is an answer or on the way.")
      .def(
          "wait_s",
          [](const CpuWait& wait, double wall_s, double cpu_s) {
            return seconds(wait.wait_ns(ns(wall_s), ns(cpu_s)));
          },
          "wall_s"_a, "cpu_s"_a, "CPU wait up to the last look, within so much wall and CPU time.")
      .def(
          "most_wait_s",
          [](const CpuWait& wait, double wall_s, double cpu_s) {
            return seconds(wait.most_wait_ns(ns(wall_s), ns(cpu_s)));
          },
          "wall_s"_a, "cpu_s"_a, "The most that it can still turn out to be.")
      .def(
          "pause_s",
          [](const CpuWait& wait, double usual_s) { return seconds(wait.pause_ns(ns(usual_s))); },
          "usual_s"_a, "How long to wait before the next look.");
}

}  // namespace inarow::bind
