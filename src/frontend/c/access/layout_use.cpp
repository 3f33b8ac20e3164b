#include "frontend/c/access/layout_use.h"

#include "frontend/c/access/library_calls.h"
#include "frontend/c/access/member_address.h"
#include "frontend/c/clang_headers.h"
#include "frontend/c/types.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <set>
#include <string>

namespace mergeproof::frontend::c {
namespace {

using clang::CallExpr;
using clang::CastExpr;
using clang::Expr;
using clang::QualType;
using clang::Stmt;
using clang::UnaryExprOrTypeTraitExpr;

QualType pointee(const Expr &pointer) {
  return pointer.getType()->getPointeeType();
}

// Pointers and numbers stay what they are.
bool keeps_type(clang::CastKind kind) {
  switch (kind) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_ArrayToPointerDecay:
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
  case clang::CK_NullToPointer:
  case clang::CK_PointerToBoolean:
  case clang::CK_ToVoid:
    return true;
  default:
    return false;
  }
}

// Looks through one function, or one initialiser; ends where it finds a use.
class LayoutWalk : public clang::RecursiveASTVisitor<LayoutWalk> {
  using Base = clang::RecursiveASTVisitor<LayoutWalk>;

public:
  LayoutWalk(const clang::ASTContext &ast, const GivenLayouts &layouts,
             LayoutUse &uses)
      : ast_(ast), layouts_(layouts), uses_(uses) {}

  // What it let go and compared on the way.
  const ir::LayoutDependence &found() const { return found_; }

  // All of these return false where a use is found, as the base class has it.
  bool TraverseStmt(Stmt *stmt) {
    if (!stmt)
      return true;
    const auto *expr = llvm::dyn_cast<Expr>(stmt);
    if (!expr)
      return Base::TraverseStmt(stmt);
    if (auto address = member_address(*expr, ast_, layouts_))
      return keep(*address);
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
      return visit(*call);
    if (const auto *cast = llvm::dyn_cast<CastExpr>(expr))
      return visit(*cast, stmt);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
      return visit(*element, stmt);
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
      return visit(*binary, stmt);
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
      return visit(*unary, stmt);
    return is_harmless(*expr) && Base::TraverseStmt(stmt);
  }

  bool VisitAlignedAttr(const clang::AlignedAttr *attribute) const {
    return attribute->isAlignmentExpr() ||
           !layouts_.concerns(attribute->getAlignmentType()->getType());
  }
  // A struct that is declared where it is used.
  bool VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc type) {
    clang::TagDecl *own = type.getTypePtr()->getOwnedTagDecl();
    return !own || TraverseDecl(own);
  }
  // What they are made of is not in the tree.
  bool VisitVectorTypeLoc(clang::VectorTypeLoc type) const {
    return is_of_system(type.getBeginLoc());
  }
  bool VisitBitIntTypeLoc(clang::BitIntTypeLoc type) const {
    return is_of_system(type.getBeginLoc());
  }
  // Is given its address at the end, whatever type its parameter is.
  bool VisitVarDecl(const clang::VarDecl *variable) const {
    return !variable->hasAttr<clang::CleanupAttr>() ||
           !layouts_.is_mentioned(variable->getType());
  }

private:
  bool go_on(const Expr &expr) {
    return TraverseStmt(const_cast<Expr *>(&expr));
  }

  bool is_of_system(clang::SourceLocation place) const {
    return ast_.getSourceManager().isInSystemHeader(place);
  }

  bool is_harmless(const Expr &expr) {
    if (const auto *e = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(&expr))
      return !layouts_.concerns(e->getTypeOfArgument());
    if (const auto *e = llvm::dyn_cast<clang::OffsetOfExpr>(&expr))
      return !layouts_.concerns(e->getTypeSourceInfo()->getType());
    if (const auto *e = llvm::dyn_cast<clang::MemberExpr>(&expr))
      return is_sound_member(e->getMemberDecl());
    if (const auto *e = llvm::dyn_cast<clang::DeclRefExpr>(&expr))
      return is_harmless(*e->getDecl());
    if (llvm::isa<clang::VAArgExpr>(expr))
      return !layouts_.is_led_to(expr.getType());
    if (llvm::isa<clang::InitListExpr>(expr))
      return !expr.getType()->isUnionType() || is_sound_union(expr.getType());
    return true;
  }

