#include "sandbox/reachable.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "sandbox/files.hpp"
#include "sandbox/root.hpp"

namespace inarow::sandbox {

namespace {

constexpr int kMostEntries = 200'000;
constexpr int kDeepest = 64;
constexpr std::int64_t kMostBytes = std::int64_t{2} << 30;
constexpr std::int64_t kLongestScript = 1 << 20;
constexpr const char* kSettings = "pyvenv.cfg";  // of a virtual environment of Python
constexpr mode_t kOthersRead = 04, kOthersPass = 01;
constexpr decltype(std::declval<struct statfs>().f_type) kOverlay = 0x794c7630;

bool is_among(char letter, const char* letters) {
  return letter != '\0' && std::strchr(letters, letter) != nullptr;
}

// Whether others lack the right to read a file, or to list and enter a folder.
bool is_private(const struct stat& status) {
  const mode_t needed = S_ISDIR(status.st_mode) ? kOthersRead | kOthersPass : kOthersRead;
  return (status.st_mode & needed) != needed;
}

// Whether others cannot read a path: it is private itself, or a folder between `from` and it.
bool is_closed(const std::string& path, const std::string& from = "") {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || is_private(status)) return true;
  for (std::size_t end = path.rfind('/'); end != std::string::npos && end > from.size();
       end = path.rfind('/', end - 1))
    if (stat(path.substr(0, end).c_str(), &status) != 0 || (status.st_mode & kOthersPass) == 0)
      return true;
  return false;
}

std::string real_path(const std::string& path) {
  char real[PATH_MAX];
  return realpath(path.c_str(), real) == nullptr ? "" : real;
}

// "/a/b" and "../c/./d" are "/a/c/d".
std::string joined(const std::string& folder, const std::string& relative) {
  std::string path = folder;
  for (std::size_t at = 0; at <= relative.size();) {
    const std::size_t end = std::min(relative.find('/', at), relative.size());
    const std::string word = relative.substr(at, end - at);
    if (word == "..")
      path.erase(path.empty() ? 0 : path.rfind('/'));
    else if (!word.empty() && word != ".")
      path += '/' + word;
    at = end + 1;
  }
  return path;
}

std::string summary(const struct stat& status) {
  return std::to_string(status.st_dev) + ' ' + std::to_string(status.st_ino) + ' ' +
         std::to_string(status.st_mode) + ' ' + std::to_string(status.st_size) + ' ' +
         std::to_string(status.st_mtim.tv_sec) + '.' + std::to_string(status.st_mtim.tv_nsec);
}

// Calls `visit` with every entry below a folder that others may read; `visit` returns the second
// argument of the calls for what is in that entry, or -1 to leave it out.
struct Walk {
  std::function<int(int from, int to, const std::string& name, const std::string& path,
                    const struct stat& status)>
      visit;
  const std::string& root;
  int entries = 0;

  void folder(int from, int to, const std::string& path, int depth = 0) {
    for (const std::string& name : names_in(from)) {
      struct stat status;
      if (fstatat(from, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
      const bool is_folder = S_ISDIR(status.st_mode);
      if (!is_folder && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) continue;
      if (!S_ISLNK(status.st_mode) && is_private(status)) continue;
      if (++entries > kMostEntries) too_much("200,000 files");
      if (depth > kDeepest) too_much("64 levels of folders");
      const std::string below = path + '/' + name;
      const Fd inner_to(visit(from, to, name, below, status));
      if (!is_folder) continue;
      const Fd inner(openat(from, name.c_str(), kFolder));
      if (inner.is_open()) folder(inner.get(), inner_to.get(), below, depth + 1);
    }
  }

  [[noreturn]] void too_much(const char* what) const {
    throw SandboxError{
        "'" + root + "' has more than " + what +
        ", and tier 2 must copy it, because other users cannot read it; use a smaller " +
        "folder, or one that other users can read"};
  }
};

std::string state_of(const std::string& path, bool with_contents) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) fail("reading '" + path + "'");
  if (!with_contents || !S_ISDIR(status.st_mode)) return summary(status);
  std::size_t hash = 0;
  Walk walk{[&](int, int, const std::string&, const std::string& below, const struct stat& found) {
              hash = hash * 31 + std::hash<std::string>()(below + summary(found));
              return -1;
            },
            path};
  walk.folder(open_folder(path).get(), -1, path);
  return summary(status) + ' ' + std::to_string(hash);
}

class Copying {
 public:
  Copying(const std::string& original, ReachableCopy& copy, const Translation& translation)
      : original_(original), copy_(copy), translation_(translation) {
    struct statfs system;
    // On Docker's file system a link costs a lasting copy of the original.
    links_ = statfs(original.c_str(), &system) == 0 && system.f_type != kOverlay;
  }

