#include "frontend/c/access/layout_use.h"

#include "frontend/c/clang_headers.h"

#include <clang/AST/TypeLoc.h>

#include <set>
#include <string>

namespace mergeproof::frontend::c {
namespace {

using clang::CallExpr;
using clang::CastExpr;
using clang::QualType;
using clang::Stmt;
using clang::UnaryExprOrTypeTraitExpr;

// Of the C library: they know nothing of what they are given, but its size.
bool is_allocator(llvm::StringRef name) {
  static const std::set<std::string> names{
      "malloc",        "calloc",          "realloc",        "reallocarray",
      "aligned_alloc", "memalign",        "posix_memalign", "alloca",
      "free",          "__builtin_alloca"};
  return names.count(name.str());
}

// They copy, clear or order whole objects.
bool is_about_objects(llvm::StringRef name) {
  static const std::set<std::string> names{"memcpy", "memmove",        "memset",
                                           "bzero",  "explicit_bzero", "qsort",
                                           "bsearch"};
  name.consume_front("__builtin_");
  return names.count(name.str());
}

QualType pointee_before_conversion(const clang::Expr &argument) {
  QualType type = argument.IgnoreParenImpCasts()->getType();
  if (type->isArrayType())
    return type->getAsArrayTypeUnsafe()->getElementType();
  return type->getPointeeType();
}

const UnaryExprOrTypeTraitExpr *size_asked(const clang::Expr *expr) {
  const auto *size =
      llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(expr->IgnoreParenImpCasts());
  return size && size->getKind() == clang::UETT_SizeOf ? size : nullptr;
}

} // namespace

bool LayoutUse::asks_for_size(const UnaryExprOrTypeTraitExpr &expr) const {
  return !are_sizes_harmless_ && layouts_.concerns(expr.getTypeOfArgument());
}

bool LayoutUse::counts_elements(const clang::BinaryOperator &expr) const {
  const auto *whole = size_asked(expr.getLHS());
  const auto *part = size_asked(expr.getRHS());
  if (expr.getOpcode() != clang::BO_Div || !whole || !part)
    return false;
  const clang::ArrayType *array =
      whole->getTypeOfArgument()->getAsArrayTypeUnsafe();
  return array && ast_.hasSameUnqualifiedType(array->getElementType(),
                                              part->getTypeOfArgument());
}

bool LayoutUse::sees_otherwise(const CastExpr &cast) const {
  QualType from = cast.getSubExpr()->getType(), to = cast.getType();
  switch (cast.getCastKind()) {
  case clang::CK_PointerToIntegral:
    return layouts_.concerns(from->getPointeeType());
  case clang::CK_IntegralToPointer:
    return layouts_.concerns(to->getPointeeType());
  case clang::CK_BitCast:
    break;
  default:
    return false;
  }
  QualType before = from->getPointeeType(), now = to->getPointeeType();
  if (before.isNull() || now.isNull())
    return layouts_.concerns(from) || layouts_.concerns(to);
  if (now->isVoidType()) // who knows as what it is taken there
    return !are_sizes_harmless_ && layouts_.concerns(before);
  if (before->isVoidType())
    return false;
  if (member_pointed_to(*cast.getSubExpr()->IgnoreParenCasts()))
    return true;
  if (!layouts_.concerns(before) && !layouts_.concerns(now))
    return false;
  return !layouts_.begin_alike(before, now);
}

// All pointers among the arguments lead to objects of one type.
bool LayoutUse::handles_objects(const CallExpr &call) const {
  QualType object;
  for (const clang::Expr *argument : call.arguments()) {
    QualType pointee = pointee_before_conversion(*argument);
    if (pointee.isNull() || pointee->isFunctionType())
      continue;
    if (!object.isNull() && !ast_.hasSameUnqualifiedType(object, pointee))
      return false;
    object = pointee;
  }
  return !object.isNull();
}

// Whether sizes among the arguments say no more than how much memory is meant.
bool LayoutUse::takes_sizes(const CallExpr &call) const {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  if (is_allocator(name))
    return true;
  if (is_about_objects(name))
    return handles_objects(call);
  if (name.contains_insensitive("free"))
    return callee->getReturnType()->isVoidType();
  QualType result = callee->getReturnType()->getPointeeType();
  return name.contains_insensitive("alloc") && !result.isNull() &&
         (result->isVoidType() || layouts_.concerns(result));
}

// The member whose address that is, if it is of a record that concerns us.
const clang::FieldDecl *
LayoutUse::member_pointed_to(const clang::Expr &pointer) const {
  const auto *address =
      llvm::dyn_cast<clang::UnaryOperator>(pointer.IgnoreParenImpCasts());
  const auto *member = address && address->getOpcode() == clang::UO_AddrOf
                           ? llvm::dyn_cast<clang::MemberExpr>(
                                 address->getSubExpr()->IgnoreParens())
                           : nullptr;
  const auto *field =
      member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())
             : nullptr;
  return field && layouts_.concerns(ast_.getRecordType(field->getParent()))
             ? field
             : nullptr;
}

