// The launcher as a process that stays: takes requests from the one that started it, starts a
// keeper for each, and ends with everything it started when that one is gone.
#pragma once

#include <string>

namespace inarow::sandbox {

// Serves on a local socket. First it says "ok" with what it has, or why it cannot serve; the exit
// status of the process. Tier 0 starts plain processes, which nothing bounds but time and output.
int serve(int socket, int tier, const std::string& state);

}  // namespace inarow::sandbox
