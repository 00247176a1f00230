// Which system calls a program may make, as data.
//
// A call that is not in the table does not exist for the program (ENOSYS), so a newer call of a
// newer kernel is never open by accident.
//
// Two limits stand behind the rules on memory. The address space does not count pages that
// something other than a mapping keeps: a pipe (splice and its kin), a message under way, a lock, a
// timer. So these are refused or bounded here, even where a control group counts them too.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstdint>
#include <span>
#include <vector>

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
  kNobodyElse,   // the first argument must be 0 or the program itself
  kIoctl,        // and fcntl: no characters pushed into a terminal, no signals by descriptor, no
                 // locks and leases, no larger pipes
  kPrctl,        // prctl: the harmless ones
  kPersonality,  // personality: asking, not changing
  kSocketpair,   // socketpair: connected streams
};

struct SyscallRule {
  long number;
  const char* name;
  SyscallAction action;
};

std::span<const SyscallRule> syscall_rules();

// The rules as a program for the kernel's filter machine: a binary search over the call's number,
// since the kernel tries a filter for every number when it is installed.
//
//   load architecture; another one: kill
//   load number
//   number >= middle ? right half : left half      ... down to an action
//   each action once: return, or compare an argument and return

// The largest piece of memory that is shared without a file, where no group counts memory.
inline constexpr std::int64_t kLargestShared = 64 << 10;

// What the rules depend on.
struct FilterTerms {
  bool may_fork = false;
  bool is_build = false;
  bool signals_bounded = false;   // by other means: its own process table or user, or Landlock
  bool files_bounded = false;     // it sees no files but its own
  bool frozen_by_signal = false;  // SIGSTOP freezes it, so nothing may send it SIGCONT
  bool memory_bounded = false;    // a control group counts its memory
};

class SyscallFilter {
 public:
  explicit SyscallFilter(const FilterTerms& terms);

  // The filter for a program with this number, as it sees itself.
  void set_self(pid_t self);

  const std::vector<sock_filter>& code() const { return code_; }

 private:
  std::vector<sock_filter> code_;
  std::vector<std::size_t> own_number_;  // where the program's own number stands
};

}  // namespace inarow::sandbox
