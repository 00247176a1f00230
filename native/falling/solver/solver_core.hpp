// The seam between the public solver and the search compiled per instruction set: plain data and
// plain function pointers only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace inarow::falling::solver_core {

// Bits of Config::disabled_rules, one for each pruning rule, for tests and measurements.
enum Rule : unsigned {
  kRuleFollowUp = 1,
  kRuleNoLine = 2,
  kRuleDeadStones = 4,
  kRuleMirror = 8,
  kRuleTable = 16,
  kRuleProbes = 32,  // budgeted probes of the window schedule
  kRuleRepair = 64,  // rule 4 of the follow-up bound
};

struct Config {
  int rows, cols, k;
  std::size_t table_bytes;
  unsigned disabled_rules;
  bool force_runtime_shape;
  bool eager;  // tests: dead-stone key everywhere, table from the first node
};

// Everything the search needs from outside. All times in nanoseconds of the steady clock.
struct Limits {
  std::uint64_t nodes;                               // 0: none
  std::uint64_t deadline_ns;                         // 0: none
  bool (*poll)(void* context, std::uint64_t nodes);  // may be null; false stops the search
  void* context;
  int threads;                 // >= 1
  std::uint64_t thread_nodes;  // helpers start after this many nodes
  bool test_only;              // answer only "is the score >= threshold?"
  int threshold;
};

// Scores are plies-based, see end_value.hpp: lo <= score <= hi always holds.
struct Result {
  int lo, hi;
  std::uint64_t nodes;
};

struct Operations {
  void* (*create)(const Config& config);  // null if memory is short
  void (*destroy)(void* self);
  void (*clear)(void* self);
  // Requires: no line on the board yet, stones in the public layout.
  void (*solve)(void* self, std::uint64_t mover, std::uint64_t opponent, const Limits& limits,
                Result* result);
};

// Services for the search.
void* allocate_zeroed(std::size_t bytes);  // null if memory is short; pages come on first touch
void release(void* memory, std::size_t bytes);
std::uint64_t steady_now_ns();
void* start_thread(void (*run)(void*), void* argument);  // null if there is no thread to be had
void join_thread(void* thread);

}  // namespace inarow::falling::solver_core

namespace inarow::falling::baseline {
extern const solver_core::Operations operations;
}
namespace inarow::falling::v3 {
extern const solver_core::Operations operations;
}
