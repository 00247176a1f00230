#include "sandbox/processes.hpp"

#include <fcntl.h>
#include <sys/resource.h>
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

#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

std::int64_t ns_of(const timeval& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000;
}

void collect_below(pid_t parent, std::vector<pid_t>& found) {
  const std::string number = std::to_string(parent);
  std::istringstream list(
      contents(AT_FDCWD, ("/proc/" + number + "/task/" + number + "/children").c_str()));
  for (pid_t child; list >> child;) {
    found.push_back(child);
    collect_below(child, found);
  }
}

}  // namespace

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
  std::vector<pid_t> below;
  collect_below(getpid(), below);
  for (const pid_t pid : below) kill(pid, number);
}

Reaped reap_all(pid_t program, bool first, bool may_fork) {
  Reaped all;
  if (program > 0) kill(program, SIGKILL);
  if (may_fork) {
    signal_all(SIGSTOP, first);  // none starts another one while they are ended
    signal_all(SIGKILL, first);
  }
  while (true) {
    int status;
    rusage used;
    const pid_t pid = wait4(-1, &status, __WALL, &used);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) return all;
    if (pid == program) all.status = status;
    all.cpu_ns += ns_of(used.ru_utime) + ns_of(used.ru_stime);
    all.peak_kb = std::max<std::int64_t>(all.peak_kb, used.ru_maxrss);
    if (may_fork) signal_all(SIGKILL, first);
  }
}

std::int64_t processes_of_system() {
  const std::string text = contents(AT_FDCWD, "/proc/loadavg");
  const std::size_t slash = text.find('/');
  return slash == std::string::npos ? 4096 : std::strtoll(text.c_str() + slash + 1, nullptr, 10);
}

}  // namespace inarow::sandbox
