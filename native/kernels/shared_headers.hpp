// Every header that the hot code includes and that is not hot itself: see core/arch.hpp. A test
// compares this list with what is really included.
#pragma once

#include <immintrin.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/centre_first.hpp"
#include "core/errors.hpp"
#include "core/game.hpp"
#include "core/gravity_stones.hpp"
#include "core/interrupt.hpp"
#include "core/position.hpp"
#include "core/wide_count.hpp"
#include "core/zeroed_array.hpp"
#include "counted/engine.hpp"
#include "counted/player.hpp"
#include "counted/rules.hpp"
#include "counted/table.hpp"
#include "counted/weights.hpp"
#include "falling/iterative_deepening.hpp"
#include "falling/solver/solver_core.hpp"
#include "textbook/kernel.hpp"
#include "textbook/shortcut_rules.hpp"
#include "textbook/spec.hpp"
#include "textbook/weights.hpp"
