// The namespaces that all programs of a launcher share: users, network, messages, host name, and
// the launcher's own copy of the mounts. Each program has a process table and mounts of its own.
#pragma once

#include <sys/types.h>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

// Who programs run as. Where we are root each gets a user of its own, whom nobody else is;
// otherwise they stay who we are.
struct Identities {
  bool change = false;
  bool sees_descriptors = true;  // root may look at those of others' processes
  uid_t first = 0;
  unsigned count = 1;
  gid_t common_group = 0;  // which all programs of tier 2 are in that have users of their own

  uid_t of(unsigned slot) const { return change ? first + slot % count : getuid(); }
};

// Enters the namespaces of tier 1 and gives up every way to gain rights. Throws SandboxError.
Identities enter_namespaces();

// The same for tier 2, which has no namespaces.
Identities give_up_rights();

}  // namespace inarow::sandbox
