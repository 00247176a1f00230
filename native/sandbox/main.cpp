// inarow-sandbox: starts programs that nobody trusts. It is told what to start by the process that
// started it, over the socket that it has inherited; sandbox/protocol.hpp has the words.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sandbox/server.hpp"

int main(int count, char** words) {
  if (count == 5 && std::strcmp(words[1], "serve") == 0)
    return inarow::sandbox::serve(std::atoi(words[2]), std::atoi(words[3]), words[4]);
  // The least program of all, to try a sandbox with.
  if (count == 2 && std::strcmp(words[1], "nothing") == 0) return 0;
  std::fputs("inarow-sandbox is started by inarow alone; 'inarow doctor' says whether it works\n",
             stderr);
  return 2;
}
