// Where one program runs: its folders and what it may do with files.
#pragma once

#include <string>
#include <vector>

#include "sandbox/files.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/root.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

// Landlock is tier 2's bound on the file system: a program can open what it was granted and nothing
// else. This is the kernel's version of it; 0 if it has none.
int landlock_version();

// From version 6 on, signals and abstract sockets reach no further than the program's own
// processes.
bool landlock_bounds_signals();

// A rule set that lets a program read and execute below some paths, write below others, and use the
// harmless devices. A path that is not there grants nothing. Throws SandboxError.
Fd landlock_rules(const std::vector<std::string>& readable,
                  const std::vector<std::string>& writable, bool zero);

// Binds the calling thread for good. 0, or an error number; calls nothing but the kernel.
int landlock_enforce(int rules);

// Where one program runs: its user, its folders, its bounds. Made for a launch, gone with it.
class Workspace {
 public:
  // Tier 1: enters a root with the box, the working folder and an empty /tmp.
  static Workspace in_root(int root, const Request& request, const Owner& owner);

  // Tier 0: the host's files where they are, and a folder of ours for an empty /tmp.
  static Workspace on_host(const std::string& folder, const Request& request);

  // Tier 2: private folders below one of ours, which is made here, and a rule set of Landlock.
  // ``zero``: with /dev/zero, which gives memory that no mapping counts.
  static Workspace in_folder(const std::string& folder, const Request& request, const Owner& owner,
                             bool zero);

  // A path as the program has to be told of it: /python, /box, /work and /tmp are elsewhere in
  // tiers 0 and 2. What is readable under its own name is left alone.
  std::string host_path(const std::string& word) const;
  // The same for what is executed, which cannot lie in the empty /tmp.
  std::string host_program(const std::string& word) const {
    return is_below(word, "/tmp") ? word : host_path(word);
  }

  std::string start_folder() const {
    if (paths_stay_) return has_work_ ? work_ : "/";
    return host_path(has_work_ ? "/work" : has_box_ ? "/box" : "/tmp");
  }
  int landlock() const { return landlock_.get(); }

  // Whether files must be measured because no file system bounds them, and how many bytes those are
  // that have a name.
  bool is_measured() const { return measured_; }
  std::int64_t bytes_written() const;

  // Brings the files of the working folder back, at the program's end, but for what cannot be read.
  // Returns whether they were within bounds. Throws SandboxError for what is our fault.
  bool return_work(const Request& request) const;

  // Removes what this launch has on disk.
  void clear();

 private:
  bool has_box_ = false;
  bool has_work_ = false;
  bool measured_ = false;
  bool paths_stay_ = false;
  std::string interpreter_;
  std::string box_ = "/box", work_ = "/work", tmp_ = "/tmp";
  std::string own_folder_;  // empty where there is none
  std::vector<std::string> readable_;
  Fd work_of_host_;
  Fd landlock_;
};

}  // namespace inarow::sandbox
