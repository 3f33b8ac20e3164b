#include "frontend/c/unread/broken_types.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"
#include "support/hash.h"

namespace mergeproof::frontend::c {
namespace {

// The struct or union that a type is, leads to or has elements of; or null.
const clang::RecordDecl *record_of(clang::QualType type) {
  while (!type.isNull()) {
    if (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (type->isPointerType())
      type = type->getPointeeType();
    else
      break;
  }
  return type.isNull() ? nullptr : type->getAsRecordDecl();
}

std::vector<clang::QualType> types_in(const clang::Stmt &stmt) {
  std::vector<clang::QualType> types;
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(&stmt))
    types.push_back(expr->getType());
  if (const auto *size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&stmt))
    types.push_back(size->getTypeOfArgument());
  if (const auto *offset = llvm::dyn_cast<clang::OffsetOfExpr>(&stmt))
    types.push_back(offset->getTypeSourceInfo()->getType());
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(&stmt))
    for (const clang::Decl *decl : declaration->decls())
      if (const auto *value = llvm::dyn_cast<clang::ValueDecl>(decl))
        types.push_back(value->getType());
  return types;
}

} // namespace

// With the structs that are members of it.
std::uint64_t BrokenTypes::hash_of(const clang::RecordDecl &any) {
  const clang::RecordDecl *decl = any.getDefinition();
  if (!decl)
    return 0;
  auto [place, is_new] = known_.try_emplace(decl, 0);
  if (!is_new)
    return place->second;
  std::uint64_t hash = text_.has_error(*decl) ? text_.hash_of(*decl) : 0;
  for (const clang::FieldDecl *field : decl->fields()) {
    clang::QualType type = field->getType();
    while (const auto *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    const clang::RecordDecl *inner = type->getAsRecordDecl();
    if (std::uint64_t part = inner ? hash_of(*inner) : 0)
      hash = support::mix(hash, part) | 1;
  }
  return known_[decl] = hash;
}

BrokenTypes::Use BrokenTypes::in(const clang::Stmt *body) {
  Use use;
  walk(body, [&](const clang::Stmt &stmt) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(&stmt);
    const auto *number =
        ref ? llvm::dyn_cast<clang::EnumConstantDecl>(ref->getDecl()) : nullptr;
    if (number && use.enumerator.empty())
      if (const auto *all =
              llvm::dyn_cast<clang::EnumDecl>(number->getDeclContext());
          all && text_.has_error(*all))
        use.enumerator = number->getNameAsString();
    for (clang::QualType type : types_in(stmt))
      if (const clang::RecordDecl *record = record_of(type))
        if (std::uint64_t hash = hash_of(*record))
          use.structs = support::mix(use.structs, hash) | 1;
  });
  return use;
}

} // namespace mergeproof::frontend::c
