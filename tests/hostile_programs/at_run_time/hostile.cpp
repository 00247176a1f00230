// Hostile deeds in the way of C++: hostile_cpp DEED.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

void vector_bomb() {
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(1 << 20, 'x');
}

void throw_out() { throw std::runtime_error("nobody catches this"); }

void flood() {
  for (;;) std::cout << "a flood of lines" << std::endl;
}

void leave_thread() {
  std::thread([] {
    for (;;) std::this_thread::yield();
  }).detach();
  std::puts("3");
}

void run_shell() {
  std::puts(std::system("echo ESCAPED") == 0 ? "ESCAPED" : "no shell");
  std::FILE* shell = popen("echo ESCAPED", "r");
  char line[80] = "no pipe to a shell\n";
  if (shell != nullptr && std::fgets(line, sizeof line, shell) == nullptr) std::puts("no shell");
  std::fputs(line, stdout);
}

void walk_system() {
  std::error_code error;
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/", error))
    for (const auto& hidden : {"/root", "/home", "/var", "/sys", "/srv", "/opt"})
      if (entry.path() == hidden) ++found;
  std::printf(found > 0 ? "ESCAPED: %d folders of the host\n" : "%d folders of the host\n", found);
}

void regex_bomb() { std::regex_match(std::string(200000, 'a'), std::regex("(a|b)*c")); }

void after_end() {
  std::atexit([] {
    for (;;) {
    }
  });
  std::puts("3");
}

void exit_codes() { std::_Exit(139); }

}  // namespace

int main(int count, char** words) {
  const struct {
    const char* name;
    void (*deed)();
  } deeds[] = {
      {"vector_bomb", vector_bomb},   {"throw_out", throw_out}, {"flood", flood},
      {"leave_thread", leave_thread}, {"run_shell", run_shell}, {"walk_system", walk_system},
      {"regex_bomb", regex_bomb},     {"after_end", after_end}, {"exit_codes", exit_codes}};
  for (const auto& [name, deed] : deeds)
    if (count > 1 && std::strcmp(words[1], name) == 0) {
      deed();
      return 0;
    }
  return 99;
}
