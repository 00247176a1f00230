// One node of the search: a null-window test "is the score above alpha?", fail-soft.
//
// Only positions with a choice are nodes (collapse.hpp). A node works in passes over its moves,
// each cheaper than the next, and ends as soon as one move is proven to score above alpha:
//
//     expand   play every move (four per vector), forced replies too; decided ends are final
//     bound    range of the child, no line left, follow-up bound
//     probe    the table, for every child left: a node never looks itself up, its parent did
//     search   the children left, best looking first
//
// Ranges. At a node with st stones neither side can win with its next stone, so the mover's score
// is at most value_at(st + 3) and at least -value_at(st + 4); a bound from any pass narrows this
// range. A child whose upper bound is <= alpha needs no search: its bound counts in the fail-soft
// maximum.
#pragma once

#include "falling/solver/collapse.hpp"
#include "falling/solver/dead_stones.hpp"
#include "falling/solver/follow_up.hpp"
#include "falling/solver/lanes.hpp"
#include "falling/solver/table.hpp"

namespace inarow::falling::INAROW_ARCH {

// What all threads of one solve share.
struct Shared {
  int stop = 0;  // set: every thread returns as fast as it can
  static constexpr int kBusySlots = 1 << 10;
  u64 busy[kBusySlots] = {};  // hashes of the positions being searched, near the root
};

template <class Shape, class TableType>
class Search {
 public:
  using Lanes = LanesOf<Shape::max_cols>;
  Shape shape;
  TableType* table = nullptr;
  TableType* small_table =
      nullptr;  // of positions with fewer than small_table_to empty cells; 0: none yet
  int small_table_to = 0;
  Shared* shared = nullptr;  // not null: other threads search the same tree
  unsigned rules = ~0u;      // solver_core::Rule bits in force
  bool try_table_move = false;
  int table_from = 6;  // least number of empty cells of a position kept in the table
  int mirror_to = 0;   // greatest number of stones at which mirror images are merged
  u64 nodes = 0;
  u64 check_at = ~0ULL;  // node count at which `check` is called
  bool stopped = false;  // results are void once this is set
  void* owner = nullptr;
  bool (*check)(void* owner) = nullptr;  // sets check_at; true stops the search

  explicit Search(const Shape& s) : shape(s) {}

  // Most nodes are close to the end and worth little: they would throw what matters out of the
  // cache. Once the table has outgrown the small table they move there.
  static constexpr int kSmallTableEmpties = 16;
  void use_small_table() {
    if (table->bytes() > small_table->bytes()) small_table_to = kSmallTableEmpties;
  }
  INAROW_INLINE TableType* table_of(int stones) const {
    return shape.cells - stones < small_table_to ? small_table : table;
  }

  u64 hash_of(u64 mover, u64 other) const {
    const u64 mask = mover | other;
    if (rules & solver_core::kRuleDeadStones) mover &= ~dead_stones(shape, mover, other);
    u64 key = mover | (mask + shape.bottom);
    if (mirror_to > 0 && popcount(mask) <= mirror_to) {
      const u64 image = shape.mirror(key);
      if (image < key) key = image;
    }
    return table->hash(key);
  }

