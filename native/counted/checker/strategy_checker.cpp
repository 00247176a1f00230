#include "counted/checker/strategy_checker.hpp"

#include <bit>
#include <unordered_map>
#include <vector>

namespace inarow::counted::checker {
namespace {

struct Rejected {
  std::string reason;
};
struct Enough {};  // as many replies as were asked for

// A set of cells, numbered row by row from the BOTTOM:
//
//     14 15 16 17 18 19 20
//      7  8  9 10 11 12 13
//      0  1  2  3  4  5  6
using Cells = std::uint64_t;

struct Board {
  Cells stones[3] = {0, 0, 0};  // of player 1 and player 2; [0] is not used
  Cells occupied() const { return stones[1] | stones[2]; }
  Board with(int player, Cells cells) const {
    Board board = *this;
    board.stones[player] |= cells;
    return board;
  }
};

// What two positions must have in common to be the same.
struct Key {
  Cells occupied, first, second;  // stones that matter to their owner
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t mixed = key.occupied * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 32 ^ key.first) * 0xD6E8FEB86659FD93u;
    mixed = (mixed ^ mixed >> 32 ^ key.second) * 0xD6E8FEB86659FD93u;
    return mixed ^ mixed >> 32;
  }
};

// The windows of one direction. A set of them is written as the set of their first cells:
//
//     step 1, k 4     . . . . . . .
//                     x x x x . . .     four windows start in each row of seven
struct Direction {
  int step;       // from a cell of a window to the next
  Cells windows;  // all of them
};

// K is the length of a window if it is known to the compiler, which makes a usual game faster, or
// 0.
template <int K>
class Checker {
 public:
  // With a note nothing is played out, and replies are told from so many empty cells on.
  Checker(const Claim& claim, const std::string& replies, std::size_t most, const OnProgress& watch,
          const OnReply* note = nullptr, int least_empty = 0)
      : claim_(claim),
        other_(3 - claim.holder),
        replies_(replies),
        most_(most),
        on_progress_(watch),
        on_reply_(note),
        least_empty_(least_empty),
        endgames_(kEndgamesKept) {
    const int up[4] = {0, 1, 1, 1}, right[4] = {1, 0, 1, -1};
    for (int i = 0; i < 4; ++i) directions_[i].step = up[i] * claim.cols + right[i];
    for (int row = 0; row < claim.rows; ++row) {
      for (int col = 0; col < claim.cols; ++col) {
        const Cells here = Cells{1} << (row * claim.cols + col);
        board_ |= here;
        if ((claim.rows - row) % 2 == 1) odd_rows_ |= here;
        if (col == 0) first_column_ |= here;
        for (int i = 0; i < 4; ++i) {
          const int last_row = row + up[i] * (k() - 1), last_col = col + right[i] * (k() - 1);
          const bool fits = last_row < claim.rows && 0 <= last_col && last_col < claim.cols;
          if (fits) directions_[i].windows |= here;
        }
      }
    }
    for (Direction& direction : directions_) {
      if (direction.windows == 0) direction.step = 0;  // no shift beyond the width of a set
    }
  }

  CheckResult run() {
    CheckResult finding;
    try {
      finding.holds = hold_from(Board{}, 1, claim_.target, 0);
      if (!finding.holds) finding.reason = "the holder does not get what it needs";
      if (finding.holds && next_reply_ != replies_.size()) {
        finding = {false, "replies are left over at the end", 0};
      }
    } catch (const Rejected& rejected) {
      finding.reason = rejected.reason;
    } catch (const Enough&) {
      finding.holds = true;
    }
    finding.positions = positions_;
    return finding;
  }

 private:
  struct Endgame {
    Key key{~Cells{0}, 0, 0};  // no position: its empty cells are none, and so are its stones
    int held = 0, lost = 0;    // the most it is known to get, the least it is known not to get
  };
  // Few enough to stay close to the processor: more save positions and cost time.
  static constexpr std::size_t kEndgamesKept = 1 << 14;

  int k() const { return K == 0 ? claim_.k : K; }

  // The same as hold, once the opening is played from a move of it on.
  bool hold_from(const Board& board, int mover, int need, std::size_t played) {
    if (played == claim_.opening.size()) return hold(board, mover, need);
    const int col = static_cast<unsigned char>(claim_.opening[played]);
    const Cells room = landings(board.occupied());
    const Cells stone = col < claim_.cols ? room & first_column_ << col : 0;
    if (stone == 0) {
      throw Rejected{"move " + std::to_string(played + 1) +
                     " of the opening is not a column with room"};
    }
    const Board next = board.with(mover, stone);
    const int made = points(next, mover, stone);
    return hold_from(next, 3 - mover, mover == claim_.holder ? need - made : need + made,
                     played + 1);
  }

