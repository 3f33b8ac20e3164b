// Structs, unions and arrays as values: always written to memory, never held in
// expressions.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

namespace mergeproof::frontend::c {

void FunctionLowering::copy_from(const Place &source, Value target) {
  std::uint64_t size = types_.size(source.type);
  if (is_volatile(source))
    return opaque("volatile access");
  check_access(source, size);
  if (size != 0 && source.address != target)
    emit(ir::MemCopy{target, source.address, fold.size(size)});
}

// Writes the value to `target`, memory that nothing else may refer to.
void FunctionLowering::aggregate(const Expr *expr, Value target) {
  clang::SourceLocation outer = std::exchange(loc, expr->getExprLoc());
  depth_++;
  aggregate_of_kind(expr->IgnoreParens(), target);
  depth_--;
  loc = outer;
}

void FunctionLowering::aggregate_of_kind(const Expr *expr, Value target) {
  using namespace clang;
  if (expr->isGLValue())
    return copy_from(place(expr), target);
  if (const auto *e = llvm::dyn_cast<CastExpr>(expr)) {
    if (e->getCastKind() == CK_LValueToRValue)
      return copy_from(place(e->getSubExpr()), target);
    if (e->getCastKind() == CK_NoOp)
      return aggregate(e->getSubExpr(), target);
    if (e->getCastKind() == CK_ToUnion)
      return cast_to_union(*e, target);
  }
  if (const auto *e = llvm::dyn_cast<InitListExpr>(expr))
    return initialise_memory(e, e->getType(), target);
  if (const auto *e = llvm::dyn_cast<CompoundLiteralExpr>(expr))
    return initialise_memory(e->getInitializer(), e->getType(), target);
  if (llvm::isa<ImplicitValueInitExpr>(expr))
    return emit(ir::MemSet{target, context.integer(8, 0),
                           fold.size(types_.size(expr->getType()))});
  if (const auto *e = llvm::dyn_cast<CallExpr>(expr))
    return call_into(*e, target);
  if (const auto *e = llvm::dyn_cast<BinaryOperator>(expr)) {
    if (e->getOpcode() == BO_Comma) {
      discard(e->getLHS());
      return aggregate(e->getRHS(), target);
    }
    if (e->getOpcode() == BO_Assign) {
      Value copied = assign_aggregate(*e);
      return emit(
          ir::MemCopy{target, copied, fold.size(types_.size(e->getType()))});
    }
  }
  if (const auto *e = llvm::dyn_cast<AbstractConditionalOperator>(expr))
    return aggregate_conditional(*e, target);
  if (const auto *e = llvm::dyn_cast<StmtExpr>(expr)) {
    statement_expression(*e, target);
    return;
  }
  if (const auto *e = llvm::dyn_cast<ChooseExpr>(expr))
    return aggregate(e->getChosenSubExpr(), target);
  if (llvm::isa<MemberExpr>(expr)) // of a struct that is no lvalue
    return copy_from(place(expr), target);
  if (const auto *e = llvm::dyn_cast<VAArgExpr>(expr))
    return variadic_struct(*e, target);
  opaque(std::string("aggregate ") + expr->getStmtClassName());
}

void FunctionLowering::aggregate_conditional(
    const clang::AbstractConditionalOperator &expr, Value target) {
  if (llvm::isa<clang::BinaryConditionalOperator>(expr))
    return opaque("aggregate BinaryConditionalOperator");
  branch(
      condition_of(expr), [&] { aggregate(expr.getTrueExpr(), target); },
      [&] { aggregate(expr.getFalseExpr(), target); });
}

void FunctionLowering::cast_to_union(const clang::CastExpr &expr,
                                     Value target) {
  const clang::FieldDecl *field = expr.getTargetUnionField();
  emit(ir::MemSet{target, context.integer(8, 0),
                  fold.size(types_.size(expr.getType()))});
  Place whole = memory(target, expr.getType());
  whole.is_inside = true;
  initialise_part(expr.getSubExpr(), field_of(whole, *field));
}

// Where the value can be read until the end of the scope.
Value FunctionLowering::aggregate_address(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr);
      member && !member->isArrow() && !expr->isGLValue()) {
    Place inner = this->member(*member);
    return inner.address;
  }
  Value target = temporary_object(expr->getType());
  aggregate(expr, target);
  return target;
}

