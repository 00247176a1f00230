#include "sandbox/server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <set>

#include "sandbox/cgroups.hpp"
#include "sandbox/keeper.hpp"
#include "sandbox/leftovers.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/processes.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/reachable.hpp"
#include "sandbox/root.hpp"
#include "sandbox/system.hpp"
#include "sandbox/workspace.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::size_t kLongestRequest = 256 << 10;
constexpr unsigned kEndS = 120;           // to end all programs and remove all files
constexpr std::int64_t kMostTasks = 256;  // a build's, and a keeper

// Beside a program's memory and files: its keeper, and what the kernel keeps for its processes.
constexpr std::int64_t kBesideMemory = 16 << 20;

class Server {
 public:
  Server(const Fd& socket, int tier, const std::string& state)
      : socket_(socket),
        tier_(tier),
        master_(kernel::pidfd_open(getppid())),
        self_(kernel::pidfd_open(getpid())) {
    if (tier_ < 0 || tier_ > 2) throw SandboxError{"there are tiers 0, 1 and 2 alone"};
    host_processes_ = Fd(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
    registry_ = Registry::entered(state);
    if (tier_ != 0) make_groups();
    if (tier_ != 1) prctl(PR_SET_CHILD_SUBREAPER, 1);  // what outlives a keeper comes to us
    if (tier_ == 1) {
      identities_ = enter_namespaces();
    } else if (tier_ == 2) {
      if (landlock_version() == 0) fail("Landlock");
      identities_ = give_up_rights();
      copies_ = ReachableCopies(registry_.folder() + "/reachable", identities_.common_group);
    }
    signals_bounded_ = tier_ != 2 || landlock_bounds_signals();
    if (tier_ != 0) try_groups();
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    ended_ = Fd(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  std::string words() const {
    if (tier_ == 0) return "ok plain processes";
    return std::string("ok ") + (identities_.change ? "own users, " : "one user, ") +
           memory_words() + (signals_bounded_ ? "" : ", no processes");
  }

  // Until the one that started us is gone.
  void run() {
    while (true) {
      pollfd watched[] = {
          {socket_.get(), POLLIN, 0}, {ended_.get(), POLLIN, 0}, {master_.get(), POLLIN, 0}};
      if (poll(watched, 3, -1) < 0 && errno != EINTR) break;
      if (watched[2].revents != 0) break;
      if (watched[1].revents != 0) reap();
      if (watched[0].revents == 0) continue;
      Message message = received_message(socket_.get(), kLongestRequest);
      if (message.at_end) break;
      if (message.fds.empty()) continue;
      launch(message);
    }
    alarm(kEndS);  // nobody may wait for it any more
    end_all();
  }

 private:
  using CopiesInUse = std::vector<std::shared_ptr<ReachableCopy>>;
  struct Kept {
    unsigned slot;
    CopiesInUse copies;
  };

  std::string memory_words() const {
    switch (groups_.memory()) {
      case MemoryBound::kVersion2:
        return "memory: group v2";
      case MemoryBound::kVersion1:
        return "memory: group v1";
      case MemoryBound::kNone:
        break;
    }
    return "memory: address space only (" + groups_.why_no_memory() + ")";
  }

  void make_groups() {
    const std::vector<std::string> paths = Cgroups::paths_for("inarow-" + registry_.name());
    registry_.note_groups(paths);
    groups_ = Cgroups::made(paths);
  }

  // There are systems on which a group can be made and not entered, or not bounded.
  void try_groups() {
    try {
      const Group* group = groups_.of(0);
      if (group != nullptr && group->folder.is_open()) {
        const pid_t child = cloned(group);
        if (child == 0) _exit(0);
        if (child < 0) groups_.drop_version_2(std::string("entering it: ") + std::strerror(errno));
        if (child > 0) waitpid(child, nullptr, __WALL);
      }
      group = groups_.of(0);
      if (group != nullptr && group->memory.is_open()) try_memory(*group);
    } catch (const SandboxError& error) {
      groups_.drop_memory(error.sentence);
    }
  }

  void try_memory(const Group& group) {
    groups_.bound(0, Request{}.memory_bytes, 1 << 10);
    const pid_t child = fork();
    if (child == 0) {
      try {
        enter_memory(group);
      } catch (const SandboxError&) {
        _exit(errno);
      }
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) fail("trying a control group");
    errno = WEXITSTATUS(status);
    if (status != 0) fail("entering a control group");
  }

  SyscallFilter& filter_for(const Request& request, const Group* group) {
    const bool by_signal = !request.collect && (group == nullptr || !group->can_freeze);
    const FilterTerms terms{
        .may_fork = request.may_fork() && (request.is_build || signals_bounded_),
        .is_build = request.is_build,
        .signals_bounded = signals_bounded_,
        .files_bounded = tier_ == 1,
        .frozen_by_signal = by_signal,
        .memory_bounded = group != nullptr && group->memory.is_open(),
    };
    const unsigned key = terms.may_fork | terms.is_build << 1 | terms.frozen_by_signal << 2;
    return filters_.try_emplace(key, terms).first->second;
  }

  void launch(Message& message) {
    Job job;
    job.channel = std::move(message.fds[0]);
    try {
      job.request = parsed_request(message.text);
      const std::size_t wanted = job.request.collect && !job.request.terminal ? 2 : 4;
      if (message.fds.size() != wanted) throw SandboxError{"a request has too few descriptors"};
      for (std::size_t i = 1; i < wanted; ++i) job.standard[i - 1] = std::move(message.fds[i]);
      job.tier = tier_;
      if (tier_ == 1) job.root = roots_.of(job.request, groups_.memory() != MemoryBound::kNone);
      CopiesInUse copies;
      if (tier_ == 2 && identities_.change) copies = copies_.redirect(job.request);
      job.slot = free_slot();
      job.folder = registry_.folder() + "/" + std::to_string(job.slot);
      job.identities = identities_;
      job.group = groups_.of(job.slot);
      const Request& request = job.request;
      if (job.group != nullptr)
        groups_.bound(job.slot, request.memory_bytes + request.file_bytes + kBesideMemory,
                      kMostTasks + request.processes);
      job.host_processes = host_processes_.get();
      job.cores = cores_;
      if (tier_ != 0) job.filter = &filter_for(job.request, job.group);
      start(job, std::move(copies));
    } catch (const SandboxError& error) {
      Report report;
      report.fault = error.sentence;
      send_report(job.channel.get(), report);
    }
  }

  void start(Job& job, CopiesInUse copies) {
    const unsigned slot = job.slot;
    pid_t keeper = cloned(job.group);
    // Docker hides clone3, and what it is needed for.
    if (keeper < 0 && errno == ENOSYS && tier_ != 1) keeper = fork();
    if (keeper == 0) run_keeper(job);
    if (keeper < 0) fail("starting a keeper");
    keepers_[keeper] = {slot, std::move(copies)};
    slots_.insert(slot);
  }

  pid_t cloned(const Group* group) const {
    kernel::CloneArguments arguments{};
    arguments.exit_signal = SIGCHLD;
    if (tier_ == 1) arguments.flags |= kernel::kCloneNewPid;
    if (group != nullptr && group->folder.is_open()) {
      arguments.flags |= kernel::kCloneIntoCgroup;
      arguments.cgroup = static_cast<std::uint64_t>(group->folder.get());
    }
    return kernel::clone3(arguments);
  }

  [[noreturn]] void run_keeper(Job& job) const {
    // If we were killed before it asked to be killed with us, it would go on alone.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pollfd launcher{self_.get(), POLLIN, 0};
    if (self_.get() >= 0 && poll(&launcher, 1, 0) > 0) _exit(1);
    const int channel = job.channel.get();
    try {
      if (job.group != nullptr) enter_memory(*job.group);
      keep(std::move(job));
    } catch (const SandboxError& error) {
      Report report;
      report.fault = error.sentence;
      send_report(channel, report);
    }
    _exit(1);
  }

  unsigned free_slot() const {
    unsigned slot = 0;
    for (const unsigned taken : slots_)
      if (taken == slot) ++slot;
    return slot;
  }

  void reap() {
    signalfd_siginfo info;
    while (read(ended_.get(), &info, sizeof info) > 0) {
    }
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      forget(pid);
      if (WIFSIGNALED(status)) end_strays();
    }
  }

  // What a keeper kept comes to us if the keeper was killed. In tier 1 the kernel ends it.
  void end_strays() const {
    if (tier_ == 1) return;
    const Fd processes(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
    for (const pid_t pid : children_of(processes.get(), getpid()))
      if (!keepers_.contains(pid)) kill(pid, SIGKILL);
  }

  void forget(pid_t pid) {
    const auto found = keepers_.find(pid);
    if (found == keepers_.end()) return;
    slots_.erase(found->second.slot);
    keepers_.erase(found);
  }

  void end_all() {
    for (const auto& [pid, kept] : keepers_) kill(pid, SIGKILL);
    reap_all(-1, false);
  }

  const Fd& socket_;  // its owner outlives this, to say why there is none
  int tier_;
  Fd master_;
  Fd self_;  // for keepers, that they see whether we are there
  Fd ended_;
  Fd host_processes_;
  const std::int64_t cores_ = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  Identities identities_;
  Registry registry_;
  Cgroups groups_;
  Roots roots_;
  ReachableCopies copies_;
  bool signals_bounded_ = false;  // without this programs could end processes of others
  std::map<unsigned, SyscallFilter> filters_;
  std::map<pid_t, Kept> keepers_;
  std::set<unsigned> slots_;
};

}  // namespace

int serve(int socket, int tier, const std::string& state) {
  const Fd owned(socket);
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  umask(022);  // what is made for programs is for others to read
  try {
    Server server(owned, tier, state);
    send_message(socket, server.words(), {});
    server.run();
    return 0;
  } catch (const SandboxError& error) {
    send_message(socket, error.sentence, {});
    return 1;
  }
}

}  // namespace inarow::sandbox
