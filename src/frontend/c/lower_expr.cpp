#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {
namespace {

constexpr unsigned max_expr_depth = 100'000;

// Expressions whose meaning clang's own evaluation gives.
bool is_evaluated(const clang::Expr &expr) {
  switch (expr.getStmtClass()) {
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::SourceLocExprClass:
  case clang::Stmt::ConstantExprClass:
    return true;
  default:
    return false;
  }
}

// "x;" of a plain variable.
bool is_unread(const clang::CastExpr &cast) {
  const clang::Expr *inner = cast.getSubExpr()->IgnoreParens();
  return cast.getCastKind() == clang::CK_LValueToRValue &&
         llvm::isa<clang::DeclRefExpr>(inner) &&
         !inner->getType().isVolatileQualified();
}

} // namespace

std::optional<Value> FunctionLowering::constant(const Expr *expr) {
  auto scalar = types_.scalar(expr->getType());
  if (!scalar || expr->isValueDependent() || expr->containsErrors())
    return std::nullopt;
  Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, ast_) || result.HasSideEffects)
    return std::nullopt;
  if (result.Val.isInt() && scalar->is_int())
    return context.constant(*scalar, to_bits(result.Val.getInt()));
  if (result.Val.isFloat() && scalar->is_float())
    return float_constant(result.Val.getFloat(), *scalar);
  return std::nullopt;
}

Value FunctionLowering::value(const Expr *expr) {
  if (depth_ > max_expr_depth)
    return opaque_value(expr->getType(), "expression nested too deeply");
  clang::SourceLocation outer = std::exchange(loc, expr->getExprLoc());
  depth_++;
  Value result = bounded(value_of_kind(expr->IgnoreParens()));
  depth_--;
  loc = outer;
  return result;
}

Value FunctionLowering::value_of_kind(const Expr *expr) {
  using namespace clang;
  if (const char *reason = types_.unsupported(expr->getType()))
    return opaque_value(expr->getType(), reason);
  if (const auto *e = llvm::dyn_cast<CastExpr>(expr))
    return cast(*e);
  if (const auto *e = llvm::dyn_cast<CompoundAssignOperator>(expr))
    return compound_assignment(*e, Wanted::Value);
  if (const auto *e = llvm::dyn_cast<BinaryOperator>(expr))
    return binary(*e);
  if (const auto *e = llvm::dyn_cast<UnaryOperator>(expr))
    return unary(*e);
  if (const auto *e = llvm::dyn_cast<CallExpr>(expr))
    return call(*e, Wanted::Value);
  if (const auto *e = llvm::dyn_cast<AbstractConditionalOperator>(expr))
    return conditional(*e);
  if (const auto *e = llvm::dyn_cast<DeclRefExpr>(expr))
    return reference(*e);
  if (const auto *e = llvm::dyn_cast<StmtExpr>(expr))
    return statement_expression(*e, nullptr);
  if (const auto *e = llvm::dyn_cast<ChooseExpr>(expr))
    return value(e->getChosenSubExpr());
  if (const auto *e = llvm::dyn_cast<OpaqueValueExpr>(expr))
    if (auto found = bound_.find(e); found != bound_.end())
      return found->second;
  if (const auto *e = llvm::dyn_cast<InitListExpr>(expr))
    if (e->getNumInits() == 1)
      return value(e->getInit(0));
  if (llvm::isa<ImplicitValueInitExpr, InitListExpr>(expr))
    return zero(types_.scalar(expr->getType()).value_or(ir::make_int(32)));
  if (llvm::isa<MemberExpr>(expr)) // of a struct that is no lvalue: f().x
    return read(place(expr));
  if (const auto *e = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(expr);
      e && e->getKind() == UETT_SizeOf &&
      e->getTypeOfArgument()->isVariableArrayType())
    return size_of_operand(*e);
  if (llvm::isa<IntegerLiteral, CharacterLiteral, FloatingLiteral,
                CXXBoolLiteralExpr>(expr) ||
      is_evaluated(*expr))
    if (auto known = constant(expr))
      return *known;
  if (const auto *e = llvm::dyn_cast<ConstantExpr>(expr))
    return value(e->getSubExpr());
  if (const auto *e = llvm::dyn_cast<OffsetOfExpr>(expr))
    return offset_of(*e);
  if (llvm::isa<CXXNullPtrLiteralExpr>(expr))
    return context.null_pointer();
  if (const auto *e = llvm::dyn_cast<VAArgExpr>(expr))
    return variadic_argument(*e);
  if (const auto *e = llvm::dyn_cast<AtomicExpr>(expr))
    return atomic(*e);
  if (llvm::isa<AddrLabelExpr>(expr))
    return opaque_value(expr->getType(), "label as a value");
  if (llvm::isa<RecoveryExpr>(expr))
    return opaque_value(expr->getType(), "expression with an error");
  return opaque_value(expr->getType(),
                      std::string("expression ") + expr->getStmtClassName());
}

