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
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace inarow::sandbox {

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
  std::int64_t held_ns = 0;  // 0: none
  std::int64_t memory_bytes = 512 << 20;
  std::int64_t output_bytes = 64 << 10;
  std::int64_t file_bytes = 16 << 20;
  std::int64_t processes = 1;
  std::int64_t descriptors = 64;

  bool may_fork() const { return is_build || processes > 1; }
};

// Throws Problem for a message that is no request.
Request parsed_request(std::string_view message);

}  // namespace inarow::sandbox
