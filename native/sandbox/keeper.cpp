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
#include "sandbox/processes.hpp"
#include "sandbox/program.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/workspace.hpp"

namespace inarow::sandbox {

namespace {

constexpr std::int64_t kBuildTasks = 128;
constexpr std::int64_t kThreadsAlone = 64;  // of a program that may start no process
constexpr std::int64_t kOtherTasks = 256;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kFolderWatch = 20 * kMillisecond;
// The program's tasks are looked at so many times in the time that it has, within bounds.
constexpr std::int64_t kLooks = 50, kShortestPause = kMillisecond,
                       kLongestPause = 50 * kMillisecond;
constexpr std::int64_t kFamilyWatch = 20 * kMillisecond;
constexpr std::int64_t kTerminalWatch = 20 * kMillisecond;
constexpr std::size_t kTypedAtOnce = 4096;
constexpr const char* kEndOfInput = "\x04";
constexpr std::int64_t kLeastOfMapped = 1 << 20;
constexpr std::int64_t kFaultsOfStart = 16;  // fewer than those of the smallest C library
constexpr std::int64_t kSleepsOfEnd = 1;     // a process that ends gives up its core

// Our number in a table of processes; -1 if there is none.
pid_t number_in(int processes) {
  char text[16] = {};
  return readlinkat(processes, "self", text, sizeof text - 1) > 0 ? std::atoi(text) : -1;
}

// One of the two streams that are collected.
struct Stream {
  Fd reader;
  std::string kept;

