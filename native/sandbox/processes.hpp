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

}  // namespace inarow::sandbox
