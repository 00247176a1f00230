// Free boards of up to 64 cells as plainly as possible, to test native/free against: masks of
// cells, a list of all windows, and searches that try every move and remember every position.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "core/position.hpp"

namespace inarow::tests {

class SlowLines {
 public:
  using Mask = std::uint64_t;

  explicit SlowLines(const Position& pos) : game_(pos.game()) {
    for (int cell = 0; cell < game_.cells(); ++cell) {
      for (int player : {0, 1}) {
        if (pos.stones(player).has(cell)) stones_[player] |= Mask{1} << cell;
      }
    }
    constexpr int kSteps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (auto [down, right] : kSteps) {
      for (int row = 0; row < game_.rows; ++row) {
        for (int col = 0; col < game_.cols; ++col) {
          Window window;
          for (int i = -1; i <= game_.k; ++i) {
            const int r = row + i * down, c = col + i * right;
            const bool inside = r >= 0 && r < game_.rows && c >= 0 && c < game_.cols;
            const Mask bit = inside ? Mask{1} << (r * game_.cols + c) : 0;
            if (i == -1 || i == game_.k) {
              window.beyond |= bit;
            } else if (inside) {
              window.cells |= bit;
            }
          }
          if (std::popcount(window.cells) == game_.k) windows_.push_back(window);
        }
      }
    }
  }

  Mask empty() const {
    const Mask all = game_.cells() == 64 ? ~Mask{0} : (Mask{1} << game_.cells()) - 1;
    return all & ~stones_[0] & ~stones_[1];
  }
  void flip(int cell, int player) { stones_[player] ^= Mask{1} << cell; }
  bool has_line(int player) const {
    for (const Window& window : windows_) {
      if ((window.cells & stones_[player]) == window.cells &&
          !(game_.exact && (window.beyond & stones_[player]))) {
        return true;
      }
    }
    return false;
  }
  // Empty cells where the player's stone makes a line.
  Mask completions(int player) {
    Mask found = 0;
    each(empty(), [&](int cell) {
      flip(cell, player);
      if (has_line(player)) found |= Mask{1} << cell;
      flip(cell, player);
    });
    return found;
  }
  template <class Visit>
  static void each(Mask mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
  }

  // +1, 0 or -1 for the player to move with `left` stones, by trying everything.
  int full_value(int player, int left) {
    const auto key = std::make_tuple(stones_[0], stones_[1], 2 * left + player);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    return values_[key] = fresh_value(player, left);
  }

  // One stone a turn. Whether the attacker, to move, wins by stones that each threaten to complete
  // a line at once.
  bool chain_wins(int attacker) {
    const int defender = 1 - attacker;
    if (completions(attacker) != 0) return true;
    const Mask must_block = completions(defender);
    if (std::popcount(must_block) > 1) return false;
    for (Mask rest = must_block != 0 ? must_block : empty(); rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      flip(cell, attacker);
      const Mask threats = completions(attacker);
      bool won = std::popcount(threats) > 1;
      if (std::popcount(threats) == 1) {
        const int reply = std::countr_zero(threats);
        flip(reply, defender);
        won = chain_wins(attacker);
        flip(reply, defender);
      }
      flip(cell, attacker);
      if (won) return true;
    }
    return false;
  }

  // Whether the attacker could play a stone now that leaves two cells to complete.
  bool can_double(int attacker) {
    for (Mask rest = empty(); rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      flip(cell, attacker);
      const bool doubles = std::popcount(completions(attacker)) > 1;
      flip(cell, attacker);
      if (doubles) return true;
    }
    return false;
  }

  // Whether the attacker, to move, wins by stones after each of which it threatens to complete a
  // line or to make a double threat, against every reply.
  bool threats_win(int attacker) {
    const auto key = std::make_tuple(stones_[0], stones_[1], attacker);
    if (const auto known = wins_.find(key); known != wins_.end()) return known->second;
    return wins_[key] = fresh_threats_win(attacker);
  }

 private:
  struct Window {
    Mask cells = 0, beyond = 0;
  };

  int fresh_value(int player, int left) {
    if (completions(player) != 0) return 1;
    if (empty() == 0) return 0;
    int best = -1;
    for (Mask rest = empty(); rest != 0 && best < 1; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      flip(cell, player);
      const int value =
          left > 1 ? full_value(player, left - 1) : -full_value(1 - player, game_.stones.later);
      flip(cell, player);
      if (value > best) best = value;
    }
    return best;
  }

  bool fresh_threats_win(int attacker) {
    const int defender = 1 - attacker;
    if (completions(attacker) != 0) return true;
    const Mask must_block = completions(defender);
    if (std::popcount(must_block) > 1) return false;
    for (Mask rest = must_block != 0 ? must_block : empty(); rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      flip(cell, attacker);
      const bool won =
          (completions(attacker) != 0 || can_double(attacker)) && every_reply_loses(attacker);
      flip(cell, attacker);
      if (won) return true;
    }
    return false;
  }

  bool every_reply_loses(int attacker) {
    const int defender = 1 - attacker;
    if (completions(defender) != 0) return false;
    if (empty() == 0) return false;
    for (Mask rest = empty(); rest != 0; rest &= rest - 1) {
      const int cell = std::countr_zero(rest);
      flip(cell, defender);
      const bool lost = threats_win(attacker);
      flip(cell, defender);
      if (!lost) return false;
    }
    return true;
  }

  Game game_;
  Mask stones_[2] = {0, 0};
  std::vector<Window> windows_;
  std::map<std::tuple<Mask, Mask, int>, int> values_;
  std::map<std::tuple<Mask, Mask, int>, bool> wins_;
};

}  // namespace inarow::tests
