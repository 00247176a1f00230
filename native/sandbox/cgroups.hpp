// Control groups, one for each program that runs at once, where they can be had.
//
// A group of version 2 counts the CPU time of its processes and freezes them, even without
// controllers. Memory is bounded by the controller of version 2 or, where that controller is under
// version 1, by a second group there. A group is used again when its programs are gone: making one
// costs more than starting a process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

enum class MemoryBound { kNone, kVersion1, kVersion2 };

struct Group {
  Fd folder;                // of version 2; not open if there is none
  Fd memory;                // the folder in which memory is bounded; not open if it is not
  Fd usage, events, entry;  // files of these that every launch reads or writes
  bool old_memory = false;  // whether that one is of version 1
  bool has_pids = false;    // whether the group can bound the number of processes
  bool can_freeze = false;
};

class Cgroups {
 public:
  Cgroups() = default;
  Cgroups(Cgroups&&) = default;
  Cgroups& operator=(Cgroups&&) = default;
  ~Cgroups();

  // The paths of new groups below our own, one per version; empty where there can be none.
  static std::vector<std::string> paths_for(const std::string& name);

  // Makes them, as the groups of all groups; without those that are refused.
  static Cgroups made(const std::vector<std::string>& paths);

  const Group* of(unsigned slot);  // null if there can be none

  // Sets what the group of a slot can bound, unless that is its bound already; without controllers
  // this does nothing. Throws SandboxError if a bound cannot be set.
  void bound(unsigned slot, std::int64_t memory_bytes, std::int64_t processes);

  // Goes on without the groups of version 2, or without the one that bounds memory.
  void drop_version_2(const std::string& why);
  void drop_memory(const std::string& why);

  MemoryBound memory() const { return memory_; }
  const std::string& why_no_memory() const { return why_no_memory_; }

 private:
  std::string path_, memory_path_;  // the latter of version 1
  Fd root_, memory_root_;
  MemoryBound memory_ = MemoryBound::kNone;
  std::string why_no_memory_ = "no memory controller";
  std::vector<Group> made_;
  std::vector<std::pair<std::int64_t, std::int64_t>> bounds_;  // as they were last set
};

// Moves the calling process, which has one thread, into the group that bounds memory; a group of
// version 2 is entered as the process is made. Throws SandboxError.
void enter_memory(const Group& group);

// Processor time of all that ever were in a group, since it was made; 0 if it does not tell.
std::int64_t used_ns(const Group& group);

// Opens the files that every launch uses.
void open_files(Group& group);

// How often a process was ended because the group had run out of memory.
std::int64_t out_of_memory_count(const Group& group);

// Ends every process of a group of groups and removes it, whatever its version.
void remove_groups(const std::string& path);

}  // namespace inarow::sandbox
