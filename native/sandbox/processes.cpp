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
#include <sstream>
#include <string>
#include <vector>

#include "sandbox/folders.hpp"
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

}  // namespace inarow::sandbox
