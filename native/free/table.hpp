// The transposition table of the alpha-beta search: fixed in size, newest kept unless a deeper
// result of the same search is there.
//
//     16 bytes a slot:  check 4 | value 4 | move 2 | depth 1 | bound 1 | age 1 | unused 3
#pragma once

#include <cstdint>

#include "core/zeroed_array.hpp"

namespace inarow::free {

enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

class Table {
 public:
  struct Entry {  // all zeroes is empty: Bound::None
    std::uint32_t check = 0;
    std::int32_t value = 0;
    std::int16_t move = -1;
    std::int8_t depth = 0;
    Bound bound = Bound::None;
    std::uint8_t age = 0;
  };
  static_assert(sizeof(Entry) == 16);

  // slots: a power of two; the memory is reserved here once.
  explicit Table(std::size_t slots) : entries_(slots) {}

  // The entry of a position, or null.
  const Entry* find(std::uint64_t key) const {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.bound != Bound::None && entry.check == check_of(key) ? &entry : nullptr;
  }
  void store(std::uint64_t key, int value, int move, int depth, Bound bound) {
    Entry& entry = entries_[key & (entries_.size() - 1)];
    if (entry.age == age_ && entry.bound != Bound::None && entry.check != check_of(key) &&
        entry.depth > depth + 3) {
      return;
    }
    entry = {check_of(key), value, static_cast<std::int16_t>(move), static_cast<std::int8_t>(depth),
             bound,         age_};
  }
  void new_search() { ++age_; }
  void clear() { entries_.clear(); }

 private:
  static std::uint32_t check_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

  ZeroedArray<Entry> entries_;
  std::uint8_t age_ = 0;
};

}  // namespace inarow::free