  void run() {
    const Fd target = open_folder(copy_.folder);
    const std::string name = original_.substr(original_.rfind('/') + 1);
    struct stat status;
    if (lstat(original_.c_str(), &status) != 0) fail("reading '" + original_ + "'");
    if (!S_ISDIR(status.st_mode)) {
      const Fd parent = open_folder(original_.substr(0, original_.rfind('/') + 1));
      return file(parent.get(), target.get(), name, status);
    }
    const Fd top(folder(target.get(), name));
    walk_.folder(open_folder(original_).get(), top.get(), original_);
  }

 private:
  int visit(int from, int to, const std::string& name, const std::string& path,
            const struct stat& status) {
    if (S_ISDIR(status.st_mode)) return folder(to, name);
    if (S_ISLNK(status.st_mode))
      link(from, to, name, path);
    else
      file(from, to, name, status);
    return -1;
  }

  int folder(int to, const std::string& name) {
    if (mkdirat(to, name.c_str(), 0755) != 0) fail("copying folder '" + name + "'");
    const int made = openat(to, name.c_str(), kFolder);
    if (made < 0 || fchmod(made, 0755) != 0) fail("copying folder '" + name + "'");
    return made;
  }

  void link(int from, int to, const std::string& name, const std::string& path) {
    char text[PATH_MAX];
    const ssize_t length = readlinkat(from, name.c_str(), text, sizeof text);
    if (length <= 0) return;
    std::string target(text, static_cast<std::size_t>(length));
    const std::string whole =
        target[0] == '/' ? target : joined(path.substr(0, path.rfind('/')), target);
    // A link to another entry of the copy holds there as it is.
    if (target[0] == '/' || !is_below(whole, original_)) target = noted(whole);
    if (symlinkat(target.c_str(), to, name.c_str()) != 0) fail("copying link '" + name + "'");
  }

