#include "sandbox/program.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

#include "sandbox/system.hpp"
#include "sandbox/workspace.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::size_t kStackBytes = 64 << 10;
constexpr rlim_t kStackOfProgram = 8 << 20;
constexpr std::int64_t kTimers = 128;
constexpr int kOwnWaits = 3;
constexpr const char* kExecution = "execution";

struct Child {
  Program* program;
  char* const* words;
  char* const* variables;
  const char* const* candidates;
  sock_fprog filter;
};

[[noreturn]] void give_up(Program& program, const char* step, int error = errno) {
  program.failed_step = step;
  program.error = error;
  _exit(127);
}

void take_descriptors(Program& program) {
  // Above 2 first, so that none is overwritten before it is taken.
  int taken[3];
  for (int i = 0; i < 3; ++i)
    if ((taken[i] = fcntl(program.standard[i], F_DUPFD, 3)) < 0) give_up(program, "descriptors");
  for (int i = 0; i < 3; ++i)
    if (dup2(taken[i], i) < 0) give_up(program, "descriptors");
}

void take_user(Program& program) {
  if (program.change_user) {
    if (syscall(SYS_setgroups, program.group == 0 ? 0 : 1, &program.group) != 0)
      give_up(program, "groups");
    if (syscall(SYS_setresgid, program.user, program.user, program.user) != 0)
      give_up(program, "group");
    if (syscall(SYS_setresuid, program.user, program.user, program.user) != 0)
      give_up(program, "user");
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (program.filter == nullptr) return;
  if (syscall(SYS_capset, &header, none) != 0) give_up(program, "capabilities");
}

// What the child reads last, and has open until it executes: its waits for a core.
class Waits {
 public:
  explicit Waits(int file) : file_(file) {}

  // Closes all but 0, 1, 2 and this one, which is moved there.
  void keep_alone(Program& program) {
    if (file_ >= 0 && file_ != kOwnWaits) dup3(file_, kOwnWaits, O_CLOEXEC);
    if (file_ < 0) close(kOwnWaits);
    if (syscall(kernel::kCloseRange, kOwnWaits + 1, ~0u, 0) != 0)
      give_up(program, "closing descriptors");
  }

  void read(Program& program) const {
    if (file_ >= 0)
      (void)!pread(kOwnWaits, program.waits_before.data(), program.waits_before.size() - 1, 0);
  }

 private:
  int file_;
};

int run_child(void* argument) {
  const Child& child = *static_cast<Child*>(argument);
  Program& program = *child.program;
  setsid();
  readlinkat(program.host_processes, "self", program.host_number.data(),
             program.host_number.size() - 1);
  Waits waits(openat(program.host_processes, "self/schedstat", O_RDONLY | O_CLOEXEC));
  if (chdir(program.folder.c_str()) != 0) give_up(program, "folder");
  take_descriptors(program);
  take_user(program);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (program.landlock >= 0) {
    const int error = landlock_enforce(program.landlock);
    if (error != 0) give_up(program, "Landlock", error);
  }
  waits.keep_alone(program);
  // After our own descriptors are gone, which may be more than the program may have.
  for (const auto& [kind, limit] : program.limits)
    if (setrlimit(static_cast<__rlimit_resource_t>(kind), &limit) != 0) give_up(program, "limits");
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (program.filter != nullptr) {
    program.filter->set_self(getpid());
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &child.filter) != 0)
      give_up(program, "filter of system calls");
  }
  waits.read(program);
  rusage used;
  if (getrusage(RUSAGE_SELF, &used) == 0) {
    program.sleeps_before = used.ru_nvcsw;
    program.faults_before = used.ru_minflt;
  }
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  program.began_ns = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  int error = ENOENT;
  for (const char* const* path = child.candidates; *path != nullptr; ++path) {
    execve(*path, child.words, child.variables);
    if (errno != ENOENT && errno != ENOTDIR) error = errno;
  }
  give_up(program, kExecution, error);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) found.push_back(text.data());
  found.push_back(nullptr);
  return found;
}

}  // namespace

pid_t Program::start(Fd& process) {
  std::vector<char*> word_list = pointers(words), variable_list = pointers(variables),
                     candidate_list = pointers(candidates);
  Child child{this, word_list.data(), variable_list.data(), candidate_list.data(), {}};
  if (filter != nullptr) {
    auto& code = const_cast<std::vector<sock_filter>&>(filter->code());
    child.filter = {static_cast<unsigned short>(code.size()), code.data()};
  }
  alignas(16) static char stack[kStackBytes];
  int pidfd = -1;
  const pid_t pid = clone(run_child, stack + sizeof stack,
                          CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &child, &pidfd);
  if (pid < 0) fail("starting a process");
  process = Fd(pidfd);
  if (failed_step != nullptr) {
    waitpid(pid, nullptr, 0);
    const std::string step =
        std::strcmp(failed_step, kExecution) == 0 ? "" : std::string(" (") + failed_step + ")";
    throw SandboxError{"program '" + words[0] + "' cannot be started" + step + ": " +
                       std::strerror(error)};
  }
  return pid;
}

std::vector<std::pair<int, rlimit>> kernel_limits(const Request& request, std::int64_t threads) {
  const auto both = [](std::int64_t value) {
    return rlimit{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  };
  const auto memory = static_cast<rlim_t>(request.memory_bytes);
  std::vector<std::pair<int, rlimit>> limits = {
      {RLIMIT_AS, both(request.memory_bytes)},
      {RLIMIT_STACK, {std::min(kStackOfProgram, memory), memory}},
      {RLIMIT_FSIZE, both(request.file_bytes)},
      {RLIMIT_NOFILE, both(request.descriptors)},
      {RLIMIT_CORE, both(0)},
      {RLIMIT_MEMLOCK, both(0)},
      {RLIMIT_MSGQUEUE, both(0)},
      {RLIMIT_NICE, both(0)},
      {RLIMIT_RTPRIO, both(0)},
      {RLIMIT_SIGPENDING, both(kTimers)},  // each timer has room for its signal
  };
  if (threads > 0) limits.emplace_back(RLIMIT_NPROC, both(threads));
  if (request.cpu_ns > 0) {
    // Whole seconds, of each process alone: a net below the keeper's own count.
    const std::int64_t seconds = request.cpu_ns / 1'000'000'000 + 2;
    limits.emplace_back(RLIMIT_CPU,
                        rlimit{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds + 1)});
  }
  // A limit that we are under ourselves stays.
  for (auto& [kind, limit] : limits) {
    rlimit own;
    if (getrlimit(static_cast<__rlimit_resource_t>(kind), &own) != 0) continue;
    limit.rlim_max = std::min(limit.rlim_max, own.rlim_max);
    limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  }
  return limits;
}

std::vector<std::string> candidates_of(const std::string& name,
                                       const std::vector<std::string>& variables) {
  if (name.find('/') != std::string::npos) return {name};
  std::string path = "/usr/bin:/bin";
  for (const std::string& variable : variables)
    if (variable.starts_with("PATH=")) path = variable.substr(5);
  std::vector<std::string> found;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    found.push_back(path.substr(at, end - at) + "/" + name);
    at = end + 1;
  }
  return found;
}

}  // namespace inarow::sandbox
