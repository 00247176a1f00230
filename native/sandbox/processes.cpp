#include "sandbox/processes.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sandbox/files.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kStopTries = 50;

std::int64_t ns_of(const timeval& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000;
}

char state_of(int processes, const std::string& task) {
  const std::string text = contents(processes, (task + "/stat").c_str());
  const std::size_t name = text.rfind(") ");
  return name == std::string::npos || name + 2 >= text.size() ? 'X' : text[name + 2];
}

bool all_stopped(int processes) {
  for (const pid_t pid : all_below(processes, getpid())) {
    const char state = state_of(processes, std::to_string(pid));
    if (state != 'T' && state != 'Z' && state != 'X') return false;
  }
  return true;
}

}  // namespace

// Each thread has the children that it started.
std::vector<pid_t> children_of(int processes, pid_t parent) {
  std::vector<pid_t> found;
  const std::string threads = std::to_string(parent) + "/task";
  const Fd folder(openat(processes, threads.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& thread : names_in(folder.get())) {
    std::istringstream list(contents(folder.get(), (thread + "/children").c_str()));
    for (pid_t child; list >> child;) found.push_back(child);
  }
  return found;
}

std::vector<pid_t> all_below(int processes, pid_t parent) {
  std::vector<pid_t> found = children_of(processes, parent);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<pid_t> below = children_of(processes, found[i]);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

std::int64_t cpu_ns_of(pid_t pid) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void signal_all(int number, bool first) {
  if (first) {
    kill(-1, number);  // all but ourselves
    return;
  }
  const Fd processes(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const pid_t pid : all_below(processes.get(), getpid())) kill(pid, number);
}

void stop_all(bool first) {
  const Fd processes(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < kStopTries; ++i) {
    signal_all(SIGSTOP, first);
    if (first || all_stopped(processes.get())) return;
  }
}

Reaped reap_all(pid_t program, bool first) {
  Reaped all;
  if (program > 0) kill(program, SIGKILL);
  bool ending = false;
  while (true) {
    int status;
    rusage used;
    // Those who are left live, so they are ended: none is to start another one meanwhile.
    const pid_t pid = wait4(-1, &status, ending ? __WALL : __WALL | WNOHANG, &used);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return all;
    if (pid == program) {
      all.status = status;
      all.sleeps = used.ru_nvcsw;
      all.faults = used.ru_minflt;
    }
    if (pid > 0) {
      all.cpu_ns += ns_of(used.ru_utime) + ns_of(used.ru_stime);
      all.system_ns += ns_of(used.ru_stime);
      all.peak_kb = std::max<std::int64_t>(all.peak_kb, used.ru_maxrss);
    }
    ending = pid == 0;
    if (!ending) continue;
    signal_all(SIGSTOP, first);
    signal_all(SIGKILL, first);
  }
}

std::int64_t tasks_of_user(int processes) {
  const Fd table(openat(processes, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::int64_t tasks = 0;
  for (const std::string& name : names_in(table.get())) {
    struct stat status;
    // Of a folder with one folder for each thread.
    if (name[0] < '0' || name[0] > '9' ||
        fstatat(table.get(), (name + "/task").c_str(), &status, 0) != 0)
      continue;
    if (status.st_uid == getuid()) tasks += std::max<std::int64_t>(status.st_nlink - 2, 1);
  }
  return tasks;
}

namespace {

constexpr const char* kWithoutFile = "/dev/zero";
constexpr std::int64_t kRoundingTicks = 2;  // a process that was waited for is rounded anew

// Fields of /proc/N/stat, counted from 1 as its manual does.
constexpr int kFirstField = 3, kTicks = 14, kTicksEnd = 18, kThreads = 20, kPages = 24;

struct Facts {
  std::int64_t ticks = 0;  // its own, and of those that it has waited for
  std::int64_t threads = 0;
  std::int64_t pages = 0;
};

std::string file_of(int processes, pid_t pid, const char* name) {
  return contents(processes, (std::to_string(pid) + "/" + name).c_str());
}

Facts facts_of(int processes, pid_t pid) {
  const std::string text = file_of(processes, pid, "stat");
  const std::size_t name = text.rfind(')');
  Facts facts;
  if (name == std::string::npos) return facts;
  std::istringstream fields(text.substr(name + 1));
  std::string field;
  for (int number = kFirstField; number <= kPages && fields >> field; ++number) {
    const std::int64_t value = std::strtoll(field.c_str(), nullptr, 10);
    if (number >= kTicks && number < kTicksEnd) facts.ticks += value;
    if (number == kThreads) facts.threads = value;
    if (number == kPages) facts.pages = value;
  }
  return facts;
}

// A share for each process of what several have; -1 if the system does not say.
std::int64_t shared_out_bytes(int processes, pid_t pid) {
  const std::string text = file_of(processes, pid, "smaps_rollup");
  const std::size_t at = text.find("\nPss:");
  return at == std::string::npos ? -1 : std::strtoll(text.c_str() + at + 5, nullptr, 10) * 1024;
}

// Files without a name that are mapped, by device and number, and how far.
using Nameless = std::map<std::string, std::int64_t>;

// Lines "begin-end rights offset device inode   path"; those whose path begins so.
void collect_nameless(const std::string& maps, const std::string& path, Nameless& found) {
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    if (!line.ends_with(" (deleted)") || line.find(" " + path) == std::string::npos) continue;
    std::istringstream words(line);
    std::string range, rights, offset, device, inode;
    words >> range >> rights >> offset >> device >> inode;
    char* end = nullptr;
    const auto begin = std::strtoull(range.c_str(), &end, 16);
    const auto bytes = std::strtoull(end + 1, nullptr, 16) - begin;
    const auto start = std::strtoull(offset.c_str(), nullptr, 16);
    std::int64_t& reach = found[device + ' ' + inode];
    reach = std::max(reach, static_cast<std::int64_t>(start + bytes));
  }
}

std::int64_t sum(const Nameless& found, std::int64_t least_bytes) {
  std::int64_t bytes = 0;
  for (const auto& [file, reach] : found) bytes += std::max(reach, least_bytes);
  return bytes;
}

}  // namespace

std::int64_t Family::cpu_ns() {
  const std::int64_t tick_ns = 1'000'000'000 / std::max(1L, sysconf(_SC_CLK_TCK));
  std::int64_t ticks = 0;
  for (const pid_t pid : all_below(processes_, keeper_)) ticks += facts_of(processes_, pid).ticks;
  const std::int64_t now_ns = ticks * tick_ns;
  if (now_ns + kRoundingTicks * tick_ns < counted_ns_) lost_ns_ += counted_ns_ - now_ns;
  counted_ns_ = now_ns;
  return now_ns + lost_ns_;
}

bool Family::has_more_tasks(std::int64_t most) const {
  std::vector<pid_t> found = children_of(processes_, keeper_);
  std::int64_t tasks = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    tasks += std::max<std::int64_t>(facts_of(processes_, found[i]).threads, 1);
    const std::vector<pid_t> below = children_of(processes_, found[i]);
    found.insert(found.end(), below.begin(), below.end());
    if (std::max<std::int64_t>(tasks, std::ssize(found)) > most) return true;
  }
  return false;
}

std::int64_t Family::memory_bytes(std::int64_t limit, std::int64_t least_shared_bytes) const {
  const std::vector<pid_t> all = all_below(processes_, keeper_);
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  std::int64_t bytes = 0;
  Nameless shared;
  for (const pid_t pid : all) {
    bytes += facts_of(processes_, pid).pages * page_bytes;
    collect_nameless(file_of(processes_, pid, "maps"), kWithoutFile, shared);
  }
  const std::int64_t shared_bytes = sum(shared, least_shared_bytes);
  if (bytes + shared_bytes > limit && all.size() > 1) {
    bytes = 0;
    for (const pid_t pid : all) {
      const std::int64_t own = shared_out_bytes(processes_, pid);
      bytes += own < 0 ? facts_of(processes_, pid).pages * page_bytes : own;
    }
  }
  return bytes + shared_bytes;
}

std::int64_t Family::nameless_file_bytes(const std::string& folder,
                                         std::int64_t least_bytes) const {
  std::int64_t bytes = 0;
  Nameless mapped;
  for (const pid_t pid : all_below(processes_, keeper_)) {
    const std::string descriptors = std::to_string(pid) + "/fd";
    const Fd opened(openat(processes_, descriptors.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open()) bytes += nameless_bytes(opened.get());
    collect_nameless(file_of(processes_, pid, "maps"), folder + "/", mapped);
  }
  return std::max(bytes, sum(mapped, least_bytes));
}

}  // namespace inarow::sandbox
