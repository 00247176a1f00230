// The public solver: checks its input, picks the search for this machine, applies limits.
#include "falling/solver/solver.hpp"

#include <cstdlib>
#include <ctime>
#include <new>
#include <stdexcept>
#include <thread>

#include "falling/solver/solver_state.hpp"

#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#define INAROW_HAVE_MMAP 1
#endif

#ifndef INAROW_SOLVER_V3
#define INAROW_SOLVER_V3 0
#endif

namespace inarow::solver_core {

void* allocate_zeroed(std::size_t bytes) {
#if defined(INAROW_HAVE_MMAP)
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
  if (bytes >= (std::size_t{4} << 20)) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
#else
  void* memory = ::operator new(bytes, std::align_val_t{64}, std::nothrow);
  if (memory) __builtin_memset(memory, 0, bytes);
  return memory;
#endif
}

void release(void* memory, std::size_t bytes) {
  if (!memory) return;
#if defined(INAROW_HAVE_MMAP)
  munmap(memory, bytes);
#else
  (void)bytes;
  ::operator delete(memory, std::align_val_t{64});
#endif
}

std::uint64_t steady_now_ns() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

void* start_thread(void (*run)(void*), void* argument) {
  try {
    return new std::thread(run, argument);
  } catch (...) {
    return nullptr;
  }
}

void join_thread(void* thread) {
  auto* t = static_cast<std::thread*>(thread);
  t->join();
  delete t;
}

}  // namespace inarow::solver_core

namespace inarow {
namespace {

const solver_core::Operations& pick_operations(bool force_baseline) {
#if INAROW_SOLVER_V3 && defined(__x86_64__)
  const char* plain = std::getenv("INAROW_BASELINE");
  if (plain && plain[0] == '1') force_baseline = true;
  if (!force_baseline && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
      __builtin_cpu_supports("fma")) {
    return solving::v3::operations;
  }
#else
  (void)force_baseline;
#endif
  return solving::baseline::operations;
}

std::uint64_t thread_cpu_ns() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
#else
  return solver_core::steady_now_ns();
#endif
}

// True if `stones` contain k in a row. Obvious rather than fast: runs once per call.
bool has_line(const SolverState& s, std::uint64_t stones) {
  const int stride = s.config.rows + 1;
  for (const int d : {1, stride - 1, stride, stride + 1}) {
    std::uint64_t run = stones;
    for (int i = 1; i < s.config.k && run; ++i) run = i * d > 63 ? 0 : run & (stones >> (i * d));
    if (run) return true;
  }
  return false;
}

}  // namespace

bool poll_limits(void* context, std::uint64_t nodes) {
  const auto& limits = *static_cast<const SolveLimits*>(context);
  if (limits.cancel && limits.cancel->load(std::memory_order_relaxed)) return false;
  return !limits.progress || limits.progress(nodes);
}

solver_core::Limits core_limits(const SolveLimits& limits, std::uint64_t thread_nodes) {
  solver_core::Limits out{};
  out.nodes = limits.nodes;
  if (limits.seconds > 0) {
    // A limit beyond three hundred years is none.
    const double ns = limits.seconds * 1e9;
    if (ns < 9e18)
      out.deadline_ns = solver_core::steady_now_ns() + static_cast<std::uint64_t>(ns) + 1;
  }
  if (limits.cancel || limits.progress) {
    out.poll = poll_limits;
    out.context = const_cast<SolveLimits*>(&limits);
  }
  out.threads = limits.threads < 1 ? 1 : limits.threads;
  out.thread_nodes = thread_nodes;
  return out;
}

bool finished(const SolverState& s, const SolverPosition& pos, int& end_value) {
  const int margin = s.cells() + 1 - __builtin_popcountll(pos.mover | pos.opponent);
  if (has_line(s, pos.opponent)) {
    end_value = -margin;
    return true;
  }
  if (has_line(s, pos.mover)) {
    end_value = margin;
    return true;
  }
  end_value = 0;
  return margin == 1;
}

SolverState::~SolverState() {
  if (handle) operations->destroy(handle);
}

