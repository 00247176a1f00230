#include "core/position.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "core/quoted.hpp"

namespace inarow {
namespace {

const char* player_name(int player) { return player == 0 ? "first" : "second"; }

std::string plural(int number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

void require_symbols(std::string_view symbols) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  if (symbols.size() != 3 || !std::all_of(symbols.begin(), symbols.end(), is_ascii)) {
    throw std::invalid_argument("symbols " + quoted(symbols) +
                                " must be three ASCII characters: empty, first, second player");
  }
}

}  // namespace

int CellSet::size() const {
  int total = 0;
  for (auto word : words_) total += std::popcount(word);
  return total;
}

Position::Position(const Game& game) : game_(game), left_(game.stones.first) {
  if (auto problem = game.problem(); !problem.empty()) throw std::invalid_argument(problem);
}

Position::Position(const Game& game, std::string_view cells, int to_move, int left,
                   std::string_view symbols)
    : Position(game) {
  require_symbols(symbols);
  if (to_move != 0 && to_move != 1) throw std::invalid_argument("the side to move is 1 or 2");
  int row = 0, col = 0;
  auto end_row = [&] {
    if (col != game_.cols) {
      throw BadText("row " + std::to_string(row + 1) + " has " + plural(col, "cell") +
                    ", expected " + std::to_string(game_.cols));
    }
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const char c = cells[i];
    if (c == '/') {
      end_row();
      ++row;
      col = 0;
      continue;
    }
    auto kind = symbols.find(c);
    if (kind == std::string_view::npos) {
      throw BadText("row " + std::to_string(row + 1) + ", cell " + std::to_string(col + 1) +
                    " is " + quoted(first_character(cells.substr(i))) + ", expected one of " +
                    quoted(symbols));
    }
    if (row < game_.rows && col < game_.cols && kind > 0) {
      stones_[kind - 1].add(row * game_.cols + col);
    }
    ++col;
  }
  end_row();
  if (row + 1 != game_.rows) {
    throw BadText("the board has " + plural(row + 1, "row") + ", expected " +
                  std::to_string(game_.rows));
  }
  to_move_ = to_move;
  left_ = left == 0 ? usual_left() : left;
  if (left_ < 1 || left_ > std::max(game_.stones.first, game_.stones.later)) {
    throw BadText("left is " + std::to_string(left_) + ", expected 1 to the stones of a turn");
  }
}

int Position::usual_left() const {
  return stone_count() == 0 ? game_.stones.first : game_.stones.later;
}

int Position::at(int row, int col) const {
  if (row < 0 || row >= game_.rows || col < 0 || col >= game_.cols) {
    throw std::invalid_argument("no cell at row " + std::to_string(row) + ", column " +
                                std::to_string(col) + ": rows are 0 to " +
                                std::to_string(game_.rows - 1) + ", columns 0 to " +
                                std::to_string(game_.cols - 1));
  }
  int cell = row * game_.cols + col;
  return stones_[0].has(cell) ? 1 : stones_[1].has(cell) ? 2 : 0;
}

std::string Position::cells(std::string_view symbols) const {
  require_symbols(symbols);
  std::string text;
  text.reserve(game_.cells() + game_.rows);
  for (int row = 0; row < game_.rows; ++row) {
    if (row > 0) text += '/';
    for (int col = 0; col < game_.cols; ++col) text += symbols[at(row, col)];
  }
  return text;
}

int Position::landing(int move) const {
  if (move < 0 || move >= game_.move_count()) return -1;
  auto empty = [&](int cell) { return !stones_[0].has(cell) && !stones_[1].has(cell); };
  if (!game_.gravity) return empty(move) ? move : -1;
  // A stone falls from the top and stops above the first stone it meets.
  int landed = -1;
  for (int row = 0; row < game_.rows; ++row) {
    int cell = row * game_.cols + move;
    if (!empty(cell)) break;
    landed = cell;
  }
  return landed;
}

std::vector<int> Position::legal_moves() const {
  std::vector<int> moves;
  if (over()) return moves;
  for (int move = 0; move < game_.move_count(); ++move) {
    if (landing(move) >= 0) moves.push_back(move);
  }
  return moves;
}

Position Position::play(int move) const {
  if (move < 0 || move >= game_.move_count()) {
    throw IllegalMove("move " + std::to_string(move) + " is not on the board");
  }
  int cell = landing(move);
  if (cell < 0) {
    throw IllegalMove(game_.gravity ? "column " + std::to_string(move) + " is full"
                                    : "cell " + std::to_string(move) + " is occupied");
  }
  if (over()) {
    throw IllegalMove("move " + std::to_string(move) + " comes after the game is over");
  }
  Position next = *this;
  next.stones_[to_move_].add(cell);
  if (--next.left_ == 0) {
    next.to_move_ = opponent();
    next.left_ = game_.stones.later;
  }
  return next;
}

Position Position::pass() const {
  Position next = *this;
  next.to_move_ = opponent();
  next.left_ = usual_left();
  return next;
}

Position Position::mirrored() const {
  Position next = *this;
  for (int player : {0, 1}) {
    next.stones_[player] = CellSet{};
    for (int row = 0; row < game_.rows; ++row) {
      for (int col = 0; col < game_.cols; ++col) {
        if (stones_[player].has(row * game_.cols + col)) {
          next.stones_[player].add(row * game_.cols + game_.cols - 1 - col);
        }
      }
    }
  }
  return next;
}

template <class Visit>
void Position::for_each_window(Visit visit) const {
  for (auto [down, right] : kDirections) {
    for (int row = 0; row < game_.rows; ++row) {
      int last_row = row + down * (game_.k - 1);
      if (last_row >= game_.rows) break;
      for (int col = 0; col < game_.cols; ++col) {
        int last_col = col + right * (game_.k - 1);
        if (last_col < 0 || last_col >= game_.cols) continue;
        visit(row * game_.cols + col, Step{down, right});
      }
    }
  }
}

bool Position::is_line(int first, Step step, int player) const {
  const int stride = step.row * game_.cols + step.col;
  for (int i = 0; i < game_.k; ++i) {
    if (!stones_[player].has(first + i * stride)) return false;
  }
  if (!game_.exact) return true;
  auto continues = [&](int steps) {
    const int row = first / game_.cols + steps * step.row;
    const int col = first % game_.cols + steps * step.col;
    return row >= 0 && row < game_.rows && col >= 0 && col < game_.cols &&
           stones_[player].has(row * game_.cols + col);
  };
  return !continues(-1) && !continues(game_.k);
}

bool Position::has_line(int player) const {
  bool found = false;
  for_each_window([&](int first, Step step) { found = found || is_line(first, step, player); });
  return found;
}

std::pair<int, int> Position::score() const {
  int count[2] = {0, 0};
  for_each_window([&](int cell, Step step) {
    int owner = stones_[0].has(cell) ? 0 : 1;
    for (int i = 0; i < game_.k; ++i, cell += step.row * game_.cols + step.col) {
      if (!stones_[owner].has(cell)) return;
    }
    ++count[owner];
  });
  return {count[0], count[1]};
}

std::vector<int> Position::line_cells() const {
  CellSet in_line;
  for_each_window([&](int first, Step step) {
    if (!is_line(first, step, 0) && !is_line(first, step, 1)) return;
    for (int i = 0; i < game_.k; ++i) in_line.add(first + i * (step.row * game_.cols + step.col));
  });
  std::vector<int> cells;
  for (int cell = 0; cell < game_.cells(); ++cell) {
    if (in_line.has(cell)) cells.push_back(cell);
  }
  return cells;
}

std::vector<std::pair<int, std::vector<int>>> Position::windows() const {
  std::vector<std::pair<int, std::vector<int>>> found;
  for_each_window([&](int first, Step step) {
    const int owner = stones_[0].has(first) ? 0 : 1;
    std::vector<int> cells;
    for (int i = 0; i < game_.k; ++i) {
      cells.push_back(first + i * (step.row * game_.cols + step.col));
      if (!stones_[owner].has(cells.back())) return;
    }
    found.emplace_back(owner, std::move(cells));
  });
  std::stable_sort(found.begin(), found.end(), [](const auto& one, const auto& other) {
    return one.second.front() < other.second.front();
  });
  return found;
}

int Position::run_through(int cell, Step step, int player) const {
  int length = 1;
  for (int sign : {1, -1}) {
    int row = cell / game_.cols + sign * step.row, col = cell % game_.cols + sign * step.col;
    while (row >= 0 && row < game_.rows && col >= 0 && col < game_.cols &&
           stones_[player].has(row * game_.cols + col)) {
      ++length;
      row += sign * step.row;
      col += sign * step.col;
    }
  }
  return length;
}

int Position::longest_line(int cell, int player) const {
  if (cell < 0 || cell >= game_.cells()) {
    throw std::out_of_range("no cell " + std::to_string(cell));
  }
  int longest = 1;
  for (Step step : kDirections) longest = std::max(longest, run_through(cell, step, player));
  return longest;
}

std::vector<int> Position::winning_cells(int player) const {
  std::vector<int> cells;
  for (int cell = 0; cell < game_.cells(); ++cell) {
    if (stones_[0].has(cell) || stones_[1].has(cell)) continue;
    const bool wins = std::any_of(std::begin(kDirections), std::end(kDirections), [&](Step step) {
      const int length = run_through(cell, step, player);
      return length == game_.k || (length > game_.k && !game_.exact);
    });
    if (wins) cells.push_back(cell);
  }
  return cells;
}

Outcome Position::outcome() const {
  if (game_.goal == Goal::FirstToK) {
    if (has_line(opponent())) return to_move_ == 0 ? Outcome::SecondWins : Outcome::FirstWins;
    if (has_line(to_move_)) return to_move_ == 0 ? Outcome::FirstWins : Outcome::SecondWins;
    return full() ? Outcome::Draw : Outcome::Ongoing;
  }
  if (!full()) return Outcome::Ongoing;
  auto [first, second] = score();
  return first > second ? Outcome::FirstWins : first < second ? Outcome::SecondWins : Outcome::Draw;
}

int Position::winner() const {
  const Outcome reached = outcome();
  return reached == Outcome::FirstWins ? 0 : reached == Outcome::SecondWins ? 1 : -1;
}

int Position::floating_cell() const {
  if (!game_.gravity) return -1;
  for (int cell = 0; cell + game_.cols < game_.cells(); ++cell) {
    int below = cell + game_.cols;
    bool stone = stones_[0].has(cell) || stones_[1].has(cell);
    if (stone && !stones_[0].has(below) && !stones_[1].has(below)) return cell;
  }
  return -1;
}

std::vector<std::string> Position::problems() const {
  std::vector<std::string> found;
  if (int cell = floating_cell(); cell >= 0) {
    found.push_back("the stone at row " + std::to_string(cell / game_.cols + 1) + ", column " +
                    std::to_string(cell % game_.cols + 1) + " (from the top left) floats");
  }
  if (game_.goal == Goal::FirstToK) {
    if (has_line(0) && has_line(1)) {
      found.push_back("both players have " + std::to_string(game_.k) + " in a row");
    } else if (has_line(to_move_)) {
      found.push_back(std::string("the ") + player_name(to_move_) +
                      " player is to move but has won already");
    }
  }
  if (game_.stones.first == 1 && game_.stones.later == 1) {
    int ahead = stones_[0].size() - stones_[1].size();
    if (ahead != to_move_) {
      found.push_back("the first player has " + std::to_string(stones_[0].size()) +
                      " stones and the second " + std::to_string(stones_[1].size()) +
                      ", which alternate play with the " + player_name(to_move_) +
                      " player to move does not give");
    }
  }
  return found;
}

std::size_t Position::hash() const {
  std::uint64_t h = static_cast<std::uint64_t>(to_move_ * 16 + left_);
  auto mix = [&h](std::uint64_t word) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
  };
  for (const auto& set : stones_) {
    for (auto word : set.words()) mix(word);
  }
  mix(game_.hash());
  return h;
}

}  // namespace inarow
