// Exact solver for gravity in-a-row games on boards with (rows + 1) * cols <= 64, k >= 3.
//
// Stones come in the layout of core/gravity_board.hpp.
//
// The side to move is given by the order of the two stone sets; the counts of stones are never used
// to guess it, so boards with any numbers of stones per side are solved alike.
//
// Scores come as end values, see end_value.hpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/gravity_board.hpp"
#include "falling/solver/end_value.hpp"

namespace inarow::falling {

struct SolverOptions {
  std::size_t table_bytes = std::size_t{64} << 20;  // limit; the table starts small and grows
  // For tests and measurements; the defaults are right for everybody else.
  unsigned disabled_rules = 0;           // bits of solver_core::Rule (solver_core.hpp)
  bool force_runtime_shape = false;      // do not use the fast path for 7 x 6, k = 4
  bool force_baseline = false;           // do not use AVX2 even if the machine has it
  bool eager = false;                    // use every table rule from the first node on
  std::uint64_t thread_nodes = 500'000;  // threads start after so many nodes
};

struct SolveLimits {
  std::uint64_t nodes = 0;                            // 0: no limit
  double seconds = 0;                                 // of wall time; 0: no limit
  int threads = 1;                                    // at most; small searches use one in any case
  const std::atomic<bool>* cancel = nullptr;          // set to true to stop
  std::function<bool(std::uint64_t nodes)> progress;  // called now and then; false stops
};

// lo <= true end value <= hi always; exact means lo == hi.
struct SolveResult {
  int lo = 0, hi = 0;
  bool exact = false;
  std::uint64_t nodes = 0;
  double seconds = 0;  // of the call; 0 for an item of a batch
};

struct MoveVerdict {
  int column = 0;
  int lo = 0, hi = 0;  // end value of the position after the move, from the mover's view
  bool exact = false;
  // Columns from this move (included) to the end of the game, both sides winning fastest and losing
  // slowest; shorter if a limit stopped the work, empty if the value is not exact.
  std::vector<int> line;
};

struct Analysis {
  SolveResult result;              // of the position itself
  std::vector<MoveVerdict> moves;  // legal moves, left to right
};

struct BatchItem {
  SolveResult result;
  std::uint64_t cpu_ns = 0;  // of the calling thread; clearing the table is not counted
};

struct BatchResult {
  std::vector<BatchItem> items;
  // CPU time of all searches together. With the table kept the clock is read only before the first
  // and after the last: reading it costs as much as an easy position. Then `cpu_ns` of the items
  // is 0.
  std::uint64_t cpu_ns = 0;
};

struct SolverState;  // private to the implementation

class Solver {
 public:
  // Throws std::invalid_argument if the shape does not fit, std::bad_alloc without memory.
  Solver(int rows, int cols, int k, const SolverOptions& options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  // Why the stones are not a position (floating, overlapping, off the board, both sides with a
  // finished line), or an empty string. The other functions throw std::invalid_argument with it.
  std::string problem(const Stones& pos) const;

  // A finished line of either side on the board is a game that is over: its end value, exact.
  SolveResult solve(const Stones& pos, const SolveLimits& limits = {});

  // Bounds that answer "is the end value at least `threshold`?" (unless a limit stops it):
  // afterwards lo >= threshold or hi < threshold. Cheaper than solve().
  SolveResult test(const Stones& pos, int threshold, const SolveLimits& limits = {});

  // Every legal move, and with_lines the best line of each. The limits hold for the whole call.
  Analysis analyse(const Stones& pos, const SolveLimits& limits = {}, bool with_lines = true);

  // Solves one after the other, table kept, or cleared before each (not timed). `limits` hold for
  // each position.
  BatchResult solve_batch(const std::vector<Stones>& positions, bool clear_before_each,
                          const SolveLimits& limits = {});

  void clear();  // forgets the table
  const AnyGeometry& geometry() const;
  int rows() const;
  int cols() const;
  int k() const;

 private:
  std::unique_ptr<SolverState> state_;
};

}  // namespace inarow::falling
