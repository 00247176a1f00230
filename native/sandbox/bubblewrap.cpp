#include "sandbox/bubblewrap.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <vector>

#include "sandbox/exposure.hpp"
#include "sandbox/folders.hpp"
#include "sandbox/kernel.hpp"
#include "sandbox/report.hpp"

namespace inarow::sandbox {

namespace {

enum Place { kRequest = 3, kChannel, kIn, kOut, kErr, kWork, kGroup, kMemory, kProcesses, kPlaces };

constexpr const char* kInside = "/inarow-sandbox";
constexpr std::size_t kLongestRequest = 256 << 10;

std::string own_path() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) fail("finding the launcher");
  return std::string(path, static_cast<std::size_t>(length));
}

std::vector<std::string> words_for(const std::string& bubblewrap, const Request& request,
                                   bool zero) {
  const std::string bytes = std::to_string(request.file_bytes);
  std::vector<std::string> words = {bubblewrap,   "--unshare-all", "--die-with-parent",
                                    "--as-pid-1", "--new-session", "--clearenv",
                                    "--hostname", "sandbox",       "--uid",
                                    "1000",       "--gid",         "1000",
                                    "--cap-drop", "ALL",           "--dev",
                                    "/dev",       "--size",        bytes,
                                    "--tmpfs",    "/tmp",          "--ro-bind",
                                    own_path(),   kInside};
  if (!zero) words.insert(words.end(), {"--dev-bind", "/dev/null", "/dev/zero"});
  const Exposure exposure = exposed(request.readable);
  for (const auto& [path, target] : exposure.links)
    words.insert(words.end(), {"--symlink", target, path});
  for (const std::string& path : exposure.paths)
    words.insert(words.end(), {"--ro-bind", path, path});
  if (!request.interpreter.empty())
    words.insert(words.end(), {"--ro-bind", request.interpreter, kInterpreter});
  if (!request.box.empty()) words.insert(words.end(), {"--ro-bind", request.box, "/box"});
  if (!request.work.empty()) words.insert(words.end(), {"--size", bytes, "--tmpfs", "/work"});
  words.insert(words.end(), {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--",
                             kInside, "keep"});
  return words;
}

// Lays a descriptor where the other side expects it; what is not there is closed.
void place(int from, int to) {
  if (from < 0)
    close(to);
  else if (dup2(from, to) < 0)
    fail("passing a descriptor");
}

}  // namespace

void wrap(const std::string& bubblewrap, const std::string& message, Charge charge) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::vector<std::string> words = words_for(
      bubblewrap, charge.request, charge.group != nullptr && charge.group->memory.is_open());
  Fd text(static_cast<int>(checked(memfd_create("request", MFD_CLOEXEC), "making a request")));
  if (write(text.get(), message.data(), message.size()) != static_cast<ssize_t>(message.size()))
    fail("writing a request");
  Fd work;
  if (!charge.request.work.empty()) work = open_folder(charge.request.work);
  const int given[] = {text.get(),
                       charge.channel.get(),
                       charge.standard[0].get(),
                       charge.standard[1].get(),
                       charge.standard[2].get(),
                       work.get(),
                       charge.group == nullptr ? -1 : charge.group->folder.get(),
                       charge.group == nullptr ? -1 : charge.group->memory.get(),
                       charge.host_processes};
  // Far above the places first, so that none is overwritten before it is moved.
  int above[kPlaces - kRequest];
  for (int i = 0; i < kPlaces - kRequest; ++i)
    above[i] = given[i] < 0 ? -1 : fcntl(given[i], F_DUPFD, kPlaces);
  for (int i = 0; i < kPlaces - kRequest; ++i) place(above[i], kRequest + i);
  syscall(kernel::kCloseRange, kPlaces, ~0u, 0);
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  char* none[] = {nullptr};
  sigset_t signals;
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  execve(bubblewrap.c_str(), list.data(), none);
  fail("executing bubblewrap");
}

void keep_wrapped() {
  for (int fd = kRequest; fd < kPlaces; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
  Charge charge;
  charge.channel = Fd(kChannel);
  static Group group;
  try {
    std::string message(kLongestRequest, '\0');
    const ssize_t count = pread(kRequest, message.data(), message.size(), 0);
    message.resize(static_cast<std::size_t>(checked(count, "reading a request")));
    close(kRequest);
    charge.request = parsed_request(message);
    for (int i = 0; i < 3; ++i)
      if (fcntl(kIn + i, F_GETFD) >= 0) charge.standard[i] = Fd(kIn + i);
    charge.arranged = true;
    charge.cores = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
    if (fcntl(kWork, F_GETFD) >= 0) charge.work = Fd(kWork);
    if (fcntl(kGroup, F_GETFD) >= 0) {
      group.folder = Fd(kGroup);
      group.can_freeze = faccessat(kGroup, "cgroup.freeze", W_OK, 0) == 0;
      charge.group = &group;
    }
    if (fcntl(kMemory, F_GETFD) >= 0) {
      group.memory = Fd(kMemory);
      group.old_memory = faccessat(kMemory, "memory.max", F_OK, 0) != 0;
      charge.group = &group;
    }
    open_files(group);
    if (fcntl(kProcesses, F_GETFD) >= 0) charge.host_processes = kProcesses;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    static SyscallFilter filter({.may_fork = charge.request.may_fork(),
                                 .is_build = charge.request.is_build,
                                 .signals_bounded = true,
                                 .files_bounded = true,
                                 .frozen_by_signal = !charge.request.collect && !group.can_freeze,
                                 .memory_bounded = group.memory.is_open()});
    charge.filter = &filter;
  } catch (const Problem& problem) {
    Report report;
    report.fault = problem.sentence;
    send_report(kChannel, report);
    _exit(1);
  }
  keep(std::move(charge));
}

}  // namespace inarow::sandbox
