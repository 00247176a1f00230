#include "sandbox/root.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <deque>
#include <set>

#include "sandbox/files.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kMostLinks = 40;

std::deque<std::string> words_of(const std::string& path) {
  std::deque<std::string> words;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) words.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The real path, or nothing; notes the links that lead there.
std::string followed(const std::string& path,
                     std::set<std::pair<std::string, std::string>>& links) {
  std::deque<std::string> words = words_of(path);
  std::string real;
  int passed = 0;
  while (!words.empty()) {
    const std::string word = words.front();
    words.pop_front();
    if (word == ".") continue;
    if (word == "..") {
      real.erase(real.empty() ? 0 : real.rfind('/'));
      continue;
    }
    const std::string next = real + "/" + word;
    struct stat status;
    if (lstat(next.c_str(), &status) != 0) return "";
    if (!S_ISLNK(status.st_mode)) {
      real = next;
      continue;
    }
    char target[PATH_MAX];
    const ssize_t length = readlink(next.c_str(), target, sizeof target);
    if (length <= 0 || ++passed > kMostLinks) return "";
    const std::string text(target, static_cast<std::size_t>(length));
    links.emplace(next, text);
    const std::deque<std::string> more = words_of(text);
    words.insert(words.begin(), more.begin(), more.end());
    if (text[0] == '/') real.clear();
  }
  return real;
}

}  // namespace

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

VisiblePaths visible_paths(const std::vector<std::string>& wanted) {
  std::set<std::pair<std::string, std::string>> links;
  std::set<std::string> found;
  for (const std::string& path : wanted) {
    const std::string real = followed(path, links);
    if (!real.empty()) found.insert(real);
  }
  VisiblePaths visible;
  for (const std::string& path : found) {
    const bool held = std::any_of(found.begin(), found.end(), [&](const std::string& other) {
      return other != path && is_below(path, other);
    });
    if (!held) visible.paths.push_back(path);
  }
  // A link inside of a shown folder is there already.
  for (const auto& link : links)
    if (std::none_of(visible.paths.begin(), visible.paths.end(),
                     [&](const std::string& path) { return is_below(link.first, path); }))
      visible.links.push_back(link);
  return visible;
}

