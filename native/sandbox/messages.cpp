#include "sandbox/messages.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace inarow::sandbox {

namespace {

constexpr std::size_t kMostFds = 8;

}  // namespace

void send_message(int socket, std::string_view text, std::initializer_list<int> fds) {
  const std::string sent = text.empty() ? std::string(1, '\0') : std::string(text);
  iovec part{const_cast<char*>(sent.data()), sent.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(kMostFds * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (fds.size() > 0) {
    message.msg_control = space;
    message.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(rights), fds.begin(), fds.size() * sizeof(int));
  }
  while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

Message received_message(int socket, std::size_t most_bytes) {
  // Kept, and not cleared: most messages are short.
  static std::vector<char> buffer;
  if (buffer.size() < most_bytes) buffer.resize(most_bytes);
  Message received;
  iovec part{buffer.data(), most_bytes};
  alignas(cmsghdr) char space[CMSG_SPACE(kMostFds * sizeof(int))];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  received.at_end = count <= 0;
  received.text.assign(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count < 0) return received;
  for (cmsghdr* rights = CMSG_FIRSTHDR(&message); rights != nullptr;
       rights = CMSG_NXTHDR(&message, rights)) {
    if (rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t number = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < number; ++i) {
      int fd;
      std::memcpy(&fd, CMSG_DATA(rights) + i * sizeof(int), sizeof fd);
      received.fds.emplace_back(fd);
    }
  }
  return received;
}

}  // namespace inarow::sandbox
