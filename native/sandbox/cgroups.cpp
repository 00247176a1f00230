#include "sandbox/cgroups.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>

#include "sandbox/files.hpp"
#include "sandbox/root.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kRemovalTries = 200;

struct Hierarchy {
  std::string root, place;  // which of its groups is mounted, and where
};

// From lines "id parent device root place options - type source options": version 2, or the one of
// version 1 that has a controller.
Hierarchy hierarchy_of(const std::string& controller) {
  std::istringstream lines(contents(AT_FDCWD, "/proc/self/mountinfo"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t mark = line.find(controller.empty() ? " - cgroup2 " : " - cgroup ");
    if (mark == std::string::npos) continue;
    std::istringstream words(line);
    std::string word, root, place;
    words >> word >> word >> word >> root >> place;
    const std::string options = "," + line.substr(line.rfind(' ') + 1) + ",";
    if (controller.empty() || options.find("," + controller + ",") != std::string::npos)
      return {root, place};
  }
  return {};
}

// Lines "number:controllers:path"; version 2 has no controllers there.
std::string own_group(const std::string& controller) {
  std::istringstream lines(contents(AT_FDCWD, "/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controller.empty() ? names == ",,"
                           : names.find("," + controller + ",") != std::string::npos)
      return line.substr(second + 1);
  }
  return "";
}

// Where a new group below our own would be; empty if there can be none.
std::string place_for(const std::string& controller, const std::string& name) {
  const Hierarchy hierarchy = hierarchy_of(controller);
  std::string own = own_group(controller);
  if (hierarchy.place.empty() || own.empty()) return "";
  if (hierarchy.root != "/" && !is_below(own, hierarchy.root)) return "";
  if (hierarchy.root != "/") own = own.substr(hierarchy.root.size());
  return hierarchy.place + (own == "/" ? "" : own) + "/" + name;
}

void pause_briefly() {
  const timespec time{0, 1'000'000};
  nanosleep(&time, nullptr);
}

bool may_write(const Fd& folder, const char* name) {
  return folder.is_open() && faccessat(folder.get(), name, W_OK, 0) == 0;
}

// Of a file of a group, which is never made: it is there or not.
bool set(const Fd& folder, const char* name, const std::string& text) {
  const Fd file(openat(folder.get(), name, O_WRONLY | O_CLOEXEC));
  return file.is_open() &&
         write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void must_set(const Fd& folder, const char* name, const std::string& text) {
  if (!set(folder, name, text)) fail(std::string("bounding a program: writing ") + name);
}

// Of a file that is kept open; nothing if it is not.
std::string text_of(const Fd& file) {
  char text[1024];
  const ssize_t count = file.is_open() ? pread(file.get(), text, sizeof text, 0) : 0;
  return std::string(text, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
}

std::int64_t number_after(const std::string& text, const char* word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? 0
                                 : std::strtoll(text.c_str() + at + std::strlen(word), nullptr, 10);
}

}  // namespace

Cgroups::~Cgroups() {
  made_.clear();
  root_.reset();
  memory_root_.reset();
  for (const std::string& path : {path_, memory_path_})
    if (!path.empty()) remove_groups(path);
}

std::vector<std::string> Cgroups::paths_for(const std::string& name) {
  return {place_for("", name), place_for("memory", name)};
}

Cgroups Cgroups::made(const std::vector<std::string>& paths) {
  Cgroups groups;
  if (!paths[0].empty() && mkdir(paths[0].c_str(), 0755) == 0) {
    groups.root_ = Fd(open(paths[0].c_str(), kFolder));
    groups.path_ = paths[0];
    // What we may hand on; refused where processes live beside groups.
    for (const char* controller : {"+memory", "+pids"})
      set(groups.root_, "cgroup.subtree_control", controller);
    const std::string has = " " + contents(groups.root_.get(), "cgroup.subtree_control");
    if (has.find(" memory") != std::string::npos) groups.memory_ = MemoryBound::kVersion2;
  }
  if (groups.memory_ != MemoryBound::kNone || paths[1].empty()) return groups;
  if (mkdir(paths[1].c_str(), 0755) != 0) {
    groups.why_no_memory_ = "making '" + paths[1] + "': " + std::strerror(errno);
    return groups;
  }
  groups.memory_root_ = Fd(open(paths[1].c_str(), kFolder));
  groups.memory_path_ = paths[1];
  groups.memory_ = MemoryBound::kVersion1;
  return groups;
}

const Group* Cgroups::of(unsigned slot) {
  if (path_.empty() && memory_path_.empty()) return nullptr;
  while (made_.size() <= slot) {
    const std::string name = std::to_string(made_.size());
    Group group;
    if (!path_.empty()) {
      if (mkdirat(root_.get(), name.c_str(), 0755) != 0 && errno != EEXIST)
        fail("making a control group");
      group.folder = Fd(openat(root_.get(), name.c_str(), kFolder));
      if (!group.folder.is_open()) fail("opening a control group");
      group.has_pids = may_write(group.folder, "pids.max");
      group.can_freeze = may_write(group.folder, "cgroup.freeze");
    }
    if (memory_ == MemoryBound::kVersion2) {
      group.memory = Fd(openat(group.folder.get(), ".", kFolder));
    } else if (memory_ == MemoryBound::kVersion1) {
      group.old_memory = true;
      if (mkdirat(memory_root_.get(), name.c_str(), 0755) != 0 && errno != EEXIST)
        fail("making a control group for memory");
      group.memory = Fd(openat(memory_root_.get(), name.c_str(), kFolder));
      // What it must not have in memory it must not have on disk instead.
      must_set(group.memory, "memory.swappiness", "0");
    }
    open_files(group);
    made_.push_back(std::move(group));
    bounds_.emplace_back(0, 0);
  }
  return &made_[slot];
}

void Cgroups::bound(unsigned slot, std::int64_t memory_bytes, std::int64_t processes) {
  const Group& group = made_[slot];
  const std::pair wanted{memory_bytes, processes};
  if (bounds_[slot] == wanted) return;
  bounds_[slot] = {0, 0};  // until all is set
  const std::string bytes = std::to_string(memory_bytes);
  if (group.memory.is_open() && group.old_memory) {
    // The files that the program before has read may still be counted here.
    if (!set(group.memory, "memory.limit_in_bytes", bytes)) {
      set(group.memory, "memory.force_empty", "0");
      must_set(group.memory, "memory.limit_in_bytes", bytes);
    }
  } else if (group.memory.is_open()) {
    must_set(group.memory, "memory.max", bytes);
    if (may_write(group.memory, "memory.swap.max")) must_set(group.memory, "memory.swap.max", "0");
  }
  if (group.has_pids) must_set(group.folder, "pids.max", std::to_string(processes));
  bounds_[slot] = wanted;
}

void Cgroups::drop_version_2(const std::string& why) {
  made_.clear();
  bounds_.clear();
  root_.reset();
  remove_groups(path_);
  path_.clear();
  if (memory_ == MemoryBound::kVersion2) drop_memory(why);
}

void Cgroups::drop_memory(const std::string& why) {
  made_.clear();
  bounds_.clear();
  memory_root_.reset();
  if (!memory_path_.empty()) remove_groups(memory_path_);
  memory_path_.clear();
  memory_ = MemoryBound::kNone;
  why_no_memory_ = why;
}

void open_files(Group& group) {
  const auto opened = [](const Fd& folder, const char* name, int mode) {
    return Fd(folder.is_open() ? openat(folder.get(), name, mode | O_CLOEXEC) : -1);
  };
  group.usage = opened(group.folder, "cpu.stat", O_RDONLY);
  const char* events = group.old_memory ? "memory.oom_control" : "memory.events";
  group.events = opened(group.memory, events, O_RDONLY);
  if (group.old_memory) group.entry = opened(group.memory, "tasks", O_WRONLY);
}

void enter_memory(const Group& group) {
  // Not cgroup.procs: the kernel need not stop all processes of the system for a single thread.
  if (group.old_memory && group.memory.is_open() && write(group.entry.get(), "0", 1) != 1)
    fail("entering the group that bounds memory");
}

std::int64_t used_ns(const Group& group) {
  return number_after(text_of(group.usage), "usage_usec ") * 1000;
}

std::int64_t out_of_memory_count(const Group& group) {
  return number_after(text_of(group.events), "oom_kill ");
}

namespace {

// Cgroups of version 1 cannot end their processes.
void end_processes(int group) {
  std::istringstream list(contents(group, "cgroup.procs"));
  for (pid_t pid; list >> pid;) kill(pid, SIGKILL);
}

}  // namespace

void remove_groups(const std::string& path) {
  const Fd root(open(path.c_str(), kFolder));
  if (!root.is_open()) return;
  const bool ends = set(root, "cgroup.kill", "1");
  // A group is removed when the last of its processes is gone, which takes a moment.
  for (int i = 0; i < kRemovalTries; ++i) {
    bool left = false;
    for (const std::string& name : names_in(root.get())) {
      const Fd inner(openat(root.get(), name.c_str(), kFolder));
      if (!inner.is_open()) continue;  // a file
      if (!ends) end_processes(inner.get());
      left |= unlinkat(root.get(), name.c_str(), AT_REMOVEDIR) != 0;
    }
    if (!left && rmdir(path.c_str()) == 0) return;
    pause_briefly();
  }
}

}  // namespace inarow::sandbox
