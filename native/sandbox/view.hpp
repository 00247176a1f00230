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
// There is no /proc and no /sys. A view is a mount namespace that holds all but what is made anew;
// a launch enters it and takes a copy, which costs as much as the few mounts it has.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sandbox/exposure.hpp"
#include "sandbox/request.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

class Views {
 public:
  // The namespace for what a request may see, made when first asked for; ``zero``: with /dev/zero,
  // which gives memory that no mapping counts. Throws Problem.
  int of(const Request& request, bool zero);

 private:
  std::map<std::string, Fd> made_;
};

// Paths of the host, to be taken before a view is entered and placed below a root afterwards.
struct Seen {
  Exposure exposure;
  std::vector<Fd> trees;
};
Seen seen_of(const std::vector<std::string>& readable);
void place_seen(const Seen& seen, int root);

// The two mounts of a launch, to be taken before a view is entered and placed in it afterwards.
Fd taken_tree(const std::string& path, bool read_only);
void place_tree(const Fd& tree, const char* where);

// Enters a view with a copy of it for the caller alone.
void enter_view(int view);

// An empty bounded file system in memory, for a user.
void place_memory(const char* where, std::int64_t bytes, uid_t uid, gid_t gid);

}  // namespace inarow::sandbox