// offsetof(struct s, a[i]): its index need not be constant.
Value FunctionLowering::offset_of(const clang::OffsetOfExpr &expr) {
  clang::QualType type = expr.getTypeSourceInfo()->getType();
  Operands offset(*this);
  offset.hold(fold.size(0));
  for (unsigned i = 0; i < expr.getNumComponents(); i++) {
    const clang::OffsetOfNode &node = expr.getComponent(i);
    const auto *array = ast_.getAsArrayType(type);
    bool is_field = node.getKind() == clang::OffsetOfNode::Field;
    bool is_index = node.getKind() == clang::OffsetOfNode::Array && array;
    if ((!is_field && !is_index) || (is_field && node.getField()->isBitField()))
      return opaque_value(expr.getType(), "offsetof of an unusual member");
    Value more = nullptr;
    if (is_field) {
      const clang::FieldDecl *field = node.getField();
      if (field->isInvalidDecl() || field->getParent()->isInvalidDecl())
        return opaque_value(expr.getType(), "offsetof of a type with an error");
      more = fold.size(ast_.getFieldOffset(field) / 8);
      type = field->getType();
    } else {
      const Expr *index = expr.getIndexExpr(node.getArrayExprIndex());
      type = array->getElementType();
      more = fold.binary(
          ir::Op::Mul,
          fold.resize(value(index), 64, types_.is_signed(index->getType())),
          fold.size(types_.size(type)));
    }
    offset.hold(fold.binary(ir::Op::Add, offset.get(i), more));
  }
  return to_size(offset.get(expr.getNumComponents()));
}

Value FunctionLowering::reference(const clang::DeclRefExpr &expr) {
  if (const auto *item =
          llvm::dyn_cast<clang::EnumConstantDecl>(expr.getDecl())) {
    auto scalar = types_.scalar(expr.getType()).value_or(ir::make_int(32));
    llvm::APSInt number = item->getInitVal();
    return context.constant(scalar, to_bits(number.extOrTrunc(scalar.bits)));
  }
  return read(place(&expr));
}

void FunctionLowering::discard(const Expr *expr) {
  using namespace clang;
  SourceLocation outer = std::exchange(loc, expr->getExprLoc());
  expr = expr->IgnoreParens();
  while (const auto *e = llvm::dyn_cast<CastExpr>(expr)) {
    if (e->getCastKind() != CK_ToVoid && e->getCastKind() != CK_NoOp &&
        !is_unread(*e))
      break;
    expr = e->getSubExpr()->IgnoreParens();
  }
  if (const auto *e = llvm::dyn_cast<CompoundAssignOperator>(expr))
    compound_assignment(*e, Wanted::Nothing);
  else if (const auto *e = llvm::dyn_cast<UnaryOperator>(expr);
           e && e->isIncrementDecrementOp())
    increment(*e, Wanted::Nothing);
  else if (const auto *e = llvm::dyn_cast<CallExpr>(expr))
    call(*e, Wanted::Nothing);
  else if (const auto *e = llvm::dyn_cast<BinaryOperator>(expr);
           e && e->getOpcode() == BO_Assign)
    assignment(*e, Wanted::Nothing);
  else if (e && e->getOpcode() == BO_Comma)
    discard(e->getLHS()), discard(e->getRHS());
  else if (e && e->isLogicalOp())
    condition(e);
  else if (const auto *e = llvm::dyn_cast<AbstractConditionalOperator>(expr))
    conditional_effect(*e);
  else if (const auto *e = llvm::dyn_cast<StmtExpr>(expr))
    statement_expression(*e, nullptr);
  else if (expr->isGLValue())
    discard_place(expr);
  else if (expr->getType()->isRecordType())
    aggregate_address(expr);
  else if (!expr->getType()->isVoidType())
    value(expr);
  else
    value_of_kind(expr);
  loc = outer;
}

// `(void)x;` reads nothing, but what leads to x may have effects.
void FunctionLowering::discard_place(const Expr *expr) {
  if (!llvm::isa<clang::DeclRefExpr>(expr) && expr->HasSideEffects(ast_))
    place(expr, Use::Address);
}

// Of an array of variable length: its operand is evaluated.
Value FunctionLowering::size_of_operand(
    const clang::UnaryExprOrTypeTraitExpr &expr) {
  if (expr.isArgumentType())
    fix_lengths(expr.getArgumentType());
  else if (expr.getArgumentExpr()->HasSideEffects(ast_))
    return opaque_value(expr.getType(), "sizeof with side effects");
  Value size = size_of(expr.getTypeOfArgument());
  return size ? to_size(size)
              : opaque_value(
                    expr.getType(),
                    "size of a variable length array that is not known");
}

Value FunctionLowering::statement_expression(const clang::StmtExpr &expr,
                                             Value target) {
  const clang::CompoundStmt &body = *expr.getSubStmt();
  open_scope();
  std::vector<const Stmt *> list(body.body_begin(), body.body_end());
  const auto *last = list.empty() ? nullptr : llvm::dyn_cast<Expr>(list.back());
  bool has_value = last && !expr.getType()->isVoidType();
  if (!has_value && !expr.getType()->isVoidType())
    opaque("label before the value of a statement expression");
  if (has_value)
    list.pop_back();
  statements(list);
  Operands result(*this);
  std::size_t kept = 0;
  if (has_value && (target || expr.getType()->isRecordType()))
    aggregate(last, target ? target : temporary_object(expr.getType()));
  else
    kept = result.hold(has_value ? value(last) : context.integer(32, 0));
  if (flow.is_reachable)
    end_objects(scopes_.size() - 1);
  scopes_.pop_back();
  return target ? target : result.get(kept);
}

} // namespace mergeproof::frontend::c
