#include "sandbox/request.hpp"

#include <charconv>

#include "sandbox/system.hpp"

namespace inarow::sandbox {

namespace {

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value <= 0)
    throw Problem{"a limit of a request is no number above 0"};
  return value;
}

}  // namespace

Request parsed_request(std::string_view message) {
  Request request;
  while (!message.empty()) {
    const std::size_t end = message.find('\0');
    if (end == std::string_view::npos || end == 0)
      throw Problem{"a request has a text without tag or end"};
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
        request.held_ns = number(value);
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
        throw Problem{"a request has an unknown tag"};
    }
    message.remove_prefix(end + 1);
  }
  if (request.argv.empty()) throw Problem{"a request has no command"};
  return request;
}

}  // namespace inarow::sandbox
