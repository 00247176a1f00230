#include "sandbox/workspace.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "sandbox/root.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

struct RuleSet {
  std::uint64_t files, network, scopes;
};

struct [[gnu::packed]] PathRule {
  std::uint64_t access;
  std::int32_t folder;
};

constexpr std::uint64_t kExecute = 1, kWriteFile = 2, kReadFile = 4, kReadDir = 8,
                        kRemoveDir = 1 << 4, kRemoveFile = 1 << 5, kMakeDir = 1 << 7,
                        kMakeReg = 1 << 8, kMakeFifo = 1 << 10, kMakeSym = 1 << 12,
                        kRefer = 1 << 13, kTruncate = 1 << 14, kIoctlDev = 1 << 15;
constexpr std::uint64_t kRead = kExecute | kReadFile | kReadDir;
constexpr std::uint64_t kWrite = kRead | kWriteFile | kRemoveDir | kRemoveFile | kMakeDir |
                                 kMakeReg | kMakeFifo | kMakeSym | kRefer | kTruncate;
constexpr std::uint64_t kOnFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDev;
constexpr std::uint64_t kDevice = kReadFile | kWriteFile | kTruncate;
constexpr unsigned kPathBeneath = 1, kVersionFlag = 1;

// What the kernel can bound at all.
std::uint64_t handled(int version) {
  std::uint64_t bits = 0x1fff;
  if (version >= 2) bits |= kRefer;
  if (version >= 3) bits |= kTruncate;
  if (version >= 5) bits |= kIoctlDev;
  return bits;
}

void grant(int rules, const std::string& path, std::uint64_t access) {
  Fd place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status;
  if (!place.is_open() || fstat(place.get(), &status) != 0) return;
  if (!S_ISDIR(status.st_mode)) access &= kOnFiles;
  const PathRule rule{access, place.get()};
  checked(syscall(kernel::kLandlockAdd, rules, kPathBeneath, &rule, 0), "Landlock: adding a rule");
}

}  // namespace

int landlock_version() {
  const long version = syscall(kernel::kLandlockCreate, nullptr, 0, kVersionFlag);
  return version < 0 ? 0 : static_cast<int>(version);
}

bool landlock_bounds_signals() { return landlock_version() >= 6; }

Fd landlock_rules(const std::vector<std::string>& readable,
                  const std::vector<std::string>& writable, bool zero) {
  const int version = landlock_version();
  if (version == 0) fail("Landlock");
  const std::uint64_t files = handled(version);
  const RuleSet set{files, version >= 4 ? 3u : 0u, version >= 6 ? 3u : 0u};
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  Fd rules(static_cast<int>(
      checked(syscall(kernel::kLandlockCreate, &set, size, 0), "Landlock: making rules")));
  for (const std::string& path : readable) grant(rules.get(), path, kRead & files);
  for (const std::string& path : writable) grant(rules.get(), path, kWrite & files);
  for (const char* path : kDevices) grant(rules.get(), path, kDevice & files);
  if (zero) grant(rules.get(), "/dev/zero", kDevice & files);
  return rules;
}

int landlock_enforce(int rules) {
  return syscall(kernel::kLandlockRestrict, rules, 0) == 0 ? 0 : errno;
}

namespace {

void make_private(const std::string& path, const Owner& owner, mode_t mode) {
  if (mkdir(path.c_str(), mode) != 0) fail("making folder '" + path + "'");
  if (owner.changes && chown(path.c_str(), owner.uid, owner.gid) != 0)
    fail("giving away folder '" + path + "'");
}

}  // namespace

