// The search behind plain functions, included once for each instruction set (see core/arch.hpp).
#include <new>

#include "core/game.hpp"
#include "falling/solver/driver.hpp"
#include "falling/solver/solver_core.hpp"
#include "falling/solver/wide_table.hpp"

namespace inarow::falling::INAROW_ARCH {
namespace {

constexpr std::size_t kSmallTableBytes = std::size_t{512} << 10;  // fits into the second cache

template <class Shape, class TableType>
struct Engine {
  TableType table, small_table;
  Driver<Shape, TableType> driver;

  Engine(const Shape& shape, const solver_core::Config& config)
      : driver(shape, &table, &small_table, ~config.disabled_rules, config.eager) {}
};

// An engine of one of the known kinds behind plain functions.
struct Handle {
  void* engine;
  void (*destroy)(void*);
  void (*clear)(void*);
  void (*solve)(void*, u64, u64, const solver_core::Limits&, solver_core::Result*);
};

template <class Shape, class TableType>
struct Kind {
  using EngineType = Engine<Shape, TableType>;
  static void destroy(void* p) {
    auto* engine = static_cast<EngineType*>(p);
    engine->table.close();
    engine->small_table.close();
    delete engine;
  }
  static void clear(void* p) {
    static_cast<EngineType*>(p)->table.clear();
    static_cast<EngineType*>(p)->small_table.clear();
  }
  static void solve(void* p, u64 mover, u64 other, const solver_core::Limits& limits,
                    solver_core::Result* result) {
    static_cast<EngineType*>(p)->driver.solve(Shape::from_public(mover), Shape::from_public(other),
                                              limits, result);
  }
  static Handle* create(const Shape& shape, const solver_core::Config& config) {
    auto* engine = new (std::nothrow) EngineType(shape, config);
    if (!engine) return nullptr;
    if (!engine->table.open(shape.key_bits, config.table_bytes) ||
        !engine->small_table.open(shape.key_bits, kSmallTableBytes, true)) {
      destroy(engine);
      return nullptr;
    }
    auto* handle = new (std::nothrow) Handle{engine, destroy, clear, solve};
    if (!handle) destroy(engine);
    return handle;
  }
};

void* create(const solver_core::Config& c) {
  if (Game::is_standard(c.rows, c.cols, c.k) && !c.force_runtime_shape) {
    return Kind<FixedShape, FixedTable>::create(FixedShape{}, c);
  }
#if defined(INAROW_STANDARD_ONLY)  // a build that is to be small
  return nullptr;
#else
  const RuntimeShape shape(c.rows, c.cols, c.k);
  if (shape.key_bits > PlainTable::kMaxKeyBits)
    return Kind<RuntimeShape, WideTable>::create(shape, c);
  return Kind<RuntimeShape, PlainTable>::create(shape, c);
#endif
}

void destroy(void* self) {
  auto* handle = static_cast<Handle*>(self);
  handle->destroy(handle->engine);
  delete handle;
}

void clear(void* self) {
  auto* handle = static_cast<Handle*>(self);
  handle->clear(handle->engine);
}

void solve(void* self, u64 mover, u64 other, const solver_core::Limits& limits,
           solver_core::Result* result) {
  auto* handle = static_cast<Handle*>(self);
  handle->solve(handle->engine, mover, other, limits, result);
}

}  // namespace

const solver_core::Operations operations = {create, destroy, clear, solve};

}  // namespace inarow::falling::INAROW_ARCH
