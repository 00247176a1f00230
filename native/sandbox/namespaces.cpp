#include "sandbox/namespaces.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

constexpr uid_t kFirstUser = 61184;  // up to 65519 belongs to nobody for long on any system
constexpr unsigned kUsers = 4096;
constexpr int kInsideUser = 1000;
constexpr int kMostCapabilities = 64;

// The numbers that exist here, each mapped to itself: lines of a map of users or groups.
std::string identity(const std::string& map) {
  std::istringstream lines(map);
  std::string text;
  for (unsigned long inside, outside, count; lines >> inside >> outside >> count;)
    text +=
        std::to_string(inside) + ' ' + std::to_string(inside) + ' ' + std::to_string(count) + '\n';
  return text;
}

bool has_our_users(const std::string& map) {
  std::istringstream lines(map);
  for (unsigned long inside, outside, count; lines >> inside >> outside >> count;)
    if (inside <= kFirstUser && inside + count >= kFirstUser + kUsers) return true;
  return false;
}

bool set(const std::string& file, const std::string& text) {
  Fd opened(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return opened.is_open() &&
         write(opened.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// A user namespace in which all users are who they were: only somebody outside may write that.
bool enter_with_all_users(const std::string& users, const std::string& groups) {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0) return false;
  Fd reader(ready[0]), writer(ready[1]);
  const std::string process = "/proc/" + std::to_string(getpid());
  const pid_t helper = fork();
  if (helper == 0) {
    writer.reset();
    char byte;
    const bool asked = read(reader.get(), &byte, 1) == 1;
    const bool done =
        asked && set(process + "/uid_map", users) && set(process + "/gid_map", groups);
    _exit(done ? 0 : 1);
  }
  reader.reset();
  const bool entered = helper > 0 && unshare(CLONE_NEWUSER) == 0;
  const int error = errno;
  if (entered && write(writer.get(), "", 1) != 1) throw SandboxError{"user namespace: no helper"};
  writer.reset();
  int status = 1;
  if (helper > 0) waitpid(helper, &status, 0);
  errno = error;
  if (entered && status != 0) throw SandboxError{"user namespace: its users cannot be mapped"};
  return entered;
}

void enter_alone() {
  const uid_t uid = getuid();
  const gid_t gid = getgid();
  checked(unshare(CLONE_NEWUSER), "user namespace");
  const std::string inside = std::to_string(kInsideUser) + ' ';
  set("/proc/self/setgroups", "deny");
  if (!set("/proc/self/uid_map", inside + std::to_string(uid) + " 1\n") ||
      !set("/proc/self/gid_map", inside + std::to_string(gid) + " 1\n"))
    fail("user namespace: mapping ourselves");
}

// Nothing that is executed from here on can gain a right.
void close_ways_up() {
  checked(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "giving up privileges");
  for (int capability = 0; capability < kMostCapabilities; ++capability)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno == EINVAL) break;
}

std::uint64_t own_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct own[2] = {};
  checked(syscall(SYS_capget, &header, own), "reading capabilities");
  return own[0].effective | std::uint64_t{own[1].effective} << 32;
}

// What root must be able to do to run programs as other users: to give files away and read them
// again, to become the others and to signal them. Containers can take that away.
void need_rights_over_users() {
  constexpr std::pair<int, const char*> needed[] = {
      {CAP_CHOWN, "CAP_CHOWN"},   {CAP_DAC_OVERRIDE, "CAP_DAC_OVERRIDE"},
      {CAP_FOWNER, "CAP_FOWNER"}, {CAP_KILL, "CAP_KILL"},
      {CAP_SETGID, "CAP_SETGID"}, {CAP_SETUID, "CAP_SETUID"}};
  const std::uint64_t own = own_capabilities();
  std::string missing;
  for (const auto& [number, name] : needed)
    if ((own >> number & 1) == 0) missing += std::string(" ") + name;
  if (!missing.empty()) throw SandboxError{"root has no capability" + missing};
}

}  // namespace

Identities enter_namespaces() {
  const std::string users = contents(AT_FDCWD, "/proc/self/uid_map");
  const std::string groups = contents(AT_FDCWD, "/proc/self/gid_map");
  Identities identities;
  if (geteuid() == 0 && has_our_users(users) && has_our_users(groups))
    identities = {true, true, kFirstUser, kUsers};
  if (identities.change) {
    // Root without user namespaces can still make the others.
    enter_with_all_users(identity(users), identity(groups));
  } else {
    enter_alone();
  }
  checked(unshare(CLONE_NEWNS), "mount namespace");
  checked(unshare(CLONE_NEWNET), "network namespace");
  checked(unshare(CLONE_NEWIPC), "namespace of messages");
  checked(unshare(CLONE_NEWUTS), "namespace of names");
  checked(sethostname("sandbox", 7), "naming the host");
  checked(mount("none", "/", nullptr, MS_REC | MS_SLAVE, nullptr), "keeping mounts to ourselves");
  close_ways_up();
  return identities;
}

Identities give_up_rights() {
  Identities identities;
  if (geteuid() == 0 && has_our_users(contents(AT_FDCWD, "/proc/self/uid_map"))) {
    need_rights_over_users();
    // Launchers that share the users of a system begin at different ones.
    const auto offset = static_cast<unsigned>(getpid()) * 37 % (kUsers / 2);
    const bool sees = (own_capabilities() >> CAP_SYS_PTRACE & 1) != 0;
    identities = {true, sees, kFirstUser + offset, kUsers / 2 - 1, kFirstUser + kUsers - 1};
  }
  close_ways_up();
  return identities;
}

}  // namespace inarow::sandbox
