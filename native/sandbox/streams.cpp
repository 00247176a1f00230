#include "sandbox/streams.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

namespace inarow::sandbox {

bool Stream::read_some(std::int64_t most) {
  char piece[1 << 16];
  while (reader.is_open() && static_cast<std::int64_t>(kept.size()) <= most) {
    const auto space = static_cast<std::size_t>(most + 1) - kept.size();
    const ssize_t count = read(reader.get(), piece, std::min(sizeof piece, space));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) {
      reader.reset();
      return false;
    }
    kept.append(piece, static_cast<std::size_t>(count));
  }
  return reader.is_open();
}

std::pair<Fd, Fd> made_pipe() {
  int ends[2];
  checked(pipe2(ends, O_CLOEXEC), "making a pipe");
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Fd(ends[0]), Fd(ends[1])};
}

}  // namespace inarow::sandbox
