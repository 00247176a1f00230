// The processes below a keeper: counted, stopped, ended.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace inarow::sandbox {

struct Reaped {
  int status = 0;  // of the program itself
  std::int64_t cpu_ns = 0;
  std::int64_t system_ns = 0;  // of these
  std::int64_t peak_kb = 0;
  std::int64_t sleeps = 0;  // how often the program gave up its core of its own accord, its end too
};

// Processor time of a living process, its ended threads included.
std::int64_t cpu_ns_of(pid_t pid);

// Processor time of every process below one, and of those that they have waited for, by a table of
// processes (/proc, opened) and a number of that table. Those that nobody waits for are forgotten.
std::int64_t cpu_ns_below(int processes, pid_t parent);

// Sends a signal to every process below us. ``first`` means that we are the first process of a
// process table and have no others.
void signal_all(int number, bool first);

// Ends every process below us and adds up what all of them used; -1 for no program among them.
Reaped reap_all(pid_t program, bool first, bool may_fork);

// How many processes and threads the system has: a bound for a user who is not alone.
std::int64_t processes_of_system();

}  // namespace inarow::sandbox