  // Score of the mover of lane `lane` of `from`, fail-soft: a result > alpha is a lower bound,
  // else an upper bound. Requires -value_at(st + 4) <= alpha < value_at(st + 3). `hash` is that of
  // the position; `hint` a column to try first, or 31.
  int search(const Lanes& from, int lane, int stones, u64 hash, int hint, int alpha) {
    ++nodes;
    if (INAROW_UNLIKELY(nodes >= check_at) && check(owner)) {
      stopped = true;
      return 0;
    }
    const u64 first_node = nodes;
    const bool use_table = shape.cells - stones >= table_from;
    TableType* const own = use_table ? table_of(stones) : nullptr;
    TableType* const below = table_of(stones + 1);
    const int child_alpha = -alpha - 1;  // for children where the other side moves
    Lanes to;
    Children kids;

    // Expand.
    unsigned live = 0, chains = 0, lost = 0;
    const u64 b_wins = from.b_wins[lane];
    expand(from, lane, to, live, chains, lost);
    if (lost) {
      return cut(own, hash, value_at(shape, stones + 3), __builtin_ctz(lost));
    }
    int best = -value_at(shape, stones + 4);
    // On a board with few stones lines are hardly ever used up: do not look.
    const bool use_no_line = (rules & solver_core::kRuleNoLine) && 2 * stones >= shape.cells;
    // Children reached by one move share their range.
    unsigned direct = live & ~chains;
    if (value_at(shape, stones + 5) <= alpha) {
      if (direct) best = max_of(best, value_at(shape, stones + 5));
      direct = 0;
    }
    // Fetch the table's entries early: they arrive while the bounds are computed.
    const bool direct_in_table = shape.cells - stones - 1 >= table_from;
    if (direct_in_table) {
      for (unsigned rest = direct; rest; rest &= rest - 1) {
        const int col = __builtin_ctz(rest);
        kids.hash[col] = hash_of(to.a[col], to.b[col]);
        below->prefetch(kids.hash[col]);
      }
    }
    unsigned candidates = 0;
    if (direct) {
      const int col = look_at_direct(to, direct, alpha, use_no_line, candidates);
      if (col >= 0) return cut(own, hash, 0, col);
    }
    live = direct;
    unsigned ours = 0;  // children where the mover of this node moves again
    kids.direct_stones = stones + 1;
    for (unsigned rest = chains; rest; rest &= rest - 1) {
      const int col = __builtin_ctz(rest);
      Node t = to.stance(col, stones + 1);
      int lo = 0, hi = 0;
      bound_chain(t, alpha, use_no_line, lo, hi);
      if (lo > alpha) return cut(own, hash, lo, col);
      if (hi <= alpha) {
        best = max_of(best, hi);
        continue;
      }
      live |= 1u << col;
      if (t.sign > 0) ours |= 1u << col;
      to.put(col, t);
      kids.stones[col] = static_cast<unsigned char>(t.stones);
      kids.in_table[col] = shape.cells - t.stones >= table_from;
      kids.hash[col] = 0;
      if (kids.in_table[col]) {
        kids.hash[col] = hash_of(t.a, t.b);
        table_of(t.stones)->prefetch(kids.hash[col]);
      }
    }

    // Follow-up bounds of the other children: a bound for their mover is a cut for this one.
    for (; candidates; candidates &= candidates - 1) {
      const int col = __builtin_ctz(candidates);
      const int bound = follow_up_bound(shape, to.a[col], to.b[col], to.b_wins[col], stones + 1,
                                        child_alpha, repairs());
      if (bound <= child_alpha) return cut(own, hash, -bound, col);
    }

    // The table.
    int left = 0;
    const int other_threats = popcount(b_wins);
    for (unsigned rest = live; rest; rest &= rest - 1) {
      const int col = __builtin_ctz(rest);
      const bool again = (ours >> col) & 1;
      Bounds known;
      kids.hint[col] = 31;
      const bool chain = (chains >> col) & 1;
      const bool in_table = chain ? kids.in_table[col] : direct_in_table;
      const TableType* kept = chain ? table_of(kids.stones[col]) : below;
      if (in_table && kept->probe(kids.hash[col], known)) {
        const int lo = again ? known.lo : -known.hi;
        const int hi = again ? known.hi : -known.lo;
        if (lo > alpha) return cut(own, hash, lo, col);
        if (hi <= alpha) {
          best = max_of(best, hi);
          continue;
        }
        kids.hint[col] = static_cast<unsigned char>(known.move);
      }
      // Looks: own threats after the move, forced play, the middle.
      int score = 2 * (shape.cols / 2 - abs_of(col - shape.cols / 2));
      if (chain) score += 12;
      if (again) {
        score += 16 * popcount(to.a_wins[col]);
        score += 8 * (other_threats - popcount(to.b_wins[col]));
      } else {
        score += 16 * popcount(to.b_wins[col]);
      }
      if (try_table_move && col == hint) score += 1000;
      // Insertion sort, best first; equal ones keep their order.
      int j = left++;
      const int item = score * 32 + 31 - col;
      for (; j > 0 && kids.order[j - 1] < item; --j) kids.order[j] = kids.order[j - 1];
      kids.order[j] = item;
    }

    int best_col = 31;
    if (INAROW_UNLIKELY(shared != nullptr) && shape.cells - stones >= kSplitEmpties) {
      best_col = search_split(to, kids, left, chains, ours, alpha, best);
      if (stopped) return 0;
    } else {
      for (int i = 0; i < left; ++i) {
        const int col = 31 - (kids.order[i] & 31);
        const int st = kids.stones_of(col, chains);
        const int value = (ours >> col) & 1
                              ? search(to, col, st, kids.hash[col], kids.hint[col], alpha)
                              : -search(to, col, st, kids.hash[col], kids.hint[col], child_alpha);
        if (stopped) return 0;
        if (value > best) best = value;
        if (value > alpha) {
          best_col = col;
          break;
        }
      }
    }
    if (own) {
      const int work = log2_of(nodes - first_node + 1);
      own->store(hash, best > alpha ? best : -32, best > alpha ? 31 : best, best_col, work);
      if (INAROW_UNLIKELY(table->wants_to_grow()) && !shared) {
        table->grow();
        use_small_table();
      }
    }
    return best;
  }

