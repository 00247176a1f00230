// Messages with descriptors, over a local socket.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

struct Message {
  std::string text;
  std::vector<Fd> fds;
  bool at_end = false;  // the other side is gone
};

void send_message(int socket, std::string_view text, std::initializer_list<int> fds);
Message received_message(int socket, std::size_t most_bytes);

}  // namespace inarow::sandbox
