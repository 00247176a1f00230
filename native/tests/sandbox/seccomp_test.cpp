// The filter does what the table of rules says, for every number and every argument that matters.
#include "sandbox/seccomp.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

#include "doctest.h"

namespace {

using namespace inarow::sandbox;

#if defined(__x86_64__)
constexpr std::uint32_t kHere = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kHere = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kHere = AUDIT_ARCH_RISCV64;
#endif

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kInvalid = SECCOMP_RET_ERRNO | EINVAL;
constexpr std::uint32_t kAbsent = SECCOMP_RET_ERRNO | ENOSYS;

// The filter machine, as far as our filters use it; checks that every jump stays inside.
std::uint32_t answer(const SyscallFilter& filter, const seccomp_data& call) {
  const std::vector<sock_filter>& code = filter.code();
  std::uint32_t a = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const sock_filter& step = code[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        REQUIRE(step.k + 4 <= sizeof call);
        std::memcpy(&a, reinterpret_cast<const char*>(&call) + step.k, 4);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        a &= step.k;
        break;
      case BPF_JMP | BPF_JA:
        at += step.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += a == step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += a >= step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        at += (a & step.k) != 0 ? step.jt : step.jf;
        break;
      case BPF_RET | BPF_K:
        return step.k;
      default:
        FAIL("an instruction that our filters do not use");
    }
  }
  FAIL("the filter has no end");
  return 0;
}

std::uint32_t answer(const SyscallFilter& filter, long number, std::uint64_t first = 0,
                     std::uint64_t second = 0, std::uint64_t third = 0, std::uint64_t fourth = 0) {
  seccomp_data call{};
  call.nr = static_cast<int>(number);
  call.arch = kHere;
  call.args[0] = first;
  call.args[1] = second;
  call.args[2] = third;
  call.args[3] = fourth;
  return answer(filter, call);
}

SyscallFilter filter_for(const FilterTerms& terms, pid_t self = 4711) {
  SyscallFilter filter(terms);
  filter.set_self(self);
  return filter;
}

constexpr FilterTerms kRun{.signals_bounded = true, .files_bounded = true, .memory_bounded = true},
    kFamily{.may_fork = true, .signals_bounded = true},
    kBuild{.may_fork = true, .is_build = true, .signals_bounded = true},
    kRunTier2{.frozen_by_signal = true};

}  // namespace

TEST_CASE("every number has the action of its rule, and what has no rule does not exist") {
  const SyscallFilter filter = filter_for(kRun);
  std::map<long, SyscallAction> rules;
  for (const SyscallRule& rule : syscall_rules()) {
    INFO(rule.name);
    CHECK(rules.emplace(rule.number, rule.action).second);  // each once
  }
  for (long number = 0; number < 1200; ++number) {
    INFO(number);
    const auto rule = rules.find(number);
    const std::uint32_t said = answer(filter, number, 1);
    if (rule == rules.end()) {
      CHECK(said == kAbsent);
      continue;
    }
    switch (rule->second) {
      case SyscallAction::kAllow:
      case SyscallAction::kSignal:  // bounded by other means here
      case SyscallAction::kThreadSignal:
      case SyscallAction::kTimer:
      case SyscallAction::kChange:  // of files that are its own
      case SyscallAction::kPass:
      case SyscallAction::kIoctl:  // 0 is no request that matters, nor are these flags
      case SyscallAction::kMap:
      case SyscallAction::kBuffer:
        CHECK(said == kAllow);
        break;
      case SyscallAction::kInvalid:
        CHECK(said == kInvalid);
        break;
      case SyscallAction::kAbsent:
        CHECK(said == kAbsent);
        break;
      default:
        CHECK(said == kRefuse);  // with 1 as the first argument
    }
  }
}

