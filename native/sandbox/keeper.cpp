#include "sandbox/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "clock/cpu_wait.hpp"
#include "sandbox/own_size.hpp"
#include "sandbox/processes.hpp"
#include "sandbox/program.hpp"
#include "sandbox/report.hpp"
#include "sandbox/stage.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::int64_t kThreads = 64;
constexpr std::int64_t kBuildProcesses = 64;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kFolderWatch = 20 * kMillisecond;
// The program's tasks are looked at so many times in the time that it has, within bounds.
constexpr std::int64_t kLooks = 50, kShortestPause = kMillisecond,
                       kLongestPause = 50 * kMillisecond;
constexpr std::int64_t kSleepsOfEnd = 1;  // a process that ends gives up its core

// One of the two streams that are collected.
struct Stream {
  Fd reader;
  std::string kept;

  // Reads what is there, up to one byte beyond the bound; false at the end of the stream.
  bool read_some(std::int64_t most) {
    char piece[1 << 16];
    while (reader.is_open() && static_cast<std::int64_t>(kept.size()) <= most) {
      const auto space = static_cast<std::size_t>(most + 1) - kept.size();
      const ssize_t count = read(reader.get(), piece, std::min(sizeof piece, space));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return true;
      if (count <= 0) {
        reader.reset();
        return false;
      }
      kept.append(piece, static_cast<std::size_t>(count));
    }
    return reader.is_open();
  }
};

