// Errors of the core become those of inarow.errors, which is imported only when one is raised: a
// strict command that ends well does not pay for it.
#include "bind/bind.hpp"
#include "core/errors.hpp"

namespace inarow::bind {
namespace {

void raise(const char* name, const char* sentence) {
  try {
    const nb::object type = nb::module_::import_("inarow.errors").attr(name);
    PyErr_SetString(type.ptr(), sentence);
  } catch (nb::python_error& error) {
    error.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const IllegalMove& error) {
    raise("IllegalMoveError", error.what());
  } catch (const BadText& error) {
    raise("BadTextError", error.what());
  } catch (const std::invalid_argument& error) {
    raise("UserError", error.what());
  } catch (const Interrupted&) {
    // Thrown where the interpreter lock is held: its KeyboardInterrupt is raised already.
  }
}

}  // namespace

void bind_errors() { nb::register_exception_translator(translate); }

}  // namespace inarow::bind
