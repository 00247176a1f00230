// A large array of zeroes, reserved at once and taken page by page when it is first touched: making
// one costs nothing, however large, so that a program that is started for a single move does not
// spend its time on memory it never uses.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace inarow {

// T is trivially copyable and all its bits zero are its empty value.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  explicit ZeroedArray(std::size_t size)
      : size_(size), items_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
    if (!items_) throw std::bad_alloc();
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return items_.get()[i]; }
  const T& operator[](std::size_t i) const { return items_.get()[i]; }
  void clear() { std::memset(static_cast<void*>(items_.get()), 0, size_ * sizeof(T)); }

 private:
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };

  std::size_t size_;
  std::unique_ptr<T, Free> items_;
};

}  // namespace inarow
