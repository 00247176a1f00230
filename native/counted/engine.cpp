// The choice between the two builds of the counted search.
#include "counted/engine.hpp"

#include <utility>

#include "core/arch.hpp"

namespace inarow {

std::unique_ptr<CountedEngine> make_counted_engine(const Game& game, const CountedRules& rules,
                                                   std::shared_ptr<CountedShared> shared) {
  return INAROW_CHOOSE(make_counted_engine(game, rules, std::move(shared)));
}

}  // namespace inarow
