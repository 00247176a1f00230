#include "sandbox/report.hpp"

#include <sys/socket.h>

#include <cerrno>

#include "sandbox/messages.hpp"

namespace inarow::sandbox {

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
