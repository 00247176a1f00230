// The engine of Connect Four for a page without a server, compiled to WebAssembly (make wasm):
// the rules, the opening book, the exact solver and the player, behind three plain functions.
//
//     reserve(bytes)        where the caller may write so many bytes
//     read_book(bytes)      those bytes are the file of the shipped book: 1 if it was read
//     ask(bytes)            those bytes are a question; its answer is JSON, ended by a zero byte
//
//     facts POSITION                       what the rules say of a position
//     play POSITION COLUMN                 the same of the position after a move
//     analyse POSITION MILLISECONDS        bounds and a line of best play for every move
//     choose POSITION DEPTH                a move by a search of so many plies, and its value
//
// A POSITION is the text of Position::cells(), ':' and x or o, the side to move. Columns are
// counted from 0. Nothing may be thrown here, since nothing is caught: every question is checked
// first, one that is wrong is answered by {"error": "..."}, and the deepening search, which throws
// when its time is up, is held by its depth alone.
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/centre_first.hpp"
#include "core/gravity_stones.hpp"
#include "core/position.hpp"
#include "falling/iterative_deepening.hpp"
#include "falling/opening_book.hpp"
#include "falling/packed_numbers.hpp"
#include "falling/solver/solver.hpp"

namespace inarow {
namespace {

using namespace falling;

constexpr Game kGame{};
constexpr std::size_t kTableBytes = std::size_t{16} << 20;
constexpr int kBookPly = 8;
constexpr int kDeepest = 14;  // plies that take no time to speak of
constexpr double kForever = 1e6;

struct Engine {
  std::string input, output;
  std::optional<OpeningBook> book;
  std::unique_ptr<Solver> solver;
};

Engine& engine() {
  static Engine the;
  return the;
}

// The book.

// "inarow book 2 connect4 ply 8 positions 91295", a new line, the packed scores.
bool read_book_of(std::string_view file) {
  constexpr std::string_view kTitle = "inarow book 2 connect4 ply 8 positions ";
  if (!file.starts_with(kTitle)) return false;
  const std::size_t end = file.find('\n');
  if (end == std::string_view::npos) return false;
  std::size_t count = 0;
  std::from_chars(file.data() + kTitle.size(), file.data() + end, count);
  if (count != PositionLists(kGame).layer(kBookPly).size()) return false;
  engine().book.emplace(kGame, kBookPly, unpack_numbers(file.substr(end + 1), count));
  return true;
}

std::optional<int> book_score(const Position& pos) {
  return engine().book ? engine().book->score(pos) : std::nullopt;
}

// Of each legal move, where the book knows them all.
std::optional<std::array<std::optional<int>, 7>> book_scores(const Position& pos) {
  if (pos.stone_count() >= kBookPly || !book_score(pos)) return std::nullopt;
  std::array<std::optional<int>, 7> scores{};
  for (const int move : pos.legal_moves()) {
    const std::optional<int> after = book_score(pos.play(move));
    const int cells = kGame.cells();
    scores[move] = after ? -*after : standard_score(cells - pos.stone_count(), cells);
  }
  return scores;
}

// Best play from a move on, as far as the book reaches: the most central of equal moves.
std::vector<int> book_line(Position pos, int move) {
  std::vector<int> line{move};
  pos = pos.play(move);
  while (const auto scores = book_scores(pos)) {
    int best = -1;
    for (const int col : centre_first(kGame.cols)) {
      if ((*scores)[col] && (best < 0 || *(*scores)[col] > *(*scores)[best])) best = col;
    }
    line.push_back(best);
    pos = pos.play(best);
  }
  return line;
}

// JSON.

std::string listed(const std::vector<int>& numbers) {
  std::string text = "[";
  for (const int number : numbers) text += (text.size() > 1 ? "," : "") + std::to_string(number);
  return text + "]";
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() > 1 ? ",\"" : "\"") + text + '"';
  return list + "]";
}

std::string error(std::string_view sentence) {
  return "{\"error\":\"" + std::string(sentence) + "\"}";
}

std::string text_of(const Position& pos) {
  return pos.cells() + ':' + (pos.to_move() == 0 ? 'x' : 'o');
}

std::string facts(const Position& pos) {
  constexpr const char* kOutcomes[] = {"ongoing", "first", "second", "draw"};
  std::vector<int> landings;
  for (int col = 0; col < kGame.cols; ++col) landings.push_back(pos.landing(col));
  std::string windows = "[";
  for (const auto& [player, cells] : pos.windows()) {
    windows += (windows.size() > 1 ? "," : "") + listed(cells);
  }
  const auto [first, second] = pos.score();
  return "{\"position\":\"" + text_of(pos) + "\",\"cells\":\"" + pos.cells(".12") +
         "\",\"to_move\":" + std::to_string(pos.to_move() + 1) +
         ",\"stones\":" + std::to_string(pos.stone_count()) +
         ",\"legal\":" + listed(pos.legal_moves()) + ",\"landing\":" + listed(landings) +
         ",\"outcome\":\"" + kOutcomes[static_cast<int>(pos.outcome())] +
         "\",\"line_cells\":" + listed(pos.line_cells()) + ",\"windows\":" + windows +
         "],\"score\":" + listed({first, second}) + ",\"winning\":[" +
         listed(pos.winning_cells(0)) + "," + listed(pos.winning_cells(1)) +
         "],\"problems\":" + quoted_list(pos.problems()) + "}";
}

// Questions.

std::string verdict(int move, int lo, int hi, const std::vector<int>& line) {
  return "{\"move\":" + std::to_string(move) + ",\"lo\":" + std::to_string(lo) +
         ",\"hi\":" + std::to_string(hi) + ",\"line\":" + listed(line) + "}";
}

std::string analysis(int lo, int hi, const char* source, std::uint64_t nodes,
                     const std::string& moves) {
  return "{\"lo\":" + std::to_string(lo) + ",\"hi\":" + std::to_string(hi) + ",\"source\":\"" +
         source + "\",\"nodes\":" + std::to_string(nodes) + ",\"moves\":[" + moves + "]}";
}

std::string analyse(const Position& pos, int milliseconds) {
  std::string moves;
  auto add = [&](const std::string& move) { moves += (moves.empty() ? "" : ",") + move; };
  if (const auto scores = book_scores(pos)) {
    int best = -kGame.cells();
    for (const int move : pos.legal_moves()) {
      const int score = *(*scores)[move];
      best = std::max(best, score);
      add(verdict(move, score, score, book_line(pos, move)));
    }
    return analysis(best, best, "book", 0, moves);
  }
  std::unique_ptr<Solver>& solver = engine().solver;
  if (!solver)
    solver = std::make_unique<Solver>(6, 7, 4, SolverOptions{.table_bytes = kTableBytes});
  SolveLimits limits;
  limits.seconds = milliseconds / 1000.0;
  const Analysis found = solver->analyse(mover_stones(pos), limits);
  const int cells = kGame.cells();
  for (const MoveVerdict& move : found.moves) {
    add(verdict(move.column, standard_score(move.lo, cells), standard_score(move.hi, cells),
                move.line));
  }
  return analysis(standard_score(found.result.lo, cells), standard_score(found.result.hi, cells),
                  "solver", found.result.nodes, moves);
}

std::string choose(const Position& pos, int depth) {
  const Choice choice = iterative_deepening(pos, {kForever, depth});
  return "{\"move\":" + std::to_string(choice.move) + ",\"value\":" + std::to_string(choice.value) +
         "}";
}

// A position, unless the text is none, or stones float.
std::optional<Position> position_of(std::string_view text) {
  const std::size_t rows = kGame.rows, width = kGame.cols + 1;
  if (text.size() != rows * width + 1) return std::nullopt;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char between = i + 2 == text.size() ? ':' : '/';
    if (i % width + 1 == width ? text[i] != between : std::string_view(".xo").find(text[i]) > 2)
      return std::nullopt;
  }
  if (text.back() != 'x' && text.back() != 'o') return std::nullopt;
  const Position pos(kGame, text.substr(0, rows * width - 1), text.back() == 'o');
  if (pos.floating_cell() >= 0) return std::nullopt;
  return pos;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// A whole number; -1 for any other text.
int number_of(std::string_view text) {
  int number = -1;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  return wrong == std::errc{} && end == text.data() + text.size() ? number : -1;
}

std::string answer(std::string_view question) {
  const std::vector<std::string_view> words = words_of(question);
  if (words.size() < 2) return error("a question has a verb and a position");
  const std::optional<Position> pos = position_of(words[1]);
  if (!pos) return error("the position has six rows of seven cells, a colon and x or o");
  if (words[0] == "facts" && words.size() == 2) return facts(*pos);
  if (words[0] == "play" && words.size() == 3) {
    const int move = number_of(words[2]);
    const std::vector<int> legal = pos->legal_moves();
    if (std::find(legal.begin(), legal.end(), move) == legal.end())
      return error("the move is not legal");
    return facts(pos->play(move));
  }
  if (pos->over()) return error("the game is over");
  if (words[0] == "analyse" && words.size() == 3) return analyse(*pos, number_of(words[2]));
  if (words[0] == "choose" && words.size() == 3) {
    return choose(*pos, std::clamp(number_of(words[2]), 1, kDeepest));
  }
  return error("the question is none of facts, play, analyse and choose");
}

}  // namespace
}  // namespace inarow

extern "C" {

__attribute__((export_name("reserve"))) char* inarow_reserve(std::size_t bytes) {
  std::string& input = inarow::engine().input;
  input.resize(bytes);
  return input.data();
}

__attribute__((export_name("read_book"))) int inarow_read_book(std::size_t bytes) {
  return inarow::read_book_of(std::string_view(inarow::engine().input).substr(0, bytes));
}

__attribute__((export_name("ask"))) const char* inarow_ask(std::size_t bytes) {
  inarow::Engine& engine = inarow::engine();
  engine.output = inarow::answer(std::string_view(engine.input).substr(0, bytes));
  return engine.output.c_str();
}
}
