// What the launcher says of a program, on the channel that came with the request.
//
// Once it runs, if its output is not collected: one byte 'S' with the descriptors of its process
// and, if it has a control group of version 2, of that group's folder. At its end, in the byte
// order of the machine:
//
//   +-----+------------------------------------------------------------------------+-----------+
//   | 'R' | exit code | signal | limit | wall | cpu | system | stall | peak       | 8 bytes   |
//   |     | first line, its cpu and stall | truncated                              | each      |
//   |     | lengths of stdout, stderr and fault                                    |           |
//   +-----+------------------------------------------------------------------------+-----------+
//   | stdout | stderr | fault                                                                  |
//   +------------------------------------------------------------------------------------------+
//
// Times are nanoseconds, ``system`` the part of ``cpu`` that the kernel worked, ``stall`` the CPU
// wait (clock/cpu_wait.hpp), both also as they were when the first line was whole; the peak is in
// kilobytes; exit code, signal and first line are -1 for none.
#pragma once

#include <cstdint>
#include <string>

namespace inarow::sandbox {

enum class Limit : std::int64_t {
  kNone,
  kWall,
  kCpu,
  kMemory,
  kOutput,
  kStopped,
  kFiles,
  kProcesses
};

struct Report {
  std::int64_t exit_code = -1;
  std::int64_t signal = -1;
  Limit limit = Limit::kNone;
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t system_ns = 0;
  std::int64_t stall_ns = 0;
  std::int64_t peak_kb = 0;
  std::int64_t first_line_ns = -1;
  std::int64_t line_cpu_ns = 0;
  std::int64_t line_stall_ns = 0;
  bool truncated = false;
  std::string out;
  std::string err;
  std::string fault;
};

std::string encoded(const Report& report);

// Both are silent if nobody listens any more.
void send_report(int channel, const Report& report);
void send_started(int channel, int process, int group);

}  // namespace inarow::sandbox
