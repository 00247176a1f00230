// Body of the counted player, included once for each instruction set (see core/arch.hpp).

#include "counted/search.hpp"

namespace inarow::counted::INAROW_ARCH {

// Depth at least 1, board not full.
Choice choose(const Position& pos, int depth) {
  const GravityBoard board = gravity_board(pos);
  return with_geometry(pos.game(), [&]<class Shape>(const GravityGeometry<Shape>& geometry) {
    return CountedSearch<Shape>(geometry).choose(board.stones[pos.to_move()], board.mask(), depth);
  });
}

}  // namespace inarow::counted::INAROW_ARCH
