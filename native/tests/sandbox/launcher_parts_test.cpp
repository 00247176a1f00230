// Requests, reports, paths and folders of the launcher.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "doctest.h"
#include "sandbox/cgroups.hpp"
#include "sandbox/files.hpp"
#include "sandbox/program.hpp"
#include "sandbox/protocol.hpp"
#include "sandbox/root.hpp"

namespace {

using namespace inarow::sandbox;
using namespace std::string_literals;

// A folder that is gone with the test.
struct Scratch {
  std::string path;

  Scratch() {
    char name[] = "/tmp/inarow-test-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path = name;
  }
  ~Scratch() {
    empty_folder(opened().get());
    rmdir(path.c_str());
  }
  Fd opened() const { return open_folder(path); }
  std::string operator/(const std::string& name) const { return path + "/" + name; }
};

void put(const std::string& path, const std::string& text) {
  REQUIRE(write_file(AT_FDCWD, path.c_str(), text));
}

}  // namespace

TEST_CASE("a request is read field by field") {
  const Request request = parsed_request(
      "a/box/main\0a\0aone two\0ePATH=/bin\0r/usr/lib\0i/copy\0b/home\0w/there\0f\0c\0W5\0C6\0M7\0"
      "O8\0T9\0P10\0N11\0"s);
  CHECK(request.argv == std::vector<std::string>{"/box/main", "", "one two"});
  CHECK(request.environment == std::vector<std::string>{"PATH=/bin"});
  CHECK(request.readable == std::vector<std::string>{"/usr/lib"});
  CHECK(request.interpreter == "/copy");
  CHECK(request.box == "/home");
  CHECK(request.work == "/there");
  CHECK((request.is_build && request.may_fork() && request.collect));
  CHECK(request.wall_ns == 5);
  CHECK(request.cpu_ns == 6);
  CHECK(request.memory_bytes == 7);
  CHECK(request.output_bytes == 8);
  CHECK(request.file_bytes == 9);
  CHECK(request.processes == 10);
  CHECK(request.descriptors == 11);
}

TEST_CASE("what is no request is refused, whatever the bytes") {
  for (const std::string& text :
       {""s, "a"s, "\0"s, "amain"s, "zmain\0"s, "M0\0amain\0"s, "M-1\0amain\0"s, "Mx\0amain\0"s,
        "M99999999999999999999\0amain\0"s, "c\0"s})
    CHECK_THROWS_AS(parsed_request(text), SandboxError);
  std::mt19937 dice(15);
  for (int i = 0; i < 20000; ++i) {
    std::string text(dice() % 40, 0);
    for (char& letter : text) letter = "aerbwfcWCMOTPN\0\0\0/1-"[dice() % 20];
    try {
      const Request request = parsed_request(text);
      CHECK(!request.argv.empty());
    } catch (const SandboxError& problem) {
      CHECK(!problem.sentence.empty());
    }
  }
}

TEST_CASE("a report is a head of fixed size and its three texts") {
  Report report;
  report.exit_code = 3;
  report.out = "out";
  report.err = "error";
  report.fault = "f";
  const std::string text = encoded(report);
  REQUIRE(text.size() == 1 + 15 * 8 + 9);
  CHECK(text[0] == 'R');
  std::int64_t numbers[15];
  std::memcpy(numbers, text.data() + 1, sizeof numbers);
  CHECK(numbers[0] == 3);
  CHECK(numbers[1] == -1);
  CHECK(numbers[12] == 3);
  CHECK(numbers[13] == 5);
  CHECK(numbers[14] == 1);
  CHECK(text.substr(121) == "outerrorf");
}

TEST_CASE("a program's name is looked for in its own PATH") {
  CHECK(candidates_of("/bin/x", {}) == std::vector<std::string>{"/bin/x"});
  CHECK(candidates_of("./x", {}) == std::vector<std::string>{"./x"});
  CHECK(candidates_of("x", {"A=1", "PATH=/a:/b"}) == std::vector<std::string>{"/a/x", "/b/x"});
}

