// The transposition table: bounds on scores, kept by position.
//
// The key goes through a bijection of K bits, K >= key bits. The top bits of the result choose the
// bucket, the low Tag bits are stored. K - bucket bits <= Tag always holds, so bucket number and
// stored bits together determine the key: there are no false matches.
//
//     entry, 8 bytes, read and written as one atomic word (Tag + Move + Work = 52)
//      63 ..     ..        ..         ..                  0
//      work   |  move   | upper+32 | lower+32 | low bits of the hash
//      Work      Move     6          6          Tag bits
//
//     bucket, 32 bytes: | entry | entry | entry | entry |      an empty entry is 0
//
// `work` is the logarithm of the nodes behind the entry; the least work is replaced. Since an entry
// is one word, threads can share the table without locks: a lost update loses a bound, no more.
//
// The table starts small, to live in the nearest cache, and doubles when three quarters full. The index is
// the top bits, so bucket i splits into 2i and 2i + 1; done from the last bucket down, in place.
//
// A small table is small for good, so that it stays in the cache, and belongs to one thread. There
// the oldest entry of a bucket is replaced: the search has moved on, however much work it took.
#pragma once

#include "falling/solver/bits.hpp"
#include "falling/solver/solver_core.hpp"

namespace inarow::falling::INAROW_ARCH {

inline constexpr int kNoMove = 31;

struct Bounds {
  int lo = -32, hi = 31;
  int move = kNoMove;  // column of the best known move
};

INAROW_INLINE u64 load_word(const u64* p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
INAROW_INLINE void store_word(u64* p, u64 v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }

INAROW_INLINE int log2_of(u64 nodes) { return 63 - __builtin_clzll(nodes | 1); }

template <int Tag, int Move, int Work>
class Table {
  static_assert(Tag + Move + Work == 52);

 public:
  static constexpr int kWays = 4;
  static constexpr int kMaxKeyBits = Tag + 11;

  // False if memory is short.
  bool open(int key_bits, std::size_t bytes, bool small = false) {
    small_ = small;
    hash_bits_ = max_of(key_bits, 32);
    hash_mask_ = (1ULL << hash_bits_) - 1;
    max_bits_ = 0;
    while ((64ULL << max_bits_) <= bytes && max_bits_ < 31) ++max_bits_;
    min_bits_ = max_of(hash_bits_ - Tag, 1);
    max_bits_ = max_of(max_bits_, min_bits_);
    min_bits_ = small ? max_bits_ : max_of(min_bits_, min_of(max_bits_, kStartBits));
    words_ = static_cast<u64*>(solver_core::allocate_zeroed(bytes_for(max_bits_)));
    set_size(min_bits_);
    return words_ != nullptr;
  }
  void close() { solver_core::release(words_, bytes_for(max_bits_)); }
  std::size_t bytes() const { return bytes_for(bits_); }

  void clear() {
    if (used_ || bits_ > min_bits_) __builtin_memset(words_, 0, bytes_for(bits_));
    set_size(min_bits_);
  }

  u64 hash(u64 key) const {
    key ^= key >> 23;
    return (key * 0x9e3779b97f4a7c15ULL) & hash_mask_;
  }
  void prefetch(u64 hash) const { __builtin_prefetch(bucket(hash)); }

  INAROW_INLINE bool probe(u64 hash, Bounds& bounds) const {
    const u64* entries = bucket(hash);
    const unsigned hit = matches(entries, hash & kTagMask);
    if (!hit) return false;
    // Read again: another thread may have changed the word, but then the tag tells.
    const u64 entry = load_word(entries + __builtin_ctz(hit));
    bounds.lo = lower(entry);
    bounds.hi = upper(entry);
    bounds.move = move_of(entry);
    return (entry & kTagMask) == (hash & kTagMask) && entry;
  }

  // Adds what is known now to what the table knows.
  INAROW_INLINE void store(u64 hash, int lo, int hi, int move, int work) {
    u64* entries = bucket(hash);
    const u64 tag = hash & kTagMask;
    const unsigned hit = matches(entries, tag);
    if (hit) {
      u64* slot = entries + __builtin_ctz(hit);
      const u64 entry = load_word(slot);
      if ((entry & kTagMask) == tag && entry) {
        lo = max_of(lo, lower(entry));
        hi = min_of(hi, upper(entry));
        work = max_of(work, static_cast<int>(entry >> (64 - Work)));
        if (move == kNoMove) move = move_of(entry);
      }
      store_word(slot, pack(tag, lo, hi, move, work));
      return;
    }
    if (small_) {
      V4& all = *reinterpret_cast<V4*>(entries);
      const V4 old = all;
      all = V4{pack(tag, lo, hi, move, work), old[0], old[1], old[2]};
      used_ = 1;
      return;
    }
    // Least work first; the way number in the low bits keeps the choice free of branches.
    u64 least = least_of(load_word(entries), 0);
    for (int i = 1; i < kWays; ++i) {
      const u64 other = least_of(load_word(entries + i), static_cast<unsigned>(i));
      least = other < least ? other : least;
    }
    u64* slot = entries + (least & 3);
    if (!shared_) used_ += load_word(slot) == 0;
    store_word(slot, pack(tag, lo, hi, move, work));
  }

  // Growing moves entries: only while a single thread uses the table.
  bool wants_to_grow() const { return used_ >= grow_at_; }
  __attribute__((noinline)) void grow() {
    const V4 split = spread(1ULL << (hash_bits_ - bits_ - 1));
    V4* buckets = reinterpret_cast<V4*>(words_);
    for (u64 i = 1ULL << bits_; i-- > 0;) {
      const V4 old = buckets[i];
      const V4 stays = lanes_zero(old & split);
      buckets[2 * i] = old & stays;
      buckets[2 * i + 1] = old & ~stays;
    }
    const u64 used = used_;
    set_size(bits_ + 1);
    used_ = used;
  }
  // On: fixes the size at the limit, because several threads are going to use the table.
  void share(bool on) {
    while (on && bits_ < max_bits_) grow();
    shared_ = on;
  }

 private:
  static constexpr int kStartBits = 11;
  static constexpr u64 kTagMask = (1ULL << Tag) - 1;
  static constexpr int kMoveMask = (1 << Move) - 1;

  static std::size_t bytes_for(int bits) { return std::size_t{8} * kWays << bits; }
  static int lower(u64 entry) { return static_cast<int>((entry >> Tag) & 63) - 32; }
  static int upper(u64 entry) { return static_cast<int>((entry >> (Tag + 6)) & 63) - 32; }
  static int move_of(u64 entry) {
    const int move = static_cast<int>(entry >> (Tag + 12)) & kMoveMask;
    return move == kMoveMask ? kNoMove : move;
  }
  static u64 least_of(u64 entry, unsigned way) {
    return (entry >> (64 - Work) << 3) | (entry ? 4u : 0u) | way;
  }
  // upper + 32 is never 0, so no entry looks empty.
  static u64 pack(u64 tag, int lo, int hi, int move, int work) {
    return (static_cast<u64>(work) << (64 - Work)) |
           (static_cast<u64>(move & kMoveMask) << (Tag + 12)) |
           (static_cast<u64>(hi + 32) << (Tag + 6)) | (static_cast<u64>(lo + 32) << Tag) | tag;
  }
  // One bit for each way that holds the tag. A tag of 0 may match empty entries: callers check.
  // Vector loads are fine beside other threads' stores: aligned 16-byte loads are single on every
  // machine with AVX, and each word is looked at by itself and read again before use.
  static INAROW_INLINE unsigned matches(const u64* entries, u64 tag) {
#if defined(__AVX2__)
    const __m256i all =
        _mm256_set_m128i(_mm_load_si128(reinterpret_cast<const __m128i*>(entries + 2)),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(entries)));
    const V4 rest = (reinterpret_cast<V4>(all) ^ tag) << (64 - Tag);
    return lane_mask(lanes_zero(rest));
#else
    unsigned hit = 0;
    for (int i = 0; i < kWays; ++i) {
      hit |= static_cast<unsigned>((load_word(entries + i) & kTagMask) == tag) << i;
    }
    return hit;
#endif
  }
  u64* bucket(u64 hash) const { return words_ + (hash >> shift_) * kWays; }
  void set_size(int bits) {
    bits_ = bits;
    shift_ = hash_bits_ - bits;
    used_ = 0;
    grow_at_ = bits < max_bits_ ? ((u64{kWays} << bits) * 3 / 4) : ~0ULL;
  }

  u64* words_ = nullptr;
  bool shared_ = false, small_ = false;
  int shift_ = 0, bits_ = 0, min_bits_ = 0, max_bits_ = 0, hash_bits_ = 0;
  u64 hash_mask_ = 0, used_ = 0, grow_at_ = 0;
};

using FixedTable = Table<44, 3, 5>;  // 7 columns; key and marker bits span 55 bits
using PlainTable = Table<41, 5, 6>;  // up to 32 columns, keys up to 52 bits

}  // namespace inarow::falling::INAROW_ARCH
