// Two builds of the hot code in one binary: plain x86-64 (or whatever the target is) and x86-64-v3
// (AVX2, BMI2, POPCNT), chosen once at run time.
//
// A hot header puts its code into namespace inarow::INAROW_ARCH. A kernel file is included by two
// small translation units, one for each instruction set: the v3 one includes the standard headers
// first and then switches the compiler with `#pragma GCC target`, so that no standard-library
// function shared with the rest of the program is compiled for the newer machine.
// INAROW_BASELINE=1 in the environment forces the plain build.
#pragma once

#include <cstdlib>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define INAROW_HAS_V3 1
#else
#define INAROW_HAS_V3 0
#endif

namespace inarow {

inline bool use_v3() {
#if INAROW_HAS_V3
  static const bool chosen = [] {
    const char* forced = std::getenv("INAROW_BASELINE");
    if (forced != nullptr && forced[0] == '1') return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
  }();
  return chosen;
#else
  return false;
#endif
}

}  // namespace inarow
