#include "clock/cpu_wait.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

namespace inarow::clock {

namespace {

constexpr int kDeepest = 64;
// A look may cost a core so much: one part in this many of the time between two.
constexpr std::int64_t kLeastShare = 30;

// A small file below a folder, or nothing.
std::string contents(int folder, const std::string& name) {
  std::string text;
  const int file = openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char piece[4096];
  for (ssize_t count; (count = read(file, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(count));
  close(file);
  return text;
}

std::vector<std::string> names_in(int folder, const std::string& name) {
  std::vector<std::string> names;
  const int inner = openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* list = inner < 0 ? nullptr : fdopendir(inner);
  if (list == nullptr) {
    if (inner >= 0) close(inner);
    return names;
  }
  while (const dirent* entry = readdir(list))
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  closedir(list);
  return names;
}

// The first two numbers of a schedstat: what a task ran and what it waited.
std::int64_t awake_ns(const char* schedstat) {
  char* after = nullptr;
  const std::int64_t ran = std::strtoll(schedstat, &after, 10);
  return ran + std::strtoll(after, nullptr, 10);
}

// What stands behind a word of a status file; null if it is not there.
const char* behind(const std::string& status, const char* word) {
  const char* found = std::strstr(status.c_str(), word);
  if (found == nullptr) return nullptr;
  found += std::strlen(word);
  while (*found == ' ' || *found == '\t') ++found;
  return found;
}

std::int64_t clock_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

CpuWait::CpuWait(int processes, std::string program, std::string above)
    : processes_(processes), program_(std::move(program)), above_(std::move(above)) {}

void CpuWait::begin(std::int64_t now_ns) {
  tasks_ = tasks_now();
  begin_with_tasks(now_ns);
}

void CpuWait::begin_with_tasks(std::int64_t now_ns) {
  last_ns_ = now_ns;
  slept_ns_ = open_ns_ = mixed_ns_ = 0;
  own_wait_before_ns_ = own_wait_ns();
  stolen_before_ns_ = stolen_ns();
}

void CpuWait::begin(std::int64_t began_ns, const char* schedstat) {
  Task first;
  first.awake_ns = awake_ns(schedstat);
  first.runnable = true;
  tasks_.clear();
  tasks_[std::atoi(program_.c_str())] = first;
  begin_with_tasks(began_ns);
}

void CpuWait::look(std::int64_t now_ns, Look why) {
  const std::int64_t passed = now_ns - last_ns_;
  if (passed <= 0) return;
  const std::int64_t began = clock_ns();
  Tasks now = tasks_now();
  std::int64_t least = passed, taken_back = 0;
  bool some_ran = false;
  for (auto& [number, task] : now) {
    const auto known = tasks_.find(number);
    const Task before = known == tasks_.end() ? Task{} : known->second;
    const std::int64_t awake = task.awake_ns - before.awake_ns;
    std::int64_t slept = passed - awake;
    some_ran |= awake > 0;
    // To wait for the next question, once the answer is there, is no sleep.
    const std::int64_t sleeps = why == Look::kAnswer && !task.runnable ? 1 : 0;
    const bool awake_all_along =
        before.runnable && (task.runnable || sleeps == 1) && task.sleeps - before.sleeps <= sleeps;
    // A wait that is told of at last may have begun in intervals that were not charged.
    const std::int64_t told_late = -slept - before.assumed_ns;
    taken_back = std::max(taken_back, std::min(told_late, before.open_ns));
    task.assumed_ns = slept < 0 || !awake_all_along ? 0 : before.assumed_ns + slept;
    if (awake_all_along) slept = 0;
    least = std::min(least, std::max<std::int64_t>(slept, 0));
  }
  const std::int64_t own_wait = own_wait_ns();
  if (why == Look::kAnswer)
    least -= std::clamp<std::int64_t>(own_wait - own_wait_before_ns_, 0, least);
  slept_ns_ += least - taken_back;
  if (some_ran) mixed_ns_ += least;
  open_ns_ = 0;
  for (auto& [number, task] : now) {
    if (!task.runnable) continue;
    const auto known = tasks_.find(number);
    const std::int64_t before = known == tasks_.end() ? 0 : known->second.open_ns;
    task.open_ns = std::max<std::int64_t>(before - taken_back, 0) + least;
    open_ns_ = std::max(open_ns_, task.open_ns);
  }
  tasks_ = std::move(now);
  last_ns_ = now_ns;
  own_wait_before_ns_ = own_wait;
  cost_ns_ = clock_ns() - began;
}

std::int64_t CpuWait::wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns) const {
  return wait_ns(wall_ns, cpu_ns, 0);
}

std::int64_t CpuWait::most_wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns) const {
  return wait_ns(wall_ns, cpu_ns, open_ns_);
}

std::int64_t CpuWait::wait_ns(std::int64_t wall_ns, std::int64_t cpu_ns,
                              std::int64_t open_ns) const {
  const std::vector<std::int64_t> stolen = stolen_ns();
  std::int64_t most_stolen = 0;
  for (std::size_t i = 0; i < std::min(stolen.size(), stolen_before_ns_.size()); ++i)
    most_stolen = std::max(most_stolen, stolen[i] - stolen_before_ns_[i]);
  const std::int64_t slept = slept_ns_ - open_ns - std::min(most_stolen, mixed_ns_);
  const std::int64_t own = cpu_ns + std::max<std::int64_t>(slept, 0);
  return std::clamp<std::int64_t>(wall_ns - own, 0, std::max<std::int64_t>(wall_ns, 0));
}

std::int64_t CpuWait::pause_ns(std::int64_t usual_ns) const {
  // Between half and one and a half of it, so that no program can be awake at the looks alone.
  const std::int64_t jittered = usual_ns / 2 + clock_ns() % std::max<std::int64_t>(usual_ns, 1);
  return std::max(jittered, kLeastShare * cost_ns_);
}

CpuWait::Tasks CpuWait::tasks_now() const {
  Tasks found;
  if (!program_.empty()) add_tasks_below(program_, found, true, 0);
  if (!above_.empty()) add_tasks_below(above_, found, false, 0);
  return found;
}

void CpuWait::add_tasks_below(const std::string& process, Tasks& found, bool with_own,
                              int depth) const {
  if (with_own && found.contains(std::atoi(process.c_str()))) return;  // it is known
  const std::string folder = process + "/task";
  for (const std::string& name : names_in(processes_, folder)) {
    const std::string place = folder + "/" + name + "/";
    if (with_own) {
      Task task;
      const std::string counted = contents(processes_, place + "schedstat");
      if (counted.empty()) continue;
      task.awake_ns = awake_ns(counted.c_str());
      const std::string status = contents(processes_, place + "status");
      const char* state = behind(status, "\nState:");
      task.runnable = state != nullptr && *state == 'R';
      const char* sleeps = behind(status, "\nvoluntary_ctxt_switches:");
      task.sleeps = sleeps == nullptr ? 0 : std::strtoll(sleeps, nullptr, 10);
      found.emplace(std::atoi(name.c_str()), task);
    }
    if (depth == kDeepest) continue;
    const std::string children = contents(processes_, place + "children");
    for (const char* at = children.c_str(); *at != '\0';) {
      char* after = nullptr;
      const long child = std::strtol(at, &after, 10);
      if (after == at) break;
      add_tasks_below(std::to_string(child), found, true, depth + 1);
      at = after;
      while (*at == ' ' || *at == '\n') ++at;
    }
  }
}

std::int64_t CpuWait::own_wait_ns() const {
  const std::string text = contents(processes_, "thread-self/schedstat");
  const std::size_t space = text.find(' ');
  return space == std::string::npos ? 0 : std::strtoll(text.c_str() + space, nullptr, 10);
}

// Of each core, by the lines "cpuN user nice system idle iowait irq softirq STEAL ..." in ticks.
std::vector<std::int64_t> CpuWait::stolen_ns() const {
  const std::int64_t tick = 1'000'000'000 / std::max(1L, sysconf(_SC_CLK_TCK));
  const std::string text = contents(processes_, "stat");
  std::vector<std::int64_t> found;
  for (std::size_t at = 0; text.compare(at, 3, "cpu") == 0;) {
    const char* field = text.c_str() + at;
    const bool is_core = field[3] != ' ';
    for (int i = 0; i < 8 && field != nullptr; ++i) {
      field = std::strchr(field, ' ');
      while (field != nullptr && *field == ' ') ++field;
    }
    if (is_core) found.push_back(field == nullptr ? 0 : std::strtoll(field, nullptr, 10) * tick);
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return found;
}

}  // namespace inarow::clock