  bool is_harmless(const clang::ValueDecl &decl) {
    if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(&decl))
      return !uses_.depends(*constant);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&decl);
    return !variable || !variable->hasGlobalStorage() ||
           !uses_.depends(*variable);
  }

  // What is stored as one pointer may be read as another.
  bool is_sound_union(QualType type) const {
    const clang::RecordDecl *record = complete_record(type);
    if (!record || !layouts_.is_mentioned(type))
      return true;
    const clang::FieldDecl *first = *record->field_begin();
    return std::all_of(record->field_begin(), record->field_end(),
                       [&](const clang::FieldDecl *field) {
                         return ast_.hasSameUnqualifiedType(field->getType(),
                                                            first->getType()) ||
                                (!layouts_.is_mentioned(field->getType()) &&
                                 !layouts_.is_mentioned(first->getType()));
                       });
  }
  bool is_sound_member(const clang::ValueDecl *member) const {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member);
    return !field || !field->getParent()->isUnion() ||
           is_sound_union(ast_.getRecordType(field->getParent()));
  }

  // --- Addresses of members ---

  bool visit_parts(const MemberAddress &address) {
    return !address.is_out_of_bounds &&
           std::all_of(address.path.begin(), address.path.end(),
                       [&](auto *field) { return is_sound_member(field); }) &&
           std::all_of(address.parts.begin(), address.parts.end(),
                       [&](const Expr *part) {
                         return !is_null(*part) && go_on(*part);
                       });
  }

  // One of its type in front of it or behind it, so that it may be taken for an
  // array.
  bool has_like_neighbour(const MemberAddress &address) const {
    if (address.is_in_array)
      return false;
    const clang::FieldDecl *field = address.path.front();
    const clang::FieldDecl *before = nullptr;
    for (const clang::FieldDecl *next : field->getParent()->fields()) {
      if (before && (before == field || next == field) &&
          ast_.hasSameUnqualifiedType(before->getType(), next->getType()))
        return true;
      before = next;
    }
    return false;
  }

  // (struct s *)0
  bool is_null(const Expr &expr) const {
    return expr.getType()->isPointerType() &&
           expr.IgnoreParenCasts()->isNullPointerConstant(
               const_cast<clang::ASTContext &>(ast_),
               Expr::NPC_ValueDependentIsNull);
  }

  QualType key(QualType type) const {
    return ast_.getBaseElementType(type)
        .getCanonicalType()
        .getUnqualifiedType();
  }

  // Whether it is that of the object.
  static bool is_first(const MemberAddress &address) {
    return address.field == *address.field->getParent()->field_begin() ||
           address.field->getParent()->isUnion();
  }

  bool let_go(const MemberAddress &address) {
    found_.members.insert(
        ast_.getRecordType(address.field->getParent()).getAsString() + "." +
        address.field->getNameAsString());
    found_.compares_pointers |= layouts_.concerns(address.type);
    return !is_first(address) && !has_like_neighbour(address) &&
           visit_parts(address);
  }

  bool keep(const MemberAddress &address) {
    return !address.is_number && let_go(address);
  }

  std::optional<MemberAddress> address_in(const Expr &expr) const {
    const Expr *at = expr.IgnoreParens();
    if (auto address = member_address(*at, ast_, layouts_))
      return address;
    if (const auto *cast = llvm::dyn_cast<CastExpr>(at))
      return address_in(*cast->getSubExpr());
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(at);
    if (!sum || !sum->isAdditiveOp())
      return std::nullopt;
    auto left = address_in(*sum->getLHS());
    return left ? left : address_in(*sum->getRHS());
  }

  bool visit(const clang::ArraySubscriptExpr &element, Stmt *stmt) {
    if (auto place = member_place(element, ast_, layouts_))
      return visit_parts(*place);
    return !member_address(*element.getBase(), ast_, layouts_) &&
           Base::TraverseStmt(stmt);
  }

  bool visit(const clang::UnaryOperator &unary, Stmt *stmt) {
    auto place = member_place(unary, ast_, layouts_); // *&p->m, *p->array
    return place ? visit_parts(*place) : Base::TraverseStmt(stmt);
  }

  // --- Conversions ---

  // So that who sees it otherwise may see a pointer as a number.
  static bool leads_to_pointer(const Expr &expr) {
    QualType target = pointee(expr);
    return !target.isNull() && target->isPointerType();
  }

  bool visit(const CastExpr &cast, Stmt *stmt) {
    if (keeps_type(cast.getCastKind()) ||
        (cast.getType()->isPointerType() && is_null(*cast.getSubExpr())))
      return Base::TraverseStmt(stmt);
    if (cast.getCastKind() == clang::CK_ToUnion)
      return is_sound_union(cast.getType()) && Base::TraverseStmt(stmt);
    QualType from = cast.getSubExpr()->getType(), to = cast.getType();
    const auto *call =
        llvm::dyn_cast<CallExpr>(&before_void(*cast.getSubExpr()));
    found_.numbers_pointers |=
        cast.getCastKind() == clang::CK_PointerToIntegral ||
        leads_to_pointer(*cast.getSubExpr());
    bool is_of_void = from->isPointerType() && from->isVoidPointerType();
    bool is_allocation = is_of_void && call && allocation(*call);
    const auto *written = llvm::dyn_cast<clang::ExplicitCastExpr>(&cast);
    if (is_allocation && layouts_.is_mentioned(to))
      return visit_allocation(*call, to->getPointeeType()) &&
             (!written ||
              TraverseTypeLoc(written->getTypeInfoAsWritten()->getTypeLoc()));
    bool may_be_ours = is_of_void && to->isPointerType() && !is_allocation;
    return !may_be_ours && !layouts_.is_mentioned(from) &&
           !layouts_.is_mentioned(to) &&
           !(from->isPointerType() && address_in(*cast.getSubExpr())) &&
           Base::TraverseStmt(stmt);
  }

  // --- Sizes of objects ---

  const UnaryExprOrTypeTraitExpr *size_asked(const Expr &expr) const {
    const auto *size =
        llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(expr.IgnoreParenImpCasts());
    return size && size->getKind() == clang::UETT_SizeOf ? size : nullptr;
  }

  bool is_size_of(const Expr &expr, QualType object) const {
    const UnaryExprOrTypeTraitExpr *size = size_asked(expr);
    return size && key(size->getTypeOfArgument()) == key(object);
  }

  // Whether it is as large as objects of that type are, and nothing else in it
  // is a use.
  bool visit_size(const Expr &expr, QualType object) {
    if (is_size_of(expr, object))
      return visit_operand(*size_asked(expr));
    const auto *binary =
        llvm::dyn_cast<clang::BinaryOperator>(expr.IgnoreParenImpCasts());
    const clang::RecordDecl *record = complete_record(object);
    bool has_tail = record && record->hasFlexibleArrayMember();
    if (!binary || !(binary->getOpcode() == clang::BO_Mul ||
                     (binary->getOpcode() == clang::BO_Add && has_tail)))
      return false;
    const Expr &left = *binary->getLHS(), &right = *binary->getRHS();
    if (is_size_of(left, object))
      return visit_operand(*size_asked(left)) && go_on(right);
    return is_size_of(right, object) && visit_operand(*size_asked(right)) &&
           go_on(left);
  }

  bool visit_allocation(const CallExpr &call, QualType object) {
    std::optional<Allocation> found = allocation(call);
    if (!found)
      return false;
    if (found->old && !visit_object(before_void(*found->old), object))
      return false;
    for (const Expr *other : found->rest)
      if (!go_on(*other))
        return false;
    if (!layouts_.concerns(object))
      return std::all_of(found->sizes.begin(), found->sizes.end(),
                         [&](const Expr *size) { return go_on(*size); });
    const Expr &size = *found->sizes.back();
    if (found->sizes.size() == 1)
      return visit_size(size, object);
    const Expr &other = *found->sizes.front();
    if (is_size_of(size, object))
      return visit_operand(*size_asked(size)) && go_on(other);
    return is_size_of(other, object) && visit_operand(*size_asked(other)) &&
           go_on(size);
  }

  // Null, or a pointer of that type.
  bool visit_object(const Expr &pointer, QualType object) {
    return is_null(pointer) ||
           (ast_.hasSameUnqualifiedType(pointee(pointer), object) &&
            go_on(pointer));
  }

  bool counts_elements(const clang::BinaryOperator &expr) const {
    const auto *whole = size_asked(*expr.getLHS());
    const auto *part = size_asked(*expr.getRHS());
    if (expr.getOpcode() != clang::BO_Div || !whole || !part)
      return false;
    const clang::ArrayType *array =
        whole->getTypeOfArgument()->getAsArrayTypeUnsafe();
    return array && ast_.hasSameUnqualifiedType(array->getElementType(),
                                                part->getTypeOfArgument());
  }

  // What sizeof is asked of, which is not evaluated; it may have such a size.
  bool visit_operand(const UnaryExprOrTypeTraitExpr &size) {
    return size.isArgumentType()
               ? TraverseTypeLoc(size.getArgumentTypeInfo()->getTypeLoc())
               : go_on(*size.getArgumentExpr()->IgnoreParens());
  }

  // Of two pointers to anything but such objects, which are compared often: see
  // let_go().
  void note_comparison(const clang::BinaryOperator &expr) {
    const Expr &left = *expr.getLHS(), &right = *expr.getRHS();
    found_.compares_pointers |=
        (expr.isComparisonOp() || expr.getOpcode() == clang::BO_Sub) &&
        left.getType()->isPointerType() && right.getType()->isPointerType() &&
        !layouts_.concerns(pointee(left)) && !is_null(left) && !is_null(right);
  }

  bool visit(const clang::BinaryOperator &expr, Stmt *stmt) {
    if (counts_elements(expr))
      return visit_operand(*size_asked(*expr.getLHS())) &&
             visit_operand(*size_asked(*expr.getRHS()));
    note_comparison(expr);
    bool has_number = false; // &p->m + 1
    if (expr.isAdditiveOp())
      for (const Expr *side : {expr.getLHS(), expr.getRHS()})
        if (auto address = address_in(*side))
          has_number |= !address->type->isArrayType();
    return !has_number && Base::TraverseStmt(stmt);
  }

  // --- Calls ---

  bool visit(const CallExpr &call) {
    llvm::StringRef name = library_name(call);
    unsigned count = call.getNumArgs();
    if (name == "free" && count == 1)
      return go_on(before_void(*call.getArg(0)));
    if ((is_copy(name) || is_clearing(name) || name == "memcmp") &&
        is_given_void(call))
      return false;
    found_.numbers_pointers |= // as bytes
        name.starts_with("mem") &&
        std::any_of(call.arg_begin(), call.arg_end(), [](const Expr *one) {
          return leads_to_pointer(before_void(*one));
        });
    if (is_copy(name) && count == 3 && handles_objects(call, 2))
      return visit_memory(call, 2);
    if (is_clearing(name) && count >= 2 && handles_objects(call, 1))
      return visit_memory(call, 1);
    return visit_arguments(call);
  }

  // Bytes of whatever it is.
  static bool is_given_void(const CallExpr &call) {
    return std::any_of(call.arg_begin(), call.arg_end(), [](const Expr *one) {
      QualType type = before_void(*one).getType();
      return type->isPointerType() && type->isVoidPointerType();
    });
  }

  // Of the first so many arguments.
  bool handles_objects(const CallExpr &call, unsigned pointers) const {
    for (unsigned i = 0; i < pointers; i++) {
      const Expr &pointer = before_void(*call.getArg(i));
      if (layouts_.is_mentioned(pointer.getType()) ||
          member_address(pointer, ast_, layouts_))
        return true;
    }
    return false;
  }

  // The first arguments point to memory, the last says how much.
  bool visit_memory(const CallExpr &call, unsigned pointers) {
    const Expr &size = *call.getArg(call.getNumArgs() - 1);
    QualType object = pointee(before_void(*call.getArg(0)));
    for (unsigned i = 0; i < pointers; i++)
      if (!visit_memory(before_void(*call.getArg(i)), size, object))
        return false;
    for (unsigned i = pointers; i + 1 < call.getNumArgs(); i++)
      if (!go_on(*call.getArg(i)))
        return false;
    return layouts_.concerns(object) ? visit_size(size, object) : go_on(size);
  }

  bool visit_memory(const Expr &pointer, const Expr &size, QualType object) {
    if (object.isNull())
      return false;
    bool is_ours = layouts_.is_mentioned(pointer.getType());
    if ((is_ours || layouts_.is_mentioned(object)) &&
        !ast_.hasSameUnqualifiedType(pointee(pointer), object))
      return false;
    auto address = member_address(pointer, ast_, layouts_);
    if (!address)
      return go_on(pointer);
    clang::Expr::EvalResult bytes;
    bool fits =
        layouts_.concerns(address->type)
            ? is_size_of(size, address->type)
            : size.EvaluateAsInt(bytes, ast_) &&
                  bytes.Val.getInt().getZExtValue() <=
                      std::uint64_t(
                          ast_.getTypeSizeInChars(address->type).getQuantity());
    return fits && visit_parts(*address);
  }

  bool visit_arguments(const CallExpr &call) {
    const auto *type = callee_type(call);
    if (!type)
      return call.getNumArgs() == 0 && go_on(*call.getCallee());
    const clang::FunctionDecl *callee = call.getDirectCallee();
    bool is_library = callee && ast_.getSourceManager().isInSystemHeader(
                                    callee->getLocation());
    std::map<QualType, std::set<const clang::FieldDecl *>, Less> given;
    for (unsigned i = 0; i < call.getNumArgs(); i++) {
      const Expr &argument = *call.getArg(i);
      if (i >= type->getNumParams() && layouts_.is_led_to(argument.getType()))
        return false;
      auto address = given_address(argument);
      if (address)
        given[key(address->type)].insert(address->field);
      if (address ? !let_go(*address) : !go_on(argument))
        return false;
    }
    return (is_library ||
            std::all_of(given.begin(), given.end(),
                        [](auto &one) { return one.second.size() < 2; })) &&
           go_on(*call.getCallee());
  }

  static const clang::FunctionProtoType *callee_type(const CallExpr &call) {
    if (const clang::FunctionDecl *callee = call.getDirectCallee())
      return callee->getType()->getAs<clang::FunctionProtoType>();
    QualType type = call.getCallee()->getType();
    if (const auto *pointer = type->getAs<clang::PointerType>())
      type = pointer->getPointeeType();
    return type->getAs<clang::FunctionProtoType>();
  }

  // Of the type that it has.
  std::optional<MemberAddress> given_address(const Expr &argument) const {
    const Expr *at = argument.IgnoreParens();
    while (const auto *cast = llvm::dyn_cast<CastExpr>(at)) {
      if (cast->getCastKind() != clang::CK_NoOp)
        break;
      at = cast->getSubExpr()->IgnoreParens();
    }
    return member_address(*at, ast_, layouts_);
  }

  struct Less {
    bool operator()(QualType a, QualType b) const {
      return std::less<>()(a.getAsOpaquePtr(), b.getAsOpaquePtr());
    }
  };

  const clang::ASTContext &ast_;
  const GivenLayouts &layouts_;
  LayoutUse &uses_;
  ir::LayoutDependence found_;
};

} // namespace