  // Does the holder gain `need` points more than the other from here on?
  bool hold(const Board& board, int mover, int need) {
    if ((++positions_ & 0xFFFF) == 0 && on_progress_) on_progress_(next_reply_, positions_);
    const Cells occupied = board.occupied();
    int open[3] = {0, 0, 0};
    Cells in_open[3] = {0, 0, 0};  // the cells of the windows open to each player
    for (const Direction& direction : directions_) {
      const Cells full = within(direction, occupied);
      for (int player : {1, 2}) {
        const Cells windows = within(direction, ~board.stones[3 - player]) & ~full;
        open[player] += std::popcount(windows);
        in_open[player] |= cells_of(direction, windows);
      }
    }
    if (-open[other_] >= need) return true;
    if (open[claim_.holder] < need) return false;
    if (follow_up_holds(board, 3 - mover)) return mover == other_;

    const Key key{occupied, board.stones[1] & in_open[1], board.stones[2] & in_open[2]};
    const Cells room = landings(occupied);
    const int empty = std::popcount(board_ & ~occupied);
    if (empty <= claim_.endgame) {
      return on_reply_ != nullptr || endgame(board, mover, room, key, need);
    }
    const auto seen = held_.find(key);
    if (seen != held_.end() && seen->second >= need) return true;
    if (mover == claim_.holder) {
      if (next_reply_ == replies_.size()) throw Rejected{"the replies end too early"};
      if (next_reply_ == most_) throw Enough{};
      const int col = static_cast<unsigned char>(replies_[next_reply_++]);
      const Cells stone = col < claim_.cols ? room & first_column_ << col : 0;
      if (stone == 0) {
        throw Rejected{"reply " + std::to_string(next_reply_) + " is not a column with room"};
      }
      if (on_reply_ != nullptr && empty >= least_empty_) {
        (*on_reply_)(board.stones[1], board.stones[2], col);
      }
      if (!hold_after(board, mover, stone, need)) {
        throw Rejected{"reply " + std::to_string(next_reply_) + " or one soon after it loses"};
      }
    } else {
      for (int col = 0; col < claim_.cols; ++col) {
        const Cells stone = room & first_column_ << col;
        if (stone != 0 && !hold_after(board, mover, stone, need)) return false;
      }
    }
    held_[key] = need;
    return true;
  }

  bool hold_after(const Board& board, int mover, Cells stone, int need) {
    const Board next = board.with(mover, stone);
    const int made = points(next, mover, stone);
    return hold(next, 3 - mover, mover == claim_.holder ? need - made : need + made);
  }

  // Windows that the mover's last stone completed.
  int points(const Board& board, int mover, Cells stone) const {
    int made = 0;
    for (const Direction& direction : directions_) {
      made += std::popcount(within(direction, board.stones[mover]) & through(direction, stone));
    }
    return made;
  }

  // Near the end all moves are tried, those first that block most windows of the other side.
  bool endgame(const Board& board, int mover, Cells room, const Key& key, int need) {
    Endgame& known = endgames_[KeyHash{}(key) % kEndgamesKept];
    if (known.key == key) {
      if (known.held >= need) return true;
      if (known.lost <= need) return false;
    }
    struct Move {
      int blocks;
      Cells stone;
    } moves[63];
    int count = 0;
    for (; room != 0; room &= room - 1, ++count) {
      const Cells stone = room & -room;
      int blocks = 0;
      for (const Direction& direction : directions_) {
        const Cells windows = within(direction, ~board.stones[mover]);
        blocks += std::popcount(windows & through(direction, stone));
      }
      int place = count;
      for (; place > 0 && moves[place - 1].blocks < blocks; --place) {
        moves[place] = moves[place - 1];
      }
      moves[place] = {blocks, stone};
    }
    // The holder wants one move that holds, the other one that does not.
    const bool wanted = mover == claim_.holder;
    bool found = false;
    for (int i = 0; i < count && !found; ++i) {
      found = hold_after(board, mover, moves[i].stone, need) == wanted;
    }
    const bool holds = found == wanted;
    if (known.key != key) known = {key, -(1 << 20), 1 << 20};
    (holds ? known.held : known.lost) = need;
    return holds;
  }

  // The lowest empty cell of every column that has one.
  Cells landings(Cells occupied) const {
    const Cells bottom = (Cells{1} << claim_.cols) - 1;
    return board_ & ~occupied & (occupied << claim_.cols | bottom);
  }

