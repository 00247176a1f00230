#include "sandbox/landlock.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "sandbox/kernel.hpp"

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
const char* const kDevices[] = {"/dev/null", "/dev/full", "/dev/urandom", "/dev/random"};

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

}  // namespace inarow::sandbox