TEST_CASE("processes are for those that may start them, threads for all") {
  const SyscallFilter run = filter_for(kRun), build = filter_for(kFamily);
#ifdef __x86_64__
  CHECK(answer(run, SYS_fork) == kRefuse);
  CHECK(answer(build, SYS_fork) == kAllow);
  CHECK(answer(build, SYS_vfork) == kAllow);
#endif
  const std::uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
  for (const SyscallFilter* filter : {&run, &build}) {
    CHECK(answer(*filter, SYS_clone, thread) == kAllow);
    CHECK(answer(*filter, 435 /* clone3 */) == kAbsent);
    CHECK(answer(*filter, SYS_clone, CLONE_NEWUSER | SIGCHLD) == kRefuse);
    CHECK(answer(*filter, SYS_clone, CLONE_NEWNS | SIGCHLD) == kRefuse);
    CHECK(answer(*filter, SYS_clone, CLONE_NEWPID | SIGCHLD) == kRefuse);
  }
  CHECK(answer(run, SYS_clone, SIGCHLD) == kRefuse);
  CHECK(answer(run, SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD) == kRefuse);
  CHECK(answer(build, SYS_clone, SIGCHLD) == kAllow);
  CHECK(answer(build, SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD) == kAllow);
}

TEST_CASE("in tier 2 a program signals itself and changes no files") {
  const SyscallFilter filter = filter_for(kRunTier2);
  for (const long call : {SYS_kill, SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo}) {
    CHECK(answer(filter, call, 4711) == kAllow);
    CHECK(answer(filter, call, 4712) == kRefuse);
    CHECK(answer(filter, call, 1) == kRefuse);
    CHECK(answer(filter, call, static_cast<std::uint64_t>(-1)) == kRefuse);
    CHECK(answer(filter, call, 0) == kRefuse);
  }
  for (const long call : {SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo}) {
    CHECK(answer(filter, call, 4711, SIGTERM) == kAllow);
    CHECK(answer(filter, call, 4711, SIGCONT) == kRefuse);
  }
  CHECK(answer(filter, SYS_tgkill, 4711, 4711, SIGCONT) == kRefuse);
  CHECK(answer(filter, SYS_rt_tgsigqueueinfo, 4711, 4711, SIGCONT) == kRefuse);
  CHECK(answer(filter, SYS_timer_create) == kRefuse);
  CHECK(answer(filter, SYS_sendmsg) == kRefuse);
  CHECK(answer(filter, SYS_fchmodat) == kRefuse);
  CHECK(answer(filter, SYS_utimensat) == kRefuse);
  CHECK(answer(filter, SYS_truncate) == kRefuse);
  CHECK(answer(filter, SYS_ftruncate) == kAllow);
}

TEST_CASE("a build may change files by name, a run that starts processes may not") {
  CHECK(answer(filter_for(kBuild), SYS_fchmodat) == kAllow);
  CHECK(answer(filter_for(kBuild), SYS_sendmsg) == kAllow);
  CHECK(answer(filter_for(kFamily), SYS_fchmodat) == kRefuse);
  CHECK(answer(filter_for(kFamily), SYS_sendmsg) == kRefuse);
  CHECK(answer(filter_for(kFamily), SYS_kill, 1, SIGCONT) == kAllow);
}

