#include "sandbox/leftovers.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "sandbox/cgroups.hpp"
#include "sandbox/files.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kCleaningMs = 5000;

// Programs of another user must be able to pass through, and nobody but us to change it.
Fd opened_state(const std::string& state) {
  if (mkdir(state.c_str(), 0711) != 0 && errno != EEXIST) fail("making folder '" + state + "'");
  Fd folder(open(state.c_str(), kFolder));
  struct stat status;
  if (!folder.is_open() || fstat(folder.get(), &status) != 0) fail("opening '" + state + "'");
  if (status.st_uid != geteuid() || (status.st_mode & 022) != 0)
    throw SandboxError{"folder '" + state +
                       "' belongs to somebody else, or others may write to it"};
  fchmod(folder.get(), 0711);
  return folder;
}

// A folder whose name begins with a dot was being made; its name has the maker's number.
bool is_abandoned(const char* name) {
  return name[0] != '.' ||
         (kill(static_cast<pid_t>(std::atol(name + 1)), 0) != 0 && errno == ESRCH);
}

void clean_up(int state, const char* name) {
  Fd folder(openat(state, name, kFolder));
  if (!folder.is_open() || !is_abandoned(name)) return;
  Fd lock(openat(folder.get(), "lock", O_RDWR | O_CLOEXEC));
  if (lock.is_open() ? flock(lock.get(), LOCK_EX | LOCK_NB) != 0 : name[0] != '.') return;
  std::istringstream groups(contents(folder.get(), "group"));
  for (std::string group; std::getline(groups, group);)
    if (!group.empty()) remove_groups(group);
  empty_folder(folder.get());
  unlinkat(state, name, AT_REMOVEDIR);
}

void clean_up_all(const std::string& state) {
  const int opened = open(state.c_str(), kFolder);
  DIR* list = opened < 0 ? nullptr : fdopendir(opened);
  while (const dirent* entry = list == nullptr ? nullptr : readdir(list))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      clean_up(opened, entry->d_name);
  if (list != nullptr) closedir(list);
}

// In a process of its own, which ends with this one: copies for programs of tier 2 can be a hundred
// thousand files. Waits for a few seconds only.
void clean_up_beside(const std::string& state) {
  const pid_t launcher = getpid(), cleaner = fork();
  if (cleaner < 0) fail("starting to clean up");
  if (cleaner == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    syscall(kernel::kCloseRange, 3, ~0U, 0);  // the launcher's socket is to close with the launcher
    if (getppid() == launcher) clean_up_all(state);
    _exit(0);
  }
  const Fd process(kernel::pidfd_open(cleaner));
  pollfd ended{process.get(), POLLIN, 0};
  if (!process.is_open() || poll(&ended, 1, kCleaningMs) > 0) waitpid(cleaner, nullptr, 0);
}

}  // namespace

Registry Registry::entered(const std::string& state) {
  const Fd opened = opened_state(state);
  clean_up_beside(state);

  Registry registry;
  registry.name_ = std::to_string(getpid()) + "-" + std::to_string(now_ns());
  // It appears under its name only when it is locked.
  const std::string making = "." + registry.name_;
  if (mkdirat(opened.get(), making.c_str(), 0711) != 0) fail("making a folder in '" + state + "'");
  registry.opened_ = Fd(openat(opened.get(), making.c_str(), kFolder));
  fchmod(registry.opened_.get(), 0711);
  registry.lock_ =
      Fd(openat(registry.opened_.get(), "lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!registry.lock_.is_open() || flock(registry.lock_.get(), LOCK_EX | LOCK_NB) != 0)
    fail("locking in '" + state + "'");
  if (renameat(opened.get(), making.c_str(), opened.get(), registry.name_.c_str()) != 0)
    fail("making a folder in '" + state + "'");
  registry.folder_ = state + "/" + registry.name_;
  return registry;
}

void Registry::note_groups(const std::vector<std::string>& paths) const {
  std::string lines;
  for (const std::string& path : paths) lines += path + '\n';
  if (!write_file(opened_.get(), "group", lines))
    fail("noting control groups in '" + folder_ + "'");
}

Registry::~Registry() {
  if (!opened_.is_open()) return;
  empty_folder(opened_.get());
  opened_.reset();
  rmdir(folder_.c_str());
}

}  // namespace inarow::sandbox
