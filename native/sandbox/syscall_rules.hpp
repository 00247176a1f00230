// Which system calls a program may make, as data.
//
// A call that is not in the table does not exist for the program (ENOSYS), so a newer call of a
// newer kernel is never open by accident.
//
// Two limits stand behind the rules on memory. The address space does not count pages that
// something other than a mapping keeps: a pipe (splice and its kin), a message under way, a lock, a
// timer. So these are refused or bounded here, even where a control group counts them too.
#pragma once

#include <cstdint>
#include <span>

namespace inarow::sandbox {

enum class SyscallAction : std::uint8_t {
  kAllow,
  kRefuse,   // EPERM
  kAbsent,   // ENOSYS, so that the C library falls back on an older call
  kFork,     // allowed if the program may start processes
  kInvalid,  // EINVAL, on which runtimes fall back to read and write
  kChange,   // of files by their name: allowed where it sees none but its own, and to a build
  kThread,   // clone: for threads, and for processes if these are allowed; no namespaces
  kSignal,   // first argument: the program itself, unless other means bound signals
  kThreadSignal,
  kTimer,   // timer_create: refused where a signal freezes programs, for a timer could resume them
  kPass,    // sendmsg: a file on its way has no name and no owner, so nothing would measure it
  kMap,     // mmap: no huge pages of the host's pool; large shared memory only if a group counts it
  kBuffer,  // setsockopt: all but larger buffers
  kNobodyElse,  // the first argument must be 0 or the program itself
  kIoctl,       // and fcntl: no characters pushed into a terminal, no signals by descriptor, no
                // locks and leases, no larger pipes
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
