// Calls that older C libraries have no name for. Their numbers are the same on every processor.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>

namespace inarow::sandbox::kernel {

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

}  // namespace inarow::sandbox::kernel
