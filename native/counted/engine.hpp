// The search of the counted solver behind one small interface, so that the hot code can be built
// once for each instruction set.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "counted/rules.hpp"
#include "counted/table.hpp"

namespace inarow::counted {

// A search ran out of nodes or time, or was told to stop.
struct OutOfBudget {};

struct Budget {
  using Clock = std::chrono::steady_clock;

  std::uint64_t max_nodes = UINT64_MAX;
  Clock::time_point deadline = Clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;
};

// A bound that took long to find, kept so that an interrupted proof can go on.
struct ProvenBound {
  Key key;
  Bounds bounds;
  std::uint64_t nodes = 0;
};

// What the threads of one search share.
struct Shared {
  explicit Shared(std::shared_ptr<Table> table) : table(std::move(table)) {}

  // Remembers findings of at least this many nodes; none by default.
  std::atomic<std::uint64_t> journal_from{UINT64_MAX};
  std::shared_ptr<Table> table;
  std::mutex journal_lock;
  std::vector<ProvenBound> journal;
  // Whether searches may run side by side, and so keep out of each other's way.
  bool several_threads = false;
  // Positions that some thread is searching right now; others look at their siblings first. A hint
  // only: a wrong one costs time and nothing else.
  std::array<std::atomic<std::uint64_t>, 4096> busy{};
  // For whoever watches; kept up to date now and then.
  std::atomic<std::uint64_t> nodes_searched{0}, replies_written{0};
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Bounds on the future difference of the side to move in a counted game on a gravity board,
  // enough to say whether it is at least beta. Throws OutOfBudget or Interrupted.
  virtual Bounds at_least(const Position& pos, int beta, const Budget& budget) = 0;
  // Bounds that need no search, the table included.
  virtual Bounds static_bounds(const Position& pos) = 0;
  // The replies of a strategy by which `holder` (0 or 1) gets at least `need` as its future
  // difference, which must be true; strategy.inl says in which order. Throws as at_least does.
  virtual std::string strategy(const Position& pos, int holder, int need, int endgame,
                               const Budget& budget) = 0;
  virtual std::uint64_t nodes() const = 0;
};

namespace baseline {
std::unique_ptr<Engine> make_engine(const Game& game, const Rules& rules,
                                    std::shared_ptr<Shared> shared);
}
namespace v3 {
std::unique_ptr<Engine> make_engine(const Game& game, const Rules& rules,
                                    std::shared_ptr<Shared> shared);
}

// The build that fits this machine.
std::unique_ptr<Engine> make_engine(const Game& game, const Rules& rules,
                                    std::shared_ptr<Shared> shared);

}  // namespace inarow::counted
