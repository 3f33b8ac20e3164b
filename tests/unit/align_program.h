// Short ways to write IR in the tests of align and impact. Everything is i32.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::tests {

struct Code {
  ir::Context &context;

  using E = const ir::Expr *;
  using S = const ir::Stmt *;
  using Names = std::vector<std::string>;

  E num(int value) { return context.integer(32, value); }
  E var(std::string_view name) { return context.var(name, ir::make_int(32)); }
  E add(E a, E b) { return context.binary(ir::Op::Add, a, b); }
  E less(E a, E b) { return context.binary(ir::Op::SLt, a, b); }
  E global(std::string_view id) { return context.global_addr(id); }
  E load(E address) { return context.load(ir::make_int(32), address); }

  S set(std::string_view name, E value) {
    return context.stmt(ir::Assign{context.symbol(name), value});
  }
  S store(E address, E value) {
    return context.stmt(ir::Store{address, value});
  }
  S call(std::string_view result, std::string_view callee,
         std::vector<E> args = {}) {
    return context.stmt(ir::Call{context.symbol(result),
                                 ir::make_int(32),
                                 {context.symbol(callee)},
                                 std::move(args)});
  }
  S call_through(E address, std::vector<E> args = {}) {
    return context.stmt(
        ir::Call{{}, ir::make_int(32), {address}, std::move(args)});
  }
  S intrinsic(ir::Intrinsic which, std::vector<E> args) {
    return context.stmt(
        ir::Call{{}, ir::make_int(32), {which}, std::move(args)});
  }
  S check(E condition) {
    return context.stmt(ir::Check{ir::CheckKind::SignedOverflow, condition});
  }
  S branch(E condition, ir::Seq yes, ir::Seq no = {}) {
    return context.stmt(ir::If{condition, std::move(yes), std::move(no)});
  }
  S loop(std::string_view label, ir::Seq body) {
    return context.stmt(ir::Loop{context.symbol(label), std::move(body)});
  }
  S block(std::string_view label, ir::Seq body) {
    return context.stmt(ir::Block{context.symbol(label), std::move(body)});
  }
  S leave(std::string_view label) {
    return context.stmt(ir::Break{context.symbol(label)});
  }
  S ret(E value) { return context.stmt(ir::Return{value}); }
  S opaque(std::string reason) {
    return context.stmt(ir::Opaque{std::move(reason)});
  }

  // while (condition) body
  S repeat(std::string_view label, E condition, ir::Seq body) {
    body.insert(body.begin(), branch(condition, {}, {leave(label)}));
    return loop(label, std::move(body));
  }

  ir::Variable variable(std::string_view name) {
    bool is_temporary = name.starts_with("$");
    return {.name = context.symbol(name),
            .scalar = ir::make_int(32),
            .source_name = is_temporary ? ir::Symbol() : context.symbol(name)};
  }
  ir::Function function(std::string_view id, Names params, Names locals,
                        ir::Seq body) {
    ir::Function result;
    result.id = result.name = context.symbol(id);
    result.is_defined = true;
    result.result = ir::make_int(32);
    for (const std::string &name : params)
      result.params.push_back(variable(name));
    for (const std::string &name : locals)
      result.locals.push_back(variable(name));
    result.body = std::move(body);
    return result;
  }
  ir::Function external(std::string_view id) {
    ir::Function result;
    result.id = result.name = context.symbol(id);
    return result;
  }
};

} // namespace mergeproof::tests
