// The counting search for x86-64-v3; see core/arch.hpp for why the order of includes matters.
#include "core/arch.hpp"

#if INAROW_HAS_V3

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/interrupt.hpp"
#include "core/position.hpp"
#include "counted/engine.hpp"

#pragma GCC target("arch=x86-64-v3")
#define INAROW_ARCH v3
#include "counted/engine.inl"

#endif
