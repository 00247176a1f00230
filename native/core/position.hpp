// A position: a board, the side to move and the stones it still lays this turn. The rules live
// here and nowhere else: legal moves, play, outcome, score.
//
// Boards may be unbalanced, so the side to move is always explicit and never derived from a count.
// Building is permissive (floating stones, two winners); problems() says what is odd.
//
// Bit layout, the same for every game: row 0 is the TOP row, as text is read.
//
//     cols = 7      bit of (row, col) = row * cols + col
//
//     row 0 |  0  1  2  3  4  5  6        A set of cells is seven 64-bit words, for
//     row 1 |  7  8  9 10 11 12 13        20 x 20 = 400 cells; bit b is bit b % 64 of word b / 64.
//     row 2 | 14 15 16 17 18 19 20
//      ...
//
// A move is a column on a gravity board and the cell row * cols + col on a free one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/game.hpp"

namespace inarow {

class CellSet {
 public:
  static constexpr int kWords = 7;

  bool has(int bit) const { return (words_[bit >> 6] >> (bit & 63)) & 1; }
  void add(int bit) { words_[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  int size() const;
  friend bool operator==(const CellSet&, const CellSet&) = default;
  const std::array<std::uint64_t, kWords>& words() const { return words_; }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

enum class Outcome { Ongoing, FirstWins, SecondWins, Draw };

// The two players are 0 (first) and 1 (second) in C++; Python shows them as 1 and 2.
class Position {
 public:
  // The empty board, first player to move. Throws std::invalid_argument for an impossible game.
  explicit Position(const Game& game);

  // Rows from the top, separated by '/', each character one of symbols = (empty, first, second).
  // left: stones the mover still lays this turn, 0 for the game's usual number.
  // Throws BadText with a sentence that names the row and the rule, and std::invalid_argument for
  // other than three symbols of ASCII.
  Position(const Game& game, std::string_view cells, int to_move, int left = 0,
           std::string_view symbols = ".xo");

  const Game& game() const { return game_; }
  int to_move() const { return to_move_; }
  int left() const { return left_; }
  int opponent() const { return 1 - to_move_; }
  const CellSet& stones(int player) const { return stones_[player]; }
  int stone_count() const { return stones_[0].size() + stones_[1].size(); }
  bool full() const { return stone_count() == game_.cells(); }

  // 0 empty, 1 first player, 2 second player. Throws std::invalid_argument outside the board.
  int at(int row, int col) const;
  // Rows from the top, split by '/'. Throws std::invalid_argument unless there are three symbols.
  std::string cells(std::string_view symbols = ".xo") const;

  // The cell where a move puts its stone, or -1 when the rules forbid it (outside, occupied, full
  // column). Does not look at whether the game is over.
  int landing(int move) const;
  // Legal moves in ascending order; none once the game is over.
  std::vector<int> legal_moves() const;
  // The position after a move. Throws IllegalMove if the move is not legal.
  Position play(int move) const;
  // The same board with the other side to move (a forfeited turn).
  Position pass() const;
  Position mirrored() const;

  // With lines for both sides (only a built position has them) the side that is not to move,
  // having moved last, is the winner.
  Outcome outcome() const;
  bool over() const { return outcome() != Outcome::Ongoing; }
  // 0 or 1, or -1 while the game goes on and after a draw.
  int winner() const;
  // Windows of k consecutive cells owned by each player, whether or not they win.
  std::pair<int, int> score() const;
  bool has_line(int player) const;
  // All cells of lines that win, of either player, ascending.
  std::vector<int> line_cells() const;
  // Every window of k stones of one player, whether or not it wins: the owner and the cells,
  // ordered by the first of them.
  std::vector<std::pair<int, std::vector<int>>> windows() const;
  // Length of the longest line through a cell if the player had a stone there.
  int longest_line(int cell, int player) const;
  // The empty cells where one stone would give the player a line that wins, ascending. Whether a
  // stone can get there is another matter.
  std::vector<int> winning_cells(int player) const;
  // A stone with an empty cell below it on a gravity board, or -1.
  int floating_cell() const;
  // What is odd about this position, one sentence each, a floating stone first.
  std::vector<std::string> problems() const;

  std::size_t hash() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  struct Step {
    int row, col;
  };
  static constexpr Step kDirections[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

  int usual_left() const;
  // Stones of the player in a row through a cell, the cell itself counted as one.
  int run_through(int cell, Step step, int player) const;
  // Whether the k cells from `first` on, a window on the board, win for the player.
  bool is_line(int first, Step step, int player) const;
  // Calls visit(first_cell, step) for each window of k cells that lies on the board.
  template <class Visit>
  void for_each_window(Visit visit) const;

  Game game_;
  CellSet stones_[2];
  int to_move_ = 0;
  int left_ = 1;
};

}  // namespace inarow
