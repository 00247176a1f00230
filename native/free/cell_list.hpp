// A list of cells that never allocates: as long as the board at most.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/game.hpp"

namespace inarow::free {

class CellList {
 public:
  void push_back(int cell) { cells_[size_++] = static_cast<std::int16_t>(cell); }
  void clear() { size_ = 0; }
  void truncate(int size) { size_ = std::min(size_, size); }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int operator[](int i) const { return cells_[i]; }
  std::int16_t* begin() { return cells_.data(); }
  std::int16_t* end() { return cells_.data() + size_; }
  const std::int16_t* begin() const { return cells_.data(); }
  const std::int16_t* end() const { return cells_.data() + size_; }
  bool contains(int cell) const { return std::find(begin(), end(), cell) != end(); }

 private:
  std::array<std::int16_t, Game::kMaxCells> cells_;
  int size_ = 0;
};

}  // namespace inarow::free
