// Descriptors that close themselves, and failed calls as one sentence.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <string>
#include <utility>

namespace inarow::sandbox {

// Something that the launcher could not do; never a program's fault.
struct Problem {
  std::string sentence;
};

// Throws what failed together with errno in words.
[[noreturn]] void fail(const std::string& what);

// The result of a system call that must not fail.
long checked(long result, const char* what);

std::int64_t now_ns();  // CLOCK_MONOTONIC, which is Python's time.monotonic()

class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

// A whole small file, or nothing if it cannot be read.
std::string contents(int folder, const char* name);

// Writes a small file at one go; false if that fails.
bool write_file(int folder, const char* name, const std::string& text);

}  // namespace inarow::sandbox
