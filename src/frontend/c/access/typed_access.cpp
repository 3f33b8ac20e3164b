#include "frontend/c/access/typed_access.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"

#include <set>

namespace mergeproof::frontend::c {

using namespace clang;

namespace {

constexpr unsigned max_steps = 100; // of an lvalue that is nested deeply

bool may_alias(QualType type) {
  const auto *tag = type->getAs<TagType>();
  if (tag && tag->getDecl()->hasAttr<MayAliasAttr>())
    return true;
  while (const auto *named = type->getAs<TypedefType>()) {
    if (named->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = named->desugar();
  }
  return false;
}

// Empty: no other text names it.
std::string name_of(const RecordDecl &record) {
  if (record.getIdentifier())
    return record.getKindName().str() + " " + record.getName().str();
  const TypedefNameDecl *name = record.getTypedefNameForAnonDecl();
  return name ? name->getName().str() : "";
}

} // namespace

std::optional<std::string> TypedAccess::member_of(const clang::Expr &lvalue) {
  QualType type = lvalue.getType();
  if (!type->isScalarType() || may_alias(type))
    return std::nullopt;
  size_ = ast_.getTypeSizeInChars(type).getQuantity();
  steps_ = 0;
  if (ast_.getTypeAlignInChars(type).getQuantity() < size_ ||
      !is_declared(&lvalue))
    return std::nullopt;
  return member(&lvalue);
}

// Of an element of an array, that of the array.
std::string TypedAccess::member(const clang::Expr *lvalue) const {
  lvalue = lvalue->IgnoreParens();
  while (const auto *e = llvm::dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const auto *decay = llvm::dyn_cast<CastExpr>(e->getBase()->IgnoreParens());
    if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
      return "";
    lvalue = decay->getSubExpr()->IgnoreParens();
  }
  const auto *expr = llvm::dyn_cast<MemberExpr>(lvalue);
  const auto *field =
      expr ? llvm::dyn_cast<FieldDecl>(expr->getMemberDecl()) : nullptr;
  std::string record = field ? name_of(*field->getParent()) : "";
  if (record.empty())
    return "";
  const ASTRecordLayout &layout = ast_.getASTRecordLayout(field->getParent());
  std::uint64_t offset = layout.getFieldOffset(field->getFieldIndex()) / 8;
  return record + "+" + std::to_string(offset);
}

bool TypedAccess::is_declared(const clang::Expr *lvalue) {
  if (++steps_ > max_steps)
    return false;
  lvalue = lvalue->IgnoreParens();
  if (llvm::isa<DeclRefExpr>(lvalue))
    return true;
  if (const auto *e = llvm::dyn_cast<MemberExpr>(lvalue))
    return is_declared_member(*e);
  if (const auto *e = llvm::dyn_cast<ArraySubscriptExpr>(lvalue))
    return is_declared_pointer(e->getBase());
  const auto *e = llvm::dyn_cast<UnaryOperator>(lvalue);
  if (e && e->getOpcode() == UO_Extension)
    return is_declared(e->getSubExpr());
  return e && e->getOpcode() == UO_Deref &&
         is_declared_pointer(e->getSubExpr());
}

bool TypedAccess::is_declared_member(const MemberExpr &expr) {
  const auto *field = llvm::dyn_cast<FieldDecl>(expr.getMemberDecl());
  if (!field || field->isBitField() || field->isInvalidDecl())
    return false;
  const RecordDecl &record = *field->getParent();
  QualType base = expr.getBase()->getType();
  if (record.isUnion() || record.isInvalidDecl() ||
      may_alias(expr.isArrow() ? base->getPointeeType() : base))
    return false;
  const ASTRecordLayout &layout = ast_.getASTRecordLayout(&record);
  auto offset = std::int64_t(layout.getFieldOffset(field->getFieldIndex()) / 8);
  if (layout.getAlignment().getQuantity() < size_ || offset % size_ != 0)
    return false;
  return expr.isArrow() ? is_declared_pointer(expr.getBase())
                        : is_declared(expr.getBase());
}

bool TypedAccess::is_declared_pointer(const clang::Expr *pointer) {
  if (++steps_ > max_steps)
    return false;
  pointer = pointer->IgnoreParens();
  if (const auto *e = llvm::dyn_cast<CastExpr>(pointer))
    return is_declared_cast(*e);
  if (const auto *e = llvm::dyn_cast<BinaryOperator>(pointer))
    return is_declared_sum(*e);
  if (const auto *e = llvm::dyn_cast<ConditionalOperator>(pointer))
    return is_declared_pointer(e->getTrueExpr()) &&
           is_declared_pointer(e->getFalseExpr());
  if (const auto *e = llvm::dyn_cast<UnaryOperator>(pointer))
    return (e->isIncrementDecrementOp() || e->getOpcode() == UO_AddrOf) &&
           is_declared(e->getSubExpr());
  return llvm::isa<CallExpr>(pointer);
}

bool TypedAccess::is_declared_cast(const CastExpr &cast) {
  const clang::Expr *from = cast.getSubExpr();
  switch (cast.getCastKind()) {
  case CK_NoOp:
    return is_declared_pointer(from);
  case CK_ArrayToPointerDecay:
  case CK_LValueToRValue:
    return is_declared(from);
  default:
    return false;
  }
}

bool TypedAccess::is_declared_sum(const BinaryOperator &expr) {
  if (expr.getOpcode() == BO_Assign || expr.getOpcode() == BO_Comma)
    return is_declared_pointer(expr.getRHS());
  if (expr.isCompoundAssignmentOp())
    return is_declared(expr.getLHS());
  if (!expr.isAdditiveOp())
    return false;
  bool is_left = expr.getLHS()->getType()->isPointerType();
  return is_declared_pointer(is_left ? expr.getLHS() : expr.getRHS());
}

namespace {

// Bytes may be of anything, and nothing is accessed through void * and pointers
// to functions.
bool is_of_no_object(QualType pointee) {
  return pointee->isVoidType() || pointee->isAnyCharacterType() ||
         pointee->isFunctionType();
}

bool is_in_union(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *e = llvm::dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const auto *decay = llvm::dyn_cast<CastExpr>(e->getBase()->IgnoreParens());
    return decay && decay->getCastKind() == CK_ArrayToPointerDecay &&
           is_in_union(decay->getSubExpr());
  }
  const auto *e = llvm::dyn_cast<MemberExpr>(lvalue);
  const auto *field =
      e ? llvm::dyn_cast<FieldDecl>(e->getMemberDecl()) : nullptr;
  return field && (field->getParent()->isUnion() ||
                   (!e->isArrow() && is_in_union(e->getBase())));
}

class Conversions {
public:
  bool are_some() const { return are_some_; }