// The right side first, as clang does. Gives the address written to.
Value FunctionLowering::assign_aggregate(const clang::BinaryOperator &expr) {
  const Expr *right = expr.getRHS()->IgnoreParens();
  const auto *load = llvm::dyn_cast<clang::CastExpr>(right);
  std::uint64_t size = types_.size(expr.getType());
  Place source;
  if (load && load->getCastKind() == clang::CK_LValueToRValue) {
    source = place(load->getSubExpr());
    check_access(source, size);
  } else {
    source = memory(aggregate_address(right), right->getType());
  }
  Operands operands(*this);
  operands.hold(source.address);
  Place target = place(expr.getLHS());
  check_access(target, size);
  Value from = operands.get(0);
  if (is_volatile(source) || is_volatile(target))
    opaque("volatile access");
  else if (size != 0 && from != target.address)
    emit(ir::MemCopy{target.address, from, fold.size(size)});
  return target.address;
}

namespace {

constexpr std::size_t max_extents = 256;

struct ByteExtent {
  std::uint64_t begin = 0, end = 0;
};

void add_extent(std::uint64_t begin, std::uint64_t end,
                std::vector<ByteExtent> &extents) {
  if (!extents.empty() && extents.back().end >= begin)
    extents.back().end = std::max(extents.back().end, end);
  else if (begin < end)
    extents.push_back({begin, end});
}

// The bytes of a bit-field count whole.
ByteExtent bytes_of(const ir::Field &field) {
  if (field.bit_width == 0)
    return {field.offset, field.offset + field.type->size};
  std::uint64_t first = field.bit_offset, behind = first + field.bit_width;
  return {field.offset + first / 8, field.offset + (behind + 7) / 8};
}

const clang::InitListExpr *list_at(const clang::InitListExpr *list,
                                   std::uint64_t index) {
  return list && index < list->getNumInits()
             ? llvm::dyn_cast_or_null<clang::InitListExpr>(
                   list->getInit(static_cast<unsigned>(index)))
             : nullptr;
}

// The bytes that are no padding, in order; members of a union count whole, and
// so do elements that `list` does not mention (C11 6.7.9, 10 and 21).
void add_extents(const ir::Type &type, std::uint64_t at,
                 const clang::InitListExpr *list,
                 std::vector<ByteExtent> &extents) {
  if (extents.size() > max_extents)
    return;
  if (type.kind == ir::TypeKind::Struct) {
    for (const ir::Field &field : type.fields)
      if (ByteExtent bytes = bytes_of(field); field.bit_width != 0)
        add_extent(at + bytes.begin, at + bytes.end, extents);
      else
        add_extents(*field.type, at + field.offset, nullptr, extents);
    return;
  }
  std::uint64_t listed = 0, size = 0;
  if (type.kind == ir::TypeKind::Array && type.element) {
    size = type.element->size;
    listed = list ? std::min<std::uint64_t>(list->getNumInits(), type.count)
                  : type.count;
    for (std::uint64_t i = 0; i < listed && extents.size() <= max_extents; i++)
      add_extents(*type.element, at + i * size, list_at(list, i), extents);
  }
  add_extent(at + listed * size, at + type.size, extents);
}

std::vector<ByteExtent> extents_of(const ir::Type *type,
                                   const clang::InitListExpr &list) {
  std::vector<ByteExtent> extents;
  if (type)
    add_extents(*type, 0, &list, extents);
  return extents;
}

// Where a type has the member; unnamed bit-fields are none.
std::size_t index_of(const clang::FieldDecl &member) {
  std::size_t index = 0;
  for (const clang::FieldDecl *field : member.getParent()->fields()) {
    if (field->getCanonicalDecl() == member.getCanonicalDecl())
      break;
    index += !field->isUnnamedBitField();
  }
  return index;
}

// What the list leaves unspecified: bytes of a union that is initialised by a
// smaller member (C11 6.7.9, 21).
void add_unspecified(const ir::Type &type, std::uint64_t at,
                     const clang::InitListExpr &list,
                     std::vector<ByteExtent> &extents) {
  if (type.kind == ir::TypeKind::Array && type.element)
    for (unsigned i = 0; i < list.getNumInits(); i++)
      if (const clang::InitListExpr *part = list_at(&list, i))
        add_unspecified(*type.element, at + i * type.element->size, *part,
                        extents);
  if (type.kind == ir::TypeKind::Struct)
    for (unsigned i = 0; i < type.fields.size(); i++)
      if (const clang::InitListExpr *part = list_at(&list, i))
        add_unspecified(*type.fields[i].type, at + type.fields[i].offset, *part,
                        extents);
  const clang::FieldDecl *member = list.getInitializedFieldInUnion();
  if (type.kind != ir::TypeKind::Union || !member)
    return;
  const ir::Field &field = type.fields[index_of(*member)];
  if (const clang::InitListExpr *part = list_at(&list, 0))
    add_unspecified(*field.type, at, *part, extents);
  add_extent(at + bytes_of(field).end, at + type.size, extents);
}

std::vector<ByteExtent> unspecified_of(const ir::Type *type,
                                       const clang::InitListExpr &list) {
  std::vector<ByteExtent> extents;
  if (type)
    add_unspecified(*type, 0, list, extents);
  return extents;
}

} // namespace

