// Which system calls a program may make, as data.
//
// What is not in the table does not exist for the program (ENOSYS), so a newer call of a newer
// kernel is never open by accident. A build may start processes, a run may not: then fork bombs and
// daemons are impossible, and the limit of address space bounds all memory.
#pragma once

#include <cstdint>
#include <span>

namespace inarow::sandbox {

enum class SyscallAction : std::uint8_t {
  kAllow,
  kRefuse,      // EPERM
  kAbsent,      // ENOSYS, so that the C library falls back on an older call
  kFork,        // allowed if the program may start processes
  kChange,      // of files by their name: allowed where it sees none but its own, and to a build
  kThread,      // clone: for threads, and for processes if these are allowed; no namespaces
  kSelf,        // the first argument must be the program itself
  kNobodyElse,  // the first argument must be 0 or the program itself
  kIoctl,       // and fcntl: all but pushing characters into a terminal, and signals by descriptor
  kName,        // prctl: the harmless ones
  kQuery,       // personality: asking, not changing
  kPair,        // socketpair: connected streams
};

struct SyscallRule {
  long number;
  const char* name;
  SyscallAction action;
};

std::span<const SyscallRule> syscall_rules();

}  // namespace inarow::sandbox
