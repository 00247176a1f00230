// Two builds of the hot code in one binary: plain x86-64 (or whatever the target is) and x86-64-v3
// (AVX2, BMI, FMA, POPCNT), chosen once at run time.
//
// A hot header puts its code into namespace inarow::INAROW_ARCH. Each body of hot code, a kernel,
// is included by kernels/baseline.cpp and by kernels/v3.cpp. The second one is compiled with
// -march=x86-64-v3 but includes kernels/shared_headers.hpp with the compiler set to plain x86-64,
// so that no function that the rest of the program shares, such as std::sort, is compiled for the
// newer machine; tests/house checks the list of headers and the instructions of what was built.
// A kernel is a translation unit by itself: several in one make the compiler inline less, and
// searches up to a fifth slower. INAROW_BASELINE=1 in the environment forces the plain build.
#pragma once

#include <cstdlib>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define INAROW_HAS_V3 1
// What the build for this machine has under that name.
#define INAROW_CHOOSE(name) (use_v3() ? v3::name : baseline::name)
#else
#define INAROW_HAS_V3 0
#define INAROW_CHOOSE(name) (baseline::name)
#endif

namespace inarow {

inline bool use_v3() {
#if INAROW_HAS_V3
  static const bool chosen = [] {
    const char* forced = std::getenv("INAROW_BASELINE");
    if (forced != nullptr && forced[0] == '1') return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
  }();
  return chosen;
#else
  return false;
#endif
}

}  // namespace inarow