Solver::Solver(int rows, int cols, int k, const SolverOptions& options)
    : state_(std::make_unique<SolverState>()) {
  if (rows < 1 || cols < 1 || rows > 63 || cols > 32 || (rows + 1) * cols > 64) {
    throw std::invalid_argument("board of " + std::to_string(rows) + " rows and " +
                                std::to_string(cols) +
                                " columns does not fit: (rows + 1) * columns must be 2 to 64");
  }
  if (k < 3) {
    throw std::invalid_argument("k is " + std::to_string(k) + ", must be at least 3");
  }
  SolverState& s = *state_;
  s.config = solver_core::Config{rows,
                                 cols,
                                 k < 64 ? k : 64,
                                 options.table_bytes,
                                 options.disabled_rules,
                                 options.force_runtime_shape,
                                 options.eager};
  s.k = k;
  s.thread_nodes = options.thread_nodes;
  s.operations = &pick_operations(options.force_baseline);
  s.handle = s.operations->create(s.config);
  if (!s.handle) throw std::bad_alloc();
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

std::string Solver::problem(const SolverPosition& pos) const {
  const SolverState& s = *state_;
  const int rows = s.config.rows;
  if (pos.mover & pos.opponent) return "both sides have a stone on one cell";
  const std::uint64_t mask = pos.mover | pos.opponent;
  const int bits = (rows + 1) * s.config.cols;
  if (bits < 64 && (mask >> bits)) return "a stone lies off the board";
  for (int col = 0; col < s.config.cols; ++col) {
    const std::uint64_t column = s.column_bits(mask, col);
    if (column & (column + 1)) {
      return "a stone in column " + std::to_string(col + 1) + " hangs in the air";
    }
    if (column >> rows) {
      return "column " + std::to_string(col + 1) + " has more than " + std::to_string(rows) +
             " stones";
    }
  }
  if (has_line(s, pos.mover) && has_line(s, pos.opponent)) return "both sides have a line";
  return {};
}

void check_position(const Solver& solver, const SolverPosition& pos) {
  const std::string problem = solver.problem(pos);
  if (!problem.empty()) throw std::invalid_argument(problem);
}

SolveResult solve_within(SolverState& s, const SolverPosition& pos,
                         const solver_core::Limits& limits) {
  SolveResult out;
  if (int value = 0; finished(s, pos, value)) {
    out.lo = out.hi = value;
    out.exact = true;
    return out;
  }
  const std::uint64_t start = solver_core::steady_now_ns();
  solver_core::Result r{};
  s.operations->solve(s.handle, pos.mover, pos.opponent, limits, &r);
  out.lo = r.lo;
  out.hi = r.hi;
  out.exact = r.lo == r.hi;
  out.nodes = r.nodes;
  out.seconds = static_cast<double>(solver_core::steady_now_ns() - start) * 1e-9;
  return out;
}

SolveResult Solver::solve(const SolverPosition& pos, const SolveLimits& limits) {
  check_position(*this, pos);
  return solve_within(*state_, pos, core_limits(limits, state_->thread_nodes));
}

SolveResult Solver::test(const SolverPosition& pos, int threshold, const SolveLimits& limits) {
  check_position(*this, pos);
  solver_core::Limits within = core_limits(limits, state_->thread_nodes);
  within.test_only = true;
  within.threshold = threshold;
  return solve_within(*state_, pos, within);
}

BatchResult Solver::solve_batch(const std::vector<SolverPosition>& positions,
                                bool clear_before_each, const SolveLimits& limits) {
  for (const SolverPosition& pos : positions) check_position(*this, pos);
  BatchResult out;
  out.items.resize(positions.size());
  std::uint64_t start = thread_cpu_ns();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (clear_before_each) {
      clear();
      start = thread_cpu_ns();
    }
    BatchItem& item = out.items[i];
    item.result = solve_within(*state_, positions[i], core_limits(limits, state_->thread_nodes));
    if (clear_before_each) {
      item.cpu_ns = thread_cpu_ns() - start;
      out.cpu_ns += item.cpu_ns;
    }
  }
  if (!clear_before_each) out.cpu_ns = thread_cpu_ns() - start;
  return out;
}

void Solver::clear() { state_->operations->clear(state_->handle); }
int Solver::rows() const { return state_->config.rows; }
int Solver::cols() const { return state_->config.cols; }
int Solver::k() const { return state_->k; }
const char* Solver::instruction_set() const {
  return state_->operations == &solving::baseline::operations ? "baseline" : "v3";
}

int plies_to_end(int end_value, int cells, int stones) {
  const int empty = cells - stones;
  return end_value == 0 ? empty : empty + 1 - (end_value > 0 ? end_value : -end_value);
}

int usual_score(int end_value, int cells) {
  if (end_value == 0) return 0;
  const int stones_at_end = cells + 1 - std::abs(end_value);
  const int score = (cells + 1) / 2 + 1 - (stones_at_end + 1) / 2;
  return end_value > 0 ? score : -score;
}

}  // namespace inarow