 private:
  // Per child, by column.
  struct Children {
    u64 hash[Shape::max_cols];
    int order[Shape::max_cols];
    int direct_stones;
    unsigned char stones[Shape::max_cols];  // of children reached by forced play
    unsigned char hint[Shape::max_cols];
    bool in_table[Shape::max_cols];
    int stones_of(int col, unsigned chains) const {
      return (chains >> col) & 1 ? stones[col] : direct_stones;
    }
  };

  bool repairs() const { return (rules & solver_core::kRuleRepair) != 0; }

  // Ends a node without search: its score is at least `value`, thanks to column col.
  INAROW_INLINE int cut(TableType* own, u64 hash, int value, int col) {
    if (own) own->store(hash, value, 31, col, 0);
    return value;
  }

  // Plays out the forced replies of a child (the other side to move, one reply) and bounds what
  // comes out, from this node's view: its range, lines left, follow-up play.
  INAROW_INLINE void bound_chain(Node& t, int alpha, bool use_no_line, int& lo, int& hi) const {
    collapse(shape, t);
    lo = hi = t.value;
    if (t.decided) return;
    const bool again = t.sign > 0;
    lo = -value_at(shape, t.stones + (again ? 4 : 3));
    hi = value_at(shape, t.stones + (again ? 3 : 4));
    if (use_no_line) {
      if (alpha < 0) {
        if (no_line_left(shape, again ? t.a : t.b)) lo = max_of(lo, 0);
      } else {
        if (no_line_left(shape, again ? t.b : t.a)) hi = min_of(hi, 0);
      }
    }
    if (lo > alpha || hi <= alpha || !(rules & solver_core::kRuleFollowUp)) return;
    const int target = again ? alpha : -alpha - 1;
    const int bound = follow_up_bound(shape, t.a, t.b, t.b_wins, t.stones, target, repairs());
    if (bound > target) return;
    if (again) {
      hi = bound;
    } else {
      lo = -bound;
    }
  }

  // Plays every move of the lane: lane col of `to` is the position after the move in column col,
  // the other side to move. Bits by column: live (a move), chains (one reply only), lost (none).
  INAROW_INLINE void expand(const Lanes& from, int lane, Lanes& to, unsigned& live,
                            unsigned& chains, unsigned& lost) const {
    const u64 a = from.a[lane], b = from.b[lane], mask = a | b;
    const u64 b_wins = from.b_wins[lane], moves = from.moves[lane];
    for (int g = 0; g < shape.lane_groups; ++g) {
      const V4 move = shape.column_lanes(g) & moves;
      const V4 filled = move | mask;
      const V4 owner = move | a;
      const V4 wins = winning_cells(shape, owner) & shape.board & ~filled;
      const V4 next = (filled + shape.bottom) & shape.board;
      const V4 forced = next & wins;
      const V4 safe = next & ~(wins >> 1);
      const V4 one = lanes_zero(forced & (forced - 1));
      const V4 reply = safe & (lanes_zero(forced) | (forced & one));
      to.set(to.a, g, spread(b));
      to.set(to.b, g, owner);
      to.set(to.a_wins, g, ~move & b_wins);
      to.set(to.b_wins, g, wins);
      to.set(to.moves, g, reply);
      const unsigned here = 15u & ~lane_mask(lanes_zero(move));
      live |= here << (4 * g);
      chains |= (here & lane_mask(lanes_zero(reply & (reply - 1)))) << (4 * g);
      lost |= (here & lane_mask(lanes_zero(reply))) << (4 * g);
    }
  }

