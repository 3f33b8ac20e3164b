#include "frontend/c/access/typed_access.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"

namespace mergeproof::frontend::c {

using namespace clang;

namespace {

constexpr unsigned max_steps = 100; // of an lvalue that is nested deeply

bool may_alias(QualType type) {
  while (const auto *named = type->getAs<TypedefType>()) {
    if (named->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = named->desugar();
  }
  return false;
}

// A new object, which holds nothing yet.
bool is_allocation(const clang::Expr *pointer) {
  const auto *call = llvm::dyn_cast<CallExpr>(pointer->IgnoreParenCasts());
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  return callee->hasAttr<RestrictAttr>() || name == "malloc" ||
         name == "calloc" || name == "realloc";
}

// Empty: no other text names it.
std::string name_of(const RecordDecl &record) {
  if (record.getIdentifier())
    return record.getKindName().str() + " " + record.getName().str();
  const TypedefNameDecl *name = record.getTypedefNameForAnonDecl();
  return name ? name->getName().str() : "";
}

const VarDecl *variable_of(const clang::Expr *lvalue) {
  const auto *name = llvm::dyn_cast<DeclRefExpr>(lvalue->IgnoreParens());
  return name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
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
  if (record.isUnion() || record.isInvalidDecl() ||
      record.hasAttr<MayAliasAttr>())
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
  if (const auto *e = llvm::dyn_cast<UnaryOperator>(pointer)) {
    const VarDecl *moved = variable_of(e->getSubExpr());
    return (e->isIncrementDecrementOp() || e->getOpcode() == UO_AddrOf) &&
           is_declared(e->getSubExpr()) &&
           !(e->isIncrementDecrementOp() && moved && is_converted(*moved));
  }
  return llvm::isa<CallExpr>(pointer);
}

bool TypedAccess::is_declared_cast(const CastExpr &cast) {
  const clang::Expr *from = cast.getSubExpr();
  switch (cast.getCastKind()) {
  case CK_NoOp:
    return is_declared_pointer(from);
  case CK_ArrayToPointerDecay:
    return is_declared(from);
  case CK_LValueToRValue: {
    const VarDecl *variable = variable_of(from);
    return is_declared(from) && !(variable && is_converted(*variable));
  }
  case CK_NullToPointer:
    return true;
  case CK_BitCast:
    return is_allocation(from);
  default:
    return false;
  }
}

bool TypedAccess::is_declared_sum(const BinaryOperator &expr) {
  if (expr.getOpcode() == BO_Assign || expr.getOpcode() == BO_Comma)
    return is_declared_pointer(expr.getRHS());
  if (expr.isCompoundAssignmentOp()) {
    const VarDecl *moved = variable_of(expr.getLHS());
    return is_declared(expr.getLHS()) && !(moved && is_converted(*moved));
  }
  if (!expr.isAdditiveOp())
    return false;
  bool is_left = expr.getLHS()->getType()->isPointerType();
  return is_declared_pointer(is_left ? expr.getLHS() : expr.getRHS());
}

bool TypedAccess::is_converted(const VarDecl &variable) {
  if (!converted_)
    find_converted();
  return converted_->count(&variable) > 0;
}

void TypedAccess::note_value(const VarDecl *variable,
                             const clang::Expr *value) {
  if (!variable || !value || !variable->getType()->isPointerType() ||
      converted_->count(variable))
    return;
  QualType pointee = variable->getType()->getPointeeType();
  if (!pointee->isScalarType())
    return;
  size_ = ast_.getTypeSizeInChars(pointee).getQuantity();
  steps_ = 0;
  if (!is_declared_pointer(value))
    is_changed_ |= converted_->insert(variable).second;
}

// What one was given, others may get from it.
void TypedAccess::find_converted() {
  converted_.emplace();
  std::int64_t size = size_;
  unsigned steps = steps_;
  do {
    is_changed_ = false;
    walk(body_, [&](const Stmt &stmt) {
      if (const auto *declared = llvm::dyn_cast<DeclStmt>(&stmt))
        for (const Decl *decl : declared->decls())
          if (const auto *variable = llvm::dyn_cast<VarDecl>(decl))
            note_value(variable, variable->getInit());
      const auto *assigned = llvm::dyn_cast<BinaryOperator>(&stmt);
      if (assigned && assigned->getOpcode() == BO_Assign)
        note_value(variable_of(assigned->getLHS()), assigned->getRHS());
    });
  } while (is_changed_);
  size_ = size;
  steps_ = steps;
}

} // namespace mergeproof::frontend::c