namespace {

constexpr std::size_t kMostViews = 64;
const char* const kFolders[] = {"box", "work", "tmp", "dev", "etc", "proc"};
// A folder that every system has, over which the new root is built before it becomes the root.
const char* const kBuildSite[] = {"/tmp", "/mnt", "/proc"};

Fd device_tree(const char* path) {
  Fd tree(kernel::open_tree(AT_FDCWD, path, kernel::kOpenTreeClone | kernel::kOpenTreeCloexec));
  if (!tree.is_open()) fail(std::string("taking ") + path);
  const kernel::MountAttributes kept{kernel::kReadOnly | kernel::kNoSuid | kernel::kNoExec, 0,
                                     kernel::kPrivate, 0};
  checked(kernel::mount_setattr(tree.get(), 0, kept), "bounding a device");
  return tree;
}

void make_folders(int root, const std::string& path) {
  for (std::size_t slash = 1; (slash = path.find('/', slash)) != std::string::npos; ++slash)
    mkdirat(root, path.substr(1, slash - 1).c_str(), 0755);
}

// Makes the place at which a mount is to lie, and lays it there.
void place_at(int root, const std::string& path, const Fd& tree, bool folder) {
  make_folders(root, path);
  const char* name = path.c_str() + 1;
  if (folder) {
    mkdirat(root, name, 0755);
  } else {
    Fd(openat(root, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644)).reset();
  }
  if (kernel::move_mount(tree.get(), root, name) != 0) fail("showing '" + path + "'");
}

const char* mounted_site() {
  for (const char* site : kBuildSite)
    if (mount("inarow", site, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=4k,mode=0755") == 0)
      return site;
  fail("mounting a root in memory");
}

}  // namespace

Mounts take_mounts(const std::vector<std::string>& readable) {
  Mounts mounts{visible_paths(readable), {}};
  for (const std::string& path : mounts.visible.paths)
    mounts.trees.push_back(taken_tree(path, true));
  return mounts;
}

void place_mounts(const Mounts& mounts, int root) {
  for (const auto& [path, target] : mounts.visible.links) {
    make_folders(root, path);
    if (symlinkat(target.c_str(), root, path.c_str() + 1) != 0 && errno != EEXIST)
      fail("making link '" + path + "'");
  }
  for (std::size_t i = 0; i < mounts.trees.size(); ++i) {
    struct stat status;
    checked(fstat(mounts.trees[i].get(), &status), "looking at a path");
    place_at(root, mounts.visible.paths[i], mounts.trees[i], S_ISDIR(status.st_mode));
  }
}

namespace {

// Builds the root in the caller's own mount namespace and makes it the root.
void build(const Request& request, bool zero) {
  const Mounts mounts = take_mounts(request.readable);
  Fd interpreter;
  if (!request.interpreter.empty()) interpreter = taken_tree(request.interpreter, true);
  std::vector<Fd> devices;
  std::vector<const char*> names(std::begin(kDevices), std::end(kDevices));
  if (zero) names.push_back("/dev/zero");
  for (const char* path : names) devices.push_back(device_tree(path));
  const Fd root = open_folder(mounted_site());
  for (const char* name : kFolders) mkdirat(root.get(), name, 0755);
  place_mounts(mounts, root.get());
  if (interpreter.is_open()) place_at(root.get(), kInterpreter, interpreter, true);
  for (std::size_t i = 0; i < devices.size(); ++i)
    place_at(root.get(), names[i], devices[i], false);
  symlinkat("/tmp", root.get(), "dev/shm");
  write_file(root.get(), "etc/passwd", "program:x:1000:1000::/tmp:/bin/sh\n");
  write_file(root.get(), "etc/group", "program:x:1000:\n");
  write_file(root.get(), "etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
  for (const char* name : {"etc/passwd", "etc/group", "etc/nsswitch.conf"})
    fchmodat(root.get(), name, 0644, 0);
  const kernel::MountAttributes kept{kernel::kReadOnly | kernel::kNoSuid | kernel::kNoDev, 0,
                                     kernel::kPrivate, 0};
  checked(fchdir(root.get()), "entering the root");
  checked(syscall(SYS_pivot_root, ".", "."), "changing the root");
  checked(umount2(".", MNT_DETACH), "leaving the old root");
  checked(chdir("/"), "entering the root");
  checked(kernel::mount_setattr(root.get(), 0, kept), "bounding the root");
}

// Paths and what they are now: a tool that was installed anew is another root.
std::string key_of(const Request& request) {
  std::vector<std::string> seen = request.readable;
  seen.push_back(request.interpreter);
  std::string key;
  for (const std::string& path : seen) {
    struct stat status{};
    stat(path.c_str(), &status);
    key += path + '\0' + std::to_string(status.st_dev) + ' ' + std::to_string(status.st_ino) + '\0';
  }
  return key;
}

Fd made(const Request& request, bool zero) {
  int ends[2];
  checked(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), "making a socket pair");
  Fd ours(ends[0]), theirs(ends[1]);
  const pid_t builder = static_cast<pid_t>(checked(fork(), "starting a builder of roots"));
  if (builder == 0) {
    try {
      checked(unshare(CLONE_NEWNS), "making a mount namespace");
      Fd own(open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
      if (!own.is_open()) fail("opening the mount namespace");
      build(request, zero);
      send_message(theirs.get(), "", {own.get()});
    } catch (const SandboxError& error) {
      send_message(theirs.get(), error.sentence, {});
    }
    _exit(0);
  }
  theirs.reset();
  Message message = received_message(ours.get(), 4096);
  waitpid(builder, nullptr, 0);
  if (message.fds.empty()) throw SandboxError{"what the program may see: " + message.text};
  return std::move(message.fds[0]);
}

}  // namespace

int Roots::of(const Request& request, bool zero) {
  const std::string key = key_of(request);
  const auto found = made_.find(key);
  if (found != made_.end()) return found->second.get();
  if (made_.size() >= kMostViews) made_.clear();
  return made_.emplace(key, made(request, zero)).first->second.get();
}

Fd taken_tree(const std::string& path, bool read_only) {
  Fd tree(
      kernel::open_tree(AT_FDCWD, path.c_str(),
                        kernel::kOpenTreeClone | kernel::kOpenTreeCloexec | kernel::kRecursive));
  if (!tree.is_open()) fail("taking '" + path + "'");
  const kernel::MountAttributes kept{
      (read_only ? kernel::kReadOnly : 0) | kernel::kNoSuid | kernel::kNoDev, 0, kernel::kPrivate,
      0};
  if (kernel::mount_setattr(tree.get(), kernel::kRecursive, kept) != 0)
    fail("bounding '" + path + "'");
  return tree;
}

void place_tree(const Fd& tree, const char* where) {
  if (kernel::move_mount(tree.get(), AT_FDCWD, where) != 0) fail(std::string("showing ") + where);
}

void enter_root(int root) {
  checked(setns(root, CLONE_NEWNS), "entering a root");
  checked(unshare(CLONE_NEWNS), "copying a root");
}

void place_memory(const char* where, std::int64_t bytes, uid_t uid, gid_t gid) {
  const std::int64_t entries = 64 + bytes / 16384;
  const std::string options =
      "size=" + std::to_string(bytes) + ",nr_inodes=" + std::to_string(entries) +
      ",mode=0700,uid=" + std::to_string(uid) + ",gid=" + std::to_string(gid);
  if (mount("memory", where, "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
    fail(std::string("mounting ") + where);
}

}  // namespace inarow::sandbox