// Padding stays as it is, unspecified in a new object. In a program that runs
// it is cleared, as compilers do it.
void FunctionLowering::clear(const clang::InitListExpr &list, Value target) {
  if (unit.is_whole_program)
    return emit(ir::MemSet{target, context.integer(8, 0),
                           fold.size(types_.size(list.getType()))});
  const ir::Type *type = types_.type(list.getType());
  std::vector<ByteExtent> extents = extents_of(type, list);
  if (extents.empty())
    extents = {{0, types_.size(list.getType())}};
  if (extents.size() > max_extents)
    return opaque("a large initialiser with padding");
  for (const ByteExtent &extent : extents)
    emit(ir::MemSet{fold.offset(target, extent.begin), context.integer(8, 0),
                    fold.size(extent.end - extent.begin)});
  std::vector<ByteExtent> unspecified = unspecified_of(type, list);
  if (unspecified.empty())
    return;
  Value fresh = temporary_object(list.getType());
  for (const ByteExtent &extent : unspecified)
    emit(ir::MemCopy{fold.offset(target, extent.begin),
                     fold.offset(fresh, extent.begin),
                     fold.size(extent.end - extent.begin)});
}

// Initialises the whole object, bytes without an initialiser with 0.
void FunctionLowering::initialise_memory(const Expr *expr, clang::QualType type,
                                         Value target) {
  expr = expr->IgnoreParens();
  if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(expr))
    return string_into(*text, type, target);
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr);
  if (list && list->isTransparent())
    return initialise_memory(list->getInit(0), type, target);
  if (!list || types_.scalar(type)) {
    Place whole = memory(target, type);
    whole.is_inside = true;
    return initialise_part(expr, whole, Before::Unknown);
  }
  if (initialise_from_constant(*list, target))
    return;
  clear(*list, target);
  initialiser_list(*list, target);
}

// Large tables without variables are copied from a constant.
bool FunctionLowering::initialise_from_constant(const clang::InitListExpr &list,
                                                Value target) {
  const ir::Type *type = types_.type(list.getType());
  if (list.getNumInits() < 16 || !unspecified_of(type, list).empty() ||
      extents_of(type, list).size() != 1)
    return false;
  ir::Symbol id = unit.table(list);
  if (id.empty())
    return false;
  emit(ir::MemCopy{target, context.global_addr(id),
                   fold.size(types_.size(list.getType()))});
  return true;
}

