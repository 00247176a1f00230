// What counts as CPU wait, in a table of processes that the tests write.
#include "clock/cpu_wait.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "doctest.h"

namespace {

using namespace inarow::clock;
namespace fs = std::filesystem;

constexpr std::int64_t kMs = 1'000'000;

// A table with one program, number 7, below number 5.
class Machine {
 public:
  Machine() {
    char name[] = "/tmp/inarow-test-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path_ = name;
    processes = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fs::create_directories(path_ / "5/task/5");
    write("5/task/5/children", "7 ");
    write("stat", "cpu  1 2 3 4 5 6 7 8 0 0\ncpu0 1 2 3 4 5 6 7 0 0 0\nintr 1\n");
    own_wait(0);
  }
  ~Machine() {
    close(processes);
    fs::remove_all(path_);
  }

  // A task of a process, with what the system has counted so far, in milliseconds.
  void task(int process, int number, int ran, int waited, char state, int sleeps) {
    const fs::path place = fs::path(std::to_string(process)) / "task" / std::to_string(number);
    fs::create_directories(path_ / place);
    write(place / "schedstat",
          std::to_string(ran * kMs) + " " + std::to_string(waited * kMs) + " 3\n");
    write(place / "status", std::string("Name:\tx\nState:\t") + state +
                                " (x)\nvoluntary_ctxt_switches:\t" + std::to_string(sleeps) +
                                "\nnonvoluntary_ctxt_switches:\t9\n");
    if (!fs::exists(path_ / place / "children")) write(place / "children", "");
  }
  void children(int process, int number, const std::string& list) {
    write(fs::path(std::to_string(process)) / "task" / std::to_string(number) / "children", list);
  }
  void ends(int process, int number) {
    fs::remove_all(path_ / std::to_string(process) / "task" / std::to_string(number));
  }
  void own_wait(int ms) {
    fs::create_directories(path_ / "thread-self");
    write("thread-self/schedstat", "1 " + std::to_string(ms * kMs) + " 1\n");
  }
  void stolen(int ticks) {
    write("stat", "cpu0 1 2 3 4 5 6 7 " + std::to_string(ticks) + " 0 0\n");
  }

  int processes = -1;

 private:
  void write(const fs::path& place, const std::string& text) {
    std::ofstream(path_ / place) << text;
  }
  fs::path path_;
};

struct Clock {
  explicit Clock(Machine& machine) : wait(machine.processes, "7", "5") { wait.begin(0); }

  void look(int now_ms, Look why = Look::kOnTheWay) { wait.look(now_ms * kMs, why); }
  std::int64_t waited(int wall_ms, int cpu_ms) const {
    return wait.wait_ns(wall_ms * kMs, cpu_ms * kMs) / kMs;
  }
  std::int64_t at_most(int wall_ms, int cpu_ms) const {
    return wait.most_wait_ns(wall_ms * kMs, cpu_ms * kMs) / kMs;
  }

  CpuWait wait;
};

}  // namespace

TEST_CASE("what one task neither ran nor slept it waited") {
  Machine machine;
  machine.task(7, 7, 50, 10, 'S', 3);
  Clock clock(machine);
  machine.task(7, 7, 70, 40, 'S', 4);  // ran 20, waited 30, slept 50
  clock.look(100);
  CHECK(clock.waited(100, 20) == 30);
}

TEST_CASE("tasks that wait behind each other do not make the machine busy") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'R', 0);
  Clock clock(machine);
  for (int i = 7; i < 16; ++i) machine.task(7, i, 10, 35, 'S', 1);  // 90 on two cores
  clock.look(45);
  CHECK(clock.waited(45, 90) == 0);
  clock.look(300);  // then all sleep
  CHECK(clock.waited(300, 90) == 0);
}

TEST_CASE("tasks that take turns are all awake together") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'S', 1);
  Clock clock(machine);
  machine.task(7, 8, 5, 15, 'S', 1);
  clock.look(20);
  machine.ends(7, 8);
  machine.task(7, 9, 5, 15, 'S', 1);
  clock.look(40);
  CHECK(clock.waited(40, 10) == 30);
}

