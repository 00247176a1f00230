// Which links and paths must be there for some paths of the host to be found at their names.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace inarow::sandbox {

// Where a program finds the interpreter that we made for it, wherever that lies on the host.
inline constexpr const char* kInterpreter = "/python";

struct Exposure {
  std::vector<std::pair<std::string, std::string>> links;  // path and what it says
  std::vector<std::string> paths;  // real paths, none below another, in order
};

bool is_below(const std::string& path, const std::string& folder);  // or the folder itself

// Follows each path through every link on its way. A path that is not there is left out.
Exposure exposed(const std::vector<std::string>& wanted);

}  // namespace inarow::sandbox
