// A gravity board as the textbook search sees it: play, test, evaluate.
#pragma once

#include "core/gravity_board.hpp"
#include "textbook/gravity_evaluator.hpp"
#include "textbook/spec.hpp"

namespace inarow::textbook::INAROW_ARCH {

using namespace inarow::INAROW_ARCH;

template <class Shape>
class GravityState {
 public:
  using Saved = GravityBoard;

  GravityState(const Position& pos, const Spec& spec, const GravityGeometry<Shape>& geometry)
      : geometry_(geometry), board_(gravity_board(pos)), evaluator_(geometry, spec) {
    for (int i = 0; i < 4; ++i) searched_[i] = searched_cells(geometry, spec.win_lines, i);
  }

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
  // The same under the rules of a spec.
  bool has_line(int player, const Spec& spec) const {
    const int length = spec.win_length > 0 ? spec.win_length : geometry_.k;
    for (int i = 0; i < 4; ++i) {
      const int step = geometry_.direction(i);
      Bits stones = board_.stones[player] & searched_[i];
      if (spec.win_lines.ends == Ends::LeftOut) {
        stones &= ~rows_at_the_end(geometry_, stones, i);
      }
      Bits lines = stones;
      for (int n = 1; n < length && lines != 0; ++n) lines &= shift_down(stones, n * step);
      if (spec.longer_lines == LongerLines::NoWin) {
        lines &= ~shift_up(stones, step) & ~shift_down(stones, length * step);
      }
      if (lines != 0) return true;
    }
    return false;
  }
  // Whether the player's latest stone made a line, given that there was none before.
  bool made_line(int player) const { return has_line(player); }
  bool full() const { return board_.mask() == geometry_.board; }

  // Unique among positions with the same side to move: the first player's stones, and a marker bit
  // above the stones of each column.
  Bits key() const { return board_.stones[0] | (board_.mask() + geometry_.bottom); }

  int evaluate(const Spec& spec, ScoreSigns signs) const { return evaluator_(board_, spec, signs); }
  // The same where runs are searched for as all courses do.
  int evaluate_all_runs(const Spec& spec) const { return evaluator_(board_, spec.evaluator); }

 private:
  const GravityGeometry<Shape>& geometry_;
  GravityBoard board_;
  GravityEvaluator<Shape> evaluator_;
  Bits searched_[4];  // the cells in which a rule sees lines, along each direction
};

}  // namespace inarow::textbook::INAROW_ARCH
