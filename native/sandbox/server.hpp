// The launcher as a process that stays: takes requests from the one that started it, starts a
// keeper for each, and ends with everything it started when that one is gone.
//
//   Python      its user          one launcher for each tier; a socket for requests
//   launcher    its user          in the namespaces of tier 1, if it is that tier; no way to more
//   rights keeper      its user          one for each program; a channel to Python; collects the
//   output program     a user of its own where the launcher is root, else the same; file system by
//   root.hpp
//               (tier 1) or Landlock (tier 2), system calls by seccomp.hpp, limits by the kernel
//               and by the keeper; in tier 0 a plain process, which has all rights of its user
//
// Who ends whom: ARCHITECTURE.md, "Nobody outlives the referee".
#pragma once

#include <string>

namespace inarow::sandbox {

// Serves on a local socket. First it says "ok" with what it has, or why it cannot serve; the exit
// status of the process. Tier 0 starts plain processes, which nothing bounds but time and output.
int serve(int socket, int tier, const std::string& state);

}  // namespace inarow::sandbox
