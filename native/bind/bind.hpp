// The Python face of the core: `inarow._core`. Only files in bind/ know Python.
//
// Players are 0 and 1 inside the core and 1 and 2 in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "core/game.hpp"
#include "core/interrupt.hpp"
#include "core/wide_count.hpp"

namespace inarow::bind {

namespace nb = nanobind;

void bind_game(nb::module_& m);
void bind_position(nb::module_& m);
void bind_errors();
void bind_textbook(nb::module_& m);
void bind_books(nb::module_& m);
void bind_falling(nb::module_& m);
void bind_counted(nb::module_& m);
void bind_free(nb::module_& m);
void bind_process(nb::module_& m);
void bind_ratings(nb::module_& m);

// The text that evaluates to the game in Python.
std::string repr_of(const Game& game);

// Runs work() without the interpreter lock. An interrupt inside surfaces as KeyboardInterrupt.
template <class Work>
auto without_lock(Work work) {
  try {
    nb::gil_scoped_release unlocked;
    return work();
  } catch (const Interrupted&) {
    throw nb::python_error();
  }
}

inline nb::int_ python_int(const WideCount& count) {
  nb::object total = nb::int_(count.limb[3]);
  for (int i = 2; i >= 0; --i) total = (total << nb::int_(64)) | nb::int_(count.limb[i]);
  return nb::borrow<nb::int_>(total);
}

}  // namespace inarow::bind
