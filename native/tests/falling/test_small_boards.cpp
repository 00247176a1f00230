// The solver against the plain search: all positions of tiny boards, random ones of small boards,
// with all rules, with each rule alone, with none, and with tables of a few entries.
#include <string>

#include "doctest.h"
#include "falling/solver/solver_core.hpp"
#include "tests/falling/plain_search.hpp"

namespace inarow::falling {

namespace {

constexpr unsigned kAllRules = solver_core::kRuleFollowUp | solver_core::kRuleNoLine |
                               solver_core::kRuleDeadStones | solver_core::kRuleMirror |
                               solver_core::kRuleTable | solver_core::kRuleProbes |
                               solver_core::kRuleRepair;

struct Setting {
  std::string name;
  SolverOptions options;
};

// Everything, nothing, each rule alone, each rule missing; big and tiny tables.
std::vector<Setting> all_settings() {
  std::vector<Setting> out;
  const auto add = [&](const std::string& name, unsigned enabled, std::size_t bytes, bool eager) {
    SolverOptions o;
    o.disabled_rules = ~enabled;
    o.table_bytes = bytes;
    o.eager = eager;
    out.push_back({name, o});
  };
  add("as shipped", kAllRules, 1 << 20, false);
  add("eager", kAllRules, 1 << 20, true);
  add("eager, tiny table", kAllRules, 1 << 10, true);
  add("no rule", 0, 1 << 10, true);
  add("follow-up alone", solver_core::kRuleFollowUp | solver_core::kRuleRepair, 1 << 10, true);
  add("follow-up without mending", solver_core::kRuleFollowUp, 1 << 10, true);
  add("no-line alone", solver_core::kRuleNoLine, 1 << 10, true);
  add("table alone", solver_core::kRuleTable, 1 << 10, true);
  add("table and dead stones", solver_core::kRuleTable | solver_core::kRuleDeadStones, 1 << 16,
      true);
  add("table and mirror", solver_core::kRuleTable | solver_core::kRuleMirror, 1 << 16, true);
  add("probes alone", solver_core::kRuleProbes, 1 << 10, true);
  return out;
}

// All positions reachable by alternating play from the empty board, each once, game not over.
void collect(plain::Grid& grid, int mover, plain::Reference& ref,
             std::map<std::pair<std::uint64_t, std::uint64_t>, int>& out) {
  const Stones pos = grid.position(mover);
  const auto key = std::make_pair(pos.mover, pos.opponent);
  if (out.count(key)) return;
  out[key] = ref.value(grid, mover);
  for (int col = 0; col < grid.cols; ++col) {
    const int row = grid.height(col);
    if (row == grid.rows) continue;
    grid.at_ref(col, row) = mover;
    if (!grid.completes(col, row)) collect(grid, 3 - mover, ref, out);
    grid.at_ref(col, row) = 0;
  }
}

std::string shape_name(int rows, int cols, int k) {
  return std::to_string(cols) + "x" + std::to_string(rows) + " k=" + std::to_string(k);
}

}  // namespace

TEST_CASE("solver: every reachable position of tiny boards") {
  const int shapes[][3] = {{3, 4, 3}, {3, 3, 3}, {4, 4, 4}, {4, 4, 3}, {3, 5, 3}, {3, 5, 4},
                           {5, 3, 4}, {5, 3, 3}, {2, 6, 3}, {1, 8, 3}, {6, 2, 3}, {3, 3, 7}};
  for (const auto& shape : shapes) {
    plain::Grid grid(shape[0], shape[1], shape[2]);
    plain::Reference ref;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> all;
    collect(grid, 1, ref, all);
    CAPTURE(shape_name(shape[0], shape[1], shape[2]));
    // The full list for two settings, every so-many-th position for the others.
    std::size_t index = 0;
    std::vector<Setting> settings = all_settings();
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const std::size_t step = (i == 0 || i == 2 ? 1 : 5) * (plain::kVolume == 1 ? 8 : 1);
      Solver solver(shape[0], shape[1], shape[2], settings[i].options);
      int wrong = 0;
      for (const auto& [key, value] : all) {
        if (++index % step) continue;
        const SolveResult r = solver.solve({key.first, key.second});
        wrong += !(r.exact && r.lo == value);
      }
      CAPTURE(settings[i].name);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("solver: random positions of small boards") {
  // rows, cols, k, most empty cells the plain search can manage
  const int shapes[][4] = {
      {4, 4, 4, 16}, {4, 5, 4, 14}, {5, 4, 4, 14},  {5, 5, 4, 14}, {4, 6, 4, 13}, {6, 4, 4, 14},
      {5, 6, 4, 13}, {6, 5, 4, 13}, {6, 7, 4, 12},  {4, 5, 3, 12}, {5, 5, 3, 12}, {5, 5, 5, 13},
      {6, 6, 5, 12}, {5, 6, 3, 12}, {7, 8, 4, 10},  {3, 16, 4, 9}, {1, 32, 3, 9}, {7, 7, 4, 10},
      {6, 9, 4, 10}, {9, 6, 5, 11}, {15, 4, 4, 14}, {6, 7, 5, 12}, {2, 21, 4, 9}, {7, 8, 5, 10}};
  std::mt19937_64 rng(20240229);
  const std::vector<Setting> settings = all_settings();
  for (const auto& shape : shapes) {
    CAPTURE(shape_name(shape[0], shape[1], shape[2]));
    std::vector<std::pair<Stones, int>> cases;
    const int wanted = 12 * plain::kVolume;
    for (int i = 0; i < wanted; ++i) {
      plain::Grid grid(shape[0], shape[1], shape[2]);
      const int total = shape[0] * shape[1];
      const int most = shape[3] < total ? shape[3] : total;
      const int empties = most - static_cast<int>(rng() % 5);
      if (!plain::random_grid(grid, empties, i % 2 == 0, rng)) continue;
      plain::Reference ref;
      const int value = ref.value(grid, 1);
      cases.emplace_back(grid.position(1), value);
      // Every remembered position of that search is a case too; take some of them.
      std::size_t n = 0;
      for (const auto& [key, v] : ref.seen) {
        if (++n % 7 == 0) cases.emplace_back(Stones{key.first, key.second}, v);
        if (n > 160) break;
      }
    }
    for (const Setting& setting : settings) {
      CAPTURE(setting.name);
      Solver solver(shape[0], shape[1], shape[2], setting.options);
      int wrong = 0;
      for (const auto& [pos, value] : cases) {
        const SolveResult r = solver.solve(pos);
        wrong += !(r.exact && r.lo == value);
      }
      CHECK(wrong == 0);
    }
    // The other code paths: without AVX2, and 7 x 6 through the run-time shape.
    for (const bool baseline : {false, true}) {
      SolverOptions o;
      o.force_baseline = baseline;
      o.force_runtime_shape = true;
      Solver solver(shape[0], shape[1], shape[2], o);
      int wrong = 0;
      for (const auto& [pos, value] : cases) {
        const SolveResult r = solver.solve(pos);
        wrong += !(r.exact && r.lo == value);
      }
      CHECK(wrong == 0);
    }
    SolverOptions o;
    o.force_baseline = true;
    Solver solver(shape[0], shape[1], shape[2], o);
    int wrong = 0;
    for (const auto& [pos, value] : cases) wrong += solver.solve(pos).lo != value;
    CHECK(wrong == 0);
  }
}

TEST_CASE("solver: lines that do not fit are never made") {
  for (const int k : {8, 20, 64, 1000}) {
    Solver solver(6, 7, k);
    const SolveResult r = solver.solve({0, 0});
    CHECK(r.exact);
    CHECK(r.lo == 0);
  }
}

}  // namespace inarow::falling
