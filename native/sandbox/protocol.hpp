// What Python and the launcher tell each other, over local sockets: a message with descriptors for
// each request, and a channel for each program.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

struct Message {
  std::string text;
  std::vector<Fd> fds;
  bool at_end = false;  // the other side is gone
};

void send_message(int socket, std::string_view text, std::initializer_list<int> fds);
Message received_message(int socket, std::size_t most_bytes);

// What Python asks the launcher to start.
//
// A request is one message: texts, each a tag and its value, each ended by a zero byte. The
// descriptors that come with it are the channel on which the launcher reports, then the program's
// standard input, and, unless the launcher is to collect the output, its standard output and error.
//
//   a WORD        one word of the command line      W NS      wall clock limit, absent for none
//   e NAME=VALUE  a variable                        C NS      processor time limit, or none
//   r PATH        a path to be seen read-only       M BYTES   address space
//   i PATH        the folder seen as /python        O BYTES   of standard output, and of error
//   b PATH        the folder seen as /box           T BYTES   of files
//   w PATH        the folder seen as /work          P COUNT   of processes and
//                                                             threads; 1: it starts no process
//   f             is a build                        N COUNT   of descriptors
//   c             collect the output                U NS      limit of the time used, which is
//   t             collect it from a terminal                  wall time less CPU wait, or none
//   h             paths and variables of the host
//
// With a terminal the descriptors are the channel, the input, our end of the terminal and its own.
// With paths of the host (tier 0) the program starts in PATH of w, and no word is replaced.
struct Request {
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::vector<std::string> readable;
  std::string interpreter;
  std::string box;
  std::string work;
  bool is_build = false;
  bool collect = false;
  bool terminal = false;
  bool paths_of_host = false;
  std::int64_t wall_ns = 0;  // 0: none
  std::int64_t cpu_ns = 0;   // 0: none
  std::int64_t used_ns = 0;  // 0: none
  std::int64_t memory_bytes = 512 << 20;
  std::int64_t output_bytes = 64 << 10;
  std::int64_t file_bytes = 16 << 20;
  std::int64_t processes = 1;
  std::int64_t descriptors = 64;

  bool may_fork() const { return is_build || processes > 1; }
};

// Throws SandboxError for a message that is no request.
Request parsed_request(std::string_view message);

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
