// Every statement and expression inside a statement, outermost first.
#pragma once

#include <clang/AST/Stmt.h>

namespace mergeproof::frontend::c {

template <typename F>
void walk(const clang::Stmt *stmt, F &&visit) {
  if (!stmt)
    return;
  visit(*stmt);
  for (const clang::Stmt *child : stmt->children())
    walk(child, visit);
}

} // namespace mergeproof::frontend::c
