// Keeps one program from its start to its end: holds it to its limits, collects its output, ends
// everything it started, and reports.
//
// In tier 1 the keeper is the first process of the program's process table, so that all others end
// with it; in tiers 0 and 2 it is the one to which orphans are given.
#pragma once

#include <cstdint>
#include <string>

#include "sandbox/cgroups.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/seccomp.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

struct Job {
  Request request;
  Fd channel;
  // Input, output and error; collected: input alone, or input, our end of a terminal and its end.
  Fd standard[3];
  int tier = 1;
  int root = -1;       // tier 1
  std::string folder;  // of its own, tiers 0 and 2
  Identities identities;
  unsigned slot = 0;
  const Group* group = nullptr;
  int host_processes = -1;
  Fd memory_score;  // of the keeper: who is ended first where memory is short
  std::int64_t cores = 1;
  SyscallFilter* filter = nullptr;  // none in tier 0
};

// Runs in a process of its own, and ends it.
[[noreturn]] void keep(Job job);

}  // namespace inarow::sandbox
