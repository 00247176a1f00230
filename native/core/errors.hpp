// What can be wrong with input, by cause. Each message is one sentence that names the input, the
// place and the rule; Python sees the same two classes in inarow.errors, and any other
// std::invalid_argument as their base, UserError.
#pragma once

#include <stdexcept>

namespace inarow {

// A move that the rules forbid here.
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A text that is no position.
struct BadText : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace inarow
