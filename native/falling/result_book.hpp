// The result of every board with up to so many stones, and a column that keeps it, at once: those
// of the deepest layer are given, the earlier ones follow by minimax.
//
// A book goes by how many stones the mover has more than the other side, its difference. Each move
// changes it, d -> -d - 1, so that one book holds boards of two differences:
//
//     difference of the book's ply     2   0  -2   and at the same parity of stones
//     at the other parity             -3  -1   1
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "falling/position_lists.hpp"

namespace inarow::falling {

struct BookResult {
  int result = 0;             // 1: the mover wins, 0: a draw, -1: it loses
  std::optional<int> column;  // keeps the result; nothing where all is lost
};

// A result as one number: 0 lost, 1 + column won, 1 + columns + column drawn.
int code_of(const BookResult& entry, int cols);
// Throws std::invalid_argument if it is the number of none.
BookResult result_of(int code, int cols);

class ResultBook {
 public:
  // `codes`: those of PositionLists::boards, in its order. Throws std::invalid_argument if there
  // are more or fewer, if one of them is none, or if there is no such layer.
  ResultBook(const Game& game, int ply, int difference, const std::vector<std::int8_t>& codes);

  // Nothing if the board has more stones than the book, or is of another difference, or is over.
  std::optional<BookResult> find(const Position& pos);

  // Whether the book has the boards of so many stones, the mover having `ahead` more.
  bool covers(int stones, int ahead) const {
    return stones <= ply_ && ahead == ((ply_ - stones) % 2 == 0 ? difference_ : -difference_ - 1);
  }
  // Of a board that the book covers on which the game goes on.
  BookResult entry(const Stones& pos);

  int ply() const { return ply_; }
  int difference() const { return difference_; }
  std::size_t positions() const { return keys_.size(); }
  const Game& game() const { return rules_.game(); }
  const PositionLists& rules() const { return rules_; }

 private:
  int result(const Stones& pos, int stones);
  BookResult best(const Stones& pos, int stones);

  PositionLists rules_;
  int ply_, difference_;
  std::vector<PositionKey> keys_;
  std::vector<std::int8_t> codes_;
  std::unordered_map<PositionKey, std::int8_t> known_;  // results of earlier layers
};

// The stones of either side in a layer of a book; throws std::invalid_argument if there is none.
struct LayerStones {
  int mover, opponent;
};
LayerStones layer_stones(const Game& game, int ply, int difference);

}  // namespace inarow::falling
