#include <array>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int kRows = 6, kCols = 7, kWin = 10000, kInfinity = 1000000;

class Board {
 public:
  explicit Board(const std::string& state) : cells_(state) {}

  char at(int row, int col) const {
    if (row < 0 || row >= kRows || col < 0 || col >= kCols) return 0;
    return cells_[row * (kCols + 1) + col];
  }
  void put(int row, int col, char who) { cells_[row * (kCols + 1) + col] = who; }
  int landing(int col) const {
    for (int row = 0; row < kRows; ++row)
      if (at(row, col) == '.') return row;
    return -1;
  }
  // The numbers of runs of exactly two, exactly three, and four or more; stones in [0].
  std::array<int, 4> runs(char who) const {
    std::array<int, 4> found{};
    for (int row = 0; row < kRows; ++row)
      for (int col = 0; col < kCols; ++col) {
        if (at(row, col) != who) continue;
        ++found[0];
        for (auto [dr, dc] : std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          if (at(row - dr, col - dc) == who) continue;
          int length = 1;
          while (at(row + length * dr, col + length * dc) == who) ++length;
          if (length >= 2) ++found[std::min(length, 4) - 1];
        }
      }
    return found;
  }

 private:
  std::string cells_;
};

struct Search {
  Board board;
  bool prune;
  long nodes = 0;
  int column = 0;

  int run(int depth, bool red, int alpha, int beta, bool root = false) {
    ++nodes;
    auto r = board.runs('r'), y = board.runs('y');
    if (r[3]) return kWin;
    if (y[3]) return -kWin;
    int value = r[0] + 10 * r[1] + 100 * r[2] - y[0] - 10 * y[1] - 100 * y[2];
    if (depth == 0) return value;
    int best = red ? -kInfinity : kInfinity;
    bool moved = false;
    for (int col = 0; col < kCols; ++col) {
      int row = board.landing(col);
      if (row < 0) continue;
      moved = true;
      board.put(row, col, red ? 'r' : 'y');
      int below = run(depth - 1, !red, alpha, beta);
      board.put(row, col, '.');
      if (red ? below > best : below < best) {
        best = below;
        if (root) column = col;
      }
      if (!prune) continue;
      if (red ? best >= beta : best <= alpha) break;
      (red ? alpha : beta) = red ? std::max(alpha, best) : std::min(beta, best);
    }
    return moved ? best : value;
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) return 2;
  Search search{Board(argv[1]), argc == 3 || argv[3][0] == 'A'};
  search.run(argc == 3 ? 5 : std::stoi(argv[4]), std::string(argv[2]) == "red", -kInfinity,
             kInfinity, true);
  std::cout << search.column << '\n';
  if (argc == 5) std::cout << search.nodes << '\n';
}
