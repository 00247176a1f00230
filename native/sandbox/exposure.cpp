#include "sandbox/exposure.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <deque>
#include <set>

namespace inarow::sandbox {

namespace {

constexpr int kMostLinks = 40;

std::deque<std::string> words_of(const std::string& path) {
  std::deque<std::string> words;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) words.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The real path, or nothing; notes the links that lead there.
std::string followed(const std::string& path,
                     std::set<std::pair<std::string, std::string>>& links) {
  std::deque<std::string> words = words_of(path);
  std::string real;
  int passed = 0;
  while (!words.empty()) {
    const std::string word = words.front();
    words.pop_front();
    if (word == ".") continue;
    if (word == "..") {
      real.erase(real.empty() ? 0 : real.rfind('/'));
      continue;
    }
    const std::string next = real + "/" + word;
    struct stat status;
    if (lstat(next.c_str(), &status) != 0) return "";
    if (!S_ISLNK(status.st_mode)) {
      real = next;
      continue;
    }
    char target[PATH_MAX];
    const ssize_t length = readlink(next.c_str(), target, sizeof target);
    if (length <= 0 || ++passed > kMostLinks) return "";
    const std::string text(target, static_cast<std::size_t>(length));
    links.emplace(next, text);
    const std::deque<std::string> more = words_of(text);
    words.insert(words.begin(), more.begin(), more.end());
    if (text[0] == '/') real.clear();
  }
  return real;
}

}  // namespace

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

Exposure exposed(const std::vector<std::string>& wanted) {
  std::set<std::pair<std::string, std::string>> links;
  std::set<std::string> found;
  for (const std::string& path : wanted) {
    const std::string real = followed(path, links);
    if (!real.empty()) found.insert(real);
  }
  Exposure exposure;
  for (const std::string& path : found) {
    const bool held = std::any_of(found.begin(), found.end(), [&](const std::string& other) {
      return other != path && is_below(path, other);
    });
    if (!held) exposure.paths.push_back(path);
  }
  // A link inside of a shown folder is there already.
  for (const auto& link : links)
    if (std::none_of(exposure.paths.begin(), exposure.paths.end(),
                     [&](const std::string& path) { return is_below(link.first, path); }))
      exposure.links.push_back(link);
  return exposure;
}

}  // namespace inarow::sandbox
