#include "free/pairing.hpp"

#include <vector>

namespace inarow::free {
namespace {

constexpr int kSide = 7, kLength = 6;

std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }

struct GuardedWindow {
  std::uint64_t cells = 0;
  std::vector<std::uint64_t> pairs;  // pairs inside the window
};

std::vector<GuardedWindow> guarded_windows() {
  std::vector<GuardedWindow> windows;
  constexpr int kSteps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (const auto [down, right] : kSteps) {
    for (int row = 0; row + down * (kLength - 1) < kSide; ++row) {
      for (int col = 0; col < kSide; ++col) {
        const int last = col + right * (kLength - 1);
        if (last < 0 || last >= kSide) continue;
        GuardedWindow window;
        for (int i = 0; i < kLength; ++i) {
          window.cells |= bit((row + i * down) * kSide + col + i * right);
        }
        for (const CellPair& pair : kSevenBySevenPairs) {
          const std::uint64_t both = bit(pair[0]) | bit(pair[1]);
          if ((window.cells & both) == both) window.pairs.push_back(both);
        }
        windows.push_back(window);
      }
    }
  }
  return windows;
}

bool keeps_the_draw(const std::vector<GuardedWindow>& windows, std::uint64_t mine,
                    std::uint64_t theirs) {
  for (const GuardedWindow& window : windows) {
    if ((window.cells & mine) != 0) continue;
    bool guarded = false;
    for (const std::uint64_t pair : window.pairs) guarded = guarded || (pair & theirs) == 0;
    if (!guarded) return false;
  }
  return true;
}

}  // namespace

CellList pairing_moves(const Board& board, int side) {
  CellList moves;
  const Game& game = board.game();
  if (game.rows != kSide || game.cols != kSide || game.k != kLength || game.stones.later != 1) {
    return moves;
  }
  static const std::vector<GuardedWindow> windows = guarded_windows();
  std::uint64_t stones[2] = {0, 0};
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (!board.is_empty(cell)) stones[board.owner(cell)] |= bit(cell);
  }
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (board.is_empty(cell) &&
        keeps_the_draw(windows, stones[side] | bit(cell), stones[1 - side])) {
      moves.push_back(cell);
    }
  }
  return moves;
}

}  // namespace inarow::free
