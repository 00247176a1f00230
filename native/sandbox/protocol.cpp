#include "sandbox/protocol.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "sandbox/system.hpp"

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

namespace {

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value <= 0)
    throw SandboxError{"a limit of a request is no number above 0"};
  return value;
}

}  // namespace

Request parsed_request(std::string_view message) {
  Request request;
  while (!message.empty()) {
    const std::size_t end = message.find('\0');
    if (end == std::string_view::npos || end == 0)
      throw SandboxError{"a request has a text without tag or end"};
    const std::string_view value = message.substr(1, end - 1);
    switch (message[0]) {
      case 'a':
        request.argv.emplace_back(value);
        break;
      case 'e':
        request.environment.emplace_back(value);
        break;
      case 'r':
        request.readable.emplace_back(value);
        break;
      case 'i':
        request.interpreter = value;
        break;
      case 'b':
        request.box = value;
        break;
      case 'w':
        request.work = value;
        break;
      case 'f':
        request.is_build = true;
        break;
      case 'c':
        request.collect = true;
        break;
      case 't':
        request.terminal = true;
        break;
      case 'h':
        request.paths_of_host = true;
        break;
      case 'W':
        request.wall_ns = number(value);
        break;
      case 'C':
        request.cpu_ns = number(value);
        break;
      case 'U':
        request.used_ns = number(value);
        break;
      case 'M':
        request.memory_bytes = number(value);
        break;
      case 'O':
        request.output_bytes = number(value);
        break;
      case 'T':
        request.file_bytes = number(value);
        break;
      case 'P':
        request.processes = number(value);
        break;
      case 'N':
        request.descriptors = number(value);
        break;
      default:
        throw SandboxError{"a request has an unknown tag"};
    }
    message.remove_prefix(end + 1);
  }
  if (request.argv.empty()) throw SandboxError{"a request has no command"};
  return request;
}

std::string encoded(const Report& report) {
  const std::int64_t numbers[] = {
      report.exit_code,
      report.signal,
      static_cast<std::int64_t>(report.limit),
      report.wall_ns,
      report.cpu_ns,
      report.system_ns,
      report.stall_ns,
      report.peak_kb,
      report.first_line_ns,
      report.line_cpu_ns,
      report.line_stall_ns,
      report.truncated,
      static_cast<std::int64_t>(report.out.size()),
      static_cast<std::int64_t>(report.err.size()),
      static_cast<std::int64_t>(report.fault.size()),
  };
  std::string text = "R";
  text.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
  return text + report.out + report.err + report.fault;
}

void send_report(int channel, const Report& report) {
  const std::string text = encoded(report);
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = send(channel, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

void send_started(int channel, int process, int group) {
  if (group < 0)
    send_message(channel, "S", {process});
  else
    send_message(channel, "S", {process, group});
}

}  // namespace inarow::sandbox
