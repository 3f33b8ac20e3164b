// Lvalues: where they live, how they are read and written, and the checks in
// front.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

using ir::Op;

Place FunctionLowering::memory(Value address, clang::QualType type) {
  Place place;
  place.type = type;
  place.address = address;
  return place;
}

Place FunctionLowering::opaque_place(clang::QualType type,
                                     const std::string &reason) {
  Place place;
  place.type = type;
  if (auto scalar = types_.scalar(type)) {
    place.kind = Place::Kind::Variable;
    place.variable = opaque_value(type, reason)->name;
    return place;
  }
  opaque(reason);
  place.address = temporary_object(type);
  place.is_inside = true;
  return place;
}

Place FunctionLowering::place(const Expr *expr, Use use) {
  clang::SourceLocation outer = std::exchange(loc, expr->getExprLoc());
  depth_++;
  Place result = depth_ > 100'000 ? opaque_place(expr->getType(),
                                                 "expression nested too deeply")
                                  : place_of_kind(expr->IgnoreParens(), use);
  depth_--;
  loc = outer;
  if (unit.has_typed_memory && result.kind == Place::Kind::Memory)
    if (auto member = typed_access_.member_of(*expr))
      result.access = {true, context.symbol(*member)};
  return result;
}

Place FunctionLowering::place_of_kind(const Expr *expr, Use use) {
  using namespace clang;
  QualType type = expr->getType();
  if (const auto *e = llvm::dyn_cast<DeclRefExpr>(expr))
    return named_place(*e->getDecl(), type);
  if (const auto *e = llvm::dyn_cast<MemberExpr>(expr))
    return member(*e);
  if (const auto *e = llvm::dyn_cast<ArraySubscriptExpr>(expr))
    return subscript(*e, use);
  if (const auto *e = llvm::dyn_cast<UnaryOperator>(expr)) {
    if (e->getOpcode() == UO_Extension)
      return place(e->getSubExpr(), use);
    if (e->getOpcode() == UO_Deref) {
      Place target = memory(value(e->getSubExpr()), type);
      target.base = target.address;
      target.base_align = types_.align(type);
      return target;
    }
  }
  if (const auto *e = llvm::dyn_cast<clang::StringLiteral>(expr))
    return memory(context.global_addr(unit.string(*e)), type);
  if (const auto *e = llvm::dyn_cast<PredefinedExpr>(expr))
    return place(e->getFunctionName(), use);
  if (const auto *e = llvm::dyn_cast<CompoundLiteralExpr>(expr))
    return compound_literal(*e);
  if (const auto *e = llvm::dyn_cast<ChooseExpr>(expr))
    return place(e->getChosenSubExpr(), use);
  if (const auto *e = llvm::dyn_cast<CastExpr>(expr);
      e && (e->getCastKind() == CK_LValueBitCast ||
            (e->getCastKind() == CK_NoOp && e->isGLValue()))) {
    Place target = place(e->getSubExpr(), use);
    target.type = type;
    return target;
  }
  if (!expr->isGLValue() && (type->isRecordType() || type->isArrayType())) {
    Place target = memory(aggregate_address(expr), type);
    target.is_inside = true;
    return target;
  }
  return opaque_place(type, std::string("lvalue ") + expr->getStmtClassName());
}

Place FunctionLowering::named_place(const clang::ValueDecl &decl,
                                    clang::QualType type) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
    bool may_be_another = function->hasAttr<clang::WeakAttr>() ||
                          function->hasAttr<clang::AliasAttr>();
    if ((may_be_another && !unit.is_whole_program) ||
        function->hasAttr<clang::IFuncAttr>())
      opaque(ir::replaceable_reason);
    return memory(context.function_addr(unit.function(*function)), type);
  }
  const auto *var = llvm::dyn_cast<clang::VarDecl>(&decl);
  if (!var)
    return opaque_place(type, "unknown declaration");
  if (var->isInvalidDecl())
    return opaque_place(type, "declaration with an error");
  Place place;
  place.type = type;
  place.is_inside = true;
  if (!var->hasLocalStorage()) {
    bool has_label =
        var->hasAttr<clang::AsmLabelAttr>() &&
        !ast_.getSourceManager().isInSystemHeader(var->getLocation());
    bool is_weak = var->hasAttr<clang::WeakAttr>() && !unit.is_whole_program;
    if (is_weak || var->hasAttr<clang::AliasAttr>() || has_label)
      return opaque_place(type, "weak or aliased variable");
    place.address = context.global_addr(unit.global(*var));
    return place;
  }
  Local &local = this->local(*var);
  if (local.is_object) {
    place.address = local.address;
    return place;
  }
  place.kind = Place::Kind::Variable;
  place.variable = local.name;
  place.declared = var;
  return place;
}

