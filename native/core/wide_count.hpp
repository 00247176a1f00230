// Unsigned 256-bit counts. The number of move sequences on a gravity board of 64 bits stays below
// 2^192 (16 columns of 3 rows: 16^48), so sums and small multiples of counts cannot overflow.
//
//     limb 3 | limb 2 | limb 1 | limb 0        value = sum of limb[i] * 2^(64 i)
#pragma once

#include <array>
#include <cstdint>

namespace inarow {

struct WideCount {
  std::array<std::uint64_t, 4> limb{};

  WideCount() = default;
  WideCount(std::uint64_t value) : limb{value, 0, 0, 0} {}  // counts convert freely

  WideCount& operator+=(const WideCount& other) {
    unsigned carry = 0;
    for (int i = 0; i < 4; ++i) {
      unsigned __int128 sum = static_cast<unsigned __int128>(limb[i]) + other.limb[i] + carry;
      limb[i] = static_cast<std::uint64_t>(sum);
      carry = static_cast<unsigned>(sum >> 64);
    }
    return *this;
  }
  // The sum, which is 0 where it would be negative.
  WideCount plus(int number) const {
    WideCount sum = *this;
    if (number >= 0) return sum += static_cast<std::uint64_t>(number);
    std::uint64_t borrow = static_cast<std::uint64_t>(-std::int64_t{number});
    for (std::uint64_t& part : sum.limb) {
      const std::uint64_t before = part;
      part -= borrow;
      borrow = part > before ? 1 : 0;
    }
    return borrow != 0 ? WideCount() : sum;
  }
  friend WideCount operator*(const WideCount& count, std::uint32_t factor) {
    WideCount product;
    std::uint64_t carry = 0;
    for (int i = 0; i < 4; ++i) {
      unsigned __int128 part = static_cast<unsigned __int128>(count.limb[i]) * factor + carry;
      product.limb[i] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
    return product;
  }
  friend bool operator==(const WideCount&, const WideCount&) = default;
};

}  // namespace inarow
