// Native objects with memory of their own, used by one thread at a time.
//
// A call into the core releases the interpreter lock, so another thread may call the same object
// meanwhile. It waits here until the object is free; Ctrl-C ends the wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bind/bind.hpp"

namespace inarow::bind {

// How many calls may be inside at once, each from a thread of its own.
class ThreadGate {
 public:
  explicit ThreadGate(std::size_t places = 1) : places_(places) {}

  void enter() {
    const std::thread::id me = std::this_thread::get_id();
    while (true) {
      {
        nb::gil_scoped_release unlocked;
        std::unique_lock lock(mutex_);
        for (const std::thread::id inside : inside_) {
          if (inside == me) {
            throw std::invalid_argument(
                "it is at work in this thread already: what it calls back cannot call it");
          }
        }
        const auto free = [this] { return inside_.size() < places_; };
        if (left_.wait_for(lock, std::chrono::milliseconds(50), free)) {
          inside_.push_back(me);
          return;
        }
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  }

  void leave() {
    {
      const std::scoped_lock lock(mutex_);
      std::erase(inside_, std::this_thread::get_id());
    }
    left_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  std::vector<std::thread::id> inside_;
  std::size_t places_;
};

// GateLock from here to the end of the block.
class GateLock {
 public:
  explicit GateLock(ThreadGate& gate) : gate_(gate) { gate_.enter(); }
  ~GateLock() { gate_.leave(); }
  GateLock(const GateLock&) = delete;
  GateLock& operator=(const GateLock&) = delete;

 private:
  ThreadGate& gate_;
};

// A T as Python has it.
template <class T>
struct Exclusive : T {
  using T::T;
  ThreadGate gate;
};

}  // namespace inarow::bind