TEST_CASE("pages that the address space does not count cannot be had") {
  const SyscallFilter grouped = filter_for(kRun), alone = filter_for(kFamily);
  for (const SyscallFilter* filter : {&grouped, &alone}) {
    for (const long call : {SYS_vmsplice, SYS_splice, SYS_tee, SYS_sendfile})
      CHECK(answer(*filter, call) == kInvalid);
    for (const int request : {F_SETPIPE_SZ, F_NOTIFY, F_SETLEASE, F_SETLK, F_SETLKW, F_OFD_SETLK})
      CHECK(answer(*filter, SYS_fcntl, 1, static_cast<std::uint64_t>(request)) == kRefuse);
    CHECK(answer(*filter, SYS_fcntl, 1, F_DUPFD) == kAllow);
    CHECK(answer(*filter, SYS_flock) == kRefuse);
    for (const int option : {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE})
      CHECK(answer(*filter, SYS_setsockopt, 3, SOL_SOCKET, static_cast<std::uint64_t>(option)) ==
            kRefuse);
    CHECK(answer(*filter, SYS_setsockopt, 3, SOL_SOCKET, SO_PASSCRED) == kAllow);
    CHECK(answer(*filter, SYS_mmap, 0, 2 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB) ==
          kRefuse);
    CHECK(answer(*filter, SYS_mmap, 0, 1 << 30, 3, MAP_PRIVATE | MAP_ANONYMOUS) == kAllow);
    CHECK(answer(*filter, SYS_mmap, 0, 1 << 30, 3, MAP_SHARED) == kAllow);  // of a file
    CHECK(answer(*filter, SYS_mmap, 0, 64 << 10, 3, MAP_SHARED | MAP_ANONYMOUS) == kAllow);
    CHECK(answer(*filter, SYS_prctl, PR_SET_THP_DISABLE) == kRefuse);
  }
  for (const std::uint64_t bytes : {(64ul << 10) + 1, 1ul << 32, (1ul << 32) + 1}) {
    CHECK(answer(grouped, SYS_mmap, 0, bytes, 3, MAP_SHARED | MAP_ANONYMOUS) == kAllow);
    CHECK(answer(alone, SYS_mmap, 0, bytes, 3, MAP_SHARED | MAP_ANONYMOUS) == kRefuse);
  }
}

TEST_CASE("what is allowed in part is refused in the other part") {
  const SyscallFilter filter = filter_for(kRun);
  CHECK(answer(filter, SYS_prlimit64, 0) == kAllow);
  CHECK(answer(filter, SYS_prlimit64, 4711) == kAllow);
  CHECK(answer(filter, SYS_prlimit64, 1) == kRefuse);
  CHECK(answer(filter, SYS_ioctl, 0, TIOCSTI) == kRefuse);
  CHECK(answer(filter, SYS_ioctl, 0, TIOCLINUX) == kRefuse);
  CHECK(answer(filter, SYS_ioctl, 0, (std::uint64_t{1} << 32) | TIOCSTI) == kRefuse);
  CHECK(answer(filter, SYS_ioctl, 0, TCGETS) == kAllow);
  CHECK(answer(filter, SYS_prctl, PR_SET_NAME) == kAllow);
  CHECK(answer(filter, SYS_prctl, PR_SET_PDEATHSIG) == kRefuse);
  CHECK(answer(filter, SYS_prctl, PR_SET_SECCOMP) == kRefuse);
  CHECK(answer(filter, SYS_personality, 0xffffffff) == kAllow);
  CHECK(answer(filter, SYS_personality, 0) == kRefuse);
  CHECK(answer(filter, SYS_socketpair, AF_UNIX, SOCK_STREAM) == kAllow);
  CHECK(answer(filter, SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC) == kAllow);
  CHECK(answer(filter, SYS_socketpair, AF_UNIX, SOCK_DGRAM) == kRefuse);
  CHECK(answer(filter, SYS_socketpair, AF_INET, SOCK_STREAM) == kRefuse);
  CHECK(answer(filter, SYS_socket, AF_UNIX, SOCK_STREAM) == kRefuse);
}

TEST_CASE("another processor's calls end the program, x32 ones do not exist") {
  const SyscallFilter filter = filter_for(kRun);
  seccomp_data call{};
  call.nr = SYS_getpid;
  call.arch = AUDIT_ARCH_I386;
  CHECK(answer(filter, call) == SECCOMP_RET_KILL_PROCESS);
#ifdef __x86_64__
  CHECK(answer(filter, 0x40000000 + SYS_getpid) == kAbsent);
#endif
  CHECK(filter.code().size() < 4096);
}
