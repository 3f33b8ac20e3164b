#include "frontend/c/access/compiler_choices.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"

#include <set>

namespace mergeproof::frontend::c {
namespace {

// What evaluating an operand does, and what it depends on, beside values that
// nothing else can change meanwhile.
struct Effect {
  bool writes = false, reads = false;

  void add(Effect other) {
    writes |= other.writes;
    reads |= other.reads;
  }
};

// Operands that are evaluated in any order.
class Unordered {
public:
  void add(Effect operand) {
    all_.add(operand);
    writers_ += operand.writes;
    touchers_ += operand.writes || operand.reads;
  }
  Effect all() const { return all_; }
  // Whether one writes what another one may read or write.
  bool collide() const { return writers_ > 0 && touchers_ > 1; }

private:
  Effect all_;
  int writers_ = 0, touchers_ = 0;
};

class ChoiceFinder {
public:
  explicit ChoiceFinder(const clang::FunctionDecl &function)
      : ast_(function.getASTContext()) {
    walk(function.getBody(), [this](const clang::Stmt &stmt) { note(stmt); });
    visit(function.getBody());
  }

  ir::CompilerChoices found;

private:
  // Locals whose address is taken, wide bit-fields, and promises.
  void note(const clang::Stmt &stmt) {
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&stmt))
      found.promises |= call->getBuiltinCallee() ==
                        clang::Builtin::BI__builtin_assume_aligned;
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&stmt);
        unary && unary->getOpcode() == clang::UO_AddrOf)
      if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(
              unary->getSubExpr()->IgnoreParens()))
        shared_.insert(ref->getDecl());
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(&stmt);
    const auto *field =
        member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())
               : nullptr;
    if (!field || !field->isBitField())
      return;
    unsigned width = field->getBitWidthValue(ast_);
    found.wide_bit_fields |= width > ast_.getTypeSize(ast_.IntTy) &&
                             width < ast_.getTypeSize(field->getType());
  }

  // Nothing but this function's own statements changes it.
  bool is_private(const clang::Expr *place) const {
    const auto *ref =
        llvm::dyn_cast<clang::DeclRefExpr>(place->IgnoreParenImpCasts());
    const auto *variable =
        ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() &&
           !shared_.contains(variable);
  }

  Effect visit(const clang::Stmt *stmt) {
    if (!stmt || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt))
      return {};
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
      return visit_call(*call);
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(stmt))
      return visit_binary(*binary);
    Effect all =
        visit_parts(*stmt, llvm::isa<clang::InitListExpr>(stmt) ||
                               llvm::isa<clang::ArraySubscriptExpr>(stmt));
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(stmt))
      all.writes |=
          unary->isIncrementDecrementOp() && !is_private(unary->getSubExpr());
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(stmt);
        cast && cast->getCastKind() == clang::CK_LValueToRValue) {
      all.reads |= !is_private(cast->getSubExpr());
      all.writes |= cast->getSubExpr()->getType().isVolatileQualified();
    }
    all.writes |= llvm::isa<clang::AtomicExpr>(stmt);
    return all;
  }

  // `is_unordered`: they are evaluated in any order.
  Effect visit_parts(const clang::Stmt &stmt, bool is_unordered) {
    Unordered parts;
    for (const clang::Stmt *child : stmt.children())
      parts.add(visit(child));
    found.evaluation_order |= is_unordered && parts.collide();
    return parts.all();
  }

  Effect visit_call(const clang::CallExpr &call) {
    Effect all = visit_parts(call, true);
    const clang::FunctionDecl *callee = call.getDirectCallee();
    unsigned builtin = call.getBuiltinCallee();
    bool is_const = (callee && callee->hasAttr<clang::ConstAttr>()) ||
                    (builtin && ast_.BuiltinInfo.isConst(builtin));
    bool is_pure = (callee && callee->hasAttr<clang::PureAttr>()) ||
                   (builtin && ast_.BuiltinInfo.isPure(builtin));
    all.reads |= !is_const;
    all.writes |= !is_const && !is_pure;
    return all;
  }

  Effect visit_binary(const clang::BinaryOperator &binary) {
    bool is_assignment = binary.isAssignmentOp();
    bool is_private_place = is_assignment && is_private(binary.getLHS());
    Effect left = visit(binary.getLHS());
    left.reads |= binary.isCompoundAssignmentOp() && !is_private_place;
    Unordered sides;
    sides.add(left);
    sides.add(visit(binary.getRHS()));
    found.evaluation_order |=
        !binary.isLogicalOp() && !binary.isCommaOp() && sides.collide();
    Effect all = sides.all();
    all.writes |= is_assignment && !is_private_place;
    return all;
  }

  const clang::ASTContext &ast_;
  std::set<const clang::ValueDecl *> shared_;
};

} // namespace

ir::CompilerChoices compiler_choices(const clang::FunctionDecl &function) {
  return ChoiceFinder(function).found;
}

} // namespace mergeproof::frontend::c
