// What a textbook search must obey, and what it answers. Every rule that a course fixes, and every
// way a student's program is known to differ, is a field here; see textbook/spec.py for the prose.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/position.hpp"
#include "core/wide_count.hpp"

namespace inarow::textbook {

enum class Algorithm : std::uint8_t { Minimax, AlphaBeta };
enum class Tie : std::uint8_t { First, Last };
enum class Prune : std::uint8_t { AtEqual, Strict };
enum class Bound : std::uint8_t { Soft, Hard };
enum class Counting : std::uint8_t { Tested, TestedButRoot, Leaves, Expanded, Generated };
enum class FullBoard : std::uint8_t { Evaluate, Zero };
enum class Maximiser : std::uint8_t { First, Mover };
enum class LeafTest : std::uint8_t { Won, Depth, Full };
enum class Evaluator : std::uint8_t { Runs, NestedRuns, RunsWithoutTokens, Quadruples, Zero };

constexpr int kMinusInfinity = std::numeric_limits<int>::min();
constexpr int kPlusInfinity = std::numeric_limits<int>::max();

struct Spec {
  Algorithm algorithm = Algorithm::AlphaBeta;
  int depth = 4;
  std::vector<int> order;  // all moves, each once; empty for ascending
  Tie tie = Tie::First;
  Prune prune = Prune::AtEqual;
  Bound bound = Bound::Soft;
  int root_alpha = kMinusInfinity;
  int root_beta = kPlusInfinity;
  Counting counting = Counting::Tested;
  std::array<LeafTest, 3> leaf_tests{LeafTest::Won, LeafTest::Depth, LeafTest::Full};
  FullBoard full_board = FullBoard::Evaluate;
  Evaluator evaluator = Evaluator::Runs;
  Maximiser maximiser = Maximiser::First;
  int utility = 10000;
  int utility_per_ply = 0;  // added for each ply of depth left when the game is won
};

struct Result {
  int move = -1;  // -1: the root is a leaf, or no move ever beat the root window
  int value = 0;
  WideCount nodes;
};

enum class EventKind : std::uint8_t { Enter, Leaf, Update, CutOff, Leave };

// One step of a search, in the order in which they happen.
//   Enter   a node is tested: alpha, beta as handed down; value unused
//   Leaf    the node is a leaf: value, and which test made it one
//   Update  a child improved the node: move, value = the new best, alpha and beta after it
//   CutOff  the remaining moves are skipped: value = best, alpha and beta that met it
//   Leave   the node returns value
struct Event {
  EventKind kind;
  LeafTest reason;   // Leaf only
  std::int16_t ply;  // 0 at the root
  std::int16_t
      move;  // Enter, Leaf, Leave: the move that led here; Update, CutOff: the child's move
  int alpha, beta, value;
};

// Where a search cut off: the moves from the root to the state, the move after which the rest was
// skipped, and the states tested so far.
struct CutOffPlace {
  std::uint64_t tested;
  std::vector<std::int16_t> path;
  std::int16_t move;
};

struct Trace {
  std::vector<Event> events;
  std::size_t limit = 0;  // stop recording (not searching) after so many events
  bool complete = true;
};

// The cut-offs alone, for searches whose events would be too many.
struct CutOffTrace {
  std::vector<CutOffPlace> places;
  std::size_t limit = 0;
  bool complete = true;
  std::uint64_t tested = 0;
  std::vector<std::int16_t> path;  // of the state being searched
};

// The plain algorithm, node by node.
Result search(const Position& root, const Spec& spec, Trace* trace);
// The same, noting where it cuts off.
Result search_cut_offs(const Position& root, const Spec& spec, CutOffTrace& trace);
// The same answer and the same count, found with less work where the rules allow it (reuse.hpp).
Result search_with_reuse(const Position& root, const Spec& spec);
// The static evaluation of a position under a spec (first player's view unless maximiser says
// Mover).
int evaluate(const Position& pos, const Spec& spec);

}  // namespace inarow::textbook
