// Memory, threads and the clock for the search.
#include <chrono>
#include <new>
#include <thread>

#include "falling/solver/solver_core.hpp"

#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#define INAROW_HAVE_MMAP 1
#endif

namespace inarow::falling::solver_core {

void* allocate_zeroed(std::size_t bytes) {
#if defined(INAROW_HAVE_MMAP)
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
  if (bytes >= (std::size_t{4} << 20)) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
#else
  void* memory = ::operator new(bytes, std::align_val_t{64}, std::nothrow);
  if (memory) __builtin_memset(memory, 0, bytes);
  return memory;
#endif
}

void release(void* memory, std::size_t bytes) {
  if (!memory) return;
#if defined(INAROW_HAVE_MMAP)
  munmap(memory, bytes);
#else
  (void)bytes;
  ::operator delete(memory, std::align_val_t{64});
#endif
}

std::uint64_t steady_now_ns() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

void* start_thread(void (*run)(void*), void* argument) {
  try {
    return new std::thread(run, argument);
  } catch (...) {
    return nullptr;
  }
}

void join_thread(void* thread) {
  auto* t = static_cast<std::thread*>(thread);
  t->join();
  delete t;
}

}  // namespace inarow::falling::solver_core
