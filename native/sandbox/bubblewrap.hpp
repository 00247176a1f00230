// Tier 1 by bubblewrap, where it may make namespaces and we may not: it arranges what a view has,
// once for each launch, and starts us again inside as the first process, to keep the program.
//
//   launcher --- bwrap --- inarow-sandbox keep --- the program
//                          3: the request   4: channel   5, 6, 7: standard   8: work   9: its group
#pragma once

#include <string>

#include "sandbox/keeper.hpp"

namespace inarow::sandbox {

// Executes bubblewrap in the calling process, which is the launcher's child. Throws Problem.
[[noreturn]] void wrap(const std::string& bubblewrap, const std::string& message, Charge charge);

// What bubblewrap has started: takes over the descriptors and keeps the program.
[[noreturn]] void keep_wrapped();

}  // namespace inarow::sandbox