  // Reads what is there, up to one byte beyond the bound.
  void read_some(std::int64_t most) {
    char piece[1 << 16];
    while (reader.is_open() && static_cast<std::int64_t>(kept.size()) <= most) {
      const auto space = static_cast<std::size_t>(most + 1) - kept.size();
      const ssize_t count = read(reader.get(), piece, std::min(sizeof piece, space));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) {
        reader.reset();
        return;
      }
      kept.append(piece, static_cast<std::size_t>(count));
    }
  }
};

// Of which the reading end does not block; throws SandboxError.
std::pair<Fd, Fd> make_pipe() {
  int ends[2];
  checked(pipe2(ends, O_CLOEXEC), "making a pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Fd(ends[0]), Fd(ends[1])};
}

class Keeper {
 public:
  explicit Keeper(Job& job)
      : job_(job),
        request_(job.request),
        first_(job.tier == 1),
        plain_(job.tier == 0),
        grouped_(job.group != nullptr && job.group->memory.is_open()),
        owner_{job.identities.of(job.slot), job.identities.of(job.slot), job.identities.change} {}

  Report kept() {
    Workspace workspace = make_workspace();
    Report report;
    try {
      start(workspace);
      report.limit = watch(workspace);
      finish(report);
      if (!workspace.return_work(request_) && report.limit == Limit::kNone)
        report.limit = Limit::kFiles;
    } catch (const SandboxError& error) {
      report.fault = error.sentence;
    }
    workspace.clear();
    return report;
  }

 private:
  Workspace make_workspace() {
    if (plain_) return Workspace::on_host(job_.folder, request_);
    if (first_) return Workspace::in_root(job_.root, request_, owner_);
    return Workspace::in_folder(job_.folder, request_, owner_, grouped_);
  }

  void start(const Workspace& workspace) {
    Program program;
    for (const std::string& word : request_.argv)
      program.words.push_back(program.words.empty() ? workspace.host_program(word)
                                                    : workspace.host_path(word));
    for (const std::string& variable : request_.environment) {
      const std::size_t sign = variable.find('=') + 1;
      program.variables.push_back(variable.substr(0, sign) +
                                  workspace.host_path(variable.substr(sign)));
    }
    program.candidates = candidates_of(program.words[0], program.variables);
    program.folder = workspace.start_folder();
    program.change_user = owner_.changes;
    program.user = owner_.uid;
    program.group = job_.identities.common_group;
    program.landlock = workspace.landlock();
    program.host_processes = job_.host_processes;
    own_number_ = number_in(job_.host_processes);
    program.filter = job_.filter;
    if (!plain_) program.limits = kernel_limits(request_, kernel_tasks());
    family_ = Family(job_.host_processes, own_number_);
    Fd theirs[2];
    if (request_.terminal) {
      terminal_input_ = std::move(job_.standard[0]);
      streams_[0].reader = std::move(job_.standard[1]);
      for (int& end : program.standard) end = job_.standard[2].get();
    } else if (request_.collect) {
      for (int i = 0; i < 2; ++i) {
        auto [reader, writer] = make_pipe();
        streams_[i].reader = std::move(reader);
        theirs[i] = std::move(writer);
      }
      program.standard[1] = theirs[0].get();
      program.standard[2] = theirs[1].get();
    } else {
      program.standard[1] = job_.standard[1].get();
      program.standard[2] = job_.standard[2].get();
    }
    if (!request_.terminal) program.standard[0] = job_.standard[0].get();
    if (job_.group != nullptr) {
      killed_before_ = out_of_memory_count(*job_.group);
      used_before_ = used_ns(*job_.group) - cpu_ns_of(getpid());
    }
    pid_ = started(program);
    began_ns_ = program.began_ns;
    host_number_ = program.host_number.data();
    cpu_wait_.emplace(job_.host_processes, host_number_, std::to_string(own_number_));
    cpu_wait_->begin(began_ns_, program.waits_before.data());
    sleeps_before_ = program.sleeps_before;
    faults_before_ = program.faults_before;
    for (Fd& end : job_.standard) end.reset();
    if (!request_.collect)
      send_started(job_.channel.get(), process_.get(),
                   job_.group == nullptr ? -1 : job_.group->folder.get());
  }

  // Where memory is short, the kernel is to end a program and not its keeper.
  pid_t started(Program& program) {
    const Fd& score = job_.memory_score;
    const bool set = score.is_open() && pwrite(score.get(), "1000", 4, 0) == 4;
    const pid_t pid = program.start(process_);
    if (set && pwrite(score.get(), "0", 1, 0) != 1) fail("keeping the keeper");
    return pid;
  }

  // Processes and threads together.
  std::int64_t most_tasks() const {
    if (request_.is_build) return std::max(request_.processes, kBuildTasks);
    return request_.processes > 1 ? request_.processes : kThreadsAlone;
  }

  // What the kernel is told. It counts what others have too whose user is the same, in tier 1 those
  // of this launcher: what they have now, and may have in a while.
  std::int64_t kernel_tasks() const {
    if (owner_.changes) return most_tasks();
    const std::int64_t others =
        job_.tier == 1 ? kOtherTasks : tasks_of_user(job_.host_processes) + kOtherTasks;
    return most_tasks() + others;
  }

  // Waits until the program ends and nobody holds its output open, or until it meets a limit.
  Limit watch(const Workspace& workspace) {
    const bool watches_folder = workspace.is_measured();
    const bool watches_family = !plain_ && (!owner_.changes || !grouped_);
    bool ended = false;  // the first process
    while (true) {
      pollfd watched[] = {{ended ? -1 : process_.get(), POLLIN, 0},
                          {job_.channel.get(), POLLIN | POLLRDHUP, 0},
                          {streams_[0].reader.get(), POLLIN, 0},
                          {streams_[1].reader.get(), POLLIN, 0}};
      std::int64_t wait = std::min(time_left(), watches_folder ? kFolderWatch : INT64_MAX);
      if (watches_family && !frozen_) wait = std::min(wait, kFamilyWatch);
      if (request_.terminal && !ended) wait = std::min(wait, type_on_terminal());
      const timespec time{wait / 1'000'000'000, wait % 1'000'000'000};
      if (ppoll(watched, 4, wait == INT64_MAX ? nullptr : &time, nullptr) < 0 && errno != EINTR)
        fail("waiting");
      if (read_streams()) return Limit::kOutput;
      // Before all that looks at each of them longer.
      if (watches_family && !frozen_ && family_.has_more_tasks(most_tasks()))
        return Limit::kProcesses;
      if (watched[0].revents != 0) {
        ended = true;
        program_ended_ns_ = now_ns();
      }
      if (ended && !streams_[0].reader.is_open() && !streams_[1].reader.is_open())
        return watches_folder && wrote_too_much(workspace) ? Limit::kFiles : Limit::kNone;
      if (watched[1].revents != 0 && obey()) return Limit::kStopped;
      if (request_.wall_ns > 0 && now_ns() - began_ns_ >= request_.wall_ns) return Limit::kWall;
      if (limit_of_looks() > 0 && is_late()) return Limit::kWall;
      if (request_.cpu_ns > 0 && used() > request_.cpu_ns) return Limit::kCpu;
      if (watches_folder && wrote_too_much(workspace)) return Limit::kFiles;
      if (!plain_ && !grouped_ && !frozen_ && memory_used() > request_.memory_bytes)
        return Limit::kMemory;
    }
  }

  bool wrote_too_much(const Workspace& workspace) const {
    return workspace.bytes_written() + bytes_without_names() > request_.file_bytes;
  }

  // Of files that are open or mapped and have no name any more.
  std::int64_t bytes_without_names() const {
    return as_owner([&] { return family_.nameless_file_bytes(job_.folder, kLeastOfMapped); });
  }

  std::int64_t memory_used() const {
    return as_owner([&] { return family_.memory_bytes(request_.memory_bytes, kLargestShared); });
  }

  // What the kernel shows of a process to its own user and to whoever may trace it alone.
  template <typename Reading>
  std::int64_t as_owner(const Reading& reading) const {
    if (!owner_.changes || job_.identities.sees_descriptors) return reading();
    setfsgid(owner_.gid);
    setfsuid(owner_.uid);
    const std::int64_t bytes = reading();
    setfsuid(geteuid());
    setfsgid(getegid());
    // The kernel forgets these with every change of user.
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launcher_) _exit(1);
    return bytes;
  }

  // How long nothing can happen to a limit: processor time passes on all cores at most.
  std::int64_t time_left() {
    std::int64_t left = INT64_MAX;
    if (request_.wall_ns > 0)
      left = std::max<std::int64_t>(began_ns_ + request_.wall_ns - now_ns(), 0);
    if (limit_of_looks() > 0)
      left = std::min(left, std::max<std::int64_t>(next_look_ns_ - now_ns(), 0));
    if (request_.cpu_ns > 0) {
      const std::int64_t cpu = std::max<std::int64_t>(request_.cpu_ns - used(), 0);
      left = std::min(left, std::max(cpu / job_.cores, kMillisecond));
    }
    return left;
  }

  // CPU time until now, of all processes. Its group knows of each that ever was; where there is
  // none, those are asked that are there.
  std::int64_t used() {
    if (!may_fork()) return cpu_ns_of(pid_);
    return std::max({cpu_ns_of(pid_), used_of_group(), has_group() ? 0 : family_.cpu_ns()});
  }

  bool may_fork() const { return plain_ || request_.may_fork(); }
  bool has_group() const { return job_.group != nullptr && job_.group->folder.is_open(); }

  std::int64_t used_of_group() const {
    return has_group() ? used_ns(*job_.group) - used_before_ - cpu_ns_of(getpid()) : 0;
  }

  // Types what the terminal takes, and then the end of input again and again, for a program may
  // read it more than once; after how long there is more to type.
  std::int64_t type_on_terminal() {
    while (true) {
      if (typed_.empty() && terminal_input_.is_open()) {
        typed_.resize(kTypedAtOnce);
        const ssize_t count = read(terminal_input_.get(), typed_.data(), typed_.size());
        typed_.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count <= 0) terminal_input_.reset();
      }
      const bool is_end = typed_.empty();
      const std::string text = is_end ? kEndOfInput : typed_;
      const int terminal = streams_[0].reader.get();
      const ssize_t count = terminal < 0 ? -1 : write(terminal, text.data(), text.size());
      if (is_end) return kTerminalWatch;
      if (count <= 0) return kMillisecond;
      typed_.erase(0, static_cast<std::size_t>(count));
    }
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
  bool obey() {
    char letter;
    const ssize_t count = recv(job_.channel.get(), &letter, 1, MSG_DONTWAIT);
    if (count == 1) {
      frozen_ = letter == 'F';
      if (frozen_)
        stop_all(first_);
      else
        signal_all(SIGCONT, first_);
    }
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }

  void finish(Report& report) {
    const std::int64_t ended_ns = now_ns();
    if (report.limit == Limit::kProcesses) {
      // So many leave hardly a core for whoever looks at each of them.
      kill(-pid_, SIGKILL);
      signal_all(SIGSTOP, first_);
    }
    cpu_wait_->look(ended_ns,
                    report.limit == Limit::kNone ? clock::Look::kAnswer : clock::Look::kOnTheWay);
    const std::int64_t used_in_all = may_fork() && !has_group() ? used() : 0;
    const Reaped all = reap_all(pid_, first_);
    report.wall_ns = ended_ns - began_ns_;
    // Of those that nobody waited for only the group knows, or who saw them; it is less exact.
    const std::int64_t seen_ns = std::max(used_in_all, used_of_group());
    report.cpu_ns = seen_ns > all.cpu_ns + kMillisecond ? seen_ns : all.cpu_ns;
    std::int64_t waited = cpu_wait_->wait_ns(report.wall_ns, report.cpu_ns);
    // Who never sleeps wants a core all the time: what such a program did not run it waited, even
    // where the system does not tell, as when the whole machine was paused by the one below it.
    const std::int64_t own_wall_ns = std::min(ended_ns, program_ended_ns_) - began_ns_;
    if (all.sleeps - sleeps_before_ <= kSleepsOfEnd)
      waited = std::max(waited, own_wall_ns - report.cpu_ns);
    report.stall_ns = std::clamp<std::int64_t>(waited, 0, report.wall_ns);
    report.system_ns = all.system_ns;
    report.peak_kb = all.peak_kb;
    if (WIFEXITED(all.status)) report.exit_code = WEXITSTATUS(all.status);
    if (WIFSIGNALED(all.status)) report.signal = WTERMSIG(all.status);
    if (read_streams() && report.limit == Limit::kNone) report.limit = Limit::kOutput;
    if (job_.group != nullptr && out_of_memory_count(*job_.group) > killed_before_)
      report.limit = Limit::kMemory;
    // The kernel ends a program whose own data do not fit while it loads it: hardly a page is used.
    if (report.limit == Limit::kNone && report.signal == SIGSEGV && !plain_ &&
        all.faults - faults_before_ < kFaultsOfStart)
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

  // The time within which the program's tasks are looked at a number of times.
  std::int64_t limit_of_looks() const {
    return request_.used_ns > 0 ? request_.used_ns : request_.wall_ns;
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
      const std::int64_t end = began_ns_ + request_.used_ns;
      if (now < end) next_look_ns_ = std::min(next_look_ns_, end);
    }
    if (request_.used_ns == 0 || wall < request_.used_ns) return false;
    const std::int64_t cpu = used();
    return std::max(cpu, wall - cpu_wait_->most_wait_ns(wall, cpu)) >= request_.used_ns;
  }

  void note_first_line() {
    const std::int64_t now = now_ns();
    cpu_wait_->look(now, clock::Look::kAnswer);
    first_line_ns_ = now - began_ns_;
    line_cpu_ns_ = used();
    line_stall_ns_ = cpu_wait_->wait_ns(first_line_ns_, line_cpu_ns_);
  }

  Job& job_;
  const Request& request_;
  const bool first_;    // whether we are the first process of a table
  const bool plain_;    // tier 0: time and output alone are bounded
  const bool grouped_;  // whether a group counts memory
  const Owner owner_;
  Stream streams_[2];
  Fd terminal_input_;  // what is yet to be typed
  std::string typed_;  // what was read of it
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
  std::int64_t sleeps_before_ = 0, faults_before_ = 0;
  std::int64_t killed_before_ = 0;
  std::int64_t program_ended_ns_ = INT64_MAX;
  bool frozen_ = false;
  Family family_;
  std::int64_t used_before_ = 0;
};

}  // namespace

void keep(Job job) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  job.memory_score = Fd(openat(job.host_processes, "self/oom_score_adj", O_RDWR | O_CLOEXEC));
  prctl(PR_SET_DUMPABLE, 0);
  // A huge page of which a small part is left stays whole, and nothing but a group counts it.
  if (job.tier != 0 && (job.group == nullptr || !job.group->memory.is_open()))
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  if (job.tier != 1) prctl(PR_SET_CHILD_SUBREAPER, 1);
  Report report;
  try {
    report = Keeper(job).kept();
  } catch (const SandboxError& error) {
    report.fault = error.sentence;
  }
  send_report(job.channel.get(), report);
  _exit(0);
}

}  // namespace inarow::sandbox
