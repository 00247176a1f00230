// A free board seen as its windows, the sets of k cells in a line, with the stones in each counted
// as stones come and go.
//
//     k = 5       . x x . x o         this window of 5 holds 3 stones of x and none of o: it is
//                 [-------]           live for x, and two more stones make it a line.
//
// A window with stones of both colours is dead. With the exact rule a stone next to a window's end
// kills it for its own side, since six stones are no line of five. A side's potential is the sum of
// the weights of its live windows; a weight grows steeply with the stones, so that a blocked or an
// open line, a fork and a gap all come out of the same sum.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/position.hpp"

namespace inarow {

class WindowCounts {
 public:
  explicit WindowCounts(const Position& pos);

  int empty_count() const { return empty_count_; }
  bool untouched() const { return empty_count_ == static_cast<int>(owner_.size()); }
  bool empty(int cell) const { return owner_[cell] == kNobody; }
  // All cells, the one nearest the centre first.
  const std::vector<int>& centre_first() const { return centre_first_; }

  // Lays a stone on an empty cell; lifts it again.
  void place(int cell, int player) { change(cell, player, +1); }
  void remove(int cell, int player) { change(cell, player, -1); }

  std::int64_t potential(int player) const { return potential_[player]; }
  // What a stone on an empty cell adds to the player's potential and takes from the opponent's,
  // the latter counted as what the opponent would have added there.
  std::int64_t urgency(int cell, int player) const;
  // Whether the player has a live window that this many stones or fewer complete.
  bool can_complete(int player, int stones) const;
  // The empty cells of all such windows, each once.
  std::vector<int> completing_cells(int player, int stones) const;

 private:
  static constexpr int kNobody = -1;
  struct Window {
    std::int16_t first, step;
    std::array<std::uint8_t, 2> stones;
    std::array<std::uint8_t, 2> flanks;  // stones next to the ends, with the exact rule
  };
  // For each cell a list of windows: of[start[cell]] up to of[start[cell + 1]].
  struct WindowLists {
    std::vector<int> start, of;
  };

  static WindowLists joined(const std::vector<std::vector<int>>& lists);
  static bool live(const Window& window, int player) {
    return window.stones[1 - player] == 0 && window.flanks[player] == 0;
  }
  void tally(const Window& window, int sign);
  void change(int cell, int player, int delta);
  bool completable(const Window& window, int player, int stones) const;

  int k_;
  int empty_count_;
  std::vector<Window> windows_;
  WindowLists through_, beside_;
  std::vector<int> centre_first_;
  std::vector<int> owner_;
  std::vector<std::int64_t> weights_;
  std::array<std::int64_t, 2> potential_{};
  // live_[player][n]: windows with n stones of the player that are live for it.
  std::array<std::vector<int>, 2> live_;
};

}  // namespace inarow
