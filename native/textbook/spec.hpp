// What a textbook search must obey, and what it answers. Every rule that a course fixes, and every
// way a student's program is known to differ, is a field here; see textbook/rules/ for the prose.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/position.hpp"
#include "core/wide_count.hpp"

namespace inarow::textbook {

enum class Algorithm : std::uint8_t { Minimax, AlphaBeta };
enum class Tie : std::uint8_t { First, Last, LastAtMax, LastAtMin };
enum class Prune : std::uint8_t { AtEqual, Strict, MaxStrict, MinStrict, OnlyMax, OnlyMin, Late };
enum class Bound : std::uint8_t { Soft, Hard };
enum class FullColumns : std::uint8_t { Skipped, Passed };
enum class PrintedMove : std::uint8_t { Root, AnyDepth };
enum class BestStart : std::uint8_t { Infinite, Zero, Utility };
enum class HandedDown : std::uint8_t { Window, FreshAtRoot, OwnBound, Swapped, Negated };
enum class Narrowing : std::uint8_t { Both, AlphaKept, BetaKept, Latest };
enum class WindowScope : std::uint8_t { Own, Shared };
enum class FullBoard : std::uint8_t { Evaluate, Zero, Worst };
enum class Maximiser : std::uint8_t { First, Mover };
enum class Turns : std::uint8_t { AsValued, Root, Reversed, AsRoot, Everyone };
enum class WinSides : std::uint8_t { Both, First, Second, RootPlayer, ToMove };
enum class WonBoard : std::uint8_t { Utility, Evaluate };
enum class Ends : std::uint8_t { Counted, LeftOut };
enum class LongerLines : std::uint8_t { AsGame, Win, NoWin };
enum class WinView : std::uint8_t { Winner, RootFirst, ToMoveFirst };
enum class LongRuns : std::uint8_t { Once, EachFour, Never };
enum class ScoreView : std::uint8_t {
  Difference,
  FirstAlone,
  RootFirst,
  ToMoveFirst,
  Sum,
  SecondFirst,
  RootAlone
};
enum class LeafTest : std::uint8_t { Won, Depth, Full };
enum class Evaluator : std::uint8_t { Runs, Quadruples, Zero };
enum class InnerRuns : std::uint8_t { None, All, OneOfEach };

// The word of each value of an enumeration, in its order, as textbook/rules/ writes it.
template <class Enum>
constexpr std::array<std::string_view, 0> kWords{};
template <>
constexpr std::array<std::string_view, 2> kWords<Algorithm>{"minimax", "alpha-beta"};
template <>
constexpr std::array<std::string_view, 4> kWords<Tie>{"first", "last", "last-at-max",
                                                      "last-at-min"};
template <>
constexpr std::array<std::string_view, 7> kWords<Prune>{
    "at-equal", "strict", "max-strict", "min-strict", "only-max", "only-min", "late"};
template <>
constexpr std::array<std::string_view, 2> kWords<Bound>{"soft", "hard"};
template <>
constexpr std::array<std::string_view, 2> kWords<FullColumns>{"skipped", "passed"};
template <>
constexpr std::array<std::string_view, 2> kWords<PrintedMove>{"root", "any-depth"};
template <>
constexpr std::array<std::string_view, 3> kWords<BestStart>{"infinite", "zero", "utility"};
template <>
constexpr std::array<std::string_view, 5> kWords<HandedDown>{"window", "fresh-at-root", "own-bound",
                                                             "swapped", "negated"};
template <>
constexpr std::array<std::string_view, 4> kWords<Narrowing>{"both", "alpha-kept", "beta-kept",
                                                            "latest"};
template <>
constexpr std::array<std::string_view, 2> kWords<WindowScope>{"own", "shared"};
template <>
constexpr std::array<std::string_view, 5> kWords<Turns>{"as-valued", "root", "reversed", "as-root",
                                                        "everyone"};
template <>
constexpr std::array<std::string_view, 5> kWords<WinSides>{"both", "first", "second", "root-player",
                                                           "to-move"};
template <>
constexpr std::array<std::string_view, 2> kWords<WonBoard>{"utility", "evaluate"};
template <>
constexpr std::array<std::string_view, 3> kWords<WinView>{"winner", "root-first", "to-move-first"};
template <>
constexpr std::array<std::string_view, 3> kWords<LongRuns>{"once", "each-four", "never"};
template <>
constexpr std::array<std::string_view, 7> kWords<ScoreView>{
    "difference", "first-alone",  "root-first", "to-move-first",
    "sum",        "second-first", "root-alone"};
template <>
constexpr std::array<std::string_view, 3> kWords<FullBoard>{"evaluate", "zero", "worst"};
template <>
constexpr std::array<std::string_view, 2> kWords<Maximiser>{"first", "mover"};
template <>
constexpr std::array<std::string_view, 3> kWords<LeafTest>{"won", "depth", "full"};

template <>
constexpr std::array<std::string_view, 2> kWords<Ends>{"counted", "left-out"};
template <>
constexpr std::array<std::string_view, 3> kWords<LongerLines>{"as-game", "win", "no-win"};
template <>
constexpr std::array<std::string_view, 3> kWords<Evaluator>{"runs", "quadruples", "zero"};
template <>
constexpr std::array<std::string_view, 3> kWords<InnerRuns>{"none", "all", "one-of-each"};

constexpr int kMinusInfinity = std::numeric_limits<int>::min();
constexpr int kPlusInfinity = std::numeric_limits<int>::max();

constexpr int kDeepestSearch = 1000;

// The four ways in which stones lie in a row, in the order of kWays.
enum class Way : std::uint8_t { Across, Upright, Falling, Rising };
constexpr std::array<std::string_view, 4> kWays{"across", "upright", "falling", "rising"};

// A set of ways: bit i says whether the Way of that number is searched.
struct Directions {
  std::uint8_t ways = 0b1111;

