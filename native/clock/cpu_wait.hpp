// How long a program wanted a core and had none: its CPU wait. The clock rule
// (running/clock.py) charges wall time less CPU wait, so this number must not be too small, or a
// busy machine makes programs late, nor may a program be able to make it larger itself.
//
// Each task (thread) of the program runs, waits for a core or sleeps. The kernel counts the first
// two (/proc/PID/task/TID/schedstat), so
//
//     sleep of a task  =  time passed - what it ran - what it waited
//
// The waits of one task are no measure: nine threads wait behind each other on an idle machine. But
// whenever all tasks sleep, each of them sleeps, and whenever none sleeps or waits, some task runs
// and CPU time is counted. Therefore, whatever the program does,
//
//     time that is its own  <=  CPU time of all tasks  +  smallest sleep of a task
//
// and the CPU wait is the rest of the wall time. What tasks wait behind each other is CPU time of
// the program, hence never CPU wait. A program with one task is charged exactly what it ran and
// slept, whatever else the machine does.
//
// Tasks come and go, and take turns. So the bound is taken over short intervals, between one look
// and the next, and added up: a task that did not exist in an interval slept. Four corrections:
//
//   - The kernel counts a wait when it is over. A runnable task may be waiting, so what is charged
//     on its account is open until it runs, and taken back if it turns out that it waited.
//   - A task that was runnable at two looks and did not sleep in between (its voluntary switches
//     say so) wanted a core all the time, even if nobody counted that: the whole virtual machine
//     may have been paused.
//   - Time in which the machine below a virtual one had taken a core away counts as sleep nowhere,
//     as far as there are intervals in which the program both ran and slept.
//   - The look that finds the answer may be late because the thread that looks had no core itself.
//     What that thread waited since the look before is taken off.
//
// The rule is strict with programs whose tasks hand work to each other many times per interval: a
// wait of one that is over before the other begins to wait is charged.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace inarow::clock {

enum class Look { kOnTheWay, kAnswer };

class CpuWait {
 public:
  // The tasks of a program and of all processes below another one, by their numbers in a table of
  // processes (/proc, opened, which stays the caller's). Times are CLOCK_MONOTONIC.
  CpuWait(int processes, std::string program, std::string above);

  // Measures from now on.
  void begin(std::int64_t now_ns);
  // Measures from the program's execution on, when its schedstat was this text.
  void begin(std::int64_t began_ns, const char* schedstat);

  // Looks at all tasks. kAnswer: because there is an answer, or the program has ended.
  void look(std::int64_t now_ns, Look why);

  // CPU wait from the beginning up to the last look, within so much wall time and with so much CPU
  // time of all tasks.
  std::int64_t wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns) const;

  // The same if all that is still open turns out to be CPU wait: the most that it can be.
  std::int64_t most_wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns) const;

  // When to look again: after so long, longer if a look takes long, and not in step with anything.
  std::int64_t pause_ns(std::int64_t usual_ns) const;

 private:
  struct Task {
    std::int64_t awake_ns = 0;    // run and waited, as counted so far
    std::int64_t sleeps = 0;      // voluntary switches
    std::int64_t open_ns = 0;     // charged while it was runnable and may have waited
    std::int64_t assumed_ns = 0;  // awake, though neither run nor wait was counted yet
    bool runnable = false;
  };
  using Tasks = std::unordered_map<int, Task>;

  void begin_with_tasks(std::int64_t now_ns);
  Tasks tasks_now() const;
  void add_tasks_below(const std::string& process, Tasks& found, bool with_own, int depth) const;
  std::int64_t own_wait_ns() const;
  std::vector<std::int64_t> stolen_ns() const;
  std::int64_t wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns, std::int64_t open_ns) const;

  int processes_;
  std::string program_, above_;
  Tasks tasks_;
  std::int64_t last_ns_ = 0;
  std::int64_t own_wait_before_ns_ = 0;
  std::int64_t slept_ns_ = 0;
  std::int64_t open_ns_ = 0;
  std::int64_t mixed_ns_ = 0;  // slept in intervals in which some task ran
  std::int64_t cost_ns_ = 0;   // what the last look took
  std::vector<std::int64_t> stolen_before_ns_;
};

}  // namespace inarow::clock
