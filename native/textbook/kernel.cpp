// The choice between the two builds of the textbook kernel.
#include "textbook/kernel.hpp"

#include <stdexcept>

#include "core/arch.hpp"

namespace inarow::textbook {
namespace {

// The searches drop stones from above, so a floating one would change its column's shape.
const Position& settled(const Position& pos) {
  if (pos.floating_cell() >= 0) throw std::invalid_argument(pos.problems().front());
  return pos;
}

}  // namespace

void CutOffTrace::note(int ply, int move) {
  if (places.size() >= limit) {
    complete = false;
    return;
  }
  places.push_back({tested, {path.begin(), path.begin() + ply}, static_cast<std::int16_t>(move)});
}

Result search(const Position& root, const Spec& spec, Trace* trace) {
  return INAROW_CHOOSE(search(settled(root), spec, at_root(root, spec), trace));
}
Result search(const Position& state, const Spec& spec, const SubtreeStart& arrival) {
  return INAROW_CHOOSE(search(settled(state), spec, arrival, nullptr));
}
Result search_cut_offs(const Position& root, const Spec& spec, CutOffTrace& trace) {
  return INAROW_CHOOSE(search_cut_offs(settled(root), spec, trace));
}
Result search_with_reuse(const Position& root, const Spec& spec) {
  return search_with_reuse(root, spec, at_root(root, spec));
}
Result search_with_reuse(const Position& state, const Spec& spec, const SubtreeStart& arrival) {
  return INAROW_CHOOSE(search_with_reuse(settled(state), spec, arrival));
}
WideCount minimax_nodes(const Position& state, const Spec& spec, int ply, int root_player) {
  Spec minimax = spec;
  minimax.algorithm = Algorithm::Minimax;
  return INAROW_CHOOSE(minimax_nodes(settled(state), minimax, ply, root_player));
}
int evaluate(const Position& pos, const Spec& spec, int root_player) {
  return INAROW_CHOOSE(evaluate(settled(pos), spec, root_player));
}

namespace {
constexpr std::size_t kSmallestPiece = 10'000;  // with less memory nothing else would run either
}

PerftResult perft(const Position& pos, int depth, std::size_t largest_layer) {
  while (true) {
    try {
      return INAROW_CHOOSE(perft(settled(pos), depth, largest_layer));
    } catch (const std::bad_alloc&) {  // once more in smaller pieces
      if (largest_layer < kSmallestPiece) throw;
      largest_layer /= 8;
    }
  }
}
PerftResult plain_perft(const Position& pos, int depth) {
  return INAROW_CHOOSE(plain_perft(settled(pos), depth));
}

}  // namespace inarow::textbook
