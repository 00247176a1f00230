// The public solver: picks the search for this machine and applies limits.
#include "falling/solver/solver.hpp"

#include <algorithm>
#include <ctime>
#include <new>
#include <stdexcept>
#include <string>

#include "core/arch.hpp"
#include "core/game.hpp"
#include "falling/solver/solver_state.hpp"

namespace inarow::falling {
namespace {

const solver_core::Operations& operations_for(bool force_baseline) {
  return force_baseline ? baseline::operations : INAROW_CHOOSE(operations);
}

}  // namespace
}  // namespace inarow::falling

namespace inarow::falling {
namespace {

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

SolverState::~SolverState() {
  if (handle) operations->destroy(handle);
}

namespace {

Game checked(int rows, int cols, int k) {
  if (k < 3) {
    throw std::invalid_argument("k is " + std::to_string(k) + ", must be at least 3");
  }
  const Game game{rows, cols, std::min(k, 64)};
  if (auto problem = game.problem(); !problem.empty()) throw std::invalid_argument(problem);
  return game;
}

}  // namespace

Solver::Solver(int rows, int cols, int k, const SolverOptions& options)
    : state_(std::make_unique<SolverState>(checked(rows, cols, k))) {
  SolverState& s = *state_;
  s.config = solver_core::Config{rows,
                                 cols,
                                 std::min(k, 64),
                                 options.table_bytes,
                                 options.disabled_rules,
                                 options.force_runtime_shape,
                                 options.eager};
  s.k = k;
  s.thread_nodes = options.thread_nodes;
  s.operations = &operations_for(options.force_baseline);
  s.handle = s.operations->create(s.config);
  if (!s.handle) throw std::bad_alloc();
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

SolveResult solve_within(SolverState& s, const Stones& pos, const solver_core::Limits& limits) {
  SolveResult out;
  if (int value = 0; finished(s, pos, value)) {
    out.lo = out.hi = value;
    out.exact = true;
    return out;
  }
  solver_core::Result r{};
  s.operations->solve(s.handle, pos.mover, pos.opponent, limits, &r);
  out.lo = r.lo;
  out.hi = r.hi;
  out.exact = r.lo == r.hi;
  out.nodes = r.nodes;
  return out;
}

namespace {

SolveResult timed(SolverState& s, const Stones& pos, const solver_core::Limits& limits) {
  const std::uint64_t start = solver_core::steady_now_ns();
  SolveResult out = solve_within(s, pos, limits);
  out.seconds = static_cast<double>(solver_core::steady_now_ns() - start) * 1e-9;
  return out;
}

}  // namespace

SolveResult Solver::solve(const Stones& pos, const SolveLimits& limits) {
  check_position(*this, pos);
  return timed(*state_, pos, core_limits(limits, state_->thread_nodes));
}

SolveResult Solver::test(const Stones& pos, int threshold, const SolveLimits& limits) {
  check_position(*this, pos);
  solver_core::Limits within = core_limits(limits, state_->thread_nodes);
  within.test_only = true;
  within.threshold = threshold;
  return timed(*state_, pos, within);
}

BatchResult Solver::solve_batch(const std::vector<Stones>& positions, bool clear_before_each,
                                const SolveLimits& limits) {
  for (const Stones& pos : positions) check_position(*this, pos);
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
const AnyGeometry& Solver::geometry() const { return state_->geometry; }
int Solver::rows() const { return state_->config.rows; }
int Solver::cols() const { return state_->config.cols; }
int Solver::k() const { return state_->k; }

}  // namespace inarow::falling
