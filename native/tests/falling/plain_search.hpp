// A deliberately plain full search to compare the solver with: no pruning, no bitboard tricks, no
// code shared with the solver. Values are end values (see solver.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <unordered_map>
#include <vector>

#include "falling/solver/solver.hpp"

namespace inarow::falling::plain {

// cells[col][row]: 0 empty, 1 the side to move at the root, 2 the other side.
struct Grid {
  int rows, cols, k;
  std::vector<std::vector<int>> cells;

  Grid(int rows_, int cols_, int k_)
      : rows(rows_),
        cols(cols_),
        k(k_),
        cells(static_cast<std::size_t>(cols_), std::vector<int>(static_cast<std::size_t>(rows_))) {}

  int at(int col, int row) const {
    if (col < 0 || col >= cols || row < 0 || row >= rows) return 0;
    return cells[static_cast<std::size_t>(col)][static_cast<std::size_t>(row)];
  }
  int& at_ref(int col, int row) {
    return cells[static_cast<std::size_t>(col)][static_cast<std::size_t>(row)];
  }
  int height(int col) const {
    int h = 0;
    while (h < rows && at(col, h)) ++h;
    return h;
  }
  // True if the stone at (col, row) is part of k in a row.
  bool completes(int col, int row) const {
    const int who = at(col, row);
    const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& d : directions) {
      int length = 1;
      for (int i = 1; at(col + i * d[0], row + i * d[1]) == who; ++i) ++length;
      for (int i = 1; at(col - i * d[0], row - i * d[1]) == who; ++i) ++length;
      if (length >= k) return true;
    }
    return false;
  }
  int empties() const {
    int n = 0;
    for (const auto& column : cells) {
      for (const int cell : column) n += cell == 0;
    }
    return n;
  }
  Stones position(int mover) const {
    Stones pos;
    for (int col = 0; col < cols; ++col) {
      for (int row = 0; row < rows; ++row) {
        const std::uint64_t bit = std::uint64_t{1} << (col * (rows + 1) + row);
        if (at(col, row) == mover) pos.mover |= bit;
        if (at(col, row) == 3 - mover) pos.opponent |= bit;
      }
    }
    return pos;
  }
};

// Full search, every result remembered. `seen` maps (mover, opponent) to the end value.
class Reference {
 public:
  struct Hash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& p) const {
      return static_cast<std::size_t>((p.first * 0x9e3779b97f4a7c15u) ^
                                      (p.second * 0xc2b2ae3d27d4eb4fu) ^ (p.first >> 29));
    }
  };
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, int, Hash> seen;

  int value(Grid& grid, int mover) {
    const Stones pos = grid.position(mover);
    const auto key = std::make_pair(pos.mover, pos.opponent);
    if (const auto it = seen.find(key); it != seen.end()) return it->second;
    const int empties = grid.empties();
    int best = empties == 0 ? 0 : -1000;
    for (int col = 0; col < grid.cols; ++col) {
      const int row = grid.height(col);
      if (row == grid.rows) continue;
      grid.at_ref(col, row) = mover;
      // A line now leaves empties - 1 cells empty: the end value is that plus one.
      const int score = grid.completes(col, row) ? empties : -value(grid, 3 - mover);
      grid.at_ref(col, row) = 0;
      if (score > best) best = score;
    }
    seen.emplace(key, best);
    return best;
  }
};

// A random position without a line, with `empties` empty cells if it can be had; side to move is 1.
// Balanced: sides alternate so that 1 is to move; else the owner of every stone is a coin toss.
inline bool random_grid(Grid& grid, int empties, bool balanced, std::mt19937_64& rng) {
  const int total = grid.rows * grid.cols;
  for (int attempt = 0; attempt < 200; ++attempt) {
    Grid g(grid.rows, grid.cols, grid.k);
    int stones = 0;
    bool stuck = false;
    while (!stuck && total - stones > empties) {
      const int owner = balanced ? ((total - empties - stones) % 2 == 0 ? 1 : 2)
                                 : 1 + static_cast<int>(rng() % 2);
      stuck = true;
      for (int tries = 0; tries < 20 && stuck; ++tries) {
        const int col = static_cast<int>(rng() % static_cast<unsigned>(g.cols));
        const int row = g.height(col);
        if (row == g.rows) continue;
        g.at_ref(col, row) = owner;
        if (g.completes(col, row)) {
          g.at_ref(col, row) = 0;
        } else {
          stuck = false;
        }
      }
      ++stones;
    }
    if (!stuck) {
      grid = g;
      return true;
    }
  }
  return false;
}

// Smaller volumes where every step is instrumented.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kVolume = 1;
#else
inline constexpr int kVolume = 8;
#endif

}  // namespace inarow::falling::plain
