// The counting player for x86-64-v3; see core/arch.hpp for why the order of includes matters.
#include "core/arch.hpp"

#if INAROW_HAS_V3

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/interrupt.hpp"
#include "core/position.hpp"
#include "counted/player.hpp"
#include "counted/rules.hpp"
#include "counted/table.hpp"

#pragma GCC target("arch=x86-64-v3")
#define INAROW_ARCH v3
#include "counted/player.inl"

#endif
