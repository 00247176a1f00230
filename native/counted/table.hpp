// The transposition table of the counted solver. A match is certain: the whole key takes part.
//
// A key is two words of `width` bits (see state.hpp). Which bucket it lives in says part of it, the
// entry says the rest:
//
//     spread = (second ^ scramble(first)) * odd constant       one to one for a given first
//
//     spread   | upper part | low 44 bits |
//     entry    word 0: | lowest 64 - width bits of the upper part | first, width bits |
//              word 1: | effort 4 | upper 8 | lower 8 | low 44 bits of spread        |
//     bucket   | entry 0 | entry 1 | entry 2 | entry 3 |       64 bytes, one cache line; its number
//              is the highest bits of spread, enough of them to cover what word 0 has no room for
//
// From first and all the bits of spread second can be computed, so two different keys never look
// alike. Bounds outside of -127..127 are kept as the weaker ones that fit.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace inarow::counted {

struct Key {
  std::uint64_t first = 0, second = 0;
};

// What is known of a value: lower <= value <= upper.
struct Bounds {
  static constexpr int kNone = 1000;
  int lower = -kNone, upper = kNone;
};

class Table {
 public:
  // Keys of `width` bits a word, about this many megabytes (a wide key needs at least 64, of which
  // untouched parts cost nothing). shared: several threads may use it at once.
  Table(int width, std::size_t megabytes, bool shared)
      : width_(width), bits_(std::max(8, 20 - (64 - width))), shared_(shared) {
    while (bits_ < 36 && (sizeof(Bucket) << (bits_ + 1)) <= megabytes << 20) ++bits_;
    const std::size_t bytes = sizeof(Bucket) << bits_;
    // Both are powers of two and at least a page, so the size is a multiple of the alignment, as
    // it must be, and the advice below covers whole pages of our own.
    static_assert(std::has_single_bit(sizeof(Bucket)) && (sizeof(Bucket) << 8) >= 4096);
    void* memory = std::aligned_alloc(std::min(std::size_t{1} << 21, bytes), bytes);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    // Fresh pages are zero; large ones spare most address translations.
    if (megabytes >= 256) madvise(memory, bytes, MADV_HUGEPAGE);
    madvise(memory, bytes, MADV_DONTNEED);
#else
    std::memset(memory, 0, bytes);
#endif
    buckets_.reset(static_cast<Bucket*>(memory));
  }

  // The logarithm of the nodes behind an entry, to base 4.
  static std::uint64_t effort_of(std::uint64_t nodes) {
    return std::min<std::uint64_t>(15, static_cast<std::uint64_t>(std::bit_width(nodes)) / 2);
  }

  // False and no change if the key is not there.
  bool find(const Key& key, Bounds& bounds) const {
    const std::uint64_t mixed = spread(key), rest = mixed & kRestMask, first = word_0(key, mixed);
    const std::size_t index = mixed >> (64 - bits_);
    const Guard guard(*this, index);
    for (const Entry& entry : buckets_[index].entries) {
      if (entry.first == first && (entry.second & kRestMask) == rest && entry.second != 0) {
        bounds = unpack(entry.second);
        return true;
      }
    }
    return false;
  }

  // Adds to what is known of the same key; else the entry of least effort gives way.
  void store(const Key& key, Bounds bounds, std::uint64_t nodes) {
    const std::uint64_t mixed = spread(key), rest = mixed & kRestMask, first = word_0(key, mixed);
    const std::size_t index = mixed >> (64 - bits_);
    const std::uint64_t effort = effort_of(nodes);
    const Guard guard(*this, index);
    Entry* victim = nullptr;
    for (Entry& entry : buckets_[index].entries) {
      if (entry.second != 0 && entry.first == first && (entry.second & kRestMask) == rest) {
        const Bounds known = unpack(entry.second);
        bounds.lower = std::max(bounds.lower, known.lower);
        bounds.upper = std::min(bounds.upper, known.upper);
        entry.second = rest | pack(bounds, std::max(effort, entry.second >> 60));
        return;
      }
      if (victim == nullptr || entry.second >> 60 < victim->second >> 60 ||
          (entry.second == 0 && victim->second != 0)) {
        victim = &entry;
      }
    }
    *victim = {first, rest | pack(bounds, effort)};
  }

 private:
  struct Entry {
    std::uint64_t first, second;
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };
  struct Free {
    void operator()(Bucket* memory) const { std::free(memory); }
  };
  static constexpr std::uint64_t kRestMask = (std::uint64_t{1} << 44) - 1;

  // Entries are two words, so threads take turns at a bucket.
  class Guard {
   public:
    Guard(const Table& table, std::size_t index)
        : lock_(table.shared_ ? &table.locks_[index % kLocks].taken : nullptr) {
      if (lock_ == nullptr) return;
      while (lock_->exchange(true, std::memory_order_acquire)) {
      }
    }
    ~Guard() {
      if (lock_ != nullptr) lock_->store(false, std::memory_order_release);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic<bool>* lock_;
  };
  struct alignas(64) Lock {
    mutable std::atomic<bool> taken{false};
  };
  static constexpr std::size_t kLocks = 4096;

  static std::uint64_t spread(const Key& key) {
    std::uint64_t scrambled = key.first * 0x9E3779B97F4A7C15u;
    scrambled ^= scrambled >> 32;
    return (key.second ^ scrambled * 0xD6E8FEB86659FD93u) * 0xBF58476D1CE4E5B9u;
  }
  std::uint64_t word_0(const Key& key, std::uint64_t mixed) const {
    return width_ == 64 ? key.first : key.first | mixed >> 44 << width_;
  }
  // Word 1 of an entry in use is not 0, but for bounds that say next to nothing and may be lost.
  static std::uint64_t pack(const Bounds& bounds, std::uint64_t effort) {
    const int lower = bounds.lower < -127 ? -128 : std::min(bounds.lower, 127);
    const int upper = bounds.upper > 127 ? 128 : std::max(bounds.upper, -127);
    return effort << 60 | static_cast<std::uint64_t>(upper + 127) << 52 |
           static_cast<std::uint64_t>(lower + 128) << 44;
  }
  static Bounds unpack(std::uint64_t word) {
    const int upper = static_cast<int>(word >> 52 & 255) - 127;
    const int lower = static_cast<int>(word >> 44 & 255) - 128;
    return {lower == -128 ? -Bounds::kNone : lower, upper == 128 ? Bounds::kNone : upper};
  }

  int width_;
  int bits_;
  bool shared_;
  std::unique_ptr<Bucket[], Free> buckets_;
  std::unique_ptr<Lock[]> locks_{new Lock[kLocks]};
};

}  // namespace inarow::counted
