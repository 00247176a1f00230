// What programs see of the host's file system.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/protocol.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

// Where a program finds the interpreter that we made for it, wherever that lies on the host.
inline constexpr const char* kInterpreter = "/python";

// The harmless devices that every program may use.
inline constexpr const char* kDevices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};

// Which links and paths must be there for some paths of the host to be found at their names.
struct VisiblePaths {
  std::vector<std::pair<std::string, std::string>> links;  // path and what it says
  std::vector<std::string> paths;  // real paths, none below another, in order
};

bool is_below(const std::string& path, const std::string& folder);  // or the folder itself

// Follows each path through every link on its way. A path that is not there is left out.
VisiblePaths visible_paths(const std::vector<std::string>& wanted);

// What a program of tier 1 sees of the file system: a root of its own.
//
//   /              read-only, in memory
//   /usr/lib ...   the readable paths of the request, read-only; links on the way are made again
//   /dev           null, full, zero where a group counts memory, random, urandom; shm is /tmp
//   /etc           passwd, group and nsswitch.conf of our own
//   /python        the interpreter that we made for programs, if the request has one, read-only
//   /box /work     the submission, read-only, and the working folder         } made anew
//   /tmp           in memory, bounded, empty                                 } for each launch
//
// There is no /proc and no /sys. A root is a mount namespace that holds all but what is made anew;
// a launch enters it and takes a copy, which costs as much as the few mounts it has.
class Roots {
 public:
  // The namespace for what a request may see, made when first asked for; ``zero``: with /dev/zero,
  // which gives memory that no mapping counts. Throws SandboxError.
  int of(const Request& request, bool zero);

 private:
  std::map<std::string, Fd> made_;
};

// Paths of the host, to be taken before a root is entered and placed below it afterwards.
struct Mounts {
  VisiblePaths visible;
  std::vector<Fd> trees;
};
Mounts take_mounts(const std::vector<std::string>& readable);
void place_mounts(const Mounts& mounts, int root);

// The two mounts of a launch, to be taken before a root is entered and placed in it afterwards.
Fd taken_tree(const std::string& path, bool read_only);
void place_tree(const Fd& tree, const char* where);

// Enters a root with a copy of it for the caller alone.
void enter_root(int root);

// An empty bounded file system in memory, for a user.
void place_memory(const char* where, std::int64_t bytes, uid_t uid, gid_t gid);

}  // namespace inarow::sandbox
