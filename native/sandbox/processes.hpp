// The processes below a keeper: counted, stopped, ended.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace inarow::sandbox {

struct Reaped {
  int status = 0;  // of the program itself
  std::int64_t cpu_ns = 0;
  std::int64_t system_ns = 0;  // of these
  std::int64_t peak_kb = 0;
  std::int64_t faults = 0;  // of pages of the program
  std::int64_t sleeps = 0;  // how often the program gave up its core of its own accord, its end too
};

// Processor time of a living process, its ended threads included.
std::int64_t cpu_ns_of(pid_t pid);

// Every process below one, by a table of processes (/proc, opened) and a number of that table.
std::vector<pid_t> all_below(int processes, pid_t parent);

// Those that one process started itself, or that came to it.
std::vector<pid_t> children_of(int processes, pid_t parent);

// Sends a signal to every process below us. ``first`` means that we are the first process of a
// process table and have no others.
void signal_all(int number, bool first);

// Stops every process below us and waits until they have stopped, within reason.
void stop_all(bool first);

// Ends every process below us and adds up what all of them used; -1 for no program among them.
Reaped reap_all(pid_t program, bool first);

// How many processes and threads our user has, by a table of processes.
std::int64_t tasks_of_user(int processes);

// What a program and all processes that it started use together, where no control group counts it:
// read from the table of processes, so only as often as somebody looks.
class Family {
 public:
  Family() = default;
  // A table of processes (/proc, opened), and the keeper's number there.
  Family(int processes, pid_t keeper) : processes_(processes), keeper_(keeper) {}

  // CPU time so far of all that live and of all that somebody has waited for. Of those that nobody
  // waited for, what they had used when they were last seen.
  std::int64_t cpu_ns();

  // Whether there are more processes and threads than so many. This waits for none of them and
  // looks at no more than it must: a fork bomb leaves hardly a core for it.
  bool has_more_tasks(std::int64_t most) const;

  // At least their memory, and exactly that if it is above a limit. What several share counts once.
  // Memory that is shared without a file counts whole, however little of it is mapped:
  // ``least_shared_bytes`` for each piece at least.
  std::int64_t memory_bytes(std::int64_t limit, std::int64_t least_shared_bytes) const;

  // Bytes of the files below a folder that have no name any more: of open ones as they are, of
  // those that are only mapped as far as they are mapped, and ``least_bytes`` for each at least.
  std::int64_t nameless_file_bytes(const std::string& folder, std::int64_t least_bytes) const;

 private:
  int processes_ = -1;
  pid_t keeper_ = -1;
  std::int64_t counted_ns_ = 0;
  std::int64_t lost_ns_ = 0;
};

}  // namespace inarow::sandbox
