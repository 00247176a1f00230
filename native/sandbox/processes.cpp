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

#include "sandbox/folders.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

std::int64_t ns_of(const timeval& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000;
}

// Each thread has the children that it started.
void collect_below(int processes, pid_t parent, std::vector<pid_t>& found) {
  const std::string threads = std::to_string(parent) + "/task";
  const Fd folder(openat(processes, threads.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& thread : names_in(folder.get())) {
    std::istringstream list(contents(folder.get(), (thread + "/children").c_str()));
    for (pid_t child; list >> child;) {
      found.push_back(child);
      collect_below(processes, child, found);
    }
  }
}

std::vector<pid_t> all_below(int processes, pid_t parent) {
  std::vector<pid_t> found;
  collect_below(processes, parent, found);
  return found;
}

// Of one process and those that it has waited for: fields 14 to 17 of its stat, in ticks.
std::int64_t ticks_of(int processes, pid_t pid) {
  const std::string text = contents(processes, (std::to_string(pid) + "/stat").c_str());
  const std::size_t name = text.rfind(')');
  if (name == std::string::npos) return 0;
  std::istringstream fields(text.substr(name + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  std::int64_t all = 0, ticks;
  for (int field = 14; field <= 17 && fields >> ticks; ++field) all += ticks;
  return all;
}

}  // namespace

std::int64_t cpu_ns_of(pid_t pid) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t cpu_ns_below(int processes, pid_t parent) {
  std::int64_t ticks = 0;
  for (const pid_t pid : all_below(processes, parent)) ticks += ticks_of(processes, pid);
  return ticks * (1'000'000'000 / std::max(1L, sysconf(_SC_CLK_TCK)));
}

void signal_all(int number, bool first) {
  if (first) {
    kill(-1, number);  // all but ourselves
    return;
  }
  const Fd processes(open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const pid_t pid : all_below(processes.get(), getpid())) kill(pid, number);
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
    if (pid == program) {
      all.status = status;
      all.sleeps = used.ru_nvcsw;
    }
    all.cpu_ns += ns_of(used.ru_utime) + ns_of(used.ru_stime);
    all.system_ns += ns_of(used.ru_stime);
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
