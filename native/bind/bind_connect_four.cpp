// The Connect Four player.
#include "bind/bind.hpp"

namespace inarow::bind {

void bind_connect_four(nb::module_&) {}

}  // namespace inarow::bind
