// The root: which null-window tests are asked, in which order, with which budgets.
//
//      lo                       0                        hi
//      |---x----------|---------+---------|----------x---|
//          "loss within d"?   sign?           "win within d"?
//
//  1. Probes. For d = 1, 2, ...: is there a win within d, is there a loss within d? Each with a
//     small budget of nodes; a side that runs out of budget is not asked again. Aborted work stays
//     in the table. Easy positions end here.
//  2. The sign: is the score > 0? If not, is it < 0? The other way round near the end if the mover
//     has the last stone, which makes a loss the less likely answer.
//  3. Between lo and hi, nearer to zero than the middle.
//
// Every completed test narrows lo..hi by a proven bound; a stopped one changes nothing, so lo..hi
// is honest at any time.
#pragma once

#include <new>

#include "falling/solver/search.hpp"

namespace inarow::falling::INAROW_ARCH {

template <class Shape, class TableType>
class Driver {
 public:
  using SearchType = Search<Shape, TableType>;

  Driver(const Shape& shape, TableType* table, TableType* small_table, unsigned rules, bool eager)
      : main_(shape), table_(table), small_table_(small_table), rules_(rules), eager_(eager) {}

  void solve(u64 mover, u64 other, const solver_core::Limits& limits, solver_core::Result* result) {
    const Shape& shape = main_.shape;
    limits_ = &limits;
    main_.table = table_;
    main_.small_table = small_table_;
    main_.small_table_to = eager_ ? kEagerSmallTableEmpties : 0;
    main_.use_small_table();
    main_.nodes = 0;
    main_.owner = this;
    main_.check = check_main;
    main_.shared = nullptr;
    hard_stop_ = false;
    root_ = Node{};
    root_.a = mover;
    root_.b = other;
    root_.stones = popcount(mover | other);
    const int root_stones = root_.stones;
    if (limits.test_only) {
      threshold_ = internal_threshold(shape, limits.threshold, root_stones);
    }
    begin();
    if (!root_.decided) run();
    int lo = root_.decided ? root_.value : (root_.sign > 0 ? lo_ : -hi_);
    int hi = root_.decided ? root_.value : (root_.sign > 0 ? hi_ : -lo_);
    result->lo = end_value(shape, lo, root_stones);
    result->hi = end_value(shape, hi, root_stones);
    result->nodes = main_.nodes;
  }

  // Internal score of the mover at a position with `stones` stones -> plies-based end value.
  static int end_value(const Shape& shape, int value, int stones) {
    if (value == 0) return 0;
    const int size = value > 0 ? value : -value;
    const int parity = (stones + (value > 0 ? 1 : 0)) & 1;
    int n = shape.cells + 2 - 2 * size;  // or one less: the one of the right parity
    if ((n & 1) != parity) --n;
    const int margin = shape.cells + 1 - n;
    return value > 0 ? margin : -margin;
  }
  // The least internal score whose end value is at least `threshold`.
  static int internal_threshold(const Shape& shape, int threshold, int stones) {
    int value = -32;
    while (value < 32 && end_value(shape, value, stones) < threshold) ++value;
    return value;
  }

 private:
  // Range, wins at once, forced play, static bounds and the table: all before the first node.
  void begin() {
    const Shape& shape = main_.shape;
    const u64 mask = root_.a | root_.b;
    const u64 empty = shape.board & ~mask;
    root_.a_wins = winning_cells(shape, root_.a) & empty;
    root_.b_wins = winning_cells(shape, root_.b) & empty;
    if (root_.a_wins & playable(shape, mask)) {
      root_.decided = true;
      root_.value = value_at(shape, root_.stones + 1);
      return;
    }
    root_.moves = allowed_moves(shape, mask, root_.b_wins);
    collapse(shape, root_);
    if (root_.decided) return;
    lanes_.put(0, root_);
    lo_ = -value_at(shape, root_.stones + 4);
    hi_ = value_at(shape, root_.stones + 3);
    if (rules_ & solver_core::kRuleNoLine) {
      if (no_line_left(shape, root_.b)) hi_ = min_of(hi_, 0);
      if (no_line_left(shape, root_.a)) lo_ = max_of(lo_, 0);
    }
    if (rules_ & solver_core::kRuleFollowUp) {
      const int bound = follow_up_bound(shape, root_.a, root_.b, root_.b_wins, root_.stones, 0,
                                        rules_ & solver_core::kRuleRepair);
      hi_ = min_of(hi_, bound);
    }
    empties_ = shape.cells - root_.stones;
    main_.rules = rules_;
    if (empties_ < kDeadStoneEmpties && !eager_) main_.rules &= ~solver_core::kRuleDeadStones;
    main_.table_from = 6;
    if (empties_ <= kNoTableEmpties && !eager_) main_.table_from = 1000;
    if (!(rules_ & solver_core::kRuleTable)) main_.table_from = 1000;
    main_.mirror_to = (rules_ & solver_core::kRuleMirror) ? (eager_ ? 64 : kMirrorStones) : 0;
    hash_ = 0;
    hint_ = 31;
    if (empties_ >= main_.table_from) {
      hash_ = main_.hash_of(root_.a, root_.b);
      Bounds known;
      if (main_.table_of(root_.stones)->probe(hash_, known)) {
        lo_ = max_of(lo_, known.lo);
        hi_ = min_of(hi_, known.hi);
        hint_ = known.move;
      }
    }
  }