  constexpr bool has(Way way) const { return ways >> static_cast<int>(way) & 1; }
  bool operator==(const Directions&) const = default;
};

// An interval of rows or columns as a slice of Python's: a negative stop counts from the end.
struct Interval {
  int first = 0, stop = kPlusInfinity;

  constexpr bool has(int index, int size) const {
    return index >= first && index < (stop < 0 ? size + stop : stop);
  }
  bool operator==(const Interval&) const = default;
};

// Where rows of stones are seen: the twin of LineRule in textbook/lines.py.
struct LineRule {
  Directions directions;
  Interval rows, columns;  // rows from the bottom
  Ends ends = Ends::Counted;
  int line = 1;  // how many cells a row, column or diagonal of the board must have

  bool operator==(const LineRule&) const = default;
};

// How often a node of each kind counts; extra is added once, for the root.
struct Counting {
  int expanded = 1, leaf = 1, won = 1, generated = 0, extra = 0;

  // Whether each state that is tested counts the same, and nothing else does.
  constexpr bool counts_tests() const {
    return leaf == expanded && won == expanded && generated == 0;
  }
  bool operator==(const Counting&) const = default;
};

// How often the score of each player counts.
struct ScoreSigns {
  int first = 1, second = -1;
};
constexpr ScoreSigns score_signs(ScoreView view, int root_player) {
  if (view == ScoreView::FirstAlone) return {1, 0};
  if (view == ScoreView::Sum) return {1, 1};
  if (view == ScoreView::SecondFirst) return {-1, 1};
  if (view == ScoreView::RootAlone) return {root_player == 0, root_player == 1};
  return {};
}

// What all courses have in common, so that only mistakes change it.
struct CommonRules {
  Prune prune = Prune::AtEqual;
  FullColumns full_columns = FullColumns::Skipped;
  HandedDown handed_down = HandedDown::Window;
  Narrowing narrowing = Narrowing::Both;
  WindowScope window_scope = WindowScope::Own;
  Turns turns = Turns::AsValued;
  PrintedMove printed_move = PrintedMove::Root;
  BestStart best_start = BestStart::Infinite;
  LineRule win_lines;
  int win_length = 0;  // 0: as many as the game says
  LongerLines longer_lines = LongerLines::AsGame;
  WinView win_view = WinView::Winner;
  WinSides win_sides = WinSides::Both;
  WonBoard won_board = WonBoard::Utility;
  LineRule run_lines;
  LongRuns long_runs = LongRuns::Once;
  ScoreView score_view = ScoreView::Difference;

  bool operator==(const CommonRules&) const = default;
};

// The defaults are the rules of the Connect Four course, which its strict command searches by.
struct Spec : CommonRules {
  Algorithm algorithm = Algorithm::AlphaBeta;
  int depth = 4;
  std::vector<int> order;  // empty for all moves, ascending
  Tie tie = Tie::First;
  Bound bound = Bound::Soft;
  Counting counting;
  // Where a test is missing, another is there twice, which changes nothing.
  std::array<LeafTest, 3> leaf_tests{LeafTest::Won, LeafTest::Depth, LeafTest::Full};
  FullBoard full_board = FullBoard::Evaluate;
  Evaluator evaluator = Evaluator::Runs;
  int token_weight = 1;
  std::vector<int> run_weights, window_weights;  // empty: the usual ones (weights.hpp)
  InnerRuns inner_runs = InnerRuns::None;
  Maximiser maximiser = Maximiser::First;
  int utility = 10000;
  int utility_per_ply = 0;  // added for each ply of depth left when the game is won
  int root_alpha = kMinusInfinity;
  int root_beta = kPlusInfinity;

