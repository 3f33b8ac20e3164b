// Whether what code does may depend on how structs are laid out whose layout is
// given.
//
// Only what cannot is let through: code that names members, and handles whole
// objects as objects of their type.
//   - Pointers to such objects come from pointers to such objects, from &, or
//     right from an allocator of the C library that is given their size (sizeof
//     the type, times anything; plus anything if it ends in an array without a
//     length). No other conversion from or to what leads to such a type, or has
//     a pointer to one in it, none from void *, no union of such pointers with
//     others, no call without a prototype.
//   - Sizes and offsets of such types count as a use, but in allocations, in
//     memcpy, memmove and memset of whole objects, and as a number of elements
//     (sizeof a / sizeof a[0]); so do enumerators, variables and types made of
//     them.
//   - The address of a member stays one of its type, and is not that of the
//     first, which is the object's: of a number, it is an argument and nothing
//     else; of another member, it may be kept, but not converted. Whether
//     addresses of members are compared is for those to see who know what calls
//     what (ir::LayoutDependence).
// What runs over the end of a member is not seen here: C leaves it undefined.
#pragma once

#include "frontend/c/access/given_layouts.h"
#include "ir/program.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>

namespace mergeproof::frontend::c {

class LayoutUse {
public:
  LayoutUse(const clang::ASTContext &ast, const GivenLayouts &layouts)
      : ast_(ast), layouts_(layouts) {}

  // Its type and body.
  ir::LayoutDependence dependence(const clang::FunctionDecl &function);
  // What it is initialised with, in this file.
  bool depends(const clang::VarDecl &variable);
  bool depends(const clang::EnumConstantDecl &constant);
  // Declarations outside of functions, but for initialisers: then no function
  // of the file can be said not to.
  bool are_types_dependent(const clang::TranslationUnitDecl &unit);

private:
  bool depends(const clang::ValueDecl &decl, const clang::Expr *initialiser);

  const clang::ASTContext &ast_;
  const GivenLayouts &layouts_;
  std::map<const clang::ValueDecl *, bool> known_;
};

} // namespace mergeproof::frontend::c
