// The launcher as a process that stays: takes requests from the one that started it, starts a
// keeper for each, and ends with everything it started when that one is gone.
#pragma once

#include <string>

namespace inarow::sandbox {

// Serves on a local socket. First it says "ok" with what it has, or why it cannot serve; the exit
// status of the process. With the path of bubblewrap that makes the namespaces of tier 1.
int serve(int socket, int tier, const std::string& state, const std::string& bubblewrap);

}  // namespace inarow::sandbox
