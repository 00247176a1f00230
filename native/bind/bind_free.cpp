// Players of the free-placement games (simplified Connect6, Gomoku).
#include "bind/bind.hpp"

namespace inarow::bind {

void bind_free(nb::module_&) {}

}  // namespace inarow::bind
