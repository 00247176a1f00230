// The textbook kernel for any machine, and the choice between the two.
#include <stdexcept>

#include "core/arch.hpp"

#define INAROW_ARCH baseline
#include "textbook/kernel.inl"

namespace inarow {
namespace {

// The searches drop stones from above, so a floating one would change its column's shape.
const Position& settled(const Position& pos) {
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
  return pos;
}

}  // namespace

#if INAROW_HAS_V3
#define INAROW_CHOOSE(call) (use_v3() ? v3::call : baseline::call)
#else
#define INAROW_CHOOSE(call) (baseline::call)
#endif

namespace textbook {

Result search(const Position& root, const Spec& spec, Trace* trace) {
  return INAROW_CHOOSE(search(settled(root), spec, at_root(root, spec), trace));
}
Result search(const Position& state, const Spec& spec, const Arrival& arrival) {
  return INAROW_CHOOSE(search(settled(state), spec, arrival, nullptr));
}
Result search_cut_offs(const Position& root, const Spec& spec, CutOffTrace& trace) {
  return INAROW_CHOOSE(search_cut_offs(settled(root), spec, trace));
}
Result search_with_reuse(const Position& root, const Spec& spec) {
  return search_with_reuse(root, spec, at_root(root, spec));
}
Result search_with_reuse(const Position& state, const Spec& spec, const Arrival& arrival) {
  return INAROW_CHOOSE(search_with_reuse(settled(state), spec, arrival));
}
WideCount minimax_nodes(const Position& state, const Spec& spec, int ply) {
  return INAROW_CHOOSE(minimax_nodes(settled(state), spec, ply));
}
int evaluate(const Position& pos, const Spec& spec) {
  return INAROW_CHOOSE(evaluate(settled(pos), spec));
}

}  // namespace textbook

PerftResult perft(const Position& pos, int depth, std::size_t largest_layer) {
  return INAROW_CHOOSE(perft(settled(pos), depth, largest_layer));
}
PerftResult plain_perft(const Position& pos, int depth) {
  return INAROW_CHOOSE(plain_perft(settled(pos), depth));
}

}  // namespace inarow
