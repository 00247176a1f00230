// Descriptors that close themselves, and failed calls as one sentence.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>

namespace inarow::sandbox {

// Something that the launcher could not do; never a program's fault.
struct SandboxError {
  std::string sentence;
};

// Throws what failed together with errno in words.
[[noreturn]] void fail(const std::string& what);

// The result of a system call that must not fail.
long checked(long result, const char* what);

std::int64_t now_ns();  // CLOCK_MONOTONIC, which is Python's time.monotonic()

class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

// A whole small file, or nothing if it cannot be read.
std::string contents(int folder, const char* name);

// Writes a small file at one go; false if that fails.
bool write_file(int folder, const char* name, const std::string& text);

// Calls that older C libraries have no name for. Their numbers are the same on every processor.
namespace kernel {

inline constexpr long kOpenTree = 428, kMoveMount = 429, kPidfdOpen = 434, kClone3 = 435,
                      kCloseRange = 436, kMountSetattr = 442, kLandlockCreate = 444,
                      kLandlockAdd = 445, kLandlockRestrict = 446;

inline constexpr unsigned kOpenTreeClone = 1, kOpenTreeCloexec = 02000000, kRecursive = 0x8000,
                          kEmptyPath = 0x1000, kMoveFromEmptyPath = 4;
inline constexpr std::uint64_t kReadOnly = 1, kNoSuid = 2, kNoDev = 4, kNoExec = 8;
inline constexpr std::uint64_t kPrivate = 1 << 18;
inline constexpr std::uint64_t kCloneNewPid = 0x20000000, kCloneIntoCgroup = 0x200000000;

struct MountAttributes {
  std::uint64_t set, clear, propagation, userns;
};

struct CloneArguments {
  std::uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid,
      set_tid_size, cgroup;
};

inline int open_tree(int folder, const char* path, unsigned flags) {
  return static_cast<int>(syscall(kOpenTree, folder, path, flags));
}

inline int move_mount(int from, int to_folder, const char* to) {
  return static_cast<int>(syscall(kMoveMount, from, "", to_folder, to, kMoveFromEmptyPath));
}

inline int mount_setattr(int mount, unsigned flags, const MountAttributes& attributes) {
  return static_cast<int>(
      syscall(kMountSetattr, mount, "", kEmptyPath | flags, &attributes, sizeof attributes));
}

inline int pidfd_open(pid_t pid) { return static_cast<int>(syscall(kPidfdOpen, pid, 0)); }

// Like fork(), with namespaces and a group.
inline pid_t clone3(const CloneArguments& arguments) {
  return static_cast<pid_t>(syscall(kClone3, &arguments, sizeof arguments));
}

}  // namespace kernel

}  // namespace inarow::sandbox
