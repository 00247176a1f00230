// A game of the in-a-row family, as a value.
//
// Gravity changes only which moves are legal and where a stone lands; the goal changes only the
// outcome and the score. Everything else in the package is written against this value.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>

namespace inarow {

enum class Goal {
  FirstToK,     // the first line of k or more wins (see exact), a full board draws
  CountToFull,  // the board is filled; whoever owns more windows of k equal cells wins
};

// What solvers and strong players are made for. A game of no family can be played, searched by the
// book and counted, and nothing more.
enum class Family {
  Falling,  // gravity, the first line wins, one stone a turn: Connect Four
  Counted,  // gravity, lines are counted on the full board, one stone a turn: MaxConnect4
  Free,     // no gravity, the first line wins, any stones a turn: Gomoku, Connect6
  Other,
};

struct TurnStones {
  int first = 1;  // stones the first player lays on the very first turn
  int later = 1;  // stones of every later turn
  friend bool operator==(const TurnStones&, const TurnStones&) = default;
};

template <class Owner, class Value>
struct Field {
  const char* name;
  Value Owner::* member;
  const char* doc;
};
template <class Owner, class Value>
Field(const char*, Value Owner::*, const char*) -> Field<Owner, Value>;  // clang needs to be told

struct Game {
  int rows = 6;
  int cols = 7;
  int k = 4;
  bool gravity = true;
  Goal goal = Goal::FirstToK;
  TurnStones stones{};
  bool exact = false;  // a line of more than k stones does not win (free boards only)

  // Every field once more, by name and in order, for what binds, prints or hashes a game.
  static constexpr auto fields() {
    return std::tuple{
        Field{"rows", &Game::rows, "Rows of the board."},
        Field{"cols", &Game::cols, "Columns of the board."},
        Field{"k", &Game::k, "Stones of a line."},
        Field{"gravity", &Game::gravity, "Whether stones fall, so that a move is a column."},
        Field{"goal", &Game::goal, "What ends the game and who has won."},
        Field{"stones", &Game::stones, "Stones laid on the very first turn, and on later ones."},
        Field{"exact", &Game::exact, "Whether a line of more than k stones does not win."},
    };
  }

  // Largest boards: a gravity board must fit 64 bits with one spare bit on top of each column,
  // a free board has at most 20 rows and 20 columns.
  static constexpr int kMaxFreeSide = 20;
  static constexpr int kMaxCells = kMaxFreeSide * kMaxFreeSide;

  int cells() const { return rows * cols; }
  int move_count() const { return gravity ? cols : cells(); }
  // Whether a board has the size that is played most, for which hot code is compiled by itself.
  static constexpr bool is_standard(int rows, int cols, int k) {
    return rows == 6 && cols == 7 && k == 4;
  }
  bool one_stone_a_turn() const { return stones == TurnStones{}; }

  Family family() const {
    if (!gravity) return goal == Goal::FirstToK ? Family::Free : Family::Other;
    if (!one_stone_a_turn()) return Family::Other;
    return goal == Goal::FirstToK ? Family::Falling : Family::Counted;
  }

  // The same rules on a board of another size.
  Game sized(int new_rows, int new_cols, int new_k) const {
    Game game = *this;
    game.rows = new_rows;
    game.cols = new_cols;
    game.k = new_k;
    return game;
  }
  // Whether two games differ in their size alone, if at all.
  bool same_kind(const Game& other) const {
    return sized(other.rows, other.cols, other.k) == other;
  }

  // Empty when the game can be played, else one sentence that names the value and the rule.
  std::string problem() const {
    if (rows < 1 || cols < 1) return "a board needs at least one row and one column";
    if (gravity && (rows > 63 || cols > 32 || (rows + 1) * cols > 64)) {
      return "a gravity board of " + std::to_string(cols) + " columns and " + std::to_string(rows) +
             " rows does not fit: (rows + 1) x columns must be at most 64";
    }
    if (!gravity && (rows > kMaxFreeSide || cols > kMaxFreeSide)) {
      return "a free board of " + std::to_string(rows) + " rows and " + std::to_string(cols) +
             " columns is too large: at most 20 by 20";
    }
    if (k < 2 || k > 64) return "k is " + std::to_string(k) + ", expected 2 to 64";
    if (stones.first < 1 || stones.first > 9 || stones.later < 1 || stones.later > 9) {
      return "a turn lays 1 to 9 stones";
    }
    if (exact && (gravity || goal != Goal::FirstToK)) {
      return "exactly k is a rule of boards without gravity that the first line wins";
    }
    return {};
  }

  std::size_t hash() const {
    std::size_t sum = 0;
    auto add = [&sum](auto value) { sum = sum * 31 + static_cast<std::size_t>(value); };
    auto add_field = [&](const auto& value) {
      if constexpr (requires { value.later; }) {
        add(value.first * 16 + value.later);
      } else {
        add(value);
      }
    };
    std::apply([&](auto... field) { (add_field(this->*field.member), ...); }, fields());
    return sum;
  }

  friend bool operator==(const Game&, const Game&) = default;
};

}  // namespace inarow
