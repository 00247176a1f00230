// The gravity player for x86-64-v3; see core/arch.hpp for why the order of includes matters.
#include "core/arch.hpp"

#if INAROW_HAS_V3

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/interrupt.hpp"
#include "core/position.hpp"
#include "falling/deepening.hpp"

#pragma GCC target("arch=x86-64-v3")
#define INAROW_ARCH v3
#include "falling/deepening.inl"

#endif