Place FunctionLowering::subscript(const clang::ArraySubscriptExpr &expr,
                                  Use use) {
  const Expr *base = expr.getBase()->IgnoreParens();
  if (const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
      decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay)
    return array_element(decay->getSubExpr()->IgnoreParens(), expr, use);
  if (expr.getType()->isVectorType() || base->getType()->isVectorType())
    return opaque_place(expr.getType(), "vector type");
  Operands operands(*this);
  bool is_base_first = expr.getLHS() == expr.getBase();
  operands.hold(value(is_base_first ? expr.getBase() : expr.getIdx()));
  Value second = value(is_base_first ? expr.getIdx() : expr.getBase());
  Value first = operands.get(0);
  Value pointer = is_base_first ? first : second;
  Value index = is_base_first ? second : first;
  Place target = memory(advance(pointer, index, expr.getType(),
                                expr.getIdx()->getType(), Op::Add),
                        expr.getType());
  target.base = pointer;
  target.base_align = types_.align(expr.getType());
  return target;
}

// Elements of the array that decays to `pointer`: known unless the array ends a
// struct, where C programs write arrays that are longer than declared.
std::optional<std::uint64_t>
FunctionLowering::known_length(const Expr *pointer) const {
  const auto *decay = llvm::dyn_cast<clang::CastExpr>(pointer);
  if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay)
    return std::nullopt;
  const Expr *array = decay->getSubExpr();
  const auto *fixed = ast_.getAsConstantArrayType(array->getType());
  if (!fixed || array->IgnoreParens()->isFlexibleArrayMemberLike(
                    ast_, ast_.getLangOpts().getStrictFlexArraysLevel()))
    return std::nullopt;
  return fixed->getSize().getZExtValue();
}

Place FunctionLowering::array_element(const Expr *array,
                                      const clang::ArraySubscriptExpr &expr,
                                      Use use) {
  Place whole = place(array);
  Operands operands(*this);
  operands.hold(whole.address);
  if (whole.base)
    operands.hold(whole.base);
  Value index = fold.resize(value(expr.getIdx()), 64,
                            types_.is_signed(expr.getIdx()->getType()));
  Value address = operands.get(0);
  Place element =
      memory(advance(address, index, expr.getType(), ast_.LongTy, Op::Add),
             expr.getType());
  if (whole.base)
    element.base = operands.get(1);
  if (auto length = known_length(expr.getBase()->IgnoreParens())) {
    Value count = fold.size(*length);
    check(ir::CheckKind::IndexOutOfBounds,
          fold.binary(use == Use::Access ? Op::ULt : Op::ULe, index, count));
    element.is_inside = use == Use::Access &&
                        (whole.is_inside ||
                         is_in_object(address, types_.size(array->getType())));
  }
  return element;
}

Place FunctionLowering::field_of(Place record, const clang::FieldDecl &field) {
  record.type = field.getType();
  if (field.isBitField()) {
    record.kind = Place::Kind::BitField;
    record.unit = bit_field_unit(ast_, field);
    record.address = fold.offset(record.address, record.unit.offset);
    return record;
  }
  const clang::ASTRecordLayout &layout =
      ast_.getASTRecordLayout(field.getParent());
  std::uint64_t bits = layout.getFieldOffset(field.getFieldIndex());
  record.address = fold.offset(record.address, bits / 8);
  return record;
}

Place FunctionLowering::member(const clang::MemberExpr &expr) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(expr.getMemberDecl());
  if (!field || field->isInvalidDecl() || field->getParent()->isInvalidDecl())
    return opaque_place(expr.getType(), "member with an error");
  Place record;
  if (expr.isArrow()) {
    Value pointer = value(expr.getBase());
    bool is_offset = pointer == context.null_pointer(); // &((T *)0)->m
    if (!is_offset && !is_object_address(pointer))
      check(ir::CheckKind::NullPointer,
            fold.binary(Op::Ne, pointer, context.null_pointer()));
    check_alignment(pointer,
                    types_.align(expr.getBase()->getType()->getPointeeType()));
    record = memory(pointer, expr.getType());
    if (is_offset)
      record.base = pointer;
  } else {
    record = place(expr.getBase());
  }
  if (record.kind != Place::Kind::Memory)
    return opaque_place(expr.getType(), "member of a scalar");
  record = field_of(record, *field);
  record.type = expr.getType();
  return record;
}

Place FunctionLowering::compound_literal(
    const clang::CompoundLiteralExpr &expr) {
  Place target;
  target.type = expr.getType();
  target.is_inside = true;
  if (expr.isFileScope()) {
    target.address = context.global_addr(unit.literal(expr));
    return target;
  }
  target.address = temporary_object(expr.getType());
  initialise_memory(expr.getInitializer(), expr.getType(), target.address);
  return target;
}

Value FunctionLowering::address_of(const Expr *expr) {
  Place target = place(expr, Use::Address);
  if (target.kind == Place::Kind::Memory)
    return target.address;
  return opaque_value(ast_.VoidPtrTy, "address of a value");
}

bool FunctionLowering::is_object_address(Value address) {
  while (address->op == Op::PtrAdd && is_const(address->b))
    address = address->a;
  return (address->kind == ir::ExprKind::Var &&
          arrays_.contains(address->name)) ||
         address->kind == ir::ExprKind::LocalAddr ||
         address->kind == ir::ExprKind::GlobalAddr;
}

