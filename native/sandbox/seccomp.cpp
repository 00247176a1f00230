#include "sandbox/seccomp.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <map>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

using Code = std::vector<sock_filter>;

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr long kNumbersEnd = 0x40000000;  // the x32 calls begin here
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr long kNumbersEnd = 0x7fffffff;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_RISCV64;
constexpr long kNumbersEnd = 0x7fffffff;
#else
#error "the sandbox knows the system calls of x86-64, AArch64 and RISC-V alone"
#endif

constexpr std::uint32_t kOwnNumber = 0xfffffff1;  // stands for it until it is known
constexpr std::uint32_t kNewNamespaces = 0x7e020080;
constexpr std::uint32_t kCloneThread = 0x00010000;
constexpr std::uint32_t kHugePages = 0x40000;

sock_filter statement(std::uint16_t code, std::uint32_t k) { return {code, 0, 0, k}; }

sock_filter jump(std::uint16_t code, std::uint32_t k, std::uint8_t yes, std::uint8_t no) {
  return {static_cast<std::uint16_t>(BPF_JMP | BPF_K | code), yes, no, k};
}

sock_filter returned(std::uint32_t value) { return statement(BPF_RET | BPF_K, value); }

sock_filter loaded(std::size_t offset) {
  return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

const sock_filter kAllowed = returned(SECCOMP_RET_ALLOW);
const sock_filter kRefused = returned(SECCOMP_RET_ERRNO | EPERM);
const sock_filter kUnsupported = returned(SECCOMP_RET_ERRNO | EINVAL);
const sock_filter kMissing = returned(SECCOMP_RET_ERRNO | ENOSYS);

// The low half of an argument: all that the kernel reads of the ones that are compared.
sock_filter argument(std::size_t index) { return loaded(offsetof(seccomp_data, args) + 8 * index); }

// Allows if the argument is one of these, refuses otherwise; or the other way round.
Code one_of(std::size_t index, const std::vector<std::uint32_t>& values, bool allowed = true) {
  Code code{argument(index)};
  for (std::size_t i = 0; i < values.size(); ++i)
    code.push_back(jump(BPF_JEQ, values[i], static_cast<std::uint8_t>(values.size() - i), 0));
  code.push_back(allowed ? kRefused : kAllowed);
  code.push_back(allowed ? kAllowed : kRefused);
  return code;
}

Code clone_code(bool may_fork) {
  if (may_fork) return {argument(0), jump(BPF_JSET, kNewNamespaces, 0, 1), kRefused, kAllowed};
  return {argument(0), jump(BPF_JSET, kCloneThread, 0, 1), kAllowed, kRefused};
}

// Signals go to the program itself, or to all that its sandbox bounds; SIGCONT to nobody where
// SIGSTOP is what freezes it.
Code signal_code(const FilterTerms& terms, std::size_t signal) {
  Code code;
  if (terms.frozen_by_signal) code = {argument(signal), jump(BPF_JEQ, SIGCONT, 0, 1), kRefused};
  const Code receiver = terms.signals_bounded ? Code{kAllowed} : one_of(0, {kOwnNumber});
  code.insert(code.end(), receiver.begin(), receiver.end());
  return code;
}

// Shared memory without a file stays until its last page is unmapped: of a large one that is mapped
// by a single page the address space counts this page alone.
Code map_code(bool memory_bounded) {
  Code code{argument(3), jump(BPF_JSET, kHugePages, 0, 1), kRefused};
  if (memory_bounded) {
    code.push_back(kAllowed);
    return code;
  }
  const Code shared{jump(BPF_JSET, MAP_SHARED, 0, 6),
                    jump(BPF_JSET, MAP_ANONYMOUS, 0, 5),
                    loaded(offsetof(seccomp_data, args) + 8 + 4),
                    jump(BPF_JEQ, 0, 0, 2),
                    argument(1),
                    jump(BPF_JGE, kLargestShared + 1, 0, 1),
                    kRefused,
                    kAllowed};
  code.insert(code.end(), shared.begin(), shared.end());
  return code;
}

Code pair_code() {
  return {argument(0),
          jump(BPF_JEQ, AF_UNIX, 0, 4),
          argument(1),
          statement(BPF_ALU | BPF_AND | BPF_K, 0xf),
          jump(BPF_JEQ, SOCK_STREAM, 0, 1),
          kAllowed,
          kRefused};
}

Code action_code(SyscallAction action, const FilterTerms& terms) {
  switch (action) {
    case SyscallAction::kAllow:
      return {kAllowed};
    case SyscallAction::kRefuse:
      return {kRefused};
    case SyscallAction::kAbsent:
      return {kMissing};
    case SyscallAction::kFork:
      return {terms.may_fork ? kAllowed : kRefused};
    case SyscallAction::kChange:
      return {terms.files_bounded || terms.is_build ? kAllowed : kRefused};
    case SyscallAction::kThread:
      return clone_code(terms.may_fork);
    case SyscallAction::kInvalid:
      return {kUnsupported};
    case SyscallAction::kSignal:
      return signal_code(terms, 1);
    case SyscallAction::kThreadSignal:
      return signal_code(terms, 2);
    case SyscallAction::kTimer:
      return {terms.frozen_by_signal ? kRefused : kAllowed};
    case SyscallAction::kPass:
      return {terms.files_bounded || terms.is_build ? kAllowed : kRefused};
    case SyscallAction::kMap:
      return map_code(terms.memory_bounded);
    case SyscallAction::kBuffer:
      return one_of(2, {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE}, false);
    case SyscallAction::kNobodyElse:
      return one_of(0, {0, kOwnNumber});
    case SyscallAction::kIoctl:
      // No number means something to both calls. The last line names whom a descriptor signals.
      return one_of(1,
                    {TIOCSTI, TIOCLINUX, TIOCSETD, TIOCSCTTY, TIOCCONS,  //
                     F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW,       //
                     F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ,                 //
                     FIOSETOWN, SIOCSPGRP, F_SETOWN, F_SETOWN_EX, F_SETSIG},
                    false);
    case SyscallAction::kPrctl:
      return one_of(0, {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_CAPBSET_READ,
                        PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_GET_KEEPCAPS,
                        PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, PR_GET_THP_DISABLE,
                        0x53564d41 /* PR_SET_VMA */});
    case SyscallAction::kPersonality:
      return one_of(0, {0xffffffff});
    case SyscallAction::kSocketpair:
      return pair_code();
  }
  return {kMissing};
}

struct Range {
  std::uint32_t first;
  SyscallAction action;
};

// Ranges of numbers with one action each, from 0 up; what lies between two rules is absent.
std::vector<Range> ranges() {
  std::map<long, SyscallAction> actions;
  for (const SyscallRule& rule : syscall_rules()) actions[rule.number] = rule.action;
  std::vector<Range> found;
  const auto add = [&found](long first, SyscallAction action) {
    if (found.empty() || found.back().action != action)
      found.push_back({static_cast<std::uint32_t>(first), action});
  };
  long next = 0;
  for (const auto& [number, action] : actions) {
    if (number > next) add(next, SyscallAction::kAbsent);
    add(number, action);
    next = number + 1;
  }
  add(next, SyscallAction::kAbsent);
  return found;
}

// The search as steps that jump to one another by number, and below them one block for each action.
class Layout {
 public:
  Layout(const std::vector<Range>& all, const FilterTerms& terms) : all_(all), terms_(terms) {
    place(0, all.size());
    for (auto& [action, start] : blocks_) {
      start = steps_.size() + code_.size();
      const Code block = action_code(action, terms_);
      code_.insert(code_.end(), block.begin(), block.end());
    }
  }

  Code code() const {
    Code whole;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      const Step& step = steps_[at];
      whole.push_back(
          jump(BPF_JGE, step.middle, distance(at, step.above), distance(at, step.below)));
    }
    whole.insert(whole.end(), code_.begin(), code_.end());
    return whole;
  }

 private:
  struct Target {
    bool is_step;
    std::size_t step;
    SyscallAction action;
  };
  struct Step {
    std::uint32_t middle;
    Target below, above;
  };

  Target place(std::size_t begin, std::size_t end) {
    if (end - begin == 1) {
      blocks_.emplace(all_[begin].action, 0);
      return {false, 0, all_[begin].action};
    }
    const std::size_t middle = begin + (end - begin) / 2, own = steps_.size();
    steps_.push_back({all_[middle].first, {}, {}});
    const Target below = place(begin, middle), above = place(middle, end);
    steps_[own].below = below;
    steps_[own].above = above;
    return {true, own, SyscallAction::kAbsent};
  }

  std::uint8_t distance(std::size_t from, const Target& to) const {
    const std::size_t steps = (to.is_step ? to.step : blocks_.at(to.action)) - from - 1;
    if (steps > 255) throw SandboxError{"the filter of system calls has become too long"};
    return static_cast<std::uint8_t>(steps);
  }

  const std::vector<Range>& all_;
  const FilterTerms& terms_;
  std::vector<Step> steps_;
  std::map<SyscallAction, std::size_t> blocks_;
  Code code_;
};

}  // namespace

SyscallFilter::SyscallFilter(const FilterTerms& terms) {
  const std::vector<Range> all = ranges();
  code_ = {loaded(offsetof(seccomp_data, arch)), jump(BPF_JEQ, kArchitecture, 1, 0),
           returned(SECCOMP_RET_KILL_PROCESS),   loaded(offsetof(seccomp_data, nr)),
           jump(BPF_JGE, kNumbersEnd, 0, 1),     kMissing};
  const Code body = Layout(all, terms).code();
  code_.insert(code_.end(), body.begin(), body.end());
  for (std::size_t i = 0; i < code_.size(); ++i)
    if (code_[i].k == kOwnNumber) own_number_.push_back(i);
}

void SyscallFilter::set_self(pid_t self) {
  for (const std::size_t place : own_number_) code_[place].k = static_cast<std::uint32_t>(self);
}

}  // namespace inarow::sandbox
