// The textbook search and perft. Rules of a spec travel as the words of textbook/rules/.
#include <nanobind/stl/array.h>
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
#include "textbook/shortcut_rules.hpp"
#include "textbook/spec.hpp"

namespace inarow::bind {
namespace {

using namespace nanobind::literals;
using namespace textbook;

constexpr const char* kEventKinds[] = {"enter", "leaf", "update", "cut-off", "leave"};

template <class Enum>
Enum named(const char* rule, std::string_view word) {
  for (std::size_t i = 0; i < kWords<Enum>.size(); ++i) {
    if (word == kWords<Enum>[i]) return static_cast<Enum>(i);
  }
  throw std::invalid_argument(std::string(rule) + " '" + std::string(word) + "' is not known");
}

template <class Enum>
nb::str word_of(Enum value) {
  const std::string_view word = kWords<Enum>[static_cast<std::size_t>(value)];
  return nb::str(word.data(), word.size());
}

int within(const char* rule, int number, int least, int most) {
  if (number >= least && number <= most) return number;
  throw std::invalid_argument(std::string(rule) + " " + std::to_string(number) + " is not within " +
                              std::to_string(least) + " to " + std::to_string(most));
}

bool infinite(int bound) { return bound == kMinusInfinity || bound == kPlusInfinity; }
// Whether the usual value of a number is none at all.
bool open(int usual, int least) { return infinite(usual) || usual < least; }

constexpr int kLongestSide = 999;

// Fills the rules of a Spec from a mapping that names each of them once.
struct ReadRules {
  nb::dict given;
  std::vector<std::string_view> read;

  nb::object value(const char* rule) {
    read.push_back(rule);
    if (!given.contains(rule)) {
      throw std::invalid_argument(std::string("the rules lack ") + rule);
    }
    return given[rule];
  }
  template <class Value>
  static Value as(const char* rule, const nb::object& value) {
    Value converted;
    if (!nb::try_cast(value, converted)) {
      throw std::invalid_argument(std::string(rule) + " has a value of another type");
    }
    return converted;
  }
  template <class Enum>
  void operator()(const char* rule, Enum& field) {
    field = named<Enum>(rule, as<std::string_view>(rule, value(rule)));
  }
  // A test that is missing is taken by one that is there, which then changes nothing.
  void operator()(const char* rule, std::array<LeafTest, 3>& field) {
    const auto words = as<std::vector<std::string>>(rule, value(rule));
    if (words.empty() || words.size() > field.size()) {
      throw std::invalid_argument(std::string(rule) + " must have one to three tests");
    }
    for (std::size_t i = 0; i < field.size(); ++i) {
      field[i] = named<LeafTest>(rule, words[std::min(i, words.size() - 1)]);
    }
    if (std::find(field.begin(), field.end(), LeafTest::Depth) == field.end()) {
      throw std::invalid_argument(std::string(rule) + " must have depth among its tests");
    }
  }
  void operator()(const char* rule, Directions& field) {
    field.ways = 0;
    for (const std::string& word : as<std::vector<std::string>>(rule, value(rule))) {
      const auto way = std::find(kWays.begin(), kWays.end(), word);
      if (way == kWays.end()) {
        throw std::invalid_argument(std::string(rule) + " '" + word + "' is not a direction");
      }
      field.ways |= static_cast<std::uint8_t>(1 << (way - kWays.begin()));
    }
  }
  void operator()(const char* rule, Interval& field) {
    const auto ends = as<std::array<nb::object, 2>>(rule, value(rule));
    field.first = within(rule, as<int>(rule, ends[0]), 0, kLongestSide);
    field.stop = kPlusInfinity;
    if (!ends[1].is_none()) {
      field.stop = within(rule, as<int>(rule, ends[1]), -kLongestSide, kLongestSide);
    }
  }
  void operator()(const char* rule, Counting& field) {
    const auto factors = as<std::array<int, 5>>(rule, value(rule));
    int* const parts[] = {&field.expanded, &field.leaf, &field.won, &field.generated};
    for (int i = 0; i < 4; ++i) *parts[i] = within(rule, factors[i], 0, 9);
    field.extra = within(rule, factors[4], -1000, 1000);
  }
  void operator()(const char* rule, std::vector<int>& field, int least, int most) {
    field = as<std::vector<int>>(rule, value(rule));
    for (int number : field) within(rule, number, least, most);
  }
  void operator()(const char* rule, std::vector<int>& field) {
    field = as<std::vector<int>>(rule, value(rule));
  }
  // None leaves a bound of the window at infinity, and a length to the game.
  void operator()(const char* rule, int& field, int least, int most) {
    const nb::object number = value(rule);
    if (number.is_none() && open(field, least)) return;
    field = within(rule, as<int>(rule, number), least, most);
  }
};

Spec make_spec(const nb::dict& given) {
  Spec spec;
  ReadRules reader{given};
  visit_rules(spec, reader);
  for (nb::handle rule : given.keys()) {
    const auto name = nb::cast<std::string_view>(rule);
    if (std::find(reader.read.begin(), reader.read.end(), name) == reader.read.end()) {
      throw std::invalid_argument("rule '" + std::string(name) + "' is not known");
    }
  }
  return spec;
}

// What the core knows of each rule, for the test that textbook/rules/ says the same.
struct DescribeRules {
  nb::dict described;

