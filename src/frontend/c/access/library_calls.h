// Calls of functions of the C library that handle memory as a whole: what they
// are given, before it became void *.
#pragma once

#include <clang/AST/Expr.h>

#include <optional>
#include <vector>

namespace mergeproof::frontend::c {

// As it was before it became void *; a pointer of another type is what it is.
const clang::Expr &before_void(const clang::Expr &argument);

// Of a function of the C library, as far as this file tells, without
// "__builtin_"; else empty.
llvm::StringRef library_name(const clang::CallExpr &call);

bool is_copy(llvm::StringRef name);
bool is_clearing(llvm::StringRef name);

// The arguments of an allocator: those that make the size, one of which is that
// of an object, the memory that it replaces, and the rest.
struct Allocation {
  std::vector<const clang::Expr *> sizes;
  const clang::Expr *old = nullptr;
  std::vector<const clang::Expr *> rest;
};

std::optional<Allocation> allocation(const clang::CallExpr &call);

} // namespace mergeproof::frontend::c
