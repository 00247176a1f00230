// Control groups of version 2, one for each program that runs at once, where they can be had.
//
// Even a group without controllers tells what processor time its processes used. A group is used
// again when its programs are gone: making one costs more than starting a process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

struct Group {
  Fd folder;
  bool has_memory = false;  // whether it can bound memory
  bool has_pids = false;    // whether it can bound the number of processes
};

class Groups {
 public:
  Groups() = default;
  Groups(Groups&&) = default;
  Groups& operator=(Groups&&) = default;
  ~Groups();

  // The path of a new group below our own; empty where there can be none.
  static std::string path_for(const std::string& name);

  // Makes it, as the group of all groups; without one if that is refused.
  static Groups made(const std::string& path);

  const std::string& path() const { return path_; }
  const Group* of(unsigned slot);  // null if there can be none

 private:
  std::string path_;
  Fd root_;
  std::vector<Group> made_;
};

// Processor time of all that ever were in a group, since it was made; 0 if it does not tell.
std::int64_t used_ns(const Group& group);

// Sets what the group's controllers can bound; without controllers this does nothing.
void bound_group(const Group& group, std::int64_t memory_bytes, std::int64_t processes);

// Whether the group ran out of memory so far.
std::int64_t out_of_memory_count(const Group& group);

// Ends every process of a group of groups and removes it.
void remove_groups(const std::string& path);

}  // namespace inarow::sandbox
