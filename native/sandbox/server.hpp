// The launcher as a process that stays: takes requests from the one that started it, starts a
// keeper for each, and ends with everything it started when that one is gone.
//
//   Python     its user       one launcher for each tier; a socket for requests (protocol.hpp)
//   launcher   its user       a small static program; in the namespaces of tier 1, if it is that
//                             tier; no way to more rights; keeps mount namespaces ready for what
//                             each language may see (root.hpp)
//   keeper     its user       one for each program; a channel to Python; enforces limits, collects
//                             the output, reports (keeper.hpp)
//   program    another user   only where the launcher is root, else the same user; file system by
//                             root.hpp (tier 1) or Landlock (tier 2), system calls by a table
//                             (seccomp.hpp; native/tests/sandbox tries them number by number),
//                             limits by the kernel and by the keeper; in tier 0 a plain process,
//                             which has all rights of its user
//
// The child that becomes the program shares the keeper's memory until it executes (program.hpp), so
// a launch costs about two bare ones.
//
// Nobody outlives the referee. Each line is a process that ends those below it, however it ends
// itself:
//
//   referee             killed at any moment
//    |- launcher        ends all keepers when its socket to the referee is closed, or the
//    |   |              referee is gone
//    |   '- keeper      killed with its launcher
//    |       '- program, and what it started
//    |                    tier 1       the keeper is the first process of their process table, so
//    |                                 the kernel kills the rest of the table with it
//    |                    tiers 0, 2   the program is killed with its keeper; what it started comes
//    |                                 to the launcher, which kills what it adopts
//    '- worker          tasks of executor.py: killed with the referee, and a referee itself
//
// Tier 0 is used for engines of one's own too. What a killed launcher leaves in the file system (a
// control group, a folder) was noted before it was made, and the next launcher removes it
// (leftovers.hpp).
#pragma once

#include <string>

namespace inarow::sandbox {

// Serves on a local socket. First it says "ok" with what it has, or why it cannot serve; the exit
// status of the process. Tier 0 starts plain processes, which nothing bounds but time and output.
int serve(int socket, int tier, const std::string& state);

}  // namespace inarow::sandbox
