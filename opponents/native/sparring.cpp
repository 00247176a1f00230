// The plain C face of the native sparring partners, for opponents/native_partner.py.
#include <exception>

#include "core/move_clock.hpp"
#include "window_searcher.hpp"

// The cell of the window searcher on a free board of one stone a turn, with its depth and nodes;
// -1 where it cannot play. cells: rows from the top split by '/', in ".xo"; to_move: 0 or 1.
extern "C" int window_search_choose(int rows, int cols, int k, int exact, const char* cells,
                                    int to_move, double time_s, int cpu_clock, int* depth,
                                    unsigned long long* nodes) {
  using namespace inarow;
  MoveClock::kind = cpu_clock != 0 ? MoveClock::Kind::Cpu : MoveClock::Kind::Wall;
  try {
    const Game game{rows, cols, k, false, Goal::FirstToK, {}, exact != 0};
    const WindowSearchChoice choice = choose_by_windows(Position(game, cells, to_move), time_s);
    *depth = choice.depth;
    *nodes = choice.nodes;
    return choice.move;
  } catch (const std::exception&) {
    return -1;
  }
}
