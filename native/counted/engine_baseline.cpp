// The counting search for any machine, and the choice between the two builds.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/arch.hpp"
#include "core/interrupt.hpp"

#define INAROW_ARCH baseline
#include "counted/engine.inl"

namespace inarow {

std::unique_ptr<CountedEngine> make_counted_engine(const Game& game, const CountedRules& rules,
                                                   std::shared_ptr<CountedShared> shared) {
#if INAROW_HAS_V3
  if (use_v3()) return v3::make_counted_engine(game, rules, std::move(shared));
#endif
  return baseline::make_counted_engine(game, rules, std::move(shared));
}

}  // namespace inarow
