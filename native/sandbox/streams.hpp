// The pipes through which a program's output is collected.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

// One of the two streams that are collected.
struct Stream {
  Fd reader;
  std::string kept;

  // Reads what is there, up to one byte beyond the bound; false at the end of the stream.
  bool read_some(std::int64_t most);
};

std::pair<Fd, Fd> made_pipe();  // of which the reading end does not block; throws Problem

}  // namespace inarow::sandbox