ir::LayoutDependence
LayoutUse::dependence(const clang::FunctionDecl &function) {
  bool is_open = // callers may give it anything
      !function.hasWrittenPrototype() &&
      std::any_of(function.param_begin(), function.param_end(),
                  [this](const clang::ParmVarDecl *param) {
                    return layouts_.is_mentioned(param->getType());
                  });
  LayoutWalk walk(ast_, layouts_, *this);
  bool is_one =
      !walk.TraverseDecl(const_cast<clang::FunctionDecl *>(&function));
  ir::LayoutDependence found = walk.found();
  found.is_possible = is_open || is_one;
  return found;
}

bool LayoutUse::depends(const clang::ValueDecl &decl, const Expr *initialiser) {
  auto [known, is_new] = known_.try_emplace(&decl, false);
  if (!is_new || !initialiser)
    return known->second;
  LayoutWalk walk(ast_, layouts_, *this);
  bool is_one = !walk.TraverseStmt(const_cast<Expr *>(initialiser)) ||
                !walk.found().members.empty();
  return known_[&decl] = is_one;
}

bool LayoutUse::depends(const clang::VarDecl &variable) {
  return depends(variable, variable.getAnyInitializer());
}

// One without a value of its own is one more than the one before it.
bool LayoutUse::depends(const clang::EnumConstantDecl &constant) {
  const auto *all =
      llvm::dyn_cast<clang::EnumDecl>(constant.getLexicalDeclContext());
  if (!all)
    return true;
  return std::any_of(all->enumerator_begin(), all->enumerator_end(),
                     [this](const clang::EnumConstantDecl *one) {
                       return depends(*one, one->getInitExpr());
                     });
}

bool LayoutUse::are_types_dependent(const clang::TranslationUnitDecl &unit) {
  LayoutWalk walk(ast_, layouts_, *this);
  for (clang::Decl *decl : unit.decls()) {
    bool is_harmless = true;
    if (llvm::isa<clang::RecordDecl, clang::TypedefNameDecl>(decl))
      is_harmless = walk.TraverseDecl(decl);
    if (const auto *declarator = llvm::dyn_cast<clang::DeclaratorDecl>(decl);
        declarator && declarator->getTypeSourceInfo()) {
      // Another name may have another type.
      is_harmless = !(declarator->hasAttr<clang::AsmLabelAttr>() ||
                      declarator->hasAttr<clang::AliasAttr>()) ||
                    !layouts_.is_mentioned(declarator->getType());
      is_harmless =
          is_harmless &&
          walk.TraverseTypeLoc(declarator->getTypeSourceInfo()->getTypeLoc());
      for (clang::Attr *attribute : declarator->attrs())
        is_harmless = is_harmless && walk.TraverseAttr(attribute);
    }
    if (!is_harmless)
      return true;
  }
  return false;
}

} // namespace mergeproof::frontend::c
