// Whether an access is typed (ir::Expr): the declarations of what the lvalue
// names say that an object of its type is there, aligned as its size.
//
// Not where a cast made the address, also one that a variable was given before:
// of `long *word = bytes`, what *word accesses is no long for certain. Pointers
// to structs are taken at their word, and so is what an allocation returns.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace mergeproof::frontend::c {

class TypedAccess {
public:
  // Of a function with this body, or null.
  TypedAccess(const clang::ASTContext &ast, const clang::Stmt *body)
      : ast_(ast), body_(body) {}

  // None: it is not typed. Else what member it is of (ir::Access), or "".
  std::optional<std::string> member_of(const clang::Expr &lvalue);

private:
  using Variables = std::set<const clang::VarDecl *>;

  std::string member(const clang::Expr *lvalue) const;
  bool is_declared(const clang::Expr *lvalue);
  bool is_declared_member(const clang::MemberExpr &expr);
  bool is_declared_pointer(const clang::Expr *pointer);
  bool is_declared_cast(const clang::CastExpr &cast);
  bool is_declared_sum(const clang::BinaryOperator &expr);
  bool is_converted(const clang::VarDecl &variable);
  void find_converted();
  void note_value(const clang::VarDecl *variable, const clang::Expr *value);

  const clang::ASTContext &ast_;
  const clang::Stmt *body_;
  std::int64_t size_ = 0; // bytes of what is accessed
  unsigned steps_ = 0;    // into the lvalue
  // Pointers to scalars that were given another pointer; none: not yet known.
  std::optional<Variables> converted_;
  bool is_changed_ = false; // while they are found
};

} // namespace mergeproof::frontend::c
