// The expressions of one statement; part of ir/stmt.h.
#pragma once

#include "ir/stmt.h"

namespace mergeproof::ir {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

template <typename F>
void for_each_expr(const Stmt &stmt, F &&f) {
  std::visit(Overloaded{
                 [&](const Assign &s) { f(s.value); },
                 [&](const Store &s) { f(s.address), f(s.value); },
                 [&](const MemCopy &s) { f(s.target), f(s.source), f(s.size); },
                 [&](const MemSet &s) { f(s.target), f(s.byte), f(s.size); },
                 [&](const Call &s) {
                   if (auto *through =
                           std::get_if<const Expr *>(&s.callee.target))
                     f(*through);
                   for (const Expr *arg : s.args)
                     f(arg);
                 },
                 [&](const Check &s) { f(s.condition); },
                 [&](const Assume &s) { f(s.condition); },
                 [&](const If &s) { f(s.condition); },
                 [&](const Return &s) {
                   if (s.value)
                     f(s.value);
                 },
                 [&](const auto &) {},
             },
             stmt.node);
}

// f on every statement of the sequence and inside it, outermost first.
template <typename F>
void for_each_stmt(const Seq &seq, F &&f) {
  for (const Stmt *stmt : seq) {
    f(*stmt);
    Children inner = children(*stmt);
    if (inner.first)
      for_each_stmt(*inner.first, f);
    if (inner.second)
      for_each_stmt(*inner.second, f);
  }
}

} // namespace mergeproof::ir
