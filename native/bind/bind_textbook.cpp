// The textbook search and perft. Rules of a spec travel as the words of textbook/spec.py.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>

#include "bind/bind.hpp"
#include "textbook/kernel.hpp"
#include "textbook/spec.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using namespace textbook;

// The word of each value of an enumeration, in its order.
constexpr const char* kAlgorithms[] = {"minimax", "alpha-beta"};
constexpr const char* kTies[] = {"first", "last"};
constexpr const char* kPrunes[] = {"at-equal", "strict"};
constexpr const char* kBounds[] = {"soft", "hard"};
constexpr const char* kCountings[] = {"tested", "tested-but-root", "leaves", "expanded",
                                      "generated"};
constexpr const char* kFullBoards[] = {"evaluate", "zero"};
constexpr const char* kMaximisers[] = {"first", "mover"};
constexpr const char* kLeafTests[] = {"won", "depth", "full"};
constexpr const char* kEvaluators[] = {"runs", "nested-runs", "runs-without-tokens", "quadruples",
                                       "zero"};
constexpr const char* kEventKinds[] = {"enter", "leaf", "update", "cut-off", "leave"};

template <class Enum, std::size_t kSize>
Enum named(const char* what, const char* const (&words)[kSize], std::string_view word) {
  for (std::size_t i = 0; i < kSize; ++i) {
    if (word == words[i]) return static_cast<Enum>(i);
  }
  throw std::invalid_argument(std::string(what) + " '" + std::string(word) + "' is not known");
}

constexpr int kDeepest = 1000;

int checked_depth(int depth) {
  if (depth < 0 || depth > kDeepest) {
    throw std::invalid_argument("depth " + std::to_string(depth) + " is not within 0 to 1000");
  }
  return depth;
}

Spec make_spec(std::string_view algorithm, int depth, std::vector<int> order, std::string_view tie,
               std::string_view prune, std::string_view bound, std::optional<int> root_alpha,
               std::optional<int> root_beta, std::string_view counting,
               std::array<std::string, 3> leaf_tests, std::string_view full_board,
               std::string_view evaluator, std::string_view maximiser, int utility,
               int utility_per_ply) {
  Spec spec;
  spec.algorithm = named<Algorithm>("algorithm", kAlgorithms, algorithm);
  spec.depth = checked_depth(depth);
  spec.order = std::move(order);
  spec.tie = named<Tie>("tie", kTies, tie);
  spec.prune = named<Prune>("prune", kPrunes, prune);
  spec.bound = named<Bound>("bound", kBounds, bound);
  spec.root_alpha = root_alpha.value_or(kMinusInfinity);
  spec.root_beta = root_beta.value_or(kPlusInfinity);
  spec.counting = named<Counting>("counting", kCountings, counting);
  for (std::size_t i = 0; i < 3; ++i) {
    spec.leaf_tests[i] = named<LeafTest>("leaf test", kLeafTests, leaf_tests[i]);
  }
  spec.full_board = named<FullBoard>("full board", kFullBoards, full_board);
  spec.evaluator = named<Evaluator>("evaluator", kEvaluators, evaluator);
  spec.maximiser = named<Maximiser>("maximiser", kMaximisers, maximiser);
  constexpr int kLargest = 1 << 24;
  if (std::abs(utility) > kLargest || std::abs(utility_per_ply) > 1000) {
    throw std::invalid_argument("the utility is out of range");
  }
  spec.utility = utility;
  spec.utility_per_ply = utility_per_ply;
  return spec;
}

// The spec, if it fits the game: an order must name every move once.
const Spec& fitting(const Spec& spec, const Position& pos) {
  if (spec.order.empty()) return spec;
  std::vector<int> sorted = spec.order;
  std::sort(sorted.begin(), sorted.end());
  bool complete = static_cast<int>(sorted.size()) == pos.game().move_count();
  for (std::size_t i = 0; complete && i < sorted.size(); ++i) {
    complete = sorted[i] == static_cast<int>(i);
  }
  if (!complete) throw std::invalid_argument("order must name every move of the game once");
  return spec;
}

nb::object bound_value(int bound) {
  if (bound == kMinusInfinity) return nb::float_(-std::numeric_limits<double>::infinity());
  if (bound == kPlusInfinity) return nb::float_(std::numeric_limits<double>::infinity());
  return nb::int_(bound);
}

nb::object move_or_none(int move) {
  if (move < 0) return nb::none();
  return nb::int_(move);
}

nb::list python_events(const Trace& trace) {
  nb::list events;
  for (const Event& event : trace.events) {
    const bool valued = event.kind != EventKind::Enter;
    nb::object reason = nb::none(), value = nb::none();
    if (event.kind == EventKind::Leaf) reason = nb::str(kLeafTests[static_cast<int>(event.reason)]);
    if (valued) value = bound_value(event.value);
    events.append(nb::make_tuple(kEventKinds[static_cast<int>(event.kind)], event.ply,
                                 move_or_none(event.move), bound_value(event.alpha),
                                 bound_value(event.beta), value, reason));
  }
  return events;
}

nb::tuple python_result(const Result& result) {
  return nb::make_tuple(move_or_none(result.move), bound_value(result.value),
                        python_int(result.nodes));
}

}  // namespace

