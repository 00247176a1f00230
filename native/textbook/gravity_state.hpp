// A gravity board as the textbook search sees it: play, test, evaluate.
#pragma once

#include "core/gravity_board.hpp"
#include "textbook/gravity_evaluator.hpp"
#include "textbook/spec.hpp"

namespace inarow::INAROW_ARCH {

template <class Shape>
class GravityState {
 public:
  using Saved = GravityBoard;

  GravityState(const Position& pos, const GravityGeometry<Shape>& geometry)
      : geometry_(geometry), board_(gravity_board(pos)), evaluator_(geometry) {}

  int move_count() const { return geometry_.cols; }
  bool can_play(int col) const {
    return (board_.mask() >> (col * geometry_.stride() + geometry_.rows - 1) & 1) == 0;
  }
  Saved play(int col, int player) {
    Saved before = board_;
    Bits column = geometry_.column(col);
    board_.stones[player] |= (board_.mask() + (Bits{1} << (col * geometry_.stride()))) & column;
    return before;
  }
  void undo(const Saved& before) { board_ = before; }

  bool has_line(int player) const { return geometry_.has_line(board_.stones[player]); }
  bool has_line(int player, textbook::Directions directions) const {
    for (int i = 0; i < 4; ++i) {
      if (textbook::looks_along(directions, kGravityWays[i]) &&
          geometry_.lines_in(i, board_.stones[player]) != 0) {
        return true;
      }
    }
    return false;
  }
  // Whether the player's latest stone made a line, given that there was none before.
  bool made_line(int player) const { return has_line(player); }
  bool full() const { return board_.mask() == geometry_.board; }

  // Unique among positions with the same side to move: the first player's stones, and a marker bit
  // above the stones of each column.
  Bits key() const { return board_.stones[0] | (board_.mask() + geometry_.bottom); }

  int evaluate(const textbook::Spec& spec, bool first_alone = false) const {
    return evaluator_(board_, spec, first_alone);
  }
  int evaluate(textbook::Evaluator evaluator) const { return evaluator_(board_, evaluator); }

 private:
  const GravityGeometry<Shape>& geometry_;
  GravityBoard board_;
  GravityEvaluator<Shape> evaluator_;
};

}  // namespace inarow::INAROW_ARCH