  void run() {
    if (limits_->test_only) {
      const int alpha = root_.sign > 0 ? threshold_ - 1 : -threshold_;
      if (lo_ <= alpha && hi_ > alpha) test(alpha, 0);
      return;
    }
    const int r = empties_;
    if (r > kNoTableEmpties && (rules_ & solver_core::kRuleProbes)) probe_near_ends(r);
    main_.try_table_move = false;
    while (lo_ < hi_ && !hard_stop_) {
      int alpha;
      if (lo_ < 0 && hi_ > 0) {
        alpha = r % 2 == 0 || r > kParityEmpties ? 0 : -1;
      } else {
        const int step = (hi_ - lo_) * eighths(r) / 8;
        alpha = lo_ >= 0 ? min_of(lo_ + step, hi_ - 1) : max_of(hi_ - 1 - step, lo_);
      }
      test(alpha, 0);
    }
  }

  // Where between lo and hi to ask next, in eighths from the end nearer to zero; found by
  // measurement. Few nodes so far are the mark of an early end, far from zero.
  int eighths(int r) const {
    if (r <= kNoTableEmpties) return 0;
    if (r <= 27) return main_.nodes > 600 ? 0 : 5;
    if (r <= 36) return main_.nodes > 5000 ? 3 : 4;
    return 2;
  }

  // Step 1. The budgets are measured values: more helps positions with an early end, less the
  // balanced ones.
  void probe_near_ends(int r) {
    u64 budget = r <= 20 ? 100 : r <= 27 ? 50 : 200;
    for (int i = 26; i < min_of(r, 34); ++i) budget = budget * 8 / 5;
    const int top = hi_, floor = lo_;
    bool ask_win = true, ask_loss = true;
    main_.try_table_move = true;
    for (int d = 1; (ask_win || ask_loss) && !hard_stop_; ++d) {
      ask_win = ask_win && hi_ > 0 && top - d >= 0;
      if (ask_win && top - d < hi_) {
        if (top - d < lo_) return;
        if (!test(top - d, budget)) ask_win = false;
        if (lo_ >= 0) return;
      }
      ask_loss = ask_loss && lo_ < 0 && floor + d - 1 < 0;
      if (ask_loss && floor + d - 1 >= lo_) {
        if (floor + d - 1 >= hi_) return;
        if (!test(floor + d - 1, budget)) ask_loss = false;
        if (hi_ <= 0) return;
      }
    }
  }

  // Asks "score > alpha?" of the root stance; narrows lo_ or hi_. False if stopped by the budget
  // (0: none) or a limit.
  bool test(int alpha, u64 budget) {
    if (hard_stop_) return false;
    budget_end_ = budget ? main_.nodes + budget : ~0ULL;
    main_.stopped = false;
    const bool may_split = limits_->threads > 1 && !budget && main_.table_from < 1000;
    if (may_split && main_.nodes < limits_->thread_nodes) budget_end_ = limits_->thread_nodes;
    int value = 0;
    if (!may_split || main_.nodes < limits_->thread_nodes) {
      next_check();
      value = main_.search(lanes_, 0, root_.stones, hash_, hint_, alpha);
      if (main_.stopped && (hard_stop_ || !may_split)) return false;
    } else {
      main_.stopped = true;
    }
    if (main_.stopped && !test_with_threads(alpha, value)) return false;
    narrow(value, alpha);
    return true;
  }

  struct Helper {
    SearchType search;
    TableType small_table;
    Driver* driver;
    void* thread;
    int alpha, value;
    u64 counted;  // nodes already added to the total
  };

