// A perfect move of Connect Four for each position that whoever follows the policy can meet.
// src/inarow/analysis/policy.py has the format of its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "falling/position_lists.hpp"

namespace inarow::falling {

class Policy {
 public:
  // The bytes of a policy file. Throws std::invalid_argument with a sentence if they are not one.
  explicit Policy(std::string_view file);

  // The column for this position, if it is an entry.
  std::optional<int> column(const Position& pos) const;
  // Keys and columns, ascending.
  std::vector<std::pair<PositionKey, int>> entries() const;

 private:
  PositionLists rules_;
  std::vector<std::uint64_t> words_;
};

}  // namespace inarow::falling
