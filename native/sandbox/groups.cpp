#include "sandbox/groups.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <sstream>

#include "sandbox/folders.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kRemovalTries = 200;
// Where version 2 is mounted, from lines "id parent device root place options - type ...".
std::string mount_point() {
  std::istringstream lines(contents(AT_FDCWD, "/proc/self/mountinfo"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t mark = line.find(" - cgroup2 ");
    if (mark == std::string::npos) continue;
    std::istringstream words(line);
    std::string word, root, place;
    words >> word >> word >> word >> root >> place;
    if (root == "/") return place;
  }
  return "";
}

std::string own_group() {
  std::istringstream lines(contents(AT_FDCWD, "/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return "";
}

void pause_briefly() {
  const timespec time{0, 1'000'000};
  nanosleep(&time, nullptr);
}

}  // namespace

Groups::~Groups() {
  if (path_.empty()) return;
  made_.clear();
  root_.reset();
  remove_groups(path_);
}

std::string Groups::path_for(const std::string& name) {
  const std::string place = mount_point(), own = own_group();
  if (place.empty() || own.empty()) return "";
  return place + (own == "/" ? "" : own) + "/" + name;
}

Groups Groups::made(const std::string& path) {
  Groups groups;
  if (path.empty() || mkdir(path.c_str(), 0755) != 0) return groups;
  groups.root_ = Fd(open(path.c_str(), kFolder));
  groups.path_ = path;
  // What we may hand on; refused where processes live beside groups.
  for (const char* controller : {"+memory", "+pids"})
    write_file(groups.root_.get(), "cgroup.subtree_control", controller);
  return groups;
}

const Group* Groups::of(unsigned slot) {
  if (path_.empty()) return nullptr;
  while (made_.size() <= slot) {
    const std::string name = std::to_string(made_.size());
    if (mkdirat(root_.get(), name.c_str(), 0755) != 0 && errno != EEXIST) return nullptr;
    Group group;
    group.folder = Fd(openat(root_.get(), name.c_str(), kFolder));
    if (!group.folder.is_open()) return nullptr;
    group.has_memory = faccessat(group.folder.get(), "memory.max", W_OK, 0) == 0;
    group.has_pids = faccessat(group.folder.get(), "pids.max", W_OK, 0) == 0;
    made_.push_back(std::move(group));
  }
  return &made_[slot];
}

std::int64_t used_ns(const Group& group) {
  if (!group.folder.is_open()) return 0;
  const std::string text = contents(group.folder.get(), "cpu.stat");
  const std::size_t at = text.find("usage_usec ");
  return at == std::string::npos ? 0 : std::strtoll(text.c_str() + at + 11, nullptr, 10) * 1000;
}

void bound_group(const Group& group, std::int64_t memory_bytes, std::int64_t processes) {
  if (!group.folder.is_open()) return;
  if (group.has_memory) {
    write_file(group.folder.get(), "memory.max", std::to_string(memory_bytes));
    write_file(group.folder.get(), "memory.swap.max", "0");
  }
  if (group.has_pids) write_file(group.folder.get(), "pids.max", std::to_string(processes));
}

std::int64_t out_of_memory_count(const Group& group) {
  if (!group.has_memory) return 0;
  const std::string events = contents(group.folder.get(), "memory.events");
  const std::size_t at = events.find("oom_kill ");
  return at == std::string::npos ? 0 : std::strtoll(events.c_str() + at + 9, nullptr, 10);
}

void remove_groups(const std::string& path) {
  Fd root(open(path.c_str(), kFolder));
  if (!root.is_open()) return;
  write_file(root.get(), "cgroup.kill", "1");
  // A group is removed when the last of its processes is gone, which takes a moment.
  for (int i = 0; i < kRemovalTries; ++i) {
    bool left = false;
    const int again = openat(root.get(), ".", kFolder);
    DIR* list = again < 0 ? nullptr : fdopendir(again);
    while (const dirent* entry = list == nullptr ? nullptr : readdir(list))
      if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
        left |= unlinkat(root.get(), entry->d_name, AT_REMOVEDIR) != 0;
    if (list != nullptr) closedir(list);
    if (!left && rmdir(path.c_str()) == 0) return;
    pause_briefly();
  }
}

}  // namespace inarow::sandbox
