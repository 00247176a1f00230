#include "checker/strategy_checker.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inarow_checker {
namespace {

struct Rejected {
  std::string reason;
};

// A set of cells, numbered row by row from the BOTTOM:
//
//     14 15 16 17 18 19 20
//      7  8  9 10 11 12 13
//      0  1  2  3  4  5  6
using Cells = std::uint64_t;

struct Board {
  Cells stones[3] = {0, 0, 0};  // of player 1 and player 2; [0] is not used
  Cells occupied() const { return stones[1] | stones[2]; }
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

class Checker {
 public:
  Checker(const Claim& claim, const std::string& replies, const Watch& watch)
      : claim_(claim),
        other_(3 - claim.holder),
        replies_(replies),
        watch_(watch),
        endgames_(claim.endgame > 0 ? std::size_t{1} << (claim.endgame > 12 ? 22 : 16) : 1) {
    const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int row = 0; row < claim.rows; ++row) {
      for (int col = 0; col < claim.cols; ++col) {
        for (const auto& [up, right] : directions) {
          const int last_row = row + up * (claim.k - 1), last_col = col + right * (claim.k - 1);
          if (last_row >= claim.rows || last_col < 0 || last_col >= claim.cols) continue;
          Cells window = 0;
          for (int i = 0; i < claim.k; ++i) window |= cell(row + i * up, col + i * right);
          windows_.push_back(window);
        }
      }
    }
  }

  Finding run() {
    Finding finding;
    try {
      finding.holds = hold(Board{}, 1);
      if (!finding.holds) finding.reason = "the holder does not get what he needs";
      if (finding.holds && next_reply_ != replies_.size()) {
        finding = {false, "replies are left over at the end", 0};
      }
    } catch (const Rejected& rejected) {
      finding.reason = rejected.reason;
    }
    finding.positions = positions_;
    return finding;
  }

 private:
  struct Endgame {
    Key key{~Cells{0}, 0, 0};  // no position: its empty cells are none, and so are its stones
    int held = 0, lost = 0;    // the most he is known to get, the least he is known not to get
  };

  // Does the holder end at least `target` ahead from here?
  bool hold(const Board& board, int mover) {
    if ((++positions_ & 0xFFFF) == 0 && watch_) watch_(next_reply_, positions_);
    const Cells occupied = board.occupied();
    int points[3] = {0, 0, 0}, open[3] = {0, 0, 0};
    Cells in_open[3] = {0, 0, 0};  // the cells of the windows open to each player
    for (Cells window : windows_) {
      for (int player : {1, 2}) {
        if ((window & board.stones[3 - player]) != 0) continue;
        if ((window & ~occupied) == 0) {
          ++points[player];
        } else {
          ++open[player];
          in_open[player] |= window;
        }
      }
    }
    const int need = claim_.target - (points[claim_.holder] - points[other_]);
    if (-open[other_] >= need) return true;
    if (open[claim_.holder] < need) return false;
    if (mover == other_ && follow_up_holds(board)) return true;

    const Key key{occupied, board.stones[1] & in_open[1], board.stones[2] & in_open[2]};
    if (claim_.rows * claim_.cols - std::popcount(occupied) <= claim_.endgame) {
      return endgame(board, mover, key, need);
    }
    const auto seen = held_.find(key);
    if (seen != held_.end() && seen->second >= need) return true;
    if (mover == claim_.holder) {
      if (next_reply_ == replies_.size()) throw Rejected{"the replies end too early"};
      const int col = static_cast<unsigned char>(replies_[next_reply_++]);
      if (col >= claim_.cols || landing(occupied, col) == 0) {
        throw Rejected{"reply " + std::to_string(next_reply_) + " is not a column with room"};
      }
      if (!hold(after(board, landing(occupied, col), mover), other_)) {
        throw Rejected{"reply " + std::to_string(next_reply_) + " or one soon after it loses"};
      }
    } else {
      for (int col = 0; col < claim_.cols; ++col) {
        const Cells stone = landing(occupied, col);
        if (stone != 0 && !hold(after(board, stone, mover), claim_.holder)) return false;
      }
    }
    held_[key] = need;
    return true;
  }