  void visit(const Stmt &stmt) {
    if (const auto *e = llvm::dyn_cast<ArraySubscriptExpr>(&stmt))
      element_bases_.insert(e->getBase()->IgnoreParens());
    else if (const auto *e = llvm::dyn_cast<CastExpr>(&stmt))
      visit(*e);
    else if (const auto *e = llvm::dyn_cast<UnaryOperator>(&stmt))
      are_some_ |= e->getOpcode() == UO_AddrOf &&
                   !is_of_no_object(e->getSubExpr()->getType()) &&
                   is_in_union(e->getSubExpr());
  }

private:
  void visit(const CastExpr &cast) {
    QualType to = cast.getType()->getPointeeType();
    if (to.isNull() || is_of_no_object(to))
      return;
    const clang::Expr *from = cast.getSubExpr();
    if (cast.getCastKind() == CK_ArrayToPointerDecay)
      are_some_ |= !element_bases_.count(&cast) && is_in_union(from);
    else if (cast.getCastKind() == CK_LValueToRValue)
      are_some_ |= is_in_union(from);
    else if (cast.getCastKind() == CK_IntegralToPointer)
      are_some_ = true;
    else if (cast.getCastKind() == CK_BitCast)
      note(to, *from->IgnoreParenCasts()); // (T *)(void *)p is p
  }

  void note(QualType to, const clang::Expr &from) {
    if (llvm::isa<CallExpr>(from))
      return;
    QualType target = to.getCanonicalType().getUnqualifiedType();
    bool is_from_void = from.getType()->isVoidPointerType();
    are_some_ |= !is_from_void || !target->isRecordType() ||
                 (!target_.isNull() && target_ != target);
    target_ = target;
  }

  bool are_some_ = false;
  QualType target_; // of what was void *
  std::set<const clang::Expr *> element_bases_;
};

} // namespace

bool converts_pointers(const Stmt *body) {
  Conversions conversions;
  walk(body, [&](const Stmt &stmt) { conversions.visit(stmt); });
  return conversions.are_some();
}

} // namespace mergeproof::frontend::c
