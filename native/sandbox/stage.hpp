// Where one program runs: its user, its folders, its bounds. Made for a launch, gone with it.
#pragma once

#include <string>
#include <vector>

#include "sandbox/exposure.hpp"
#include "sandbox/folders.hpp"
#include "sandbox/request.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

class Stage {
 public:
  // Tier 1: enters a view with the box, the working folder and an empty /tmp.
  static Stage in_view(int view, const Request& request, const Owner& owner);

  // Tier 0: the host's files where they are, and a folder of ours for an empty /tmp.
  static Stage on_host(const std::string& folder, const Request& request);

  // Tier 2: private folders below one of ours, which is made here, and a rule set of Landlock.
  // ``zero``: with /dev/zero, which gives memory that no mapping counts.
  static Stage in_folder(const std::string& folder, const Request& request, const Owner& owner,
                         bool zero);

  // A path as the program has to be told of it: /python, /box, /work and /tmp are elsewhere in
  // tiers 0 and 2. What is readable under its own name is left alone.
  std::string told(const std::string& word) const;
  // The same for what is executed, which cannot lie in the empty /tmp.
  std::string told_program(const std::string& word) const {
    return is_below(word, "/tmp") ? word : told(word);
  }

  std::string start_folder() const {
    if (paths_stay_) return has_work_ ? work_ : "/";
    return told(has_work_ ? "/work" : has_box_ ? "/box" : "/tmp");
  }
  int landlock() const { return landlock_.get(); }

  // Whether files must be measured because no file system bounds them, and how many bytes those are
  // that have a name.
  bool is_measured() const { return measured_; }
  std::int64_t bytes_written() const;

  // Brings the files of the working folder back, at the program's end, but for what cannot be read.
  // Returns whether they were within bounds. Throws Problem for what is our fault.
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
