// Copies for programs that run as another user (tier 2 as root), who cannot pass a folder that only
// its owner may enter, such as root's home.
//
//   FOLDER/N/NAME   the copy of a file or folder called NAME
//
// Only the group of all programs of tier 2 can pass FOLDER, so no other user sees the copies, and
// Landlock still decides which of them a program reads. A copy shows what a program could read if
// the closed folders on the way were open: files that are private themselves are left out. Files
// are hard links where possible. Links, the first line of scripts and pyvenv.cfg are rewritten to
// name the copies.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/protocol.hpp"

namespace inarow::sandbox {

// Pairs of a path and what replaces it.
using Translation = std::vector<std::pair<std::string, std::string>>;

// The text with every path of the translation replaced where a path can begin and end.
std::string translated(const std::string& text, const Translation& translation);

// One copy; it is removed with the last that uses it.
struct ReachableCopy {
  std::string folder;
  std::string path;
  std::string state;       // of the original when it was copied
  Translation references;  // texts of the original that name paths, as the copy has them

  ReachableCopy() = default;
  ReachableCopy(const ReachableCopy&) = delete;
  ReachableCopy& operator=(const ReachableCopy&) = delete;
  ~ReachableCopy();
};

class ReachableCopies {
 public:
  ReachableCopies() = default;
  ReachableCopies(std::string folder, gid_t group) : folder_(std::move(folder)), group_(group) {}

  // Replaces each unreachable path of a request by its copy, also in words and variables. A box
  // that is no part of another path is copied again when anything in it has changed, other paths
  // when they are another file or folder than before. The copies last as long as the result. Throws
  // SandboxError for what cannot be copied.
  std::vector<std::shared_ptr<ReachableCopy>> redirect(Request& request);

 private:
  struct Original;

  static void add_environments(const Request& request, std::vector<Original>& originals,
                               Translation& reals);
  void renew(Original& original);
  Translation choose_copies(std::vector<Original>& originals);

  std::string folder_;
  gid_t group_ = 0;
  unsigned made_ = 0;
  std::map<std::pair<std::string, bool>, std::shared_ptr<ReachableCopy>> copies_;
};

}  // namespace inarow::sandbox
