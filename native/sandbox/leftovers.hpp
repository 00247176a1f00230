// What this launcher has in the system beside its processes: a folder, a group. Whoever starts next
// removes what a launcher left that was killed.
//
//   STATE/PID-TIME/lock        locked as long as that launcher lives
//   STATE/PID-TIME/group       paths of its control groups, a line each, noted before they are made
//   STATE/PID-TIME/N/          the private folders of a program of tier 2
//   STATE/PID-TIME/reachable/  copies that programs of tier 2 can reach
//
// Only what the registry names is touched, and only if the lock is free.
#pragma once

#include <string>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

class Registry {
 public:
  Registry() = default;
  Registry(Registry&&) = default;
  Registry& operator=(Registry&&) = default;
  ~Registry();

  // Cleans up after launchers that are gone, and enters this one. What takes longer than a few
  // seconds is removed meanwhile by a child. Throws SandboxError.
  static Registry entered(const std::string& state);

  const std::string& name() const { return name_; }      // of this launcher, unlike any other
  const std::string& folder() const { return folder_; }  // of this launcher
  void note_groups(const std::vector<std::string>& paths) const;

 private:
  std::string name_;
  std::string folder_;
  Fd opened_;
  Fd lock_;
};

}  // namespace inarow::sandbox