  // Near the end all replies are tried, those first that lie in most windows open to the other.
  bool endgame(const Board& board, int mover, const Key& key, int need) {
    Endgame& known = endgames_[KeyHash{}(key) % endgames_.size()];
    if (known.key == key) {
      if (known.held >= need) return true;
      if (known.lost <= need) return false;
    }
    std::vector<std::pair<int, Cells>> moves;
    for (int col = 0; col < claim_.cols; ++col) {
      const Cells stone = landing(board.occupied(), col);
      if (stone == 0) continue;
      int windows = 0;
      for (Cells window : windows_) {
        if ((window & stone) != 0 && (window & board.stones[mover]) == 0) ++windows;
      }
      moves.emplace_back(-windows, stone);
    }
    std::sort(moves.begin(), moves.end());
    // The holder wants one move that holds, the other one that does not.
    const bool wanted = mover == claim_.holder;
    const bool found = std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
      return hold(after(board, move.second, mover), 3 - mover) == wanted;
    });
    const bool holds = found == wanted;
    if (known.key != key) known = {key, -(1 << 20), 1 << 20};
    (holds ? known.held : known.lost) = need;
    return holds;
  }

  Cells cell(int row, int col) const { return Cells{1} << (row * claim_.cols + col); }

  // The lowest empty cell of a column, or the empty set.
  Cells landing(Cells occupied, int col) const {
    for (int row = 0; row < claim_.rows; ++row) {
      if ((cell(row, col) & occupied) == 0) return cell(row, col);
    }
    return 0;
  }

  static Board after(Board board, Cells stone, int player) {
    board.stones[player] |= stone;
    return board;
  }

  // The other is to move. Does the holder reach the target by following up?
  bool follow_up_holds(const Board& board) const {
    Board settled = board;
    std::vector<Cells> odd;  // lowest empty cells of columns with an odd number of them
    for (int col = 0; col < claim_.cols; ++col) {
      int row = 0;
      while (row < claim_.rows && (cell(row, col) & board.occupied()) != 0) ++row;
      if ((claim_.rows - row) % 2 == 1) odd.push_back(cell(row++, col));
      for (; row < claim_.rows; row += 2) {
        settled.stones[other_] |= cell(row, col);
        settled.stones[claim_.holder] |= cell(row + 1, col);
      }
    }
    if (odd.empty()) return holds_all(settled, {});
    if (odd.size() == 2) return holds_all(settled, {{odd[0], odd[1]}});
    if (odd.size() != 4) return false;
    return holds_all(settled, {{odd[0], odd[1]}, {odd[2], odd[3]}}) ||
           holds_all(settled, {{odd[0], odd[2]}, {odd[1], odd[3]}}) ||
           holds_all(settled, {{odd[0], odd[3]}, {odd[1], odd[2]}});
  }

  // Is the target reached on the final board, whoever gets which cell of each pair?
  bool holds_all(const Board& board, const std::vector<std::pair<Cells, Cells>>& pairs) const {
    for (unsigned choice = 0; choice < 1u << pairs.size(); ++choice) {
      Board full = board;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool swap = (choice >> i & 1) != 0;
        full.stones[swap ? other_ : claim_.holder] |= pairs[i].first;
        full.stones[swap ? claim_.holder : other_] |= pairs[i].second;
      }
      int difference = 0;
      for (Cells window : windows_) {
        if ((window & ~full.stones[claim_.holder]) == 0) ++difference;
        if ((window & ~full.stones[other_]) == 0) --difference;
      }
      if (difference < claim_.target) return false;
    }
    return true;
  }

  Claim claim_;
  int other_;
  const std::string& replies_;
  const Watch& watch_;
  std::size_t next_reply_ = 0;
  std::uint64_t positions_ = 0;
  std::vector<Cells> windows_;
  std::unordered_map<Key, int, KeyHash> held_;
  std::vector<Endgame> endgames_;  // the last one seen in each place
};

}  // namespace

Finding check_strategy(const Claim& claim, const std::string& replies, const Watch& watch) {
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
  return Checker(claim, replies, watch).run();
}

}  // namespace inarow_checker