  bool operator==(const Spec&) const = default;
};

inline bool tests_for(const Spec& spec, LeafTest test) {
  return std::find(spec.leaf_tests.begin(), spec.leaf_tests.end(), test) != spec.leaf_tests.end();
}

// Whether lines are those of the game, and no search goes on below one.
inline bool sees_all_wins(const Spec& spec) {
  return spec.win_lines == LineRule{} && spec.win_sides == WinSides::Both && spec.win_length == 0 &&
         spec.longer_lines == LongerLines::AsGame && tests_for(spec, LeafTest::Won);
}

// Whether a search keeps what all courses have in common, in all of its rules.
inline bool keeps_common_rules(const Spec& spec) {
  return static_cast<const CommonRules&>(spec) == CommonRules{} && spec.tie <= Tie::Last &&
         spec.full_board <= FullBoard::Zero && spec.counting.won == spec.counting.leaf &&
         tests_for(spec, LeafTest::Won);
}

// Calls visit(name, field) for every rule, and visit(name, field, least, most) for numbers: the one
// list of them, by which they come from Python and go there.
template <class Rules, class Visit>
void visit_rules(Rules& spec, Visit&& visit) {
  constexpr int kLargestUtility = 1 << 24, kLargestWeight = 100'000, kLongestLine = 64;
  visit("algorithm", spec.algorithm);
  visit("depth", spec.depth, 0, kDeepestSearch);
  visit("order", spec.order);
  visit("tie", spec.tie);
  visit("prune", spec.prune);
  visit("bound", spec.bound);
  visit("counting", spec.counting);
  visit("leaf_tests", spec.leaf_tests);
  visit("full_board", spec.full_board);
  visit("evaluator", spec.evaluator);
  visit("maximiser", spec.maximiser);
  visit("utility", spec.utility, -kLargestUtility, kLargestUtility);
  visit("utility_per_ply", spec.utility_per_ply, -1000, 1000);
  visit("root_alpha", spec.root_alpha, kMinusInfinity + 1, kPlusInfinity - 1);
  visit("root_beta", spec.root_beta, kMinusInfinity + 1, kPlusInfinity - 1);
  visit("full_columns", spec.full_columns);
  visit("handed_down", spec.handed_down);
  visit("narrowing", spec.narrowing);
  visit("window_scope", spec.window_scope);
  visit("turns", spec.turns);
  visit("printed_move", spec.printed_move);
  visit("best_start", spec.best_start);
  visit("win_rows", spec.win_lines.rows);
  visit("win_columns", spec.win_lines.columns);
  visit("win_ends", spec.win_lines.ends);
  visit("win_length", spec.win_length, 1, kLongestLine);
  visit("longer_lines", spec.longer_lines);
  visit("win_view", spec.win_view);
  visit("token_weight", spec.token_weight, -kLargestWeight, kLargestWeight);
  visit("run_weights", spec.run_weights, -kLargestWeight, kLargestWeight);
  visit("window_weights", spec.window_weights, -kLargestWeight, kLargestWeight);
  visit("inner_runs", spec.inner_runs);
  visit("win_directions", spec.win_lines.directions);
  visit("win_sides", spec.win_sides);
  visit("won_board", spec.won_board);
  visit("run_directions", spec.run_lines.directions);
  visit("run_rows", spec.run_lines.rows);
  visit("run_columns", spec.run_lines.columns);
  visit("run_ends", spec.run_lines.ends);
  visit("run_line", spec.run_lines.line, 1, kLongestLine);
  visit("long_runs", spec.long_runs);
  visit("score_view", spec.score_view);
}

// How a search comes to the state it starts at: to its root, or to a state below it that is then
// searched just as the whole search does.
struct SubtreeStart {
  int ply = 0;          // 0 at the root
  int root_player = 0;  // who moves at the root
  int alpha = kMinusInfinity, beta = kPlusInfinity;
  std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
};
// Thrown by a search that counted more than the most_nodes of its arrival.
struct TooManyNodes {};
inline SubtreeStart at_root(const Position& root, const Spec& spec) {
  SubtreeStart arrival;
  arrival.root_player = root.to_move();
  arrival.alpha = spec.root_alpha;
  arrival.beta = spec.root_beta;
  return arrival;
}

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

  // The state at this ply of the path cut off after a move.
  void note(int ply, int move);
};

// The plain algorithm, node by node.
Result search(const Position& root, const Spec& spec, Trace* trace);
Result search(const Position& state, const Spec& spec, const SubtreeStart& arrival);
// The same, noting where it cuts off.
Result search_cut_offs(const Position& root, const Spec& spec, CutOffTrace& trace);
// The same answer and the same count, found with less work where the rules allow it (reuse.hpp).
Result search_with_reuse(const Position& root, const Spec& spec);
Result search_with_reuse(const Position& state, const Spec& spec, const SubtreeStart& arrival);
// What minimax counts from a state so many plies below the root, where root_player moved, whatever
// the spec's algorithm.
WideCount minimax_nodes(const Position& state, const Spec& spec, int ply, int root_player);
// The static evaluation of a position under a spec (first player's view unless maximiser says
// Mover), in a search where root_player moves at the root.
int evaluate(const Position& pos, const Spec& spec, int root_player);

}  // namespace inarow::textbook