void bind_textbook(nb::module_& m) {
  nb::class_<Spec>(m, "TextbookRules", "The rules of a SearchSpec, as the core takes them.")
      .def(
          "__init__",
          [](Spec* self, std::string_view algorithm, int depth, std::vector<int> order,
             std::string_view tie, std::string_view prune, std::string_view bound,
             std::optional<int> root_alpha, std::optional<int> root_beta, std::string_view counting,
             std::array<std::string, 3> leaf_tests, std::string_view full_board,
             std::string_view evaluator, std::string_view maximiser, int utility,
             int utility_per_ply) {
            new (self) Spec(make_spec(algorithm, depth, std::move(order), tie, prune, bound,
                                      root_alpha, root_beta, counting, leaf_tests, full_board,
                                      evaluator, maximiser, utility, utility_per_ply));
          },
          "algorithm"_a, "depth"_a, "order"_a, "tie"_a, "prune"_a, "bound"_a, "root_alpha"_a.none(),
          "root_beta"_a.none(), "counting"_a, "leaf_tests"_a, "full_board"_a, "evaluator"_a,
          "maximiser"_a, "utility"_a, "utility_per_ply"_a);
  m.def(
      "textbook_search",
      [](const Position& pos, const Spec& rules, bool reuse) {
        const Spec& spec = fitting(rules, pos);
        return python_result(without_lock(
            [&] { return reuse ? search_with_reuse(pos, spec) : search(pos, spec, nullptr); }));
      },
      "pos"_a, "rules"_a, "reuse"_a,
      nb::sig("def textbook_search(pos: Position, rules: TextbookRules, reuse: bool) "
              "-> tuple[int | None, float, int]"),
      "Move, value and node count of a textbook search; reuse finds the same with less work.");
  m.def(
      "textbook_trace",
      [](const Position& pos, const Spec& rules, std::size_t limit) {
        Trace trace;
        trace.limit = limit;
        const Result result =
            without_lock([&] { return search(pos, fitting(rules, pos), &trace); });
        return nb::make_tuple(python_result(result), python_events(trace), trace.complete);
      },
      "pos"_a, "rules"_a, "limit"_a,
      nb::sig("def textbook_trace(pos: Position, rules: TextbookRules, limit: int) "
              "-> tuple[tuple[int | None, float, int], list[tuple[str, int, int | None, float, "
              "float, float | None, str | None]], bool]"),
      "A textbook search with its events, at most limit of them, and whether they are complete.");
  m.def(
      "textbook_cut_offs",
      [](const Position& pos, const Spec& rules, std::size_t limit) {
        CutOffTrace trace;
        trace.limit = limit;
        without_lock([&] { return search_cut_offs(pos, fitting(rules, pos), trace); });
        nb::list places;
        for (const CutOffPlace& place : trace.places) {
          nb::list path;
          for (int move : place.path) path.append(move);
          places.append(nb::make_tuple(place.tested, nb::tuple(path), place.move));
        }
        return nb::make_tuple(places, trace.complete);
      },
      "pos"_a, "rules"_a, "limit"_a,
      nb::sig("def textbook_cut_offs(pos: Position, rules: TextbookRules, limit: int) "
              "-> tuple[list[tuple[int, tuple[int, ...], int]], bool]"),
      "Where a search cuts off, in the order of the search: states tested so far, the path of the "
      "state, and the move after which the rest is skipped; at most limit, and whether all.");
  m.def(
      "course_search",
      [](const Position& pos, bool alpha_beta, int depth) {
        Spec spec;
        spec.algorithm = alpha_beta ? Algorithm::AlphaBeta : Algorithm::Minimax;
        spec.depth = std::min(checked_depth(depth), pos.game().cells());
        return python_result(without_lock([&] { return search_with_reuse(pos, spec); }));
      },
      "pos"_a, "alpha_beta"_a, "depth"_a,
      nb::sig("def course_search(pos: Position, alpha_beta: bool, depth: int) "
              "-> tuple[int | None, float, int]"),
      "The search of the Connect Four course: move, value and node count.");
  m.def(
      "static_value",
      [](const Position& pos, std::string_view evaluator) {
        Spec spec;
        spec.evaluator = named<Evaluator>("evaluator", kEvaluators, evaluator);
        return evaluate(pos, spec);
      },
      "pos"_a, "evaluator"_a, "A static evaluation, for the first player minus the second.");
  m.def(
      "perft",
      [](const Position& pos, int depth, bool plain) {
        if (depth < 0) {
          throw std::invalid_argument("depth " + std::to_string(depth) + " is negative");
        }
        const int reachable = std::min(depth, pos.game().cells() - pos.stone_count());
        const PerftResult result = without_lock(
            [&] { return plain ? plain_perft(pos, reachable) : perft(pos, reachable); });
        nb::list counts;
        for (const WideCount& count : result.by_depth) counts.append(python_int(count));
        return counts;
      },
      "pos"_a, "depth"_a, "plain"_a = false,
      nb::sig("def perft(pos: Position, depth: int, plain: bool = False) -> list[int]"),
      "Nodes of the move tree at each depth from 0, as far as the board reaches; won and full "
      "positions have no children.");
}

}  // namespace inarow::bind
