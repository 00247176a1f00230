#include "sandbox/family.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

#include "sandbox/folders.hpp"
#include "sandbox/processes.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr const char* kWithoutFile = "/dev/zero";
constexpr std::int64_t kRoundingTicks = 2;  // a process that was waited for is rounded anew

// Fields of /proc/N/stat, counted from 1 as its manual does.
constexpr int kFirstField = 3, kTicks = 14, kTicksEnd = 18, kThreads = 20, kPages = 24;

struct Facts {
  std::int64_t ticks = 0;  // its own, and of those that it has waited for
  std::int64_t threads = 0;
  std::int64_t pages = 0;
};

std::string file_of(int processes, pid_t pid, const char* name) {
  return contents(processes, (std::to_string(pid) + "/" + name).c_str());
}

Facts facts_of(int processes, pid_t pid) {
  const std::string text = file_of(processes, pid, "stat");
  const std::size_t name = text.rfind(')');
  Facts facts;
  if (name == std::string::npos) return facts;
  std::istringstream fields(text.substr(name + 1));
  std::string field;
  for (int number = kFirstField; number <= kPages && fields >> field; ++number) {
    const std::int64_t value = std::strtoll(field.c_str(), nullptr, 10);
    if (number >= kTicks && number < kTicksEnd) facts.ticks += value;
    if (number == kThreads) facts.threads = value;
    if (number == kPages) facts.pages = value;
  }
  return facts;
}

// A share for each process of what several have; -1 if the system does not say.
std::int64_t shared_out_bytes(int processes, pid_t pid) {
  const std::string text = file_of(processes, pid, "smaps_rollup");
  const std::size_t at = text.find("\nPss:");
  return at == std::string::npos ? -1 : std::strtoll(text.c_str() + at + 5, nullptr, 10) * 1024;
}

// Files without a name that are mapped, by device and number, and how far.
using Nameless = std::map<std::string, std::int64_t>;

// Lines "begin-end rights offset device inode   path"; those whose path begins so.
void collect_nameless(const std::string& maps, const std::string& path, Nameless& found) {
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    if (!line.ends_with(" (deleted)") || line.find(" " + path) == std::string::npos) continue;
    std::istringstream words(line);
    std::string range, rights, offset, device, inode;
    words >> range >> rights >> offset >> device >> inode;
    char* end = nullptr;
    const auto begin = std::strtoull(range.c_str(), &end, 16);
    const auto bytes = std::strtoull(end + 1, nullptr, 16) - begin;
    const auto start = std::strtoull(offset.c_str(), nullptr, 16);
    std::int64_t& reach = found[device + ' ' + inode];
    reach = std::max(reach, static_cast<std::int64_t>(start + bytes));
  }
}

std::int64_t sum(const Nameless& found, std::int64_t least_bytes) {
  std::int64_t bytes = 0;
  for (const auto& [file, reach] : found) bytes += std::max(reach, least_bytes);
  return bytes;
}

}  // namespace

std::int64_t Family::cpu_ns() {
  const std::int64_t tick_ns = 1'000'000'000 / std::max(1L, sysconf(_SC_CLK_TCK));
  std::int64_t ticks = 0;
  for (const pid_t pid : all_below(processes_, keeper_)) ticks += facts_of(processes_, pid).ticks;
  const std::int64_t now_ns = ticks * tick_ns;
  if (now_ns + kRoundingTicks * tick_ns < counted_ns_) lost_ns_ += counted_ns_ - now_ns;
  counted_ns_ = now_ns;
  return now_ns + lost_ns_;
}

bool Family::has_more_tasks(std::int64_t most) const {
  std::vector<pid_t> found = children_of(processes_, keeper_);
  std::int64_t tasks = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    tasks += std::max<std::int64_t>(facts_of(processes_, found[i]).threads, 1);
    const std::vector<pid_t> below = children_of(processes_, found[i]);
    found.insert(found.end(), below.begin(), below.end());
    if (std::max<std::int64_t>(tasks, std::ssize(found)) > most) return true;
  }
  return false;
}

std::int64_t Family::memory_bytes(std::int64_t limit, std::int64_t least_shared_bytes) const {
  const std::vector<pid_t> all = all_below(processes_, keeper_);
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  std::int64_t bytes = 0;
  Nameless shared;
  for (const pid_t pid : all) {
    bytes += facts_of(processes_, pid).pages * page_bytes;
    collect_nameless(file_of(processes_, pid, "maps"), kWithoutFile, shared);
  }
  const std::int64_t shared_bytes = sum(shared, least_shared_bytes);
  if (bytes + shared_bytes > limit && all.size() > 1) {
    bytes = 0;
    for (const pid_t pid : all) {
      const std::int64_t own = shared_out_bytes(processes_, pid);
      bytes += own < 0 ? facts_of(processes_, pid).pages * page_bytes : own;
    }
  }
  return bytes + shared_bytes;
}

std::int64_t Family::nameless_file_bytes(const std::string& folder,
                                         std::int64_t least_bytes) const {
  std::int64_t bytes = 0;
  Nameless mapped;
  for (const pid_t pid : all_below(processes_, keeper_)) {
    const std::string descriptors = std::to_string(pid) + "/fd";
    const Fd opened(openat(processes_, descriptors.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open()) bytes += nameless_bytes(opened.get());
    collect_nameless(file_of(processes_, pid, "maps"), folder + "/", mapped);
  }
  return std::max(bytes, sum(mapped, least_bytes));
}

}  // namespace inarow::sandbox
