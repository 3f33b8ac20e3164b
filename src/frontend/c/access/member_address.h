// The address of a member, or of a part of one, of an object whose layout is
// given (given_layouts.h): &p->m, p->array, &x.in.m, &p->array[i].
#pragma once

#include "frontend/c/access/given_layouts.h"

#include <clang/AST/Expr.h>

#include <optional>
#include <vector>

namespace mergeproof::frontend::c {

struct MemberAddress {
  const clang::FieldDecl *field = nullptr; // of the record that is laid out
  clang::QualType type;                    // of what is there, arrays whole
  bool is_in_array = false;                // or is an array
  // Neither a pointer nor a part of an array, nor a record.
  bool is_number = false;
  std::vector<const clang::FieldDecl *> path; // all that it names, from inside
  // What else is evaluated: pointers, and indices.
  std::vector<const clang::Expr *> parts;
  bool is_out_of_bounds = false; // a constant index is
};

// None: it is no such address, or it is of what a pointer inside leads to.
std::optional<MemberAddress> member_address(const clang::Expr &expr,
                                            const clang::ASTContext &ast,
                                            const GivenLayouts &layouts);
// The same for what lies there.
std::optional<MemberAddress> member_place(const clang::Expr &place,
                                          const clang::ASTContext &ast,
                                          const GivenLayouts &layouts);

} // namespace mergeproof::frontend::c