TEST_CASE("tasks of all processes below the keeper count") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'S', 1);
  Clock clock(machine);
  machine.children(7, 7, "20 ");
  machine.children(5, 5, "7 30 ");
  machine.task(20, 21, 5, 45, 'S', 1);  // a thread of a child
  clock.look(50);
  CHECK(clock.waited(50, 5) == 45);
  machine.task(30, 30, 10, 40, 'S', 1);  // whose parent has ended
  clock.look(100);
  CHECK(clock.waited(100, 15) == 85);
}

TEST_CASE("a wait that is not over yet is open, and told of later") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'S', 1);
  Clock clock(machine);
  machine.task(7, 7, 0, 0, 'R', 1);  // slept 6, has waited since
  clock.look(20);
  CHECK(clock.waited(20, 0) == 0);
  CHECK(clock.at_most(20, 0) == 20);
  clock.look(40);  // awake all along, and still nothing is counted
  CHECK(clock.waited(40, 0) == 20);
  machine.task(7, 7, 4, 50, 'S', 2);
  clock.look(60);
  CHECK(clock.waited(60, 4) == 50);
  CHECK(clock.at_most(60, 4) == 50);
}

TEST_CASE("who stays runnable without sleeping wanted a core, counted or not") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'R', 4);
  Clock clock(machine);
  machine.task(7, 7, 10, 0, 'R', 4);  // the machine was paused
  clock.look(300);
  CHECK(clock.waited(300, 10) == 290);
  SUBCASE("to wait for the next question is no sleep") {
    machine.task(7, 7, 12, 0, 'S', 5);
    clock.look(400, Look::kAnswer);
    CHECK(clock.waited(400, 12) == 388);
  }
  SUBCASE("to sleep before the answer is one") {
    machine.task(7, 7, 12, 0, 'S', 6);
    clock.look(400, Look::kAnswer);
    CHECK(clock.waited(400, 12) == 290);
  }
  SUBCASE("on the way to an answer too") {
    machine.task(7, 7, 12, 0, 'S', 5);
    clock.look(400);
    CHECK(clock.waited(400, 12) == 290);
  }
}

TEST_CASE("who looks late at an answer does not charge that") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'S', 1);
  Clock clock(machine);
  machine.own_wait(30);
  clock.look(50);  // it was not the answer that waited
  CHECK(clock.waited(50, 0) == 0);
  machine.own_wait(50);
  clock.look(100, Look::kAnswer);
  CHECK(clock.waited(100, 0) == 20);
}

TEST_CASE("a stolen core is no sleep of a program that ran, and a sleeper gains nothing") {
  Machine machine;
  machine.task(7, 7, 0, 0, 'S', 1);
  Clock clock(machine);
  machine.stolen(2);
  clock.look(100);
  CHECK(clock.waited(100, 0) == 0);
  machine.task(7, 7, 50, 0, 'S', 2);
  clock.look(200);
  CHECK(clock.waited(200, 50) == 2 * 1000 / sysconf(_SC_CLK_TCK));
}

TEST_CASE("a program begins when it is executed, and none at all waits for nothing") {
  Machine machine;
  machine.task(7, 7, 30, 40, 'R', 1);
  CpuWait wait(machine.processes, "7", "5");
  wait.begin(0, "20000000 10000000 5");
  wait.look(40 * kMs, Look::kOnTheWay);
  CHECK(wait.wait_ns(40 * kMs, 10 * kMs) == 30 * kMs);
  machine.ends(7, 7);
  wait.look(100 * kMs, Look::kAnswer);
  CHECK(wait.wait_ns(100 * kMs, 10 * kMs) == 30 * kMs);
  CpuWait nowhere(-1, "7", "5");
  nowhere.begin(0);
  nowhere.look(100 * kMs, Look::kAnswer);
  CHECK(nowhere.wait_ns(100 * kMs, 10 * kMs) == 0);
}

TEST_CASE("looks are not in step with anything") {
  Machine machine;
  CpuWait wait(machine.processes, "7", "5");
  for (int i = 0; i < 100; ++i) {
    const std::int64_t pause = wait.pause_ns(20 * kMs);
    CHECK(pause >= 10 * kMs);
    CHECK(pause < 30 * kMs);
  }
}
