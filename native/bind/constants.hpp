// Enumerations for Python without its enum module, which costs a strict command a third of its
// start-up. Each value is one object, so `is` and `==` agree; repr and pickle name it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

namespace inarow::bind {

namespace nb = nanobind;

template <class Enum>
struct Constant {
  Enum value;
  std::string name;
};

// Binds class_name with one attribute for each value, named in the order of the enumeration.
template <class Enum, std::size_t kSize>
void bind_constants(nb::module_& m, const char* class_name, const char* doc,
                    const char* const (&names)[kSize]) {
  nb::class_<Constant<Enum>> type(m, class_name, doc);
  type.def_ro("name", &Constant<Enum>::name);
  type.def("__repr__", [class_name](const Constant<Enum>& constant) {
    return std::string(class_name) + "." + constant.name;
  });
  type.def("__reduce__", [](nb::handle self) {
    return nb::make_tuple(nb::module_::import_("builtins").attr("getattr"),
                          nb::make_tuple(self.type(), self.attr("name")));
  });
  for (std::size_t i = 0; i < kSize; ++i) {
    type.attr(names[i]) = nb::cast(Constant<Enum>{static_cast<Enum>(i), names[i]});
  }
}

// The one Python object of a value.
template <class Enum, std::size_t kSize>
nb::object constant(const char* const (&names)[kSize], Enum value) {
  return nb::type<Constant<Enum>>().attr(names[static_cast<std::size_t>(value)]);
}

}  // namespace inarow::bind
