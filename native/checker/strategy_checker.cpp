#include "checker/strategy_checker.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace inarow_checker {
namespace {

struct Rejected {
  std::string reason;
};

// Cells are numbered row by row from the BOTTOM; 0 empty, 1 and 2 a player's stone.
//
//     14 15 16 17 18 19 20
//      7  8  9 10 11 12 13
//      0  1  2  3  4  5  6
using Board = std::vector<int>;

// Two bits for each cell: 0 empty, 1 or 2 a stone that matters to its owner, 3 one that does not.
using Key = std::pair<std::uint64_t, std::uint64_t>;
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t mixed = key.first * 0x9E3779B97F4A7C15u ^ key.second;
    mixed ^= mixed >> 32;
    mixed *= 0xD6E8FEB86659FD93u;
    return mixed ^ mixed >> 32;
  }
};

class Checker {
 public:
  Checker(const Claim& claim, const std::string& replies, StopAsked stop_asked)
      : claim_(claim), other_(3 - claim.holder), replies_(replies), stop_asked_(stop_asked) {
    const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int row = 0; row < claim.rows; ++row) {
      for (int col = 0; col < claim.cols; ++col) {
        for (const auto& [up, right] : directions) {
          const int last_row = row + up * (claim.k - 1), last_col = col + right * (claim.k - 1);
          if (last_row >= claim.rows || last_col < 0 || last_col >= claim.cols) continue;
          std::vector<int> window;
          for (int i = 0; i < claim.k; ++i) {
            window.push_back((row + i * up) * claim.cols + col + i * right);
          }
          windows_.push_back(window);
        }
      }
    }
  }

  Finding run() {
    Finding finding;
    try {
      hold(Board(static_cast<std::size_t>(claim_.rows * claim_.cols), 0), 1);
      if (next_reply_ != replies_.size()) throw Rejected{"replies are left over at the end"};
      finding.holds = true;
    } catch (const Rejected& rejected) {
      finding.reason = rejected.reason;
    }
    finding.positions = positions_;
    return finding;
  }

 private:
  // Returns if the holder ends at least `target` ahead from here, else throws Rejected.
  void hold(const Board& board, int mover) {
    if ((++positions_ & 0xFFFF) == 0 && stop_asked_ != nullptr && stop_asked_()) {
      throw Rejected{"stopped"};
    }
    // Points so far, open windows, and for each cell whether its stone matters to its owner.
    int points[3] = {0, 0, 0}, open[3] = {0, 0, 0};
    std::vector<bool> matters(board.size(), false);
    for (const auto& window : windows_) {
      int stones[3] = {0, 0, 0};
      for (int cell : window) ++stones[board[cell]];
      for (int player : {1, 2}) {
        if (stones[3 - player] > 0) continue;
        if (stones[0] == 0) {
          ++points[player];
          continue;
        }
        ++open[player];
        for (int cell : window) {
          if (board[cell] == player) matters[cell] = true;
        }
      }
    }
    const int need = claim_.target - (points[claim_.holder] - points[other_]);
    if (-open[other_] >= need) return;
    if (open[claim_.holder] < need) {
      throw Rejected{"reply " + std::to_string(next_reply_) + ": the value is lost"};
    }
    if (mover == other_ && follow_up_holds(board)) return;

    Key key{0, 0};
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
      const std::uint64_t kind = board[cell] == 0 ? 0 : matters[cell] ? board[cell] : 3;
      (cell < 32 ? key.first : key.second) |= kind << (2 * (cell % 32));
    }
    const auto seen = held_.find(key);
    if (seen != held_.end() && seen->second >= need) return;

    if (mover == claim_.holder) {
      if (next_reply_ == replies_.size()) throw Rejected{"the replies end too early"};
      const int col = static_cast<unsigned char>(replies_[next_reply_++]);
      if (col >= claim_.cols || landing(board, col) < 0) {
        throw Rejected{"reply " + std::to_string(next_reply_) + " is not a column with room"};
      }
      hold(after(board, col, mover), other_);
    } else {
      for (int col = 0; col < claim_.cols; ++col) {
        if (landing(board, col) >= 0) hold(after(board, col, mover), claim_.holder);
      }
    }
    held_[key] = need;
  }

  int landing(const Board& board, int col) const {
    for (int row = 0; row < claim_.rows; ++row) {
      if (board[row * claim_.cols + col] == 0) return row * claim_.cols + col;
    }
    return -1;
  }

  Board after(const Board& board, int col, int player) const {
    Board next = board;
    next[landing(board, col)] = player;
    return next;
  }

  int difference(const Board& full) const {
    int points[3] = {0, 0, 0};
    for (const auto& window : windows_) {
      const int owner = full[window[0]];
      if (std::all_of(window.begin(), window.end(),
                      [&](int cell) { return full[cell] == owner; })) {
        ++points[owner];
      }
    }
    return points[claim_.holder] - points[other_];
  }

  // The other is to move. Does the holder reach the target by following up?
  bool follow_up_holds(const Board& board) const {
    Board settled = board;
    std::vector<int> odd;  // lowest empty cells of columns with an odd number of them
    for (int col = 0; col < claim_.cols; ++col) {
      const int lowest = landing(board, col);
      if (lowest < 0) continue;
      int cell = lowest;
      if ((claim_.rows - lowest / claim_.cols) % 2 == 1) {
        odd.push_back(cell);
        cell += claim_.cols;
      }
      for (; cell < claim_.rows * claim_.cols; cell += 2 * claim_.cols) {
        settled[cell] = other_;
        settled[cell + claim_.cols] = claim_.holder;
      }
    }
    if (odd.empty()) return worst_case(settled, {}) >= claim_.target;
    if (odd.size() == 2) return worst_case(settled, {{odd[0], odd[1]}}) >= claim_.target;
    if (odd.size() != 4) return false;
    for (int partner = 1; partner < 4; ++partner) {
      std::vector<int> rest;
      for (int i = 1; i < 4; ++i) {
        if (i != partner) rest.push_back(odd[i]);
      }
      if (worst_case(settled, {{odd[0], odd[partner]}, {rest[0], rest[1]}}) >= claim_.target) {
        return true;
      }
    }
    return false;
  }

  // The holder's smallest difference over who gets which cell of each pair.
  int worst_case(Board board, const std::vector<std::pair<int, int>>& pairs) const {
    int worst = 1 << 20;
    for (unsigned choice = 0; choice < 1u << pairs.size(); ++choice) {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool swap = (choice >> i & 1) != 0;
        board[pairs[i].first] = swap ? claim_.holder : other_;
        board[pairs[i].second] = swap ? other_ : claim_.holder;
      }
      worst = std::min(worst, difference(board));
    }
    return worst;
  }

  Claim claim_;
  int other_;
  const std::string& replies_;
  StopAsked stop_asked_;
  std::size_t next_reply_ = 0;
  std::uint64_t positions_ = 0;
  std::vector<std::vector<int>> windows_;
  std::unordered_map<Key, int, KeyHash> held_;
};

}  // namespace

Finding check_strategy(const Claim& claim, const std::string& replies, StopAsked stop_asked) {
  if (claim.rows < 1 || claim.cols < 1 || claim.rows * claim.cols > 64 || claim.k < 2 ||
      (claim.holder != 1 && claim.holder != 2)) {
    return {false, "the claim is not about a board that this checker knows", 0};
  }
  return Checker(claim, replies, stop_asked).run();
}

}  // namespace inarow_checker
