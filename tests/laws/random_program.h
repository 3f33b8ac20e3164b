// Random programs that verify() accepts and that always end.
//
//   ir::Context context;
//   ir::Program program = make_random_program(context, {.seed = 7, .size =
//   20}); ir::Program edited = mutate(context, program, 8);        //
//   random_edit.h
//
// The unit is the function "unit"(p: int *, a: int, b: int, c: long) -> int; it
// calls "helper0"(x: int, y: long), "helper1", …, each only those before it,
// and the externals "ext_read"() -> int and "ext_log"(int). Globals: counter,
// table (8 ints), cursor (points into table), limits (const, 4 ints). p is read
// and written at [0], [1] under checks; all other indexes are cut to their
// array. Loops run over counters named k0, k1, … that nothing else assigns;
// variables of their bodies are named v… (32 bits) and w… (64 bits).
#pragma once

#include "ir/context.h"
#include "ir/parse.h"
#include "ir/program.h"
#include "laws/random_edit.h"
#include "laws/random_function.h"
#include "laws/random_source.h"

#include <string>
#include <vector>

namespace mergeproof::tests {

struct RandomOptions {
  std::uint64_t seed = 1;
  unsigned size = 20;   // about as many statements per function
  unsigned helpers = 2; // functions besides the unit
  bool has_memory = true;
  bool has_externals = true;
  bool has_variadic = false; // "gather"(n: int, …) -> int, of ints and longs
};

inline ir::Global make_random_global(ir::Context &context, const char *id,
                                     const ir::Type *type, std::uint64_t size,
                                     RandomSource &random) {
  ir::Global global;
  global.id = global.name = context.symbol(id);
  global.type = type;
  global.is_defined = true;
  global.size = size;
  global.align = 4;
  for (std::uint64_t i = 0; i < size; i++)
    global.bytes.push_back(i % 4 == 0 ? random.below(50) : 0);
  return global;
}

inline void add_random_globals(ir::Context &context, const RandomTypes &types,
                               RandomSource &random, ir::Program &program) {
  auto add = [&](ir::Global global) {
    ir::Symbol id = global.id;
    program.globals[id] = std::move(global);
  };
  add(make_random_global(context, "counter", types.int_type, 4, random));
  add(make_random_global(context, "table", types.table_type, 32, random));
  add(make_random_global(context, "limits", types.limits_type, 16, random));
  program.globals.at("limits").is_const = true;
  ir::Global cursor =
      make_random_global(context, "cursor", types.pointer_type, 8, random);
  cursor.align = 8;
  cursor.bytes.assign(8, 0);
  cursor.relocations = {{.offset = 0,
                         .symbol = context.symbol("table"),
                         .addend = std::int64_t(4 * random.below(8))}};
  add(std::move(cursor));
}

inline void declare_random_externals(ir::Context &context,
                                     const RandomTypes &types,
                                     ir::Program &program) {
  ir::Function read;
  read.id = read.name = context.symbol("ext_read");
  read.result = ir::make_int(32);
  read.type = types.make_function(context, types.int_type, {});
  program.functions[read.id] = read;
  ir::Function log;
  log.id = log.name = context.symbol("ext_log");
  log.params = {{.name = context.symbol("value"),
                 .scalar = ir::make_int(32),
                 .type = types.int_type,
                 .source_name = context.symbol("value")}};
  log.type = types.make_function(context, types.void_type, {types.int_type});
  program.functions[log.id] = log;
}

// Mixes n variable arguments; a tag that is not known traps.
inline void add_gather(ir::Context &context, ir::Program &program) {
  auto parsed = ir::parse_program(context, R"(
function gather(n: i32, ...) -> i32 {
  local p: ptr; local k0: i32; local v0: i32;
  p = call !variadic_arguments();
  k0 = 0:i32;
  v0 = n;
  loop L {
    if slt(k0, n) { } else { break L; }
    check VariadicArgument, valid(p, 16:i64);
    if eq(load:i64(p), 32:i64) {
      v0 = add(mul(v0, 31:i32), load:i32(ptradd(p, 8:i64)));
    } else {
      check VariadicArgument, eq(load:i64(p), 64:i64);
      v0 = xor(v0, trunc:i32(load:i64(ptradd(p, 8:i64))));
    }
    p = ptradd(p, 16:i64);
    k0 = add(k0, 1:i32);
  }
  return v0;
})");
  ir::Function gather = parsed.value().functions.at(context.symbol("gather"));
  program.functions[gather.id] = std::move(gather);
}

inline ir::Program make_random_program(ir::Context &context,
                                       const RandomOptions &options) {
  RandomSource random(options.seed);
  RandomTypes types(context);
  ir::Program program;
  add_random_globals(context, types, random, program);
  declare_random_externals(context, types, program);
  RandomFunction::Shape shape{.size = options.size,
                              .has_memory = options.has_memory,
                              .has_externals = options.has_externals,
                              .has_variadic = options.has_variadic};
  if (options.has_variadic)
    add_gather(context, program);
  for (unsigned i = 0; i < options.helpers; i++) {
    shape.id = "helper" + std::to_string(i);
    ir::Function helper =
        RandomFunction(context, types, random, shape).make_helper();
    program.functions[helper.id] = helper;
    shape.callees.push_back(shape.id);
  }
  shape.id = "unit";
  ir::Function unit = RandomFunction(context, types, random, shape).make_unit();
  program.functions[unit.id] = std::move(unit);
  return program;
}

} // namespace mergeproof::tests
