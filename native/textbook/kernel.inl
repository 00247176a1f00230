// Body of the textbook kernel, included once for each instruction set with INAROW_ARCH defined and
// the standard headers already included.

#include "textbook/cell_state.hpp"
#include "textbook/gravity_state.hpp"
#include "textbook/kernel.hpp"
#include "textbook/perft.hpp"
#include "textbook/reuse.hpp"
#include "textbook/search.hpp"
#include "textbook/value_search.hpp"

namespace inarow::textbook::INAROW_ARCH {
namespace {

// Calls use(state) with the board in the form that suits the game.
template <class Use>
auto with_state(const Position& pos, const Spec& spec, Use use) {
  if (!pos.game().gravity) return use(CellState(pos, spec));
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return use(GravityState<Shape>(pos, spec, geometry));
  });
}

// A search that tells nobody. Mostly all of the rules that courses have in common are kept: then
// the compiler knows them, and no state asks for them.
template <class State>
Result run_untraced(const Position& pos, const Spec& spec, const SubtreeStart& arrival,
                    const State& state, SubtreeMemo* memo = nullptr) {
  if (keeps_common_rules(spec)) {
    return TextbookSearch<State, NoTrace, true>(pos, spec, arrival, state, {}, memo).run();
  }
  return TextbookSearch<State, NoTrace>(pos, spec, arrival, state, {}, memo).run();
}

}  // namespace

Result search(const Position& pos, const Spec& spec, const SubtreeStart& arrival, Trace* trace) {
  return with_state(pos, spec, [&]<class State>(const State& state) {
    if (trace == nullptr) return run_untraced(pos, spec, arrival, state);
    return TextbookSearch<State, RecordTrace>(pos, spec, arrival, state, RecordTrace{*trace}).run();
  });
}

Result search_cut_offs(const Position& root, const Spec& spec, CutOffTrace& trace) {
  return with_state(root, spec, [&]<class State>(const State& state) {
    return TextbookSearch<State, RecordCutOffs>(root, spec, at_root(root, spec), state,
                                                RecordCutOffs{trace})
        .run();
  });
}

namespace {

// What minimax counts: the states that it tests, each so often, and what is added for the root.
WideCount move_tree_size(const Position& pos, const Spec& spec, int ply) {
  const int cells_left = pos.game().cells() - pos.stone_count();
  const int reachable = std::min(spec.depth - ply, cells_left);
  const PerftResult tree = INAROW_ARCH::perft(pos, reachable, kLargestLayer);
  WideCount size;
  for (const WideCount& layer : tree.by_depth) size += layer;
  size = size * static_cast<std::uint32_t>(spec.counting.expanded);
  return ply == 0 ? size.plus(spec.counting.extra) : size;
}

Result minimax_by_parts(const Position& pos, const Spec& spec, const SubtreeStart& arrival) {
  Result result;
  with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    ValueSearch<Shape>(pos, spec, arrival, geometry).run(result);
    return 0;
  });
  result.nodes = move_tree_size(pos, spec, arrival.ply);
  return result;
}

}  // namespace

Result search_with_reuse(const Position& pos, const Spec& spec, const SubtreeStart& arrival) {
  const Reuse reuse = reuse_of(pos.game(), spec);
  const int depth = spec.depth - arrival.ply;
  if (reuse == Reuse::Nothing || depth < 3 || pos.outcome() != Outcome::Ongoing) {
    return INAROW_ARCH::search(pos, spec, arrival, nullptr);
  }
  if (reuse == Reuse::Parts) return minimax_by_parts(pos, spec, arrival);
  return with_state(pos, spec, [&]<class State>(const State& state) {
    SubtreeMemo memo(depth);
    return run_untraced(pos, spec, arrival, state, &memo);
  });
}

WideCount minimax_nodes(const Position& pos, const Spec& spec, int ply, int root_player) {
  if (counts_move_tree(pos.game(), spec)) return move_tree_size(pos, spec, ply);
  SubtreeStart arrival;
  arrival.ply = ply;
  arrival.root_player = root_player;
  return INAROW_ARCH::search_with_reuse(pos, spec, arrival).nodes;
}

int evaluate(const Position& pos, const Spec& spec, int root_player) {
  return with_state(pos, spec, [&]<class State>(const State& state) {
    SubtreeStart arrival = at_root(pos, spec);
    arrival.root_player = root_player;
    return TextbookSearch<State, NoTrace>(pos, spec, arrival, state, NoTrace{})
        .evaluate(pos.to_move());
  });
}

PerftResult perft(const Position& pos, int depth, std::size_t largest_layer) {
  if (!merges_positions(pos.game())) return INAROW_ARCH::plain_perft(pos, depth);
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return GravityPerft<Shape>(geometry, pos.game().goal == Goal::FirstToK, largest_layer)
        .count(pos, depth);
  });
}

PerftResult plain_perft(const Position& pos, int depth) {
  return with_state(pos, Spec{}, [&]<class State>(const State& state) {
    return PlainPerft<State>(pos, state, depth).result();
  });
}

}  // namespace inarow::textbook::INAROW_ARCH
