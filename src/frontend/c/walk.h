// Ways through clang's statements.
#pragma once

#include <clang/AST/Stmt.h>

namespace mergeproof::frontend::c {

// Every statement and expression inside a statement, outermost first.
template <typename F>
void walk(const clang::Stmt *stmt, F &&visit) {
  if (!stmt)
    return;
  visit(*stmt);
  for (const clang::Stmt *child : stmt->children())
    walk(child, visit);
}

// Whether one of them is such.
template <typename F>
bool contains(const clang::Stmt *stmt, F &&is_such) {
  if (!stmt)
    return false;
  if (is_such(*stmt))
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (contains(child, is_such))
      return true;
  return false;
}

// What stands behind labels and cases: `L: case 1: int x;` declares x.
inline const clang::Stmt *without_labels(const clang::Stmt *stmt) {
  while (true)
    if (const auto *label = llvm::dyn_cast_or_null<clang::LabelStmt>(stmt))
      stmt = label->getSubStmt();
    else if (const auto *one = llvm::dyn_cast_or_null<clang::SwitchCase>(stmt))
      stmt = one->getSubStmt();
    else
      return stmt;
}

} // namespace mergeproof::frontend::c