void FunctionLowering::initialiser_list(const clang::InitListExpr &list,
                                        Value target) {
  if (list.isTransparent())
    return initialise_part(list.getInit(0), memory(target, list.getType()));
  if (list.getType()->isArrayType())
    return initialise_array(list, target);
  if (list.getType()->isRecordType())
    return initialise_record(list, target);
  opaque("initialiser of an unusual type");
}

void FunctionLowering::initialise_array(const clang::InitListExpr &list,
                                        Value target) {
  const auto *array = ast_.getAsConstantArrayType(list.getType());
  if (!array)
    return opaque("initialiser of an array of unknown length");
  if (list.isStringLiteralInit())
    return initialise_memory(list.getInit(0), list.getType(), target);
  std::uint64_t size = types_.size(array->getElementType());
  auto element = [&](std::uint64_t index) {
    Place part =
        memory(fold.offset(target, index * size), array->getElementType());
    part.is_inside = true;
    return part;
  };
  for (unsigned i = 0; i < list.getNumInits(); i++)
    initialise_part(list.getInit(i), element(i));
  const Expr *filler = list.getArrayFiller();
  if (!filler || llvm::isa<clang::ImplicitValueInitExpr>(filler))
    return;
  std::uint64_t count = array->getSize().getZExtValue();
  if (count > 4096)
    return opaque("initialiser of a huge array");
  for (std::uint64_t i = list.getNumInits(); i < count; i++)
    initialise_part(filler, element(i));
}

void FunctionLowering::initialise_record(const clang::InitListExpr &list,
                                         Value target) {
  const clang::RecordDecl *record = complete_record(list.getType());
  if (!record)
    return opaque("initialiser of an incomplete type");
  Place whole = memory(target, list.getType());
  whole.is_inside = true;
  if (record->isUnion()) {
    const clang::FieldDecl *field = list.getInitializedFieldInUnion();
    if (field && list.getNumInits() == 1)
      initialise_part(list.getInit(0), field_of(whole, *field));
    return;
  }
  unsigned next = 0;
  for (const clang::FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (next >= list.getNumInits())
      break;
    initialise_part(list.getInit(next++), field_of(whole, *field));
  }
}

// One element of an object.
void FunctionLowering::initialise_part(const Expr *expr, const Place &part,
                                       Before memory) {
  if (!expr || llvm::isa<clang::ImplicitValueInitExpr, clang::NoInitExpr>(expr))
    return;
  expr = expr->IgnoreParens();
  if (const char *reason = types_.unsupported(part.type))
    return opaque(reason);
  if (types_.scalar(part.type)) {
    Value item = value(expr);
    if (memory == Before::Unknown || !is_const(item) || item->bits != 0)
      write(part, item);
    return;
  }
  if (part.type->isIncompleteArrayType())
    return opaque("initialiser of a flexible array member");
  if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(expr))
    return string_into(*text, part.type, part.address);
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr))
    return initialiser_list(*list, part.address);
  // "{.p = q, .p.x = 8}"
  if (const auto *both =
          llvm::dyn_cast<clang::DesignatedInitUpdateExpr>(expr)) {
    aggregate(both->getBase(), part.address);
    return initialiser_list(*both->getUpdater(), part.address);
  }
  aggregate(expr, part.address);
}

void FunctionLowering::string_into(const clang::StringLiteral &text,
                                   clang::QualType type, Value target) {
  std::uint64_t size = types_.size(type);
  std::uint64_t given = text.getByteLength() + text.getCharByteWidth();
  std::uint64_t copied = std::min(size, given);
  if (copied < size)
    emit(ir::MemSet{fold.offset(target, copied), context.integer(8, 0),
                    fold.size(size - copied)});
  emit(ir::MemCopy{target, context.global_addr(unit.string(text)),
                   fold.size(copied)});
}

} // namespace mergeproof::frontend::c
