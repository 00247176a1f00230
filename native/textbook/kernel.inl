// Body of the textbook kernel, included once for each instruction set with INAROW_ARCH defined and
// the standard headers already included.

#include "textbook/cell_state.hpp"
#include "textbook/gravity_state.hpp"
#include "textbook/kernel.hpp"
#include "textbook/perft.hpp"
#include "textbook/search.hpp"
#include "textbook/value_search.hpp"

namespace inarow::INAROW_ARCH {
namespace {

using StandardShape = FixedShape<6, 7, 4>;

// Calls use(geometry) with the shape of a gravity board, fixed for the standard one.
template <class Use>
auto with_geometry(const Game& game, Use use) {
  if (game.rows == 6 && game.cols == 7 && game.k == 4) {
    static constexpr GravityGeometry<StandardShape> geometry{StandardShape{}};
    return use(geometry);
  }
  const GravityGeometry<AnyShape> geometry(AnyShape{game.rows, game.cols, game.k});
  return use(geometry);
}

// Calls use(state) with the board in the form that suits the game.
template <class Use>
auto with_state(const Position& pos, Use use) {
  if (!pos.game().gravity) return use(CellState(pos));
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return use(GravityState<Shape>(pos, geometry));
  });
}

bool one_stone_a_turn(const Game& game) {
  return game.first_turn_stones == 1 && game.turn_stones == 1;
}

}  // namespace

textbook::Result search(const Position& root, const textbook::Spec& spec, textbook::Trace* trace) {
  return with_state(root, [&]<class State>(const State& state) {
    if (trace == nullptr) {
      return TextbookSearch<State, NoTrace>(root, spec, state, NoTrace{}).run();
    }
    return TextbookSearch<State, RecordTrace>(root, spec, state, RecordTrace{*trace}).run();
  });
}

textbook::Result search_cut_offs(const Position& root, const textbook::Spec& spec,
                                 textbook::CutOffTrace& trace) {
  return with_state(root, [&]<class State>(const State& state) {
    return TextbookSearch<State, RecordCutOffs>(root, spec, state, RecordCutOffs{trace}).run();
  });
}

namespace {

// Plain minimax visits every node of the move tree, so its count is the size of that tree, and its
// value and move come from the pruned search.
textbook::Result minimax_by_parts(const Position& root, const textbook::Spec& spec) {
  textbook::Result result;
  with_geometry(root.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    ValueSearch<Shape>(root, spec, geometry).run(result);
    return 0;
  });
  const int cells_left = root.game().cells() - root.stone_count();
  const int reachable = std::min(spec.depth, cells_left);
  for (const WideCount& layer : INAROW_ARCH::perft(root, reachable, kLargestLayer).by_depth) {
    result.nodes += layer;
  }
  return result;
}

}  // namespace

textbook::Result search_with_reuse(const Position& root, const textbook::Spec& spec) {
  if (!root.game().gravity || !one_stone_a_turn(root.game()) || spec.depth < 3 ||
      root.outcome() != Outcome::Ongoing) {
    return INAROW_ARCH::search(root, spec, nullptr);
  }
  if (spec.algorithm == textbook::Algorithm::Minimax &&
      spec.counting == textbook::Counting::Tested) {
    return minimax_by_parts(root, spec);
  }
  return with_state(root, [&]<class State>(const State& state) {
    SubtreeMemo memo(spec.depth);
    return TextbookSearch<State, NoTrace>(root, spec, state, NoTrace{}, &memo).run();
  });
}

int evaluate(const Position& pos, const textbook::Spec& spec) {
  return with_state(pos, [&]<class State>(const State& state) {
    return TextbookSearch<State, NoTrace>(pos, spec, state, NoTrace{}).evaluate();
  });
}

PerftResult perft(const Position& pos, int depth, std::size_t largest_layer) {
  if (!pos.game().gravity || !one_stone_a_turn(pos.game()))
    return INAROW_ARCH::plain_perft(pos, depth);
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return GravityPerft<Shape>(geometry, pos.game().goal == Goal::FirstToK, largest_layer)
        .count(pos, depth);
  });
}

PerftResult plain_perft(const Position& pos, int depth) {
  return with_state(pos, [&]<class State>(const State& state) {
    return PlainPerft<State>(pos, state, depth).result();
  });
}

}  // namespace inarow::INAROW_ARCH