  // The windows that lie within a set of cells, and the cells of a set of windows.
  Cells within(const Direction& direction, Cells cells) const {
    Cells windows = direction.windows & cells;
    for (int i = 1; i < k(); ++i) windows &= cells >>= direction.step;
    return windows;
  }
  Cells cells_of(const Direction& direction, Cells windows) const {
    Cells cells = windows;
    for (int i = 1; i < k(); ++i) cells |= windows <<= direction.step;
    return cells;
  }
  // Where a window with this cell can start; not all of these are windows of the board.
  Cells through(const Direction& direction, Cells cell) const {
    Cells starts = cell;
    for (int i = 1; i < k(); ++i) starts |= cell >>= direction.step;
    return starts;
  }

  // The follower is not to move. Does following up give it what it wants: the holder the
  // target, the other that the holder misses it?
  //
  // Counted from the top, the lower cell of every two in a column has an even number:
  //
  //     1  the follower's          1
  //     2  answered by 1           2
  //     3  the follower's          3  odd: alone, answered by its partner's
  //     4  answered by 3           x
  bool follow_up_holds(const Board& board, int follower) const {
    const Cells empty = board_ & ~board.occupied();
    const Cells odd = landings(board.occupied()) & odd_rows_;
    const int count = std::popcount(odd);
    if (count > 4 || count % 2 == 1) return false;
    const Board settled = board.with(3 - follower, empty & ~odd & ~odd_rows_)
                              .with(follower, empty & ~odd & odd_rows_);
    if (!satisfied(settled.with(follower, odd), follower)) return false;  // not even with them all
    Cells alone[4] = {0, 0, 0, 0};
    Cells rest = odd;
    for (int i = 0; i < count; ++i, rest &= rest - 1) alone[i] = rest & -rest;
    if (count == 0) return true;
    if (count == 2) return holds_both(settled, follower, alone[0], alone[1]);
    for (int partner : {1, 2, 3}) {
      const Cells first = alone[0], second = alone[partner];
      const Cells third = alone[partner == 1 ? 2 : 1], fourth = alone[partner == 3 ? 2 : 3];
      if (holds_both(settled.with(1, first).with(2, second), follower, third, fourth) &&
          holds_both(settled.with(2, first).with(1, second), follower, third, fourth)) {
        return true;
      }
    }
    return false;
  }

  // Whoever gets which of two partners?
  bool holds_both(const Board& board, int follower, Cells one, Cells two) const {
    return satisfied(board.with(1, one).with(2, two), follower) &&
           satisfied(board.with(2, one).with(1, two), follower);
  }
  bool satisfied(const Board& full, int follower) const {
    int ahead = 0;  // the holder's points minus the other's
    for (const Direction& direction : directions_) {
      ahead += std::popcount(within(direction, full.stones[claim_.holder]));
      ahead -= std::popcount(within(direction, full.stones[other_]));
    }
    return follower == claim_.holder ? ahead >= claim_.target : ahead < claim_.target;
  }

  Claim claim_;
  int other_;
  const std::string& replies_;
  std::size_t most_;
  const OnProgress& on_progress_;
  const OnReply* on_reply_;
  int least_empty_;
  std::size_t next_reply_ = 0;
  std::uint64_t positions_ = 0;
  Direction directions_[4] = {};
  Cells board_ = 0, first_column_ = 0;
  Cells odd_rows_ = 0;  // first, third, fifth ... from the top
  std::unordered_map<Key, int, KeyHash> held_;
  std::vector<Endgame> endgames_;  // the last one seen in each place
};

// Runs a checker of the claim, or says why none can be made.
template <class... Rest>
CheckResult checked(const Claim& claim, const Rest&... rest) {
  const auto within = [](int number, int least, int most) {
    return least <= number && number <= most;
  };
  if (!within(claim.rows, 1, 63) || !within(claim.cols, 1, 63 / claim.rows) ||
      !within(claim.k, 2, 63) || !within(claim.holder, 1, 2)) {
    return {false, "the claim is not about a board that this checker knows", 0};
  }
  if (!within(claim.endgame, 0, claim.rows * claim.cols)) {
    return {false, "the endgame has more cells than the board, or fewer than none", 0};
  }
  // No player can complete more windows than four directions times the cells.
  if (!within(claim.target, -4 * 63, 4 * 63)) {
    return {false, "nobody can be so many points ahead", 0};
  }
  if (claim.k == 4) return Checker<4>(claim, rest...).run();
  return Checker<0>(claim, rest...).run();
}

}  // namespace

CheckResult check_strategy(const Claim& claim, const std::string& replies,
                           const OnProgress& watch) {
  return checked(claim, replies, kAllReplies, watch);
}

CheckResult check_beginning(const Claim& claim, const std::string& replies, std::size_t most,
                            const OnProgress& watch) {
  return checked(claim, replies, most, watch);
}

CheckResult note_replies(const Claim& claim, const std::string& replies, std::size_t most,
                         int least_empty, const OnReply& note, const OnProgress& watch) {
  return checked(claim, replies, most, watch, &note, least_empty);
}

}  // namespace inarow::counted::checker