bool FunctionLowering::is_in_object(Value address, std::uint64_t size) {
  std::uint64_t offset = 0;
  if (address->op == Op::PtrAdd && is_const(address->b)) {
    offset = static_cast<std::uint64_t>(signed_value(address->b));
    address = address->a;
  }
  std::uint64_t whole = 0;
  if (address->kind == ir::ExprKind::LocalAddr)
    whole = object_sizes_[address->name];
  else if (address->kind == ir::ExprKind::GlobalAddr)
    whole = unit.global_size(address->name);
  return offset <= whole && size <= whole - offset;
}

// On request only: most machines do not mind.
void FunctionLowering::check_alignment(Value pointer, std::uint32_t align) {
  if (!unit.checks_alignment || align <= 1)
    return;
  Value bits = fold.cast(Op::PtrToInt, ir::size_scalar, pointer);
  check(ir::CheckKind::Misaligned,
        fold.binary(Op::Eq, fold.binary(Op::And, bits, fold.size(align - 1)),
                    fold.size(0)));
}

void FunctionLowering::check_access(const Place &place, std::uint64_t size) {
  if (size == 0)
    return;
  if (place.base && !is_object_address(place.base))
    check(ir::CheckKind::NullPointer,
          fold.binary(Op::Ne, place.base, context.null_pointer()));
  if (place.base)
    check_alignment(place.base, place.base_align);
  if (!place.is_inside && !is_in_object(place.address, size))
    check(ir::CheckKind::InvalidAccess,
          context.valid(place.address, fold.size(size)));
}

Value FunctionLowering::read(const Place &place) {
  auto scalar = types_.scalar(place.type);
  if (!scalar || types_.unsupported(place.type))
    return opaque_value(place.type, scalar ? types_.unsupported(place.type)
                                           : "read of an unusual type");
  if (place.kind == Place::Kind::Variable) {
    if (place.declared)
      check_assigned(local(*place.declared));
    return context.var(place.variable, *scalar);
  }
  if (is_volatile(place))
    return read_volatile(place, *scalar);
  if (place.kind == Place::Kind::BitField)
    return read_bits(place);
  check_access(place, types_.size(*scalar));
  return load(*scalar, place.address, place.access);
}

Value FunctionLowering::read_bits(const Place &place) {
  const BitFieldUnit &unit = place.unit;
  check_access(place, unit.unit_bits / 8);
  Value whole = context.load(ir::make_int(unit.unit_bits), place.address);
  unsigned bits = types_.scalar(place.type)->bits;
  bool is_signed = types_.is_signed(place.type);
  auto amount = [&](unsigned count) {
    return context.integer(unit.unit_bits, count);
  };
  unsigned above = unit.unit_bits - unit.shift - unit.width;
  if (is_signed) {
    if (above)
      whole = fold.binary(Op::Shl, whole, amount(above));
    if (above + unit.shift)
      whole = fold.binary(Op::AShr, whole, amount(above + unit.shift));
  } else {
    if (unit.shift)
      whole = fold.binary(Op::LShr, whole, amount(unit.shift));
    if (above)
      whole = fold.binary(
          Op::And, whole,
          context.constant(whole->type, (ir::Bits(1) << unit.width) - 1));
  }
  return fold.resize(whole, bits, is_signed);
}

// The value that the bit-field holds after `value` was written to it.
Value FunctionLowering::cut_bits(const Place &place, Value value) {
  unsigned bits = value->type.bits, width = place.unit.width;
  if (width >= bits || width == 0)
    return value;
  if (types_.is_signed(place.type)) {
    Value amount = context.integer(bits, bits - width);
    return fold.binary(Op::AShr, fold.binary(Op::Shl, value, amount), amount);
  }
  return fold.binary(Op::And, value,
                     context.constant(value->type, (ir::Bits(1) << width) - 1));
}

void FunctionLowering::write(const Place &place, Value value) {
  if (place.kind == Place::Kind::Variable) {
    assign(place.variable, value);
    if (place.declared)
      set_assigned(local(*place.declared), true);
    return;
  }
  if (is_volatile(place))
    return write_volatile(place, value);
  if (place.kind == Place::Kind::Memory) {
    check_access(place, types_.size(value->type));
    return store(place.address, value, place.access);
  }
  const BitFieldUnit &unit = place.unit;
  check_access(place, unit.unit_bits / 8);
  ir::Scalar scalar = ir::make_int(unit.unit_bits);
  ir::Bits mask = (ir::Bits(1) << unit.width) - 1;
  Value bits = fold.binary(Op::And, fold.resize(value, unit.unit_bits, false),
                           context.constant(scalar, mask));
  bits = fold.binary(Op::Shl, bits, context.constant(scalar, unit.shift));
  Value rest = fold.binary(Op::And, context.load(scalar, place.address),
                           context.constant(scalar, ~(mask << unit.shift)));
  emit(ir::Store{place.address, fold.binary(Op::Or, rest, bits)});
}

} // namespace mergeproof::frontend::c
