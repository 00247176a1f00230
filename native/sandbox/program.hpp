// The step from our process to the program's: descriptors, limits, user, filters, execution.
//
// The child shares our memory until it executes, so it allocates nothing and only calls the kernel;
// what it has to tell lies in the struct afterwards. We sleep until it executes, or fails.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/protocol.hpp"
#include "sandbox/seccomp.hpp"
#include "sandbox/system.hpp"

namespace inarow::sandbox {

struct Program {
  // Told by the caller.
  std::vector<std::string> words;
  std::vector<std::string> variables;
  std::vector<std::string> candidates;  // where the program may lie, in the order they are tried
  std::string folder;                   // in which it starts
  int standard[3] = {-1, -1, -1};
  bool change_user = false;
  uid_t user = 0;
  gid_t group = 0;  // beside its own, or 0
  int landlock = -1;
  int host_processes = -1;  // /proc of the host, to learn the program's number and waits there
  SyscallFilter* filter = nullptr;  // none: a plain process, which keeps our rights
  std::vector<std::pair<int, rlimit>> limits;

  // Told by the child.
  const char* failed_step = nullptr;
  int error = 0;
  std::int64_t began_ns = 0;
  std::array<char, 16> host_number{};
  std::array<char, 64> waits_before{};  // its schedstat as it was executed
  std::int64_t sleeps_before = 0;       // how often it had slept of its own accord by then
  std::int64_t faults_before = 0;       // page faults by then

  // Starts it; its number, and a descriptor of its process. Throws SandboxError if it was not
  // executed.
  pid_t start(Fd& process);
};

// The limits of a request for the kernel; a number of threads only where users are told apart.
std::vector<std::pair<int, rlimit>> kernel_limits(const Request& request, std::int64_t threads);

// A program's name as paths to try: itself, or through PATH.
std::vector<std::string> candidates_of(const std::string& name,
                                       const std::vector<std::string>& variables);

}  // namespace inarow::sandbox