TEST_CASE("links on the way to a path are found, and nothing is shown twice") {
  const Scratch folder;
  mkdir((folder / "real").c_str(), 0755);
  mkdir((folder / "real/inner").c_str(), 0755);
  put(folder / "real/file", "x");
  REQUIRE(symlink("real", (folder / "short").c_str()) == 0);
  REQUIRE(symlink((folder / "short/file").c_str(), (folder / "long").c_str()) == 0);
  REQUIRE(symlink("round", (folder / "round").c_str()) == 0);

  VisiblePaths found = visible_paths({folder / "long"});
  CHECK(found.paths == std::vector<std::string>{folder / "real/file"});
  CHECK(found.links.size() == 2);

  found =
      visible_paths({folder / "short/inner", folder / "real", folder / "real/file", "/no/such"});
  CHECK(found.paths == std::vector<std::string>{folder / "real"});
  CHECK(found.links == decltype(found.links){{folder / "short", "real"}});

  CHECK(visible_paths({folder / "round"}).paths.empty());
  CHECK(visible_paths({folder / "real/../real/./inner"}).paths ==
        std::vector<std::string>{folder / "real/inner"});
  CHECK(is_below("/a/b", "/a"));
  CHECK(!is_below("/ab", "/a"));
}

TEST_CASE("regular files and folders are copied, within bounds, and nothing else") {
  const Scratch from, to;
  mkdir((from / "inner").c_str(), 0700);
  put(from / "inner/file", "text");
  put(from / "large", std::string(5000, 'x'));
  REQUIRE(symlink("/etc/passwd", (from / "link").c_str()) == 0);
  REQUIRE(mkfifo((from / "pipe").c_str(), 0600) == 0);
  const Owner nobody{0, 0, false};
  copy_folder(from.opened().get(), to.opened().get(), 6000, nobody);
  CHECK(contents(to.opened().get(), "inner/file") == "text");
  CHECK(contents(to.opened().get(), "large").size() == 5000);
  CHECK(faccessat(to.opened().get(), "link", F_OK, AT_SYMLINK_NOFOLLOW) != 0);
  CHECK(faccessat(to.opened().get(), "pipe", F_OK, AT_SYMLINK_NOFOLLOW) != 0);

  const Scratch small;
  CHECK_THROWS_AS(copy_folder(from.opened().get(), small.opened().get(), 4000, nobody),
                  SandboxError);

  // A link that lies where a copy is to be written is replaced and not followed.
  const Scratch trap, victim;
  put(victim / "key", "secret");
  REQUIRE(symlink((victim / "key").c_str(), (trap / "large").c_str()) == 0);
  copy_folder(from.opened().get(), trap.opened().get(), 6000, nobody);
  CHECK(contents(victim.opened().get(), "key") == "secret");
}

TEST_CASE("what a program has left is no problem of ours, whatever it is") {
  const Scratch from, to;
  put(from / "answer", "3");
  put(to / "input", "text");
  mkdir((from / "input").c_str(), 0700);
  put(from / "input/file", "text");
  mkdir((to / "folder").c_str(), 0700);
  put(from / "folder", "text");
  CHECK(copy_what_is_left(from.opened().get(), to.opened().get(), 6000));
  CHECK(contents(to.opened().get(), "answer") == "3");
  CHECK(contents(to.opened().get(), "input/file") == "text");

  const Scratch small, deep, shallow;
  put(from / "large", std::string(5000, 'x'));
  CHECK(!copy_what_is_left(from.opened().get(), small.opened().get(), 4000));
  Fd at = deep.opened();
  for (int depth = 0; depth < 40; ++depth) {
    REQUIRE(mkdirat(at.get(), "d", 0700) == 0);
    at = Fd(openat(at.get(), "d", O_RDONLY | O_DIRECTORY));
  }
  CHECK(!copy_what_is_left(deep.opened().get(), shallow.opened().get(), 4000));
}

TEST_CASE("an open file without a name is measured once") {
  const Scratch scratch;
  const std::string path = scratch / "file";
  const Fd descriptors(open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::int64_t before = nameless_bytes(descriptors.get());
  put(path, std::string(100'000, 'x'));
  const Fd one(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const Fd other(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  CHECK(nameless_bytes(descriptors.get()) == before);
  REQUIRE(unlink(path.c_str()) == 0);
  const std::int64_t bytes = nameless_bytes(descriptors.get()) - before;
  CHECK(bytes >= 100'000);
  CHECK(bytes < 200'000);
}

TEST_CASE("folders of any depth are measured and removed") {
  const Scratch folder;
  Fd at = folder.opened();
  for (int depth = 0; depth < 600; ++depth) {
    REQUIRE(mkdirat(at.get(), "d", 0700) == 0);
    write_file(at.get(), "f", "x");
    at = Fd(openat(at.get(), "d", O_RDONLY | O_DIRECTORY));
    REQUIRE(at.is_open());
  }
  CHECK(bytes_below(folder.opened().get()) > std::int64_t{1} << 40);
  empty_folder(folder.opened().get());
  CHECK(bytes_below(folder.opened().get()) == 0);
}
