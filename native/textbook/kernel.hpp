// The textbook search for one instruction set: what both builds of kernel.inl export.
#pragma once

#include "textbook/spec.hpp"

namespace inarow::textbook {

// Nodes of the move tree: by_depth[d] positions (counted once for each move sequence) at depth d.
// Won and full positions have no children.
struct PerftResult {
  std::vector<WideCount> by_depth;
};

// Positions held at once by perft, in about a gigabyte where counts fit 64 bits.
constexpr std::size_t kLargestLayer = std::size_t{1} << 23;

#define INAROW_DECLARE_KERNEL(arch)                                                \
  namespace arch {                                                                 \
  Result search(const Position&, const Spec&, const SubtreeStart&, Trace*);        \
  Result search_cut_offs(const Position&, const Spec&, CutOffTrace&);              \
  Result search_with_reuse(const Position&, const Spec&, const SubtreeStart&);     \
  WideCount minimax_nodes(const Position&, const Spec&, int ply, int root_player); \
  int evaluate(const Position&, const Spec&, int);                                 \
  PerftResult perft(const Position&, int depth, std::size_t largest_layer);        \
  PerftResult plain_perft(const Position&, int depth);                             \
  }

INAROW_DECLARE_KERNEL(baseline)
INAROW_DECLARE_KERNEL(v3)
#undef INAROW_DECLARE_KERNEL

// Perft with positions merged that are reached by several move orders; exact at any size. A layer
// that outgrows largest_layer is counted in pieces, with the same result.
PerftResult perft(const Position& pos, int depth, std::size_t largest_layer = kLargestLayer);
// The same by walking every sequence; the yardstick of the tests.
PerftResult plain_perft(const Position& pos, int depth);

}  // namespace inarow::textbook
