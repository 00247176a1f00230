// Tier 2's bound on the file system: a program can open what it was granted and nothing else.
#pragma once

#include <string>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

// The kernel's version of Landlock; 0 if it has none.
int landlock_version();

// From version 6 on, signals and abstract sockets reach no further than the program's own
// processes.
bool landlock_bounds_signals();

// A rule set that lets a program read and execute below some paths, write below others, and use the
// harmless devices. A path that is not there grants nothing. Throws Problem.
Fd landlock_rules(const std::vector<std::string>& readable,
                  const std::vector<std::string>& writable, bool zero);

// Binds the calling thread for good. 0, or an error number; calls nothing but the kernel.
int landlock_enforce(int rules);

}  // namespace inarow::sandbox
