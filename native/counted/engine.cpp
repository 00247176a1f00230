// The choice between the two builds of the counted search.
#include "counted/engine.hpp"

#include <utility>

#include "core/arch.hpp"

namespace inarow::counted {

std::unique_ptr<Engine> make_engine(const Game& game, const Rules& rules,
                                    std::shared_ptr<Shared> shared) {
  return INAROW_CHOOSE(make_engine(game, rules, std::move(shared)));
}

}  // namespace inarow::counted