Workspace Workspace::in_root(int root, const Request& request, const Owner& owner) {
  Workspace workspace;
  Fd box;
  if (!request.box.empty()) {
    box = taken_tree(request.box, true);
    workspace.has_box_ = true;
  }
  if (!request.work.empty()) {
    workspace.work_of_host_ = open_folder(request.work);
    workspace.has_work_ = true;
  }
  // What is made anew lies over what the root has below it.
  std::vector<std::string> hidden;
  for (const std::string& path : request.readable)
    if (is_below(path, "/tmp") || (workspace.has_work_ && is_below(path, "/work")))
      hidden.push_back(path);
  const Mounts mounts = take_mounts(hidden);
  enter_root(root);
  if (workspace.has_box_) place_tree(box, "/box");
  place_memory("/tmp", request.file_bytes, owner.uid, owner.gid);
  if (workspace.has_work_) {
    place_memory("/work", request.file_bytes, owner.uid, owner.gid);
    const Fd work = open_folder("/work");
    copy_folder(workspace.work_of_host_.get(), work.get(), request.file_bytes, owner);
  }
  if (!hidden.empty()) place_mounts(mounts, open_folder("/").get());
  return workspace;
}

Workspace Workspace::on_host(const std::string& folder, const Request& request) {
  Workspace workspace;
  workspace.has_box_ = !request.box.empty();
  workspace.has_work_ = !request.work.empty();
  workspace.box_ = request.box;
  workspace.work_ = request.work;
  if (request.paths_of_host) {
    workspace.paths_stay_ = true;
    return workspace;
  }
  workspace.interpreter_ = request.interpreter;
  workspace.readable_ = request.readable;
  workspace.own_folder_ = folder;
  workspace.tmp_ = folder + "/tmp";
  if (mkdir(folder.c_str(), 0700) != 0) fail("making folder '" + folder + "'");
  make_private(workspace.tmp_, {0, 0, false}, 0700);
  return workspace;
}

Workspace Workspace::in_folder(const std::string& folder, const Request& request,
                               const Owner& owner, bool zero) {
  Workspace workspace;
  workspace.own_folder_ = folder;
  workspace.measured_ = true;
  workspace.readable_ = request.readable;
  std::vector<std::string> readable = request.readable;
  if (!request.interpreter.empty()) {
    workspace.interpreter_ = request.interpreter;
    readable.push_back(request.interpreter);
  }
  if (mkdir(folder.c_str(), 0711) != 0) fail("making folder '" + folder + "'");
  chmod(folder.c_str(), 0711);
  try {
    workspace.tmp_ = folder + "/tmp";
    make_private(workspace.tmp_, owner, 0700);
    std::vector<std::string> writable = {workspace.tmp_};
    if (!request.box.empty()) {
      workspace.has_box_ = true;
      workspace.box_ = request.box;
      readable.push_back(workspace.box_);
    }
    if (!request.work.empty()) {
      workspace.work_of_host_ = open_folder(request.work);
      workspace.has_work_ = true;
      workspace.work_ = folder + "/work";
      make_private(workspace.work_, owner, 0700);
      copy_folder(workspace.work_of_host_.get(), open_folder(workspace.work_).get(),
                  request.file_bytes, owner);
      writable.push_back(workspace.work_);
    }
    workspace.landlock_ = landlock_rules(readable, writable, zero);
  } catch (const SandboxError&) {
    workspace.clear();
    throw;
  }
  return workspace;
}

std::string Workspace::host_path(const std::string& word) const {
  if (paths_stay_ || own_folder_.empty()) return word;
  for (const std::string& path : readable_)
    if (is_below(word, path)) return word;
  const std::pair<std::string, const std::string*> places[] = {
      {kInterpreter, &interpreter_}, {"/box", &box_}, {"/work", &work_}, {"/tmp", &tmp_}};
  for (const auto& [inside, outside] : places)
    if (!outside->empty() && is_below(word, inside)) return *outside + word.substr(inside.size());
  return word;
}

std::int64_t Workspace::bytes_written() const {
  std::int64_t bytes = bytes_below(open_folder(tmp_).get());
  if (has_work_) bytes += bytes_below(open_folder(work_).get());
  return bytes;
}

bool Workspace::return_work(const Request& request) const {
  return !work_of_host_.is_open() ||
         copy_what_is_left(open_folder(work_).get(), work_of_host_.get(), request.file_bytes);
}

void Workspace::clear() {
  if (own_folder_.empty()) return;
  empty_folder(open_folder(own_folder_).get());
  rmdir(own_folder_.c_str());
}

}  // namespace inarow::sandbox