  void add(const char* rule, const nb::object& usual, const nb::object& allowed) {
    described[rule] = nb::make_tuple(usual, allowed);
  }
  template <class Enum>
  static nb::tuple words() {
    nb::list words;
    for (std::string_view word : kWords<Enum>) words.append(nb::str(word.data(), word.size()));
    return nb::tuple(words);
  }
  template <class Enum>
  void operator()(const char* rule, const Enum& field) {
    add(rule, word_of(field), words<Enum>());
  }
  void operator()(const char* rule, const std::array<LeafTest, 3>& field) {
    add(rule, nb::make_tuple(word_of(field[0]), word_of(field[1]), word_of(field[2])),
        words<LeafTest>());
  }
  void operator()(const char* rule, const Directions& field) {
    nb::list ways;
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      if (field.has(static_cast<Way>(i))) ways.append(nb::str(kWays[i].data(), kWays[i].size()));
    }
    add(rule, nb::tuple(ways), nb::none());
  }
  void operator()(const char* rule, const Interval& field) {
    const nb::object stop =
        field.stop == kPlusInfinity ? nb::object(nb::none()) : nb::int_(field.stop);
    add(rule, nb::make_tuple(field.first, stop), nb::none());
  }
  void operator()(const char* rule, const Counting& field) {
    add(rule, nb::make_tuple(field.expanded, field.leaf, field.won, field.generated, field.extra),
        nb::none());
  }
  void operator()(const char* rule, const std::vector<int>& field, int least, int most) {
    add(rule, nb::tuple(nb::cast(field)), nb::make_tuple(least, most));
  }
  void operator()(const char* rule, const std::vector<int>& field) {
    add(rule, nb::tuple(nb::cast(field)), nb::none());
  }
  void operator()(const char* rule, const int& field, int least, int most) {
    const nb::object usual = open(field, least) ? nb::object(nb::none()) : nb::int_(field);
    add(rule, usual, nb::make_tuple(least, most));
  }
};

// The spec, if it fits the game: an order must name moves of it.
const Spec& fitting(const Spec& spec, const Position& pos) {
  for (int move : spec.order) within("order", move, 0, pos.game().move_count() - 1);
  return spec;
}

nb::object bound_value(int bound) {
  if (bound == kMinusInfinity) return nb::float_(-std::numeric_limits<double>::infinity());
  if (bound == kPlusInfinity) return nb::float_(std::numeric_limits<double>::infinity());
  return nb::int_(bound);
}

int bound_of(double value) {
  if (value >= kPlusInfinity) return kPlusInfinity;
  return value > kMinusInfinity ? static_cast<int>(value) : kMinusInfinity;
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
    if (event.kind == EventKind::Leaf) reason = word_of(event.reason);
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
          "__init__", [](Spec* self, const nb::dict& rules) { new (self) Spec(make_spec(rules)); },
          "rules"_a, nb::sig("def __init__(self, rules: dict[str, object]) -> None"),
          "From the value of every rule by its name.")
      .def_prop_ro("known_to_shortcuts", &supports_shortcuts,
                   "Whether searches under these rules may be answered with less work than theirs; "
                   "else every state is walked.");
  m.def(
      "textbook_rules",
      [] {
        const Spec course;
        DescribeRules describe;
        visit_rules(course, describe);
        return describe.described;
      },
      nb::sig("def textbook_rules() -> dict[str, tuple[object, tuple[object, ...] | None]]"),
      "Each rule with its value in the Connect Four course, and the words or the range it takes.");
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
      "textbook_answer",
      [](const Position& pos, const Spec& rules, std::uint64_t most_nodes) -> nb::object {
        const Spec& spec = fitting(rules, pos);
        SubtreeStart arrival = at_root(pos, spec);
        arrival.most_nodes = most_nodes;
        try {
          return python_result(without_lock([&] { return search_with_reuse(pos, spec, arrival); }));
        } catch (const TooManyNodes&) {
          return nb::none();
        }
      },
      "pos"_a, "rules"_a, "most_nodes"_a,
      nb::sig("def textbook_answer(pos: Position, rules: TextbookRules, most_nodes: int) "
              "-> tuple[int | None, float, int] | None"),
      "The same as textbook_search, or None soon after it has counted more than most_nodes.");
  m.def(
      "textbook_subtree",
      [](const Position& pos, const Spec& rules, int ply, int root_player, double alpha,
         double beta, bool reuse) {
        const Spec& spec = fitting(rules, pos);
        SubtreeStart arrival;
        arrival.ply = within("ply", ply, 0, spec.depth);
        arrival.root_player = within("root_player", root_player, 1, 2) - 1;
        arrival.alpha = bound_of(alpha);
        arrival.beta = bound_of(beta);
        return python_result(without_lock([&] {
          return reuse ? search_with_reuse(pos, spec, arrival) : search(pos, spec, arrival);
        }));
      },
      "pos"_a, "rules"_a, "ply"_a, "root_player"_a, "alpha"_a, "beta"_a, "reuse"_a,
      nb::sig("def textbook_subtree(pos: Position, rules: TextbookRules, ply: int, "
              "root_player: int, alpha: float, beta: float, reuse: bool) "
              "-> tuple[int | None, float, int]"),
      "What a search finds and counts below a state, so many plies below its root, within the "
      "window handed down.");
  m.def(
      "textbook_minimax_nodes",
      [](const Position& pos, const Spec& rules, int ply, int root_player) {
        const Spec& spec = fitting(rules, pos);
        within("ply", ply, 0, spec.depth);
        within("root_player", root_player, 1, 2);
        return python_int(
            without_lock([&] { return minimax_nodes(pos, spec, ply, root_player - 1); }));
      },
      "pos"_a, "rules"_a, "ply"_a, "root_player"_a,
      nb::sig("def textbook_minimax_nodes(pos: Position, rules: TextbookRules, ply: int, "
              "root_player: int) -> int"),
      "What minimax counts below a state, whatever the algorithm of the rules.");
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
        spec.depth = std::min(within("depth", depth, 0, kDeepestSearch), pos.game().cells());
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
        spec.evaluator = named<Evaluator>("evaluator", evaluator);
        return evaluate(pos, spec, pos.to_move());
      },
      "pos"_a, "evaluator"_a, "A static evaluation, for the first player minus the second.");
  m.def(
      "textbook_evaluation",
      [](const Position& pos, const Spec& rules, int root_player) {
        Spec spec;  // of the rules, those that make a function of the board
        spec.evaluator = rules.evaluator;
        spec.token_weight = rules.token_weight;
        spec.run_weights = rules.run_weights;
        spec.window_weights = rules.window_weights;
        spec.inner_runs = rules.inner_runs;
        spec.run_lines = rules.run_lines;
        spec.long_runs = rules.long_runs;
        if (rules.score_view != ScoreView::RootFirst &&
            rules.score_view != ScoreView::ToMoveFirst) {
          spec.score_view = rules.score_view;
        }
        return evaluate(pos, spec, root_player - 1);
      },
      "pos"_a, "rules"_a, "root_player"_a,
      "The evaluation of a board under rules, whoever is to move: the first player's score minus "
      "the second's, or put together otherwise where this player moves at the root.");
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