// Beyond the member whose address it is given.
bool LayoutUse::goes_beyond_members(const CallExpr &call) const {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier() ||
      !is_about_objects(callee->getName()) || call.getNumArgs() < 2)
    return false;
  clang::Expr::EvalResult size;
  bool is_known = call.getArg(call.getNumArgs() - 1)->EvaluateAsInt(size, ast_);
  for (const clang::Expr *argument : call.arguments())
    if (const clang::FieldDecl *member = member_pointed_to(*argument)) {
      std::int64_t most =
          ast_.getTypeSizeInChars(member->getType()).getQuantity();
      if (!is_known || size.Val.getInt().getExtValue() > most)
        return true;
    }
  return false;
}

// &p->b - &p->a
bool LayoutUse::measures(const clang::BinaryOperator &expr) const {
  return expr.getOpcode() == clang::BO_Sub &&
         (member_pointed_to(*expr.getLHS()) ||
          member_pointed_to(*expr.getRHS()));
}

bool LayoutUse::depends(const clang::EnumConstantDecl &constant) {
  auto [known, is_new] = constants_.try_emplace(&constant, false);
  if (is_new && constant.getInitExpr())
    constants_[&constant] = depends(constant.getInitExpr());
  return constants_[&constant];
}

// Lengths of arrays; initialisers are parts of the statement.
bool LayoutUse::depends(const clang::DeclStmt &stmt) {
  for (const clang::Decl *decl : stmt.decls()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable || !variable->getTypeSourceInfo())
      continue;
    clang::TypeLoc type = variable->getTypeSourceInfo()->getTypeLoc();
    while (auto array = type.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (depends(array.getSizeExpr()))
        return true;
      type = array.getElementLoc();
    }
  }
  return false;
}

bool LayoutUse::is_use(const Stmt &stmt) {
  if (const auto *e = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(&stmt))
    return asks_for_size(*e);
  if (const auto *e = llvm::dyn_cast<clang::OffsetOfExpr>(&stmt))
    return layouts_.concerns(e->getTypeSourceInfo()->getType());
  if (const auto *e = llvm::dyn_cast<CastExpr>(&stmt))
    return sees_otherwise(*e);
  if (const auto *e = llvm::dyn_cast<clang::DeclRefExpr>(&stmt)) {
    const auto *constant =
        llvm::dyn_cast<clang::EnumConstantDecl>(e->getDecl());
    return constant && depends(*constant);
  }
  if (const auto *e = llvm::dyn_cast<clang::DeclStmt>(&stmt))
    return depends(*e);
  if (const auto *e = llvm::dyn_cast<CallExpr>(&stmt))
    return goes_beyond_members(*e);
  if (const auto *e = llvm::dyn_cast<clang::BinaryOperator>(&stmt))
    return measures(*e);
  return false;
}

bool LayoutUse::depends(const Stmt *code) {
  if (!code)
    return false;
  if (is_use(*code))
    return true;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(code);
  if (binary && counts_elements(*binary))
    return false;
  bool were_harmless = are_sizes_harmless_;
  if (const auto *call = llvm::dyn_cast<CallExpr>(code))
    are_sizes_harmless_ = takes_sizes(*call);
  bool is_one = false;
  for (const Stmt *child : code->children())
    is_one = is_one || depends(child);
  are_sizes_harmless_ = were_harmless;
  return is_one;
}

} // namespace mergeproof::frontend::c
