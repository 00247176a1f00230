// The rules as a program for the kernel's filter machine: a binary search over the call's number,
// since the kernel tries a filter for every number when it is installed.
//
//   load architecture; another one: kill
//   load number
//   number >= middle ? right half : left half      ... down to an action
//   each action once: return, or compare an argument and return
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

#include "sandbox/syscall_rules.hpp"

namespace inarow::sandbox {

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
