#include "bind/bind.hpp"

namespace inarow::bind {
namespace {

// Called from a search about a hundred times a second, without the lock (core/interrupt.hpp), so
// that Ctrl-C raises KeyboardInterrupt at once.
bool signal_pending() {
  nb::gil_scoped_acquire locked;
  return PyErr_CheckSignals() != 0;
}

}  // namespace
}  // namespace inarow::bind

NB_MODULE(_core, m) {
  m.doc() = "The native core of inarow.";
  // The values of Goal and Outcome live in their own classes until the interpreter ends.
  nanobind::set_leak_warnings(false);
  inarow::interrupt_requested = inarow::bind::signal_pending;
  inarow::bind::bind_errors();
  inarow::bind::bind_game(m);
  inarow::bind::bind_position(m);
  inarow::bind::bind_textbook(m);
  inarow::bind::bind_books(m);
  inarow::bind::bind_falling(m);
  inarow::bind::bind_counted(m);
  inarow::bind::bind_free(m);
  inarow::bind::bind_process(m);
  inarow::bind::bind_ratings(m);
}
