// Small bit helpers and the vector word of the search.
//
// Everything that solver.inl includes is compiled once per instruction set and lives in the
// namespace inarow::falling::INAROW_ARCH.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace inarow::falling::INAROW_ARCH {

using u64 = std::uint64_t;

// Four boards side by side, one per lane: lane i of a vector is child i of a node.
//
//      lane 0        lane 1        lane 2        lane 3
//   | 64-bit board | 64-bit board | 64-bit board | 64-bit board |
using V4 = u64 __attribute__((vector_size(32), may_alias));

#define INAROW_INLINE inline __attribute__((always_inline))
#define INAROW_UNLIKELY(x) __builtin_expect(!!(x), 0)

INAROW_INLINE int popcount(u64 x) { return __builtin_popcountll(x); }
INAROW_INLINE u64 lowest_bit(u64 x) { return x & (~x + 1); }
// True for zero and for one bit.
INAROW_INLINE bool at_most_one(u64 x) { return (x & (x - 1)) == 0; }
INAROW_INLINE int min_of(int a, int b) { return a < b ? a : b; }
INAROW_INLINE int max_of(int a, int b) { return a > b ? a : b; }
INAROW_INLINE int abs_of(int a) { return a < 0 ? -a : a; }

// One bit per lane: set where the lane is all ones (lanes must be all ones or all zeros).
INAROW_INLINE unsigned lane_mask(const V4& v) {
#if defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(v)));
#else
  return static_cast<unsigned>((v[0] & 1) | (v[1] & 2) | (v[2] & 4) | (v[3] & 8));
#endif
}

// All ones in the lanes where v is zero.
INAROW_INLINE V4 lanes_zero(const V4& v) { return reinterpret_cast<V4>(v == V4{0, 0, 0, 0}); }

INAROW_INLINE V4 spread(u64 x) { return V4{x, x, x, x}; }

}  // namespace inarow::falling::INAROW_ARCH
