#include "sandbox/system.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace inarow::sandbox {

void fail(const std::string& what) { throw SandboxError{what + ": " + std::strerror(errno)}; }

long checked(long result, const char* what) {
  if (result < 0) fail(what);
  return result;
}

std::int64_t now_ns() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::string contents(int folder, const char* name) {
  std::string text;
  Fd file(openat(folder, name, O_RDONLY | O_CLOEXEC));
  char piece[4096];
  for (ssize_t count; file.is_open() && (count = read(file.get(), piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(count));
  return text;
}

bool write_file(int folder, const char* name, const std::string& text) {
  Fd file(openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  return file.is_open() &&
         write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace inarow::sandbox