  // No-line bound of the direct children: returns the column of one that scores at least 0, if
  // that is above alpha, else -1. Sets `candidates` to those worth the follow-up bound.
  INAROW_INLINE int look_at_direct(const Lanes& to, unsigned direct, int alpha, bool use_no_line,
                                   unsigned& candidates) const {
    // The other side without a line left: this side scores 0 at least. (For alpha >= 0 only a
    // forced reply can have spoilt this side's last line: done with the chains.)
    if (use_no_line && alpha < 0) {
      unsigned none = 0;
      if constexpr (Shape::fixed) {
        for (int g = 0; g < shape.lane_groups; ++g) {
          const V4 free = ~to.get(to.b, g) & shape.board;
          const V4 lines = line_starts_4(free, 1) | line_starts_4(free, 7) |
                           line_starts_4(free, 8) | line_starts_4(free, 9);
          none |= lane_mask(lanes_zero(lines)) << (4 * g);
        }
        none &= direct;
      } else {
        for (unsigned rest = direct; rest; rest &= rest - 1) {
          const int col = __builtin_ctz(rest);
          if (no_line_left(shape, to.b[col])) none |= 1u << col;
        }
      }
      if (none) return __builtin_ctz(none);
    }
    if (!(rules & solver_core::kRuleFollowUp)) return -1;
    candidates = direct;
    if constexpr (Shape::fixed) {
      unsigned zoned = 0, possible = 0;
      for (int g = 0; g < shape.lane_groups; ++g) {
        const unsigned seen =
            follow_up_candidates(shape, to.get(to.a, g), to.get(to.b, g), to.get(to.b_wins, g));
        possible |= (seen & 15) << (4 * g);
        zoned |= (seen >> 4) << (4 * g);
      }
      candidates &= possible;
      // Without a zone the bound is -1 at best.
      if (-alpha - 1 < -1) candidates &= zoned;
    }
    return -1;
  }

  // The children of a node near the root while several threads search it. All threads take the
  // first child together (they part further down); of the others each thread leaves for later
  // those another thread is searching just now. What is left is looked up again before it is
  // searched. This changes only who searches what and when, never what is proven.
  // Returns the column that scored above alpha, or 31; `best` is raised as in search().
  int search_split(const Lanes& to, const Children& kids, int left, unsigned chains, unsigned ours,
                   int alpha, int& best) {
    int later[Shape::max_cols];
    int deferred = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const int count = pass == 0 ? left : deferred;
      for (int i = 0; i < count; ++i) {
        const int col = 31 - ((pass == 0 ? kids.order[i] : later[i]) & 31);
        const bool again = (ours >> col) & 1;
        const u64 hash = kids.hash[col];
        u64* slot = &shared->busy[hash % Shared::kBusySlots];
        if (pass == 0 && i > 0 && load_word(slot) == hash) {
          later[deferred++] = kids.order[i];
          continue;
        }
        int value;
        Bounds known;
        const int st = kids.stones_of(col, chains);
        const bool found = i + pass > 0 && table_of(st)->probe(hash, known);
        const int lo = again ? known.lo : -known.hi;
        const int hi = again ? known.hi : -known.lo;
        if (found && (lo > alpha || hi <= alpha)) {
          value = lo > alpha ? lo : hi;
        } else {
          store_word(slot, hash);
          value = again ? search(to, col, st, hash, kids.hint[col], alpha)
                        : -search(to, col, st, hash, kids.hint[col], -alpha - 1);
          store_word(slot, 0);
          if (stopped) return 31;
        }
        if (value > best) best = value;
        if (value > alpha) return col;
      }
    }
    return 31;
  }
  // Children then are in the table that the threads share.
  static constexpr int kSplitEmpties = 18;
};

}  // namespace inarow::falling::INAROW_ARCH
