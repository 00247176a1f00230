// The transposition table for boards whose key needs more than 52 bits: full 64-bit keys.
//
//     bucket, 64 bytes (one cache line)
//     |  lock   | unused  |  key 0  | bounds 0 |  key 1  | bounds 1 |  key 2  | bounds 2 |
//
//     bounds:   63     62..57   56..52  51..46     45..40     39..0
//             valid  | work   | move  | upper+32 | lower+32 | 0
//
// The hash is a bijection of 64 bits and is stored whole: no false matches. An entry is two words,
// so while threads share the table every access holds the lock of its bucket; two halves of
// different entries can never be read together. Alone, the lock is not touched. Same interface as
// Table.
#pragma once

#include "falling/solver/table.hpp"

namespace inarow::falling::INAROW_ARCH {

class WideTable {
 public:
  bool open(int, std::size_t bytes, bool small = false) {
    small_ = small;
    max_bits_ = 1;
    while ((128ULL << max_bits_) <= bytes && max_bits_ < 31) ++max_bits_;
    min_bits_ = small ? max_bits_ : min_of(max_bits_, kStartBits);
    buckets_ = static_cast<Bucket*>(solver_core::allocate_zeroed(bytes_for(max_bits_)));
    set_size(min_bits_);
    return buckets_ != nullptr;
  }
  void close() { solver_core::release(buckets_, bytes_for(max_bits_)); }
  std::size_t bytes() const { return bytes_for(bits_); }
  void clear() {
    if (used_ || bits_ > min_bits_) __builtin_memset(buckets_, 0, bytes_for(bits_));
    set_size(min_bits_);
  }

  u64 hash(u64 key) const {
    key ^= key >> 31;
    return key * 0x9e3779b97f4a7c15ULL;
  }
  void prefetch(u64 hash) const { __builtin_prefetch(bucket(hash)); }

  bool probe(u64 hash, Bounds& bounds) const {
    Bucket* b = bucket(hash);
    const Guard guard(*this, b);
    for (int i = 0; i < kWays; ++i) {
      if (b->entries[i].key == hash && b->entries[i].data) {
        const u64 data = b->entries[i].data;
        bounds.lo = static_cast<int>((data >> 40) & 63) - 32;
        bounds.hi = static_cast<int>((data >> 46) & 63) - 32;
        bounds.move = static_cast<int>((data >> 52) & 31);
        return true;
      }
    }
    return false;
  }

  void store(u64 hash, int lo, int hi, int move, int work) {
    Bucket* b = bucket(hash);
    const Guard guard(*this, b);
    int victim = 0;
    for (int i = 0; i < kWays; ++i) {
      Entry& e = b->entries[i];
      if (e.key == hash && e.data) {
        lo = max_of(lo, static_cast<int>((e.data >> 40) & 63) - 32);
        hi = min_of(hi, static_cast<int>((e.data >> 46) & 63) - 32);
        work = max_of(work, static_cast<int>((e.data >> 57) & 63));
        if (move == 31) move = static_cast<int>((e.data >> 52) & 31);
        e.data = pack(lo, hi, move, work);
        return;
      }
      if ((e.data >> 57) < (b->entries[victim].data >> 57)) victim = i;
    }
    if (small_) {
      victim = 0;
      for (int i = kWays - 1; i > 0; --i) b->entries[i] = b->entries[i - 1];
      used_ = 1;
    } else if (!b->entries[victim].data && !shared_) {
      ++used_;
    }
    b->entries[victim] = Entry{hash, pack(lo, hi, move, work)};
  }

  bool wants_to_grow() const { return used_ >= grow_at_; }
  void grow() {
    const u64 split = 1ULL << (63 - bits_);
    for (u64 i = 1ULL << bits_; i-- > 0;) {
      const Bucket old = buckets_[i];
      Bucket& left = buckets_[2 * i];
      Bucket& right = buckets_[2 * i + 1];
      left = Bucket{};
      right = Bucket{};
      int in_left = 0, in_right = 0;
      for (const Entry& e : old.entries) {
        if (!e.data) continue;
        if (e.key & split) {
          right.entries[in_right++] = e;
        } else {
          left.entries[in_left++] = e;
        }
      }
    }
    const u64 used = used_;
    set_size(bits_ + 1);
    used_ = used;
  }
  void share(bool on) {
    while (on && bits_ < max_bits_) grow();
    shared_ = on;
  }

 private:
  static constexpr int kStartBits = 10;
  static constexpr int kWays = 3;
  struct Entry {
    u64 key, data;
  };
  struct Bucket {
    u64 lock, unused;
    Entry entries[kWays];
  };
  // Holds the bucket's lock for its lifetime, if the table is shared.
  struct Guard {
    u64* lock;
    Guard(const WideTable& table, Bucket* b) : lock(table.shared_ ? &b->lock : nullptr) {
      while (lock && __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) {
      }
    }
    ~Guard() {
      if (lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
  };

  static std::size_t bytes_for(int bits) { return sizeof(Bucket) << bits; }
  static u64 pack(int lo, int hi, int move, int work) {
    return (1ULL << 63) | (static_cast<u64>(work) << 57) | (static_cast<u64>(move) << 52) |
           (static_cast<u64>(hi + 32) << 46) | (static_cast<u64>(lo + 32) << 40);
  }
  Bucket* bucket(u64 hash) const { return buckets_ + (hash >> (64 - bits_)); }
  void set_size(int bits) {
    bits_ = bits;
    used_ = 0;
    grow_at_ = bits < max_bits_ ? ((u64{kWays} << bits) / 2) : ~0ULL;
  }

  Bucket* buckets_ = nullptr;
  int bits_ = 1, min_bits_ = 1, max_bits_ = 1;
  bool shared_ = false, small_ = false;
  u64 used_ = 0, grow_at_ = 0;
};

}  // namespace inarow::falling::INAROW_ARCH
