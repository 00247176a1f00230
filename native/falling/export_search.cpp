#include "falling/export_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

namespace inarow::falling {
namespace {

using Bits = std::uint64_t;

constexpr Bits kBottom = 0x40810204081, kBoard = kBottom * 63, kTop = kBottom << 6;
constexpr Bits kLow = kBottom * 21, kUp = kBottom * 42;

// Score of whoever lays stone number n and wins with it.
constexpr int value_at(int n) { return (44 - n) / 2; }

Bits winning_cells(Bits s) {
  Bits wins = (s << 1) & (s << 2) & (s << 3);
  for (const int d : {7, 6, 8}) {
    const Bits right = s << d, left = s >> d;
    Bits two = right & (s << 2 * d);
    wins |= (two & (s << 3 * d)) | (two & left);
    two = left & (s >> 2 * d);
    wins |= (two & right) | (two & (s >> 3 * d));
  }
  return wins;
}

bool makes_line(Bits s) {
  for (const int d : {7, 8, 6, 1}) {
    const Bits two = s & (s >> d);
    if (two & (two >> 2 * d)) return true;
  }
  return false;
}

Bits whole_columns(Bits cells) {
  const Bits hit = (cells + kBoard) & kTop;
  return hit - (hit >> 6);
}

// Whether the side to move cannot score more than target, because the other side, which wins on
// `threats`, answers every move in a fixed way; falling/solver/follow_up.hpp has the argument.
bool follow_up(Bits mover, Bits taken, Bits threats, int stones, int target) {
  Bits empty = kBoard ^ taken;
  Bits pairs = (taken + kBottom) & kUp;
  Bits safe = 0;
  if (pairs) {
    safe = whole_columns(threats & kLow & whole_columns(pairs));
    pairs &= ~safe;
    if (std::popcount(pairs) & 1) return false;
  }
  const Bits zones = threats & ((kUp & ~safe) | (kLow & safe));
  if (zones) {
    empty &= ~zones & ((zones | kTop) - kBottom);
    if (-value_at(stones + std::popcount(empty & ~(zones >> 1)) + 2) > target) return false;
  } else if (target < 0) {
    return false;
  }
  const Bits owned = mover | (empty & ((kLow & ~safe) | (kUp & safe)));
  if (!makes_line(owned | pairs)) return true;
  if (!pairs || makes_line(owned)) return false;
  const Bits one = pairs & -pairs, other = pairs ^ one;
  if (other & (other - 1)) return false;
  return !makes_line(owned | one) && !makes_line(owned | other);
}

struct Collapsed {
  Bits mover, opponent, taken, moves, threats;
  int stones, sign, forced;
  std::optional<int> value;  // for the side that was to move at the beginning
};

// Plays forced moves until the game is decided or the side to move has a choice.
Collapsed collapse(Bits mover, Bits opponent, int stones, int sign) {
  Collapsed c{mover, opponent, mover | opponent, 0, 0, stones, sign, 0, std::nullopt};
  while (true) {
    c.threats = winning_cells(c.opponent) & (kBoard ^ c.taken);
    c.moves = (c.taken + kBottom) & kBoard;
    const Bits forced = c.moves & c.threats;
    const bool lost = (forced & (forced - 1)) != 0;
    if (forced) c.moves = forced;
    c.moves &= ~(c.threats >> 1);
    if (lost || !c.moves) {
      c.value = c.stones == 42 ? 0 : -c.sign * value_at(c.stones + 2);
      return c;
    }
    if (c.moves & (c.moves - 1)) return c;
    c.mover |= c.moves;
    std::swap(c.mover, c.opponent);
    c.taken |= c.moves;
    ++c.stones;
    c.sign = -c.sign;
    ++c.forced;
  }
}

int centrality(Bits cell) { return 3 - std::abs(3 - std::countr_zero(cell) / 7); }

}  // namespace

ExportSearch::ExportSearch() : table_(std::size_t{1} << 12) {}

ExportSearch::Bounds& ExportSearch::entry(Bits mover, Bits taken) {
  const std::size_t mask = table_.size() - 1;
  std::size_t i = ((mover * 0x9E3779B97F4A7C15u) ^ (taken * 0xC2B2AE3D27D4EB4Fu)) >> 30 & mask;
  while (table_[i].search == searches_ && (table_[i].mover != mover || table_[i].taken != taken)) {
    i = (i + 1) & mask;
  }
  return table_[i];
}

int ExportSearch::search(Bits mover, Bits taken, Bits moves, int stones, int alpha) {
  if (++nodes_ > node_limit_) throw OutOfNodes{};
  poll_();
  const Bits opponent = mover ^ taken;
  int best = -99;
  Child children[7];
  int count = 0;
  for (; moves; moves &= moves - 1) {
    const Bits first = moves & -moves;
    const Collapsed c = collapse(opponent, mover | first, stones + 1, -1);
    if (c.value) {
      best = std::max(best, *c.value);
      if (best > alpha) {
        cut_move_ = first;
        return best;
      }
      continue;
    }
    int high = c.sign < 0 ? value_at(c.stones + 4) : value_at(c.stones + 3);
    int low = c.sign < 0 ? -value_at(c.stones + 3) : -value_at(c.stones + 4);
    const Bounds& known = entry(c.mover, c.taken);
    if (known.search == searches_) {
      high = std::min<int>(high, c.sign < 0 ? -known.low : known.high);
      low = std::max<int>(low, c.sign < 0 ? -known.high : known.low);
    }
    if (low > alpha) {
      cut_move_ = first;
      return low;
    }
    if (high > alpha) {
      const int target = c.sign < 0 ? -alpha - 1 : alpha;
      if (target >= -value_at(c.stones + 4) &&
          follow_up(c.mover, c.taken, c.threats, c.stones, target)) {
        if (c.sign < 0) {
          cut_move_ = first;
          return alpha + 1;
        }
        high = alpha;
      }
    }
    if (high <= alpha) {
      best = std::max(best, high);
      continue;
    }
    const int threats = std::popcount(c.threats);
    const int order = 16 * (c.sign < 0 ? threats : -threats) + (c.forced ? 12 : 0) +
                      2 * (centrality(first) + c.forced);
    Child child{order, c.mover, c.taken, c.moves, first, c.stones, c.sign};
    int place = count++;
    for (; place > 0 && children[place - 1].order < order; --place) {
      children[place] = children[place - 1];
    }
    children[place] = child;
  }
  for (int i = 0; i < count; ++i) {
    const Child& c = children[i];
    const int value = c.sign < 0 ? -search(c.mover, c.taken, c.moves, c.stones, -alpha - 1)
                                 : search(c.mover, c.taken, c.moves, c.stones, alpha);
    best = std::max(best, value);
    if (value > alpha) {
      cut_move_ = c.first;
      break;
    }
  }
  if (2 * used_ >= table_.size()) {
    std::vector<Bounds> old(table_.size() * 2);
    old.swap(table_);
    for (const Bounds& kept : old) {
      if (kept.search == searches_) entry(kept.mover, kept.taken) = kept;
    }
  }
  Bounds& known = entry(mover, taken);
  if (known.search != searches_) {
    known = {mover, taken, searches_, -21, 21};
    ++used_;
  }
  if (best > alpha) {
    known.low = static_cast<std::int8_t>(std::max<int>(known.low, best));
  } else {
    known.high = static_cast<std::int8_t>(std::min<int>(known.high, best));
  }
  return best;
}

ExportResult ExportSearch::solve(Bits mover, Bits opponent, std::uint64_t node_limit) {
  ++searches_;
  used_ = 0;
  nodes_ = 0;
  node_limit_ = node_limit;
  const Bits taken = mover | opponent;
  const int stones = std::popcount(taken);
  const Bits playable = (taken + kBottom) & kBoard;
  const auto column = [](Bits cell) { return std::countr_zero(cell) / 7; };
  ExportResult result;
  result.solved = true;
  if (const Bits win = winning_cells(mover) & playable) {
    result.score = value_at(stones + 1);
    result.move = column(win);
    return result;
  }
  const Bits threats = winning_cells(opponent) & (kBoard ^ taken);
  const Bits forced = playable & threats;
  Bits moves = (forced ? forced : playable) & ~(threats >> 1);
  if (!moves || (forced & (forced - 1))) {
    result.score = -value_at(stones + 2);
    result.move = column(forced ? forced : playable);
    return result;
  }
  int low = -value_at(stones + 4), high = value_at(stones + 3);
  if (!(moves & (moves - 1))) {  // nothing to choose: the score does not matter
    result.move = column(moves);
    return result;
  }
  Bits best = moves & -moves;
  try {
    while (low < high) {
      // The sign first, then from the side of 0, where most scores are.
      const int mid = low < 0 && high > 0 ? (low + high > 0 ? 0 : -1)
                      : low >= 0          ? low + (high - low) / 4
                                          : high - 1 - (high - low - 1) / 4;
      const int value = search(mover, taken, moves, stones, mid);
      if (value <= mid) {
        high = value;
      } else {
        low = value;
        best = cut_move_;
      }
    }
  } catch (const OutOfNodes&) {
    result.solved = false;
  }
  result.score = low;
  result.move = column(best);
  result.nodes = nodes_;
  return result;
}

}  // namespace inarow::falling
