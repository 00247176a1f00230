// Body of the counting player, included once for each instruction set with INAROW_ARCH defined and
// the standard headers already included.

#include "counted/search.hpp"

namespace inarow::INAROW_ARCH {

// The shape of the standard board is known to the compiler. Depth at least 1, board not full.
CountedChoice counted_choose(const Position& pos, int depth) {
  const Game& game = pos.game();
  const GravityBoard board = gravity_board(pos);
  auto search = [&]<class Shape>(const Shape& shape) {
    const GravityGeometry<Shape> geometry(shape);
    return CountedSearch<Shape>(geometry).choose(board.stones[pos.to_move()], board.mask(), depth);
  };
  if (game.rows == 6 && game.cols == 7 && game.k == 4) return search(FixedShape<6, 7, 4>{});
  return search(AnyShape{game.rows, game.cols, game.k});
}

}  // namespace inarow::INAROW_ARCH
