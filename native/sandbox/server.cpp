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
#include <map>
#include <set>

#include "sandbox/bubblewrap.hpp"
#include "sandbox/groups.hpp"
#include "sandbox/isolation.hpp"
#include "sandbox/keeper.hpp"
#include "sandbox/kernel.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/messages.hpp"
#include "sandbox/processes.hpp"
#include "sandbox/reachable.hpp"
#include "sandbox/registry.hpp"
#include "sandbox/report.hpp"
#include "sandbox/view.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::size_t kLongestRequest = 256 << 10;

FilterTerms terms(int tier, bool may_fork) {
  return {may_fork, tier == 1 || landlock_bounds_signals(), tier == 1};
}

class Server {
 public:
  Server(const Fd& socket, int tier, const std::string& state, const std::string& bubblewrap)
      : socket_(socket),
        tier_(tier),
        bubblewrap_(bubblewrap),
        master_(kernel::pidfd_open(getppid())),
        self_(kernel::pidfd_open(getpid())),
        filters_{SyscallFilter(terms(tier, false)), SyscallFilter(terms(tier, true))} {
    if (tier_ != 1 && tier_ != 2) throw Problem{"there are tiers 1 and 2 alone"};
    host_processes_ = Fd(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
    registry_ = Registry::entered(state);
    const std::string group = Groups::path_for("inarow-" + registry_.name());
    registry_.note_group(group);
    groups_ = Groups::made(group);
    if (!bubblewrap_.empty()) {
      // It may need the rights that we have; the keeper inside gives up all.
    } else if (tier_ == 1) {
      identities_ = enter_namespaces();
    } else {
      if (landlock_version() == 0) fail("Landlock");
      prctl(PR_SET_CHILD_SUBREAPER, 1);  // what outlives a keeper comes to us
      identities_ = give_up_rights();
      copies_ = ReachableCopies(registry_.folder() + "/reachable", identities_.common_group);
    }
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    ended_ = Fd(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  std::string words() const {
    return std::string("ok ") + (bubblewrap_.empty() ? "" : "by bubblewrap, ") +
           (groups_.path().empty() ? "no group" : "group") +
           (identities_.change ? ", own users" : ", one user");
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
    end_all();
  }

 private:
  using CopiesInUse = std::vector<std::shared_ptr<ReachableCopy>>;
  struct Kept {
    unsigned slot;
    CopiesInUse copies;
  };

  void launch(Message& message) {
    Charge charge;
    charge.channel = std::move(message.fds[0]);
    try {
      charge.request = parsed_request(message.text);
      const std::size_t wanted = charge.request.collect ? 2 : 4;
      if (message.fds.size() != wanted) throw Problem{"a request has too few descriptors"};
      for (std::size_t i = 1; i < wanted; ++i) charge.standard[i - 1] = std::move(message.fds[i]);
      charge.tier = tier_;
      if (tier_ == 1 && bubblewrap_.empty()) charge.view = views_.of(charge.request);
      CopiesInUse copies;
      if (tier_ == 2 && identities_.change) copies = copies_.redirect(charge.request);
      charge.slot = free_slot();
      charge.folder = registry_.folder() + "/" + std::to_string(charge.slot);
      charge.identities = identities_;
      charge.group = groups_.of(charge.slot);
      charge.host_processes = host_processes_.get();
      charge.cores = cores_;
      charge.filter = &filters_[charge.request.may_fork];
      start(charge, message.text, std::move(copies));
    } catch (const Problem& problem) {
      Report report;
      report.fault = problem.sentence;
      send_report(charge.channel.get(), report);
    }
  }

  void start(Charge& charge, const std::string& message, CopiesInUse copies) {
    const unsigned slot = charge.slot;
    pid_t keeper = cloned(charge.group);
    if (keeper < 0 && charge.group != nullptr) {
      charge.group = nullptr;  // there are systems on which a group can be made and not entered
      keeper = cloned(nullptr);
    }
    // Docker hides clone3, and what it is needed for.
    if (keeper < 0 && errno == ENOSYS && (tier_ == 2 || !bubblewrap_.empty())) keeper = fork();
    if (keeper == 0) run_keeper(charge, message);
    if (keeper < 0) fail("starting a keeper");
    keepers_[keeper] = {slot, std::move(copies)};
    slots_.insert(slot);
  }

  pid_t cloned(const Group* group) const {
    kernel::CloneArguments arguments{};
    arguments.exit_signal = SIGCHLD;
    if (tier_ == 1 && bubblewrap_.empty()) arguments.flags |= kernel::kCloneNewPid;
    if (group != nullptr) {
      arguments.flags |= kernel::kCloneIntoCgroup;
      arguments.cgroup = static_cast<std::uint64_t>(group->folder.get());
    }
    return kernel::clone3(arguments);
  }

  [[noreturn]] void run_keeper(Charge& charge, const std::string& message) const {
    // If we were killed before it asked to be killed with us, it would go on alone.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pollfd launcher{self_.get(), POLLIN, 0};
    if (self_.get() >= 0 && poll(&launcher, 1, 0) > 0) _exit(1);
    if (bubblewrap_.empty()) keep(std::move(charge));
    const int channel = charge.channel.get();
    try {
      wrap(bubblewrap_, message, std::move(charge));
    } catch (const Problem& problem) {
      Report report;
      report.fault = problem.sentence;
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
    for (pid_t pid; (pid = waitpid(-1, nullptr, WNOHANG)) > 0;) forget(pid);
  }

  void forget(pid_t pid) {
    const auto found = keepers_.find(pid);
    if (found == keepers_.end()) return;
    slots_.erase(found->second.slot);
    keepers_.erase(found);
  }

  void end_all() {
    for (const auto& [pid, kept] : keepers_) kill(pid, SIGKILL);
    reap_all(-1, false, tier_ != 1);
  }

  const Fd& socket_;  // its owner outlives this, to say why there is none
  int tier_;
  std::string bubblewrap_;
  Fd master_;
  Fd self_;  // for keepers, that they see whether we are there
  Fd ended_;
  Fd host_processes_;
  const std::int64_t cores_ = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  Identities identities_;
  Registry registry_;
  Groups groups_;
  Views views_;
  ReachableCopies copies_;
  SyscallFilter filters_[2];  // for programs that may not start others, and for those that may
  std::map<pid_t, Kept> keepers_;
  std::set<unsigned> slots_;
};

}  // namespace

int serve(int socket, int tier, const std::string& state, const std::string& bubblewrap) {
  const Fd owned(socket);
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  umask(022);  // what is made for programs is for others to read
  try {
    Server server(owned, tier, state, bubblewrap);
    send_message(socket, server.words(), {});
    server.run();
    return 0;
  } catch (const Problem& problem) {
    send_message(socket, problem.sentence, {});
    return 1;
  }
}

}  // namespace inarow::sandbox