  void file(int from, int to, const std::string& name, const struct stat& found) {
    const bool names_paths = name == kSettings || (found.st_mode & 0111) != 0;
    const bool plain = !is_private(found) && (found.st_mode & (S_ISUID | S_ISGID)) == 0;
    if (!names_paths && plain && linked(from, to, name, found)) return;
    const Fd source(openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status;
    if (!source.is_open() || fstat(source.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (names_paths && status.st_size <= kLongestScript) {
      const std::string text = rewritten(source.get(), name, status);
      if (!text.empty()) return write_copy(to, name, status, text);
    }
    if (names_paths && plain && linked(from, to, name, status)) return;
    const Fd copy = created(to, name, status);
    char piece[1 << 16];
    for (ssize_t count; (count = read(source.get(), piece, sizeof piece)) != 0;) {
      if (count < 0) fail("reading '" + name + "'");
      if ((bytes_left_ -= count) < 0) walk_.too_much("2 GiB");
      if (write(copy.get(), piece, static_cast<std::size_t>(count)) != count)
        fail("copying '" + name + "'");
    }
  }

  // False where the file system has no such link, or the file was exchanged meanwhile.
  bool linked(int from, int to, const std::string& name, const struct stat& found) const {
    if (!links_ || linkat(from, name.c_str(), to, name.c_str(), 0) != 0) return false;
    struct stat status;
    if (fstatat(to, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        status.st_dev == found.st_dev && status.st_ino == found.st_ino)
      return true;
    unlinkat(to, name.c_str(), 0);
    return false;
  }

  Fd created(int to, const std::string& name, const struct stat& status) const {
    const mode_t mode = (status.st_mode & 0100) != 0 ? 0755 : 0644;
    Fd copy(openat(to, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!copy.is_open() || fchmod(copy.get(), mode) != 0) fail("copying '" + name + "'");
    return copy;
  }

  void write_copy(int to, const std::string& name, const struct stat& status,
                  const std::string& text) const {
    const Fd copy = created(to, name, status);
    if (write(copy.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      fail("copying '" + name + "'");
  }

  // The text of a file that names other paths by which it is started, or nothing if it is no such
  // file or names none that is replaced.
  std::string rewritten(int source, const std::string& name, const struct stat& status) {
    const bool settings = name == kSettings;
    char begin[2];
    if (!settings && (pread(source, begin, 2, 0) != 2 || begin[0] != '#' || begin[1] != '!'))
      return "";
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    const ssize_t count = pread(source, text.data(), text.size(), 0);
    if (count < 0) fail("reading '" + name + "'");
    text.resize(static_cast<std::size_t>(count));
    const std::size_t end = settings ? text.size() : std::min(text.find('\n'), text.size());
    const std::string head = text.substr(0, end);
    const std::string replaced = noted(head);
    return replaced == head ? "" : replaced + text.substr(end);
  }

  std::string noted(const std::string& text) {
    return copy_.references.emplace_back(text, translated(text, translation_)).second;
  }

  const std::string& original_;
  ReachableCopy& copy_;
  const Translation& translation_;
  bool links_ = false;
  std::int64_t bytes_left_ = kMostBytes;
  Walk walk_{[this](int from, int to, const std::string& name, const std::string& path,
                    const struct stat& status) { return visit(from, to, name, path, status); },
             original_};
};

}  // namespace

ReachableCopy::~ReachableCopy() {
  const Fd opened(open(folder.c_str(), kFolder));
  if (opened.is_open()) empty_folder(opened.get());
  rmdir(folder.c_str());
}

// A path of a request that others cannot read, without links.
struct ReachableCopies::Original {
  std::string path;
  bool is_box;
  std::shared_ptr<ReachableCopy> copy;
  bool is_new = false;
};

std::string translated(const std::string& text, const Translation& translation) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::pair<std::string, std::string>* found = nullptr;
    if (text[at] == '/' && (at == 0 || is_among(text[at - 1], " \t\n!:=,;'\"")))
      for (const auto& entry : translation) {
        const std::size_t end = at + entry.first.size();
        const bool ends = end >= text.size() || is_among(text[end], "/ \t\n:,;'\"");
        const bool longer = found == nullptr || entry.first.size() > found->first.size();
        if (ends && longer && text.compare(at, entry.first.size(), entry.first) == 0)
          found = &entry;
      }
    out += found == nullptr ? text.substr(at, 1) : found->second;
    at += found == nullptr ? 1 : found->first.size();
  }
  return out;
}

std::vector<std::shared_ptr<ReachableCopy>> ReachableCopies::redirect(Request& request) {
  std::vector<std::string*> paths;
  for (std::string* path : {&request.box, &request.interpreter})
    if (!path->empty()) paths.push_back(path);
  for (std::string& path : request.readable) paths.push_back(&path);

  Translation reals;  // unreachable paths without their links
  for (const std::string* path : paths) {
    const std::string real = real_path(*path);
    if (!real.empty() && (is_closed(real) || is_closed(*path))) reals.emplace_back(*path, real);
  }
  // The outermost first, of which others may be a part: the program of an environment finds it by
  // the folder above its own.
  std::stable_sort(reals.begin(), reals.end(), [](const auto& one, const auto& other) {
    return one.second.size() < other.second.size();
  });
  std::vector<Original> originals;
  for (const auto& [path, real] : reals) {
    const auto covers = [&](const Original& other) {
      return is_below(real, other.path) && !is_closed(real, other.path);
    };
    if (std::none_of(originals.begin(), originals.end(), covers))
      originals.push_back({real, real == real_path(request.box), nullptr});
  }
  if (originals.empty()) return {};
  add_environments(request, originals, reals);

  Translation translation = choose_copies(originals);
  for (Original& original : originals) {
    if (!original.is_new) continue;
    Copying(original.path, *original.copy, translation).run();
    copies_[{original.path, original.is_box}] = original.copy;
  }
  for (const auto& [path, real] : reals)
    translation.emplace_back(path, translated(real, translation));
  for (std::string* path : paths) *path = translated(*path, translation);
  for (std::string& word : request.argv) word = translated(word, translation);
  for (std::string& variable : request.environment) variable = translated(variable, translation);
  std::vector<std::shared_ptr<ReachableCopy>> used;
  for (const Original& original : originals) used.push_back(original.copy);
  return used;
}

// A virtual environment that others can read may be made of a Python that they cannot.
void ReachableCopies::add_environments(const Request& request, std::vector<Original>& originals,
                                       Translation& reals) {
  Translation closed;
  for (const Original& original : originals) closed.emplace_back(original.path, "");
  for (const std::string& path : request.readable) {
    const std::string settings = contents(AT_FDCWD, (path + "/" + kSettings).c_str());
    if (translated(settings, closed) == settings) continue;
    const std::string real = real_path(path);
    if (translated(real, closed) != real) continue;
    reals.emplace_back(path, real);
    originals.push_back({real, false, nullptr});
  }
}

// Finds the copy of each original, or names a new one, which is not filled yet.
Translation ReachableCopies::choose_copies(std::vector<Original>& originals) {
  for (Original& original : originals) {
    const std::string state = state_of(original.path, original.is_box);
    const auto found = copies_.find({original.path, original.is_box});
    if (found != copies_.end() && found->second->state == state) {
      original.copy = found->second;
    } else {
      renew(original);
      original.copy->state = state;
    }
  }
  // A copy that names one that is new must be made anew, too.
  while (true) {
    Translation translation;
    for (const Original& original : originals)
      translation.emplace_back(original.path, original.copy->path);
    const auto outdated = std::find_if(originals.begin(), originals.end(), [&](Original& original) {
      const Translation& references = original.copy->references;
      return !original.is_new && std::any_of(references.begin(), references.end(), [&](auto& text) {
        return translated(text.first, translation) != text.second;
      });
    });
    if (outdated == originals.end()) return translation;
    const std::string state = outdated->copy->state;
    renew(*outdated);
    outdated->copy->state = state;
  }
}

void ReachableCopies::renew(Original& original) {
  if (mkdir(folder_.c_str(), 0700) == 0) {
    if (chown(folder_.c_str(), static_cast<uid_t>(-1), group_) != 0 ||
        chmod(folder_.c_str(), 0710) != 0)
      fail("giving away folder '" + folder_ + "'");
  } else if (errno != EEXIST) {
    fail("making folder '" + folder_ + "'");
  }
  original.copy = std::make_shared<ReachableCopy>();
  original.copy->folder = folder_ + '/' + std::to_string(made_++);
  original.copy->path = original.copy->folder + original.path.substr(original.path.rfind('/'));
  original.is_new = true;
  if (mkdir(original.copy->folder.c_str(), 0755) != 0)
    fail("making folder '" + original.copy->folder + "'");
}

}  // namespace inarow::sandbox
