// Whether an access is typed (ir::Expr): the declarations of what the lvalue
// names say that an object of its type is there, aligned as its size.
//
// Whether what a pointer leads to is what it is declared to lead to is another
// question, that of all functions that hand it on: see converts_pointers.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mergeproof::frontend::c {

class TypedAccess {
public:
  explicit TypedAccess(const clang::ASTContext &ast) : ast_(ast) {}

  // None: it is not typed. Else what member it is of (ir::Access), or "".
  std::optional<std::string> member_of(const clang::Expr &lvalue);

private:
  std::string member(const clang::Expr *lvalue) const;
  bool is_declared(const clang::Expr *lvalue);
  bool is_declared_member(const clang::MemberExpr &expr);
  bool is_declared_pointer(const clang::Expr *pointer);
  bool is_declared_cast(const clang::CastExpr &cast);
  bool is_declared_sum(const clang::BinaryOperator &expr);

  const clang::ASTContext &ast_;
  std::int64_t size_ = 0; // bytes of what is accessed
  unsigned steps_ = 0;    // into the lvalue
};

// Whether a body makes pointers that may lead to what other pointers take for
// something else: by casts between pointers to objects, from numbers, from
// void * to a scalar or to two types, as the address of a part of a union, or
// by reading one that is in a union. Not by casts to pointers to bytes or void,
// nor of what a call returns: that is what it is taken for first.
bool converts_pointers(const clang::Stmt *body);

} // namespace mergeproof::frontend::c