std::pair<Fd, Fd> made_pipe() {
  int ends[2];
  checked(pipe2(ends, O_CLOEXEC), "making a pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Fd(ends[0]), Fd(ends[1])};
}

// Our number in a table of processes; -1 if there is none.
pid_t number_in(int processes) {
  char text[16] = {};
  return readlinkat(processes, "self", text, sizeof text - 1) > 0 ? std::atoi(text) : -1;
}

class Keeper {
 public:
  explicit Keeper(Charge& charge)
      : charge_(charge),
        request_(charge.request),
        may_fork_(request_.may_fork),
        first_(charge.tier == 1),
        owner_{charge.identities.of(charge.slot), charge.identities.of(charge.slot),
               charge.identities.change} {}

  Report kept() {
    Stage stage = made_stage();
    Report report;
    try {
      start(stage);
      report.limit = watch(stage);
      finish(report);
      if (!stage.return_work(request_) && report.limit == Limit::kNone)
        report.limit = Limit::kFiles;
    } catch (const Problem& problem) {
      report.fault = problem.sentence;
    }
    stage.clear();
    return report;
  }

 private:
  Stage made_stage() {
    if (charge_.arranged) return Stage::arranged(std::move(charge_.work), request_, owner_);
    if (first_) return Stage::in_view(charge_.view, request_, owner_);
    return Stage::in_folder(charge_.folder, request_, owner_);
  }

  void start(const Stage& stage) {
    Program program;
    for (const std::string& word : request_.argv) program.words.push_back(stage.told(word));
    for (const std::string& variable : request_.environment) {
      const std::size_t sign = variable.find('=') + 1;
      program.variables.push_back(variable.substr(0, sign) + stage.told(variable.substr(sign)));
    }
    program.candidates = candidates_of(program.words[0], program.variables);
    program.folder = stage.start_folder();
    for (const std::string& path : program.candidates)
      places_.push_back(path.starts_with('/') ? path : program.folder + '/' + path);
    program.change_user = owner_.changes;
    program.user = owner_.uid;
    program.group = charge_.identities.common_group;
    program.landlock = stage.landlock();
    program.host_processes = charge_.host_processes;
    own_number_ = number_in(charge_.host_processes);
    program.filter = charge_.filter;
    program.limits = kernel_limits(request_, most_threads());
    Fd theirs[2];
    if (request_.collect) {
      for (int i = 0; i < 2; ++i) {
        auto [reader, writer] = made_pipe();
        streams_[i].reader = std::move(reader);
        theirs[i] = std::move(writer);
      }
      program.standard[1] = theirs[0].get();
      program.standard[2] = theirs[1].get();
    } else {
      program.standard[1] = charge_.standard[1].get();
      program.standard[2] = charge_.standard[2].get();
    }
    program.standard[0] = charge_.standard[0].get();
    if (charge_.group != nullptr) {
      bound_group(*charge_.group, request_.memory_bytes + request_.file_bytes,
                  kThreads + request_.processes + 1);
      killed_before_ = out_of_memory_count(*charge_.group);
      used_before_ = used_ns(*charge_.group) - cpu_ns_of(getpid());
    }
    pid_ = program.start(process_);
    began_ns_ = program.began_ns;
    host_number_ = program.host_number.data();
    cpu_wait_.emplace(charge_.host_processes, host_number_, std::to_string(own_number_));
    cpu_wait_->begin(began_ns_, program.waits_before.data());
    sleeps_before_ = program.sleeps_before;
    for (Fd& end : charge_.standard) end.reset();
    if (!request_.collect) send_started(charge_.channel.get(), process_.get());
  }

  // Threads of all kinds. A user who is not alone gets what the system has and as many again.
  std::int64_t most_threads() const {
    const std::int64_t own =
        kThreads + (may_fork_ ? std::max(request_.processes, kBuildProcesses) : request_.processes);
    return owner_.changes || first_ ? own : own + processes_of_system();
  }

  // Waits until the program ends, or meets a limit.
  Limit watch(const Stage& stage) {
    const bool watches_folder = stage.is_measured();
    while (true) {
      pollfd watched[] = {{process_.get(), POLLIN, 0},
                          {charge_.channel.get(), POLLIN | POLLRDHUP, 0},
                          {streams_[0].reader.get(), POLLIN, 0},
                          {streams_[1].reader.get(), POLLIN, 0}};
      const std::int64_t wait = std::min(time_left(), watches_folder ? kFolderWatch : INT64_MAX);
      const timespec time{wait / 1'000'000'000, wait % 1'000'000'000};
      if (ppoll(watched, 4, wait == INT64_MAX ? nullptr : &time, nullptr) < 0 && errno != EINTR)
        fail("waiting");
      if (read_streams()) return Limit::kOutput;
      if (watched[0].revents != 0)
        return watches_folder && wrote_too_much(stage) ? Limit::kFiles : Limit::kNone;
      if (watched[1].revents != 0 && obey()) return Limit::kStopped;
      if (request_.wall_ns > 0 && now_ns() - began_ns_ >= request_.wall_ns) return Limit::kWall;
      if (limit_of_looks() > 0 && is_late()) return Limit::kWall;
      if (request_.cpu_ns > 0 && used() > request_.cpu_ns) return Limit::kCpu;
      if (watches_folder && wrote_too_much(stage)) return Limit::kFiles;
    }
  }

  bool wrote_too_much(const Stage& stage) const {
    return stage.bytes_written() + bytes_without_names() > request_.file_bytes;
  }

  // Of its files that are open and have no name any more.
  std::int64_t bytes_without_names() const {
    if (host_number_.empty()) return 0;
    const bool as_owner = owner_.changes && !charge_.identities.sees_descriptors;
    if (as_owner) {
      setfsgid(owner_.gid);
      setfsuid(owner_.uid);
    }
    const Fd descriptors(openat(charge_.host_processes, (host_number_ + "/fd").c_str(),
                                O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::int64_t bytes = descriptors.is_open() ? nameless_bytes(descriptors.get()) : 0;
    if (as_owner) {
      setfsuid(geteuid());
      setfsgid(getegid());
      // The kernel forgets these with every change of user.
      prctl(PR_SET_DUMPABLE, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != launcher_) _exit(1);
    }
    return bytes;
  }

  // How long nothing can happen to a limit: processor time passes on all cores at most.
  std::int64_t time_left() const {
    std::int64_t left = INT64_MAX;
    if (request_.wall_ns > 0)
      left = std::max<std::int64_t>(began_ns_ + request_.wall_ns - now_ns(), 0);
    if (limit_of_looks() > 0)
      left = std::min(left, std::max<std::int64_t>(next_look_ns_ - now_ns(), 0));
    if (request_.cpu_ns > 0) {
      const std::int64_t cpu = std::max<std::int64_t>(request_.cpu_ns - used(), 0);
      left = std::min(left, std::max(cpu / charge_.cores, kMillisecond));
    }
    return left;
  }

  // Processor time until now, of all processes: a compiler works in those that it starts. Its group
  // knows of each that ever was; where there is none, those are asked that are there.
  std::int64_t used() const {
    if (!may_fork_) return cpu_ns_of(pid_);
    const std::int64_t of_group =
        charge_.group == nullptr ? 0 : used_ns(*charge_.group) - used_before_ - cpu_ns_of(getpid());
    if (of_group > 0) return of_group;
    return std::max(cpu_ns_of(pid_), cpu_ns_below(charge_.host_processes, own_number_));
  }

  // Whether one of the streams has gone beyond its bound.
  bool read_streams() {
    bool over = false;
    for (Stream& stream : streams_) {
      const bool had_line = stream.kept.find('\n') != std::string::npos;
      stream.read_some(request_.output_bytes);
      if (&stream == &streams_[0] && !had_line && stream.kept.find('\n') != std::string::npos)
        note_first_line();
      over |= static_cast<std::int64_t>(stream.kept.size()) > request_.output_bytes;
    }
    return over;
  }

  // What is said on the channel: F freezes, T thaws; its end ends the program.
  bool obey() const {
    char letter;
    const ssize_t count = recv(charge_.channel.get(), &letter, 1, MSG_DONTWAIT);
    if (count == 1) signal_all(letter == 'F' ? SIGSTOP : SIGCONT, first_);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }

  void finish(Report& report) {
    const std::int64_t ended_ns = now_ns();
    cpu_wait_->look(ended_ns,
                    report.limit == Limit::kNone ? clock::Look::kAnswer : clock::Look::kOnTheWay);
    const Reaped all = reap_all(pid_, first_, may_fork_);
    report.wall_ns = ended_ns - began_ns_;
    std::int64_t waited = cpu_wait_->wait_ns(report.wall_ns, all.cpu_ns);
    // Who never sleeps wants a core all the time: what such a program did not run it waited, even
    // where the system does not tell, as when the whole machine was paused by the one below it.
    if (all.sleeps - sleeps_before_ <= kSleepsOfEnd)
      waited = std::max(waited, report.wall_ns - all.cpu_ns);
    report.stall_ns = std::clamp<std::int64_t>(waited, 0, report.wall_ns);
    report.cpu_ns = all.cpu_ns;
    report.system_ns = all.system_ns;
    report.peak_kb = all.peak_kb;
    if (WIFEXITED(all.status)) report.exit_code = WEXITSTATUS(all.status);
    if (WIFSIGNALED(all.status)) report.signal = WTERMSIG(all.status);
    if (read_streams() && report.limit == Limit::kNone) report.limit = Limit::kOutput;
    if (charge_.group != nullptr && out_of_memory_count(*charge_.group) > killed_before_)
      report.limit = Limit::kMemory;
    if (report.limit == Limit::kNone && report.signal == SIGSEGV && larger_than_its_memory())
      report.limit = Limit::kMemory;
    report.first_line_ns = first_line_ns_;
    report.line_cpu_ns = line_cpu_ns_;
    report.line_stall_ns = line_stall_ns_;
    for (Stream& stream : streams_) {
      if (static_cast<std::int64_t>(stream.kept.size()) <= request_.output_bytes) continue;
      stream.kept.resize(static_cast<std::size_t>(request_.output_bytes));
      report.truncated = true;
    }
    report.out = std::move(streams_[0].kept);
    report.err = std::move(streams_[1].kept);
  }

  bool larger_than_its_memory() const {
    return std::any_of(places_.begin(), places_.end(), [&](const std::string& path) {
      return own_bytes(path) > request_.memory_bytes;
    });
  }

  // The time within which the program's tasks are looked at a number of times.
  std::int64_t limit_of_looks() const {
    return request_.held_ns > 0 ? request_.held_ns : request_.wall_ns;
  }

  // Looks at the program when it is time: whether the time used is beyond its limit, whatever may
  // still turn out to have been a wait.
  bool is_late() {
    const std::int64_t now = now_ns(), wall = now - began_ns_;
    if (now >= next_look_ns_) {
      cpu_wait_->look(now, clock::Look::kOnTheWay);
      const std::int64_t usual =
          std::clamp(limit_of_looks() / kLooks, kShortestPause, kLongestPause);
      next_look_ns_ = now_ns() + cpu_wait_->pause_ns(usual);
      // On a machine that nobody else uses it is stopped at its limit.
      const std::int64_t end = began_ns_ + request_.held_ns;
      if (now < end) next_look_ns_ = std::min(next_look_ns_, end);
    }
    if (request_.held_ns == 0 || wall < request_.held_ns) return false;
    const std::int64_t cpu = used();
    return std::max(cpu, wall - cpu_wait_->most_wait_ns(wall, cpu)) >= request_.held_ns;
  }

  void note_first_line() {
    const std::int64_t now = now_ns();
    cpu_wait_->look(now, clock::Look::kAnswer);
    first_line_ns_ = now - began_ns_;
    line_cpu_ns_ = used();
    line_stall_ns_ = cpu_wait_->wait_ns(first_line_ns_, line_cpu_ns_);
  }

  Charge& charge_;
  const Request& request_;
  const bool may_fork_;
  const bool first_;
  const Owner owner_;
  Stream streams_[2];
  std::vector<std::string> places_;  // where the program may lie
  Fd process_;
  pid_t pid_ = -1;
  std::string host_number_;
  const pid_t launcher_ = getppid();
  pid_t own_number_ = -1;  // as the host has it
  std::optional<clock::CpuWait> cpu_wait_;
  std::int64_t began_ns_ = 0;
  std::int64_t first_line_ns_ = -1;
  std::int64_t line_cpu_ns_ = 0;
  std::int64_t line_stall_ns_ = 0;
  std::int64_t next_look_ns_ = 0;
  std::int64_t sleeps_before_ = 0;
  std::int64_t killed_before_ = 0;
  std::int64_t used_before_ = 0;
};

}  // namespace

void keep(Charge charge) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  if (charge.tier != 1) prctl(PR_SET_CHILD_SUBREAPER, 1);
  Report report;
  try {
    report = Keeper(charge).kept();
  } catch (const Problem& problem) {
    report.fault = problem.sentence;
  }
  send_report(charge.channel.get(), report);
  _exit(0);
}

}  // namespace inarow::sandbox