  // The same test by several threads on one table; the first to finish ends it for all.
  bool test_with_threads(int alpha, int& value) {
    const int count = min_of(limits_->threads - 1, kMaxHelpers);
    auto* memory = static_cast<Helper*>(solver_core::allocate_zeroed(sizeof(Helper) * count));
    if (!memory) {  // go on alone
      main_.stopped = false;
      budget_end_ = ~0ULL;
      next_check();
      value = main_.search(lanes_, 0, root_.stones, hash_, hint_, alpha);
      return !main_.stopped;
    }
    Shared shared;
    table_->share(true);
    main_.use_small_table();
    shared_ = &shared;
    helper_nodes_ = 0;
    winner_ = nullptr;
    budget_end_ = ~0ULL;
    main_.shared = &shared;
    for (int i = 0; i < count; ++i) {
      Helper* h = new (memory + i) Helper{main_, {}, this, nullptr, alpha, 0, 0};
      if (!h->small_table.open(main_.shape.key_bits, small_table_->bytes(), true)) continue;
      h->search.small_table = &h->small_table;
      h->search.nodes = 0;
      h->search.check_at = kCheckNodes;
      h->search.stopped = false;
      h->search.owner = h;
      h->search.check = check_helper;
      h->thread = solver_core::start_thread(run_helper, h);
    }
    main_.stopped = false;
    next_check();
    value = main_.search(lanes_, 0, root_.stones, hash_, hint_, alpha);
    const bool finished = !main_.stopped;
    __atomic_store_n(&shared.stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < count; ++i) {
      if (memory[i].thread) solver_core::join_thread(memory[i].thread);
      main_.nodes += memory[i].search.nodes;
      memory[i].small_table.close();
    }
    if (!finished && winner_) value = static_cast<Helper*>(winner_)->value;
    const bool done = finished || winner_;
    solver_core::release(memory, sizeof(Helper) * count);
    main_.shared = nullptr;
    shared_ = nullptr;
    table_->share(false);
    return done;
  }

  static void run_helper(void* p) {
    auto* h = static_cast<Helper*>(p);
    Driver* d = h->driver;
    h->value = h->search.search(d->lanes_, 0, d->root_.stones, d->hash_, d->hint_, h->alpha);
    if (h->search.stopped) return;
    void* none = nullptr;
    __atomic_compare_exchange_n(&d->winner_, &none, p, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    __atomic_store_n(&d->shared_->stop, 1, __ATOMIC_RELEASE);
  }

  static bool check_helper(void* p) {
    auto* h = static_cast<Helper*>(p);
    const u64 fresh = h->search.nodes - h->counted;
    h->counted = h->search.nodes;
    __atomic_fetch_add(&h->driver->helper_nodes_, fresh, __ATOMIC_RELAXED);
    h->search.check_at = h->search.nodes + kCheckNodes;
    return __atomic_load_n(&h->driver->shared_->stop, __ATOMIC_RELAXED) != 0;
  }

  void narrow(int value, int alpha) {
    if (value > alpha) {
      lo_ = max_of(lo_, value);
    } else {
      hi_ = min_of(hi_, value);
    }
  }

  static bool check_main(void* self) { return static_cast<Driver*>(self)->check(); }

  bool check() {
    if (hard_stop_) return true;
    u64 total = main_.nodes;
    if (shared_) {
      total += __atomic_load_n(&helper_nodes_, __ATOMIC_RELAXED);
      if (__atomic_load_n(&shared_->stop, __ATOMIC_RELAXED)) return true;
    }
    if (limits_->nodes && total > limits_->nodes) hard_stop_ = true;
    if (limits_->deadline_ns && solver_core::steady_now_ns() >= limits_->deadline_ns)
      hard_stop_ = true;
    if (limits_->poll && !limits_->poll(limits_->context, total)) hard_stop_ = true;
    if (hard_stop_ || main_.nodes >= budget_end_) return true;
    next_check();
    return false;
  }

  void next_check() {
    u64 at = main_.nodes + kCheckNodes;
    if (!limits_->deadline_ns && !limits_->poll && !shared_) at = ~0ULL;
    if (limits_->nodes && limits_->nodes + 1 < at) at = limits_->nodes + 1;
    main_.check_at = budget_end_ < at ? budget_end_ : at;
  }

  static constexpr int kNoTableEmpties = 16;
  static constexpr int kDeadStoneEmpties = 35;
  static constexpr int kParityEmpties = 33;
  static constexpr int kMirrorStones = 18;
  static constexpr int kEagerSmallTableEmpties = 10;
  static constexpr u64 kCheckNodes = 2048;

  SearchType main_;
  TableType* table_;
  TableType* small_table_;
  unsigned rules_;
  bool eager_;
  const solver_core::Limits* limits_ = nullptr;
  Node root_;
  typename SearchType::Lanes lanes_;  // the root in lane 0
  u64 hash_ = 0, budget_end_ = 0;
  int threshold_ = 0;
  int hint_ = 31, lo_ = 0, hi_ = 0, empties_ = 0;
  bool hard_stop_ = false;
  // While helpers run.
  static constexpr int kMaxHelpers = 63;
  Shared* shared_ = nullptr;
  void* winner_ = nullptr;  // the helper that finished first
  u64 helper_nodes_ = 0;
};

}  // namespace inarow::falling::INAROW_ARCH
