// The depth-limited player of games that count lines on a full board (MaxConnect4).
#include "bind/bind.hpp"

namespace inarow::bind {

void bind_counting(nb::module_&) {}

}  // namespace inarow::bind
