// Paths in texts that name copies. tests/running/test_closed_folders.py tries the copies
// themselves.
#include "sandbox/reachable.hpp"

#include <string>

#include "doctest.h"

using inarow::sandbox::translated;
using inarow::sandbox::Translation;

TEST_CASE("a path is replaced as a whole, and the longest of those that fit") {
  const Translation translation = {{"/closed/x", "/copy/0/x"}, {"/closed/x/env", "/copy/1/env"}};
  const std::pair<const char*, const char*> texts[] = {
      {"/closed/x", "/copy/0/x"},
      {"/closed/x/env/bin/python", "/copy/1/env/bin/python"},
      {"/closed/x/environment", "/copy/0/x/environment"},
      {"/closed/xy /my/closed/x closed/x", "/closed/xy /my/closed/x closed/x"},
      {"#!/closed/x/env/bin/python -s", "#!/copy/1/env/bin/python -s"},
      {"home = /closed/x\nversion = 3\n", "home = /copy/0/x\nversion = 3\n"},
      {"CLASSPATH=/closed/x/a.jar:/usr/b.jar:/closed/x",
       "CLASSPATH=/copy/0/x/a.jar:/usr/b.jar:/copy/0/x"},
      {"", ""},
  };
  for (const auto& [text, expected] : texts) CHECK(translated(text, translation) == expected);
  CHECK(translated("/closed/x", {}) == "/closed/x");
}
