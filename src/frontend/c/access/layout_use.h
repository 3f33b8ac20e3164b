// Whether what code does may depend on how structs are laid out whose layout is
// given: it asks for their size or for where a member lies, or sees the bytes
// or the address of one as something else.
//
// So do distances between members, copies that begin at one and go beyond, and
// conversions to void *. Not counted: sizes and pointers given to functions
// that allocate and free (by their names), that copy and clear objects of the
// type, or that sort arrays of them; the number of elements of an array (sizeof
// a / sizeof a[0]); conversions from void *, and to a struct that begins with
// the other.
#pragma once

#include "frontend/c/access/given_layouts.h"

#include <clang/AST/Expr.h>

#include <map>

namespace mergeproof::frontend::c {

class LayoutUse {
public:
  LayoutUse(const clang::ASTContext &ast, const GivenLayouts &layouts)
      : ast_(ast), layouts_(layouts) {}

  bool depends(const clang::Stmt *code);

private:
  bool is_use(const clang::Stmt &stmt);
  bool asks_for_size(const clang::UnaryExprOrTypeTraitExpr &expr) const;
  bool counts_elements(const clang::BinaryOperator &expr) const;
  bool sees_otherwise(const clang::CastExpr &cast) const;
  bool takes_sizes(const clang::CallExpr &call) const;
  bool handles_objects(const clang::CallExpr &call) const;
  const clang::FieldDecl *member_pointed_to(const clang::Expr &pointer) const;
  bool goes_beyond_members(const clang::CallExpr &call) const;
  bool measures(const clang::BinaryOperator &expr) const;
  bool depends(const clang::EnumConstantDecl &constant);
  bool depends(const clang::DeclStmt &stmt);

  const clang::ASTContext &ast_;
  const GivenLayouts &layouts_;
  bool are_sizes_harmless_ = false; // in arguments of an allocation
  std::map<const clang::EnumConstantDecl *, bool> constants_;
};

} // namespace mergeproof::frontend::c
