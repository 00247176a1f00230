#include "sandbox/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>
#include <vector>

namespace inarow::sandbox {

namespace {

constexpr int kMostEntries = 4096;
constexpr int kDeepest = 32;
constexpr int kMostRounds = 1 << 16;
struct Copier {
  std::int64_t bytes_left;
  int entries_left;
  Owner owner;
  bool ours;          // whether what is copied was made by us
  bool whole = true;  // nothing was too much so far

  void folder(int from, int to, int depth) {
    for (const std::string& name : names_in(from)) {
      struct stat status;
      if (fstatat(from, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) continue;
      if (--entries_left < 0 || depth > kDeepest) too_much("files");
      if (!whole) return;
      if (S_ISREG(status.st_mode))
        file(from, to, name, status.st_mode);
      else
        below(from, to, name, depth);
    }
  }

  void too_much(const char* what) {
    if (ours) throw SandboxError{std::string("the working folder has too many ") + what};
    whole = false;
  }

  void below(int from, int to, const std::string& name, int depth) {
    Fd inner(openat(from, name.c_str(), kFolder));
    if (!inner.is_open() && !ours) return;
    if (!inner.is_open()) fail("opening folder '" + name + "'");
    if (!ours) unlinkat(to, name.c_str(), 0);  // a file that a folder has taken the place of
    if (mkdirat(to, name.c_str(), 0755) != 0 && errno != EEXIST)
      fail("making folder '" + name + "'");
    Fd copy(openat(to, name.c_str(), kFolder));
    if (!copy.is_open()) fail("opening folder '" + name + "'");
    give(copy.get());
    folder(inner.get(), copy.get(), depth + 1);
  }

  void file(int from, int to, const std::string& name, mode_t mode) {
    Fd source(openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!source.is_open() && !ours) return;
    if (!source.is_open()) fail("reading '" + name + "'");
    struct stat status;
    if (fstat(source.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    unlinkat(to, name.c_str(), 0);
    Fd copy(openat(to, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   mode & 0755));
    if (!copy.is_open() && errno == EEXIST && !ours) return;  // a folder lies in its place
    if (!copy.is_open()) fail("writing '" + name + "'");
    give(copy.get());
    char piece[1 << 16];
    for (ssize_t count; (count = read(source.get(), piece, sizeof piece)) != 0;) {
      if (count < 0) fail("reading '" + name + "'");
      if ((bytes_left -= count) < 0) return too_much("bytes");
      if (write(copy.get(), piece, static_cast<std::size_t>(count)) != count)
        fail("writing '" + name + "'");
    }
  }

  void give(int fd) const {
    if (owner.changes && fchown(fd, owner.uid, owner.gid) != 0) fail("giving away a file");
  }
};

}  // namespace

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int again = openat(folder, ".", kFolder);
  DIR* list = again < 0 ? nullptr : fdopendir(again);
  if (list == nullptr) {
    if (again >= 0) close(again);
    return names;
  }
  while (const dirent* entry = readdir(list)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(list);
  return names;
}

void copy_folder(int from, int to, std::int64_t most_bytes, const Owner& owner) {
  Copier{most_bytes, kMostEntries, owner, true}.folder(from, to, 0);
}

bool copy_what_is_left(int from, int to, std::int64_t most_bytes) {
  Copier copier{most_bytes, kMostEntries, {0, 0, false}, false};
  copier.folder(from, to, 0);
  return copier.whole;
}

std::int64_t bytes_below(int folder, int depth) {
  std::int64_t bytes = 0;
  for (const std::string& name : names_in(folder)) {
    struct stat status;
    if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    bytes += std::max<std::int64_t>(status.st_blocks * 512, 1024);
    if (!S_ISDIR(status.st_mode)) continue;
    if (depth == kDeepest) return std::int64_t{1} << 50;
    Fd inner(openat(folder, name.c_str(), kFolder));
    if (inner.is_open())
      bytes += bytes_below(inner.get(), depth + 1);
    else if (errno == EACCES)
      return std::int64_t{1} << 50;
  }
  return bytes;
}

std::int64_t nameless_bytes(int descriptors) {
  std::int64_t bytes = 0;
  std::set<std::pair<dev_t, ino_t>> seen;
  for (const std::string& name : names_in(descriptors)) {
    struct stat status;
    if (fstatat(descriptors, name.c_str(), &status, 0) != 0) continue;
    if (!S_ISREG(status.st_mode) || status.st_nlink != 0) continue;
    if (seen.emplace(status.st_dev, status.st_ino).second) bytes += status.st_blocks * 512;
  }
  return bytes;
}

// However deep the folders are, two descriptors do: what lies in a folder is moved up.
void empty_folder(int folder) {
  unsigned moved = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<std::string> names = names_in(folder);
    if (names.empty()) return;
    for (const std::string& name : names) {
      if (unlinkat(folder, name.c_str(), 0) == 0) continue;
      fchmodat(folder, name.c_str(), 0700, 0);
      Fd inner(openat(folder, name.c_str(), kFolder));
      if (!inner.is_open()) continue;
      for (const std::string& below : names_in(inner.get())) {
        if (unlinkat(inner.get(), below.c_str(), 0) == 0) continue;
        fchmodat(inner.get(), below.c_str(), 0700, 0);
        const std::string up = ".moved-" + std::to_string(round) + "-" + std::to_string(moved++);
        renameat(inner.get(), below.c_str(), folder, up.c_str());
      }
      unlinkat(folder, name.c_str(), AT_REMOVEDIR);
    }
  }
}

Fd open_folder(const std::string& path) {
  Fd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) fail("opening folder '" + path + "'");
  return folder;
}

}  // namespace inarow::sandbox
