#include "frontend/c/access/member_address.h"

#include "frontend/c/clang_headers.h"

namespace mergeproof::frontend::c {
namespace {

using clang::Expr;

// The array that decays there.
const Expr *decayed(const Expr &pointer) {
  const auto *cast =
      llvm::dyn_cast<clang::ImplicitCastExpr>(pointer.IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay
             ? cast->getSubExpr()
             : nullptr;
}

// x of *&x, and of *x where x is an array.
const Expr *dereferenced(const Expr &place) {
  const auto *star = llvm::dyn_cast<clang::UnaryOperator>(&place);
  if (!star || star->getOpcode() != clang::UO_Deref)
    return nullptr;
  if (const Expr *array = decayed(*star->getSubExpr()))
    return array;
  const auto *address =
      llvm::dyn_cast<clang::UnaryOperator>(star->getSubExpr()->IgnoreParens());
  return address && address->getOpcode() == clang::UO_AddrOf
             ? address->getSubExpr()
             : nullptr;
}

// Walks from a part of an object out to the object.
class Walk {
public:
  Walk(const clang::ASTContext &ast, const GivenLayouts &layouts)
      : ast_(ast), layouts_(layouts) {}

  std::optional<MemberAddress> run(const Expr &place) {
    found_.type = place.getType();
    const Expr *at = place.IgnoreParens();
    found_.is_in_array =
        llvm::isa<clang::ArraySubscriptExpr>(at) || found_.type->isArrayType();
    while (at)
      at = outer(*at);
    if (!found_.field)
      return std::nullopt;
    found_.is_number = !found_.is_in_array && !found_.type->isRecordType() &&
                       !found_.type->isPointerType();
    return found_;
  }

private:
  const Expr *outer(const Expr &part) {
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&part))
      return object_of(*member);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&part))
      return array_of(*element);
    if (const Expr *target = dereferenced(part))
      return target->IgnoreParens();
    found_.parts.push_back(&part);
    return nullptr;
  }

  const Expr *object_of(const clang::MemberExpr &member) {
    const auto *field =
        llvm::dyn_cast<clang::FieldDecl>(member.getMemberDecl());
    if (field)
      found_.path.push_back(field);
    if (field && layouts_.concerns(ast_.getRecordType(field->getParent())))
      found_.field = field;
    const Expr *base = member.getBase()->IgnoreParens();
    if (!member.isArrow())
      return base;
    found_.parts.push_back(base);
    return nullptr;
  }

  const Expr *array_of(const clang::ArraySubscriptExpr &element) {
    const Expr *array = decayed(*element.getBase());
    if (!array) {
      found_.parts.push_back(&element);
      return nullptr;
    }
    found_.parts.push_back(element.getIdx());
    clang::Expr::EvalResult index;
    const auto *type = ast_.getAsConstantArrayType(array->getType());
    if (type && element.getIdx()->EvaluateAsInt(index, ast_))
      found_.is_out_of_bounds |=
          index.Val.getInt().isNegative() ||
          index.Val.getInt().getZExtValue() >= type->getZExtSize();
    return array->IgnoreParens();
  }

  const clang::ASTContext &ast_;
  const GivenLayouts &layouts_;
  MemberAddress found_;
};

} // namespace

std::optional<MemberAddress> member_place(const Expr &place,
                                          const clang::ASTContext &ast,
                                          const GivenLayouts &layouts) {
  return Walk(ast, layouts).run(place);
}

std::optional<MemberAddress> member_address(const Expr &expr,
                                            const clang::ASTContext &ast,
                                            const GivenLayouts &layouts) {
  if (const Expr *array = decayed(expr))
    return member_place(*array, ast, layouts);
  const auto *address =
      llvm::dyn_cast<clang::UnaryOperator>(expr.IgnoreParens());
  if (!address || address->getOpcode() != clang::UO_AddrOf)
    return std::nullopt;
  return member_place(*address->getSubExpr(), ast, layouts);
}

} // namespace mergeproof::frontend::c
