// How much of its address space a program takes for itself: code and data as they are laid out.
//
// The kernel ends a program whose own data do not fit by SIGSEGV, when it can no longer tell why.
#pragma once

#include <cstdint>
#include <string>

namespace inarow::sandbox {

// 0 for what is no program of this kind.
std::int64_t own_bytes(const std::string& path);

}  // namespace inarow::sandbox
